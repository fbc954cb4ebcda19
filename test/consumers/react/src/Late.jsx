import { useCallback, useState } from 'react';
import { SEATS_SCHEMA, session } from '../../shared/party.js';

/** For a `ref`; React calls it with nothing when the element goes. */
const give = (properties) => (element) => void (element && Object.assign(element, properties));

/** A `ref` sets properties, also of an element that is not defined yet; React itself makes attributes of them. */
export default function Late() {
  const [seats, setSeats] = useState(10);
  const action = useCallback(give({ input: SEATS_SCHEMA, handler: (params) => setSeats(params.seats) }), []);
  const workbench = useCallback(give({ session }), []);

  return (
    <>
      <oui-surface surface-id="late-list" name="Late" description="Made before its element was defined.">
        <oui-action ref={action} action-id="set_seats" description="Sets how many can come."></oui-action>
        <oui-observation
          ref={give({ value: seats })}
          observation-id="seats"
          description="How many can come."
        ></oui-observation>
      </oui-surface>
      <oui-surface surface-id="lost-list" name="Lost" description="The same, without a ref.">
        <oui-action
          action-id="set_seats"
          description="Sets how many can come."
          input={SEATS_SCHEMA}
          handler={(params) => setSeats(params.seats)}
        ></oui-action>
        <oui-observation
          observation-id="seats"
          description="How many can come."
          value={seats}
        ></oui-observation>
      </oui-surface>
      <agent-workbench ref={workbench} layout="chat"></agent-workbench>
    </>
  );
}
