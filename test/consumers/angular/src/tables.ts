import { Component, CUSTOM_ELEMENTS_SCHEMA, signal } from '@angular/core';
import { TABLES } from '../../shared/party.js';

@Component({
  selector: 'party-tables',
  schemas: [CUSTOM_ELEMENTS_SCHEMA],
  template: `
    <button id="reorder" (click)="tables.set(tables().toReversed())">Turn round</button>
    <section id="tables">
      @for (table of tables(); track table) {
        <oui-surface
          [attr.surface-id]="'table-' + table"
          [name]="'Table ' + table"
          [description]="'Who sits at table ' + table + '.'"
        >
          <oui-action
            action-id="clear_table"
            description="Sends everybody away."
            [handler]="clear(table)"
          ></oui-action>
          <oui-observation
            observation-id="cleared"
            description="Whether it is empty."
            [value]="cleared().includes(table)"
          ></oui-observation>
        </oui-surface>
      }
    </section>
  `,
})
export class Tables {
  protected readonly tables = signal(TABLES);
  protected readonly cleared = signal<string[]>([]);

  protected clear(table: string): () => void {
    return () => this.cleared.update((cleared) => [...cleared, table]);
  }
}
