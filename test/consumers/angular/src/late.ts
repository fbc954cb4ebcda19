import { Component, CUSTOM_ELEMENTS_SCHEMA, signal } from '@angular/core';
import { SEATS_SCHEMA, session } from '../../shared/party.js';

/** Angular sets properties, also of an element that is not defined yet. */
@Component({
  selector: 'party-late',
  schemas: [CUSTOM_ELEMENTS_SCHEMA],
  template: `
    <oui-surface surface-id="late-list" name="Late" description="Made before its element was defined.">
      <oui-action
        action-id="set_seats"
        description="Sets how many can come."
        [input]="SEATS_SCHEMA"
        [handler]="setSeats"
      ></oui-action>
      <oui-observation
        observation-id="seats"
        description="How many can come."
        [value]="seats()"
      ></oui-observation>
    </oui-surface>
    <agent-workbench [session]="session" layout="chat"></agent-workbench>
  `,
})
export class Late {
  protected readonly SEATS_SCHEMA = SEATS_SCHEMA;
  protected readonly session = session;
  protected readonly seats = signal(10);
  protected readonly setSeats = (params: { seats: number }): number => {
    this.seats.set(params.seats);
    return this.seats();
  };
}
