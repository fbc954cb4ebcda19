import { Component, computed, CUSTOM_ELEMENTS_SCHEMA, inject, signal } from '@angular/core';
import { NonNullableFormBuilder, ReactiveFormsModule } from '@angular/forms';
import type { OuiInvokeEvent, OuiSurfaceChangeEvent } from 'oui-elements';
import { FIRST_GUESTS, GUESTS_SCHEMA, NAME_SCHEMA, SEATS_SCHEMA } from '../../shared/party.js';

@Component({
  selector: 'party-guests',
  imports: [ReactiveFormsModule],
  schemas: [CUSTOM_ELEMENTS_SCHEMA],
  styles: 'ul { padding-inline-start: 1rem }',
  template: `
    <oui-surface
      surface-id="guest-list"
      name="Guest list"
      description="Who comes to the party."
      [metadata]="metadata()"
      (oui-invoke)="onInvoke($event)"
      (oui-surface-change)="onChange($event)"
    >
      <oui-action
        action-id="set_seats"
        description="Sets how many can come."
        [input]="SEATS_SCHEMA"
        [handler]="setSeats"
      ></oui-action>
      <oui-action
        action-id="remove_guest"
        description="Takes somebody off the list."
        tags="destructive"
        confirm
        [input]="NAME_SCHEMA"
        [disabled]="guests().length === 0"
      ></oui-action>
      <oui-action action-id="add_guest" description="Puts somebody on the list." for="add-guest"></oui-action>
      <oui-observation
        observation-id="guests"
        description="Everybody on the list."
        [schema]="GUESTS_SCHEMA"
        [value]="guests()"
      ></oui-observation>
      <oui-observation
        observation-id="seats"
        description="How many can come."
        [value]="seats()"
      ></oui-observation>
      <oui-observation
        observation-id="count"
        description="How many come, as shown."
        for="count"
      ></oui-observation>

      <form id="add-guest" [formGroup]="draft" (ngSubmit)="add()">
        <label>Name <input formControlName="name" name="name" required maxlength="80" /></label>
        <label>
          Meal
          <select formControlName="meal" name="meal">
            <option value="fish">Fish</option>
            <option value="vegan">Vegan</option>
          </select>
        </label>
        <label><input formControlName="plusOne" type="checkbox" name="plus_one" /> Brings somebody</label>
        <button [disabled]="draft.invalid">Add</button>
      </form>
      <ul>
        @for (guest of guests(); track guest.name) {
          <li>{{ guest.name }}, {{ guest.meal }}</li>
        }
      </ul>
      <output id="count">{{ guests().length }} guests</output>
      <output id="state">{{ state() }}</output>
    </oui-surface>
  `,
})
export class Guests {
  protected readonly SEATS_SCHEMA = SEATS_SCHEMA;
  protected readonly NAME_SCHEMA = NAME_SCHEMA;
  protected readonly GUESTS_SCHEMA = GUESTS_SCHEMA;
  protected readonly guests = signal(FIRST_GUESTS);
  protected readonly seats = signal(10);
  protected readonly state = signal('');
  protected readonly metadata = computed(() => ({ seats: this.seats() }));
  protected readonly draft = inject(NonNullableFormBuilder).group({ name: '', meal: 'fish', plusOne: false });

  protected readonly setSeats = (params: { seats: number }): unknown => {
    const before = this.seats();
    this.seats.set(params.seats);
    return { before, names: this.guests().map(({ name }) => name) };
  };

  protected onInvoke(event: Event): void {
    const invoked = event as OuiInvokeEvent;
    if (invoked.actionId !== 'remove_guest') return;
    this.guests.update((guests) => guests.filter(({ name }) => name !== invoked.params['name']));
    invoked.respondWith({ left: this.guests().length });
  }

  protected onChange(event: Event): void {
    this.state.set((event as OuiSurfaceChangeEvent).state);
  }

  protected add(): void {
    this.guests.update((guests) => [...guests, this.draft.getRawValue()]);
    this.draft.reset();
  }
}
