/** Pages to begin with. */
export const EXAMPLES: Readonly<Record<string, string>> = {
  'Guest list': `<oui-surface surface-id="guest-list" name="Guest list"
             description="Who comes to the party.">
  <oui-action action-id="add_guest" for="add"
              description="Puts a person on the guest list."></oui-action>
  <oui-action action-id="clear_list" for="clear" confirm tags="destructive"
              description="Takes everybody off the list."></oui-action>
  <oui-observation observation-id="guests" for="list"
                   description="Everybody on the list."></oui-observation>
  <oui-observation observation-id="count" for="count"
                   description="How many come."></oui-observation>

  <h3>Guests (<output id="count" data-counts="list">0</output>)</h3>
  <ul id="list"></ul>
  <form id="add" data-adds-to="list">
    <label>Name <input name="name" required maxlength="80"></label>
    <label>Eats
      <select name="food">
        <option>everything</option>
        <option>vegetarian</option>
        <option>vegan</option>
      </select>
    </label>
    <button>Add</button>
  </form>
  <button id="clear" data-empties="list">Clear</button>
</oui-surface>
`,
  'A form with limits': `<oui-surface surface-id="booking" name="Table booking"
             description="Books a table for today.">
  <oui-action action-id="book_table" for="book" effect="transaction"
              description="Books a table."></oui-action>

  <form id="book">
    <label>People <input name="people" type="number" min="1" max="12" value="2" required></label>
    <label>Time <input name="time" type="time" min="12:00" max="22:00" required></label>
    <label>Phone <input name="phone" type="tel" pattern="[0-9 +]{6,20}"
           title="Digits, spaces and +."></label>
    <label>Password <input name="password" type="password"></label>
    <label><input name="outside" type="checkbox"> Outside</label>
    <button>Book</button>
  </form>
</oui-surface>
`,
  'Something is wrong': `<oui-surface surface-id="Shop" name="Shop" description="A name that is not allowed.">
  <oui-action action-id="pay" for="nowhere" description="Pays."></oui-action>
</oui-surface>
`,
};
