import { Component, CUSTOM_ELEMENTS_SCHEMA, signal } from '@angular/core';
import type { AgentSendRequestEvent } from 'oui-elements';
import { answer, session } from '../../shared/party.js';
import { Guests } from './guests';
import { Late } from './late';
import { Tables } from './tables';

@Component({
  selector: 'party-app',
  imports: [Guests, Late, Tables],
  schemas: [CUSTOM_ELEMENTS_SCHEMA],
  template: `
    <oui-transport url="/oui/v1"></oui-transport>
    @if (late) {
      <party-late />
    } @else {
      <button id="tab" (click)="shown.set(!shown())">Guests</button>
      @if (shown()) {
        <party-guests />
      }
      <party-tables />
      <output id="said">{{ said() }}</output>
      <agent-workbench
        [session]="session"
        layout="chat"
        (agent-send-request)="onSend($event)"
      ></agent-workbench>
    }
  `,
})
export class App {
  protected readonly late = new URLSearchParams(location.search).has('late');
  protected readonly session = session;
  protected readonly shown = signal(true);
  protected readonly said = signal('');

  protected onSend(event: Event): void {
    event.preventDefault();
    const { text } = event as AgentSendRequestEvent;
    this.said.set(text);
    answer(text);
  }
}
