import { Component, CUSTOM_ELEMENTS_SCHEMA } from '@angular/core';
import type { OuiInvokeEvent } from 'oui-elements';
import type { OuiSurface } from 'oui-elements/components/oui-surface';

/**
 * Angular types the events of custom elements and their template references, by the tag. It does not check what is bound to
 * their properties: `CUSTOM_ELEMENTS_SCHEMA` allows everything.
 */
@Component({
  selector: 'party-check',
  schemas: [CUSTOM_ELEMENTS_SCHEMA],
  template: `
    <oui-surface #surface [metadata]="{ seats: 10 }" (oui-invoke)="onInvoke($event)"></oui-surface>
    <oui-surface (oui-surface-change)="onInvoke($event)"></oui-surface><!-- WRONG -->
    {{ idOf(surface) }}
    {{ double(surface.surfaceId) }}<!-- WRONG -->
  `,
})
export class Check {
  onInvoke(event: OuiInvokeEvent) {
    event.respondWith({ left: 1 });
  }
  idOf(surface: OuiSurface) {
    return surface.surfaceId;
  }
  double(value: number) {
    return 2 * value;
  }
}
