import { useState } from 'react';
import { FIRST_GUESTS, GUESTS_SCHEMA, NAME_SCHEMA, SEATS_SCHEMA } from '../../shared/party.js';

const EMPTY = { name: '', meal: 'fish', plusOne: false };

export default function Guests() {
  const [guests, setGuests] = useState(FIRST_GUESTS);
  const [seats, setSeats] = useState(10);
  const [draft, setDraft] = useState(EMPTY);
  const [state, setState] = useState('');

  function changeSeats(params) {
    setSeats(params.seats);
    return { before: seats, names: guests.map(({ name }) => name) };
  }

  function onInvoke(event) {
    if (event.actionId !== 'remove_guest') return;
    const left = guests.filter(({ name }) => name !== event.params.name);
    setGuests(left);
    event.respondWith({ left: left.length });
  }

  function add(event) {
    event.preventDefault();
    setGuests([...guests, draft]);
    setDraft(EMPTY);
  }

  return (
    <oui-surface
      surface-id="guest-list"
      name="Guest list"
      description="Who comes to the party."
      metadata={{ seats }}
      onoui-invoke={onInvoke}
      onoui-surface-change={(event) => setState(event.state)}
    >
      <oui-action
        action-id="set_seats"
        description="Sets how many can come."
        input={SEATS_SCHEMA}
        handler={changeSeats}
      ></oui-action>
      <oui-action
        action-id="remove_guest"
        description="Takes somebody off the list."
        tags="destructive"
        confirm
        input={NAME_SCHEMA}
        disabled={guests.length === 0}
      ></oui-action>
      <oui-action action-id="add_guest" description="Puts somebody on the list." for="add-guest"></oui-action>
      <oui-observation
        observation-id="guests"
        description="Everybody on the list."
        schema={GUESTS_SCHEMA}
        value={guests}
      ></oui-observation>
      <oui-observation
        observation-id="seats"
        description="How many can come."
        value={seats}
      ></oui-observation>
      <oui-observation
        observation-id="count"
        description="How many come, as shown."
        for="count"
      ></oui-observation>

      <form id="add-guest" onSubmit={add}>
        <label>
          Name{' '}
          <input
            name="name"
            required
            maxLength={80}
            value={draft.name}
            onChange={({ target }) => setDraft({ ...draft, name: target.value })}
          />
        </label>
        <label>
          Meal{' '}
          <select
            name="meal"
            value={draft.meal}
            onChange={({ target }) => setDraft({ ...draft, meal: target.value })}
          >
            <option value="fish">Fish</option>
            <option value="vegan">Vegan</option>
          </select>
        </label>
        <label>
          <input
            type="checkbox"
            name="plus_one"
            checked={draft.plusOne}
            onChange={({ target }) => setDraft({ ...draft, plusOne: target.checked })}
          />{' '}
          Brings somebody
        </label>
        <button disabled={draft.name === ''}>Add</button>
      </form>
      <ul>
        {guests.map((guest) => (
          <li key={guest.name}>
            {guest.name}, {guest.meal}
          </li>
        ))}
      </ul>
      <output id="count">{`${guests.length} guests`}</output>
      <output id="state">{state}</output>
    </oui-surface>
  );
}
