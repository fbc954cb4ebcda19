import { useState } from 'react';
import { TABLES } from '../../shared/party.js';

export default function Tables() {
  const [tables, setTables] = useState(TABLES);
  const [cleared, setCleared] = useState({});

  return (
    <>
      <button id="reorder" onClick={() => setTables(tables.toReversed())}>
        Turn round
      </button>
      <section id="tables">
        {tables.map((table) => (
          <oui-surface
            key={table}
            surface-id={`table-${table}`}
            name={`Table ${table}`}
            description={`Who sits at table ${table}.`}
          >
            <oui-action
              action-id="clear_table"
              description="Sends everybody away."
              handler={() => setCleared({ ...cleared, [table]: true })}
            ></oui-action>
            <oui-observation
              observation-id="cleared"
              description="Whether it is empty."
              value={cleared[table] ?? false}
            ></oui-observation>
          </oui-surface>
        ))}
      </section>
    </>
  );
}
