import type { IncomingMessage, ServerResponse } from 'node:http';
import { readForm } from './read-form.js';

export interface Order {
  id: number;
  customer: string;
  email: string;
  quantity: number;
  express: boolean;
  delivery: string;
  due: string;
  notes: string;
}

/** What the server keeps. */
export interface OrdersShop {
  orders: Order[];
  feedback: { topics: string[]; rating: string; text: string }[];
  signedIn: string | undefined;
}

export const newShop = (): OrdersShop => ({
  orders: [
    {
      id: 1,
      customer: 'Ada',
      email: 'ada@example.org',
      quantity: 2,
      express: true,
      delivery: 'home',
      due: '2026-12-01',
      notes: '',
    },
    {
      id: 2,
      customer: 'Grace',
      email: 'grace@example.org',
      quantity: 7,
      express: false,
      delivery: 'pickup',
      due: '2026-12-09',
      notes: 'call first',
    },
  ],
  feedback: [],
  signedIn: undefined,
});

/** Never leaves the server but in a hidden field, and comes back with every submit. */
export const CSRF_TOKEN = 'csrf-5f0c2a';

/**
 * An ordinary server-rendered page: HTML and one script tag. Every change is a form that is posted, answered with a
 * redirect to the page.
 * @returns true when the path is one of its own.
 */
export async function serveOrders(
  shop: OrdersShop,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<boolean> {
  const url = new URL(request.url ?? '/', 'http://localhost');
  if (!/^\/orders(?:\/|$)/.test(url.pathname)) return false;
  // With none at all, a browser does not say either that a form came from this page.
  response.setHeader('referrer-policy', 'same-origin');
  if (request.method === 'POST') {
    const form = await readForm(request);
    const allowed = form.get('csrf') === CSRF_TOKEN;
    if (allowed) change(shop, url.pathname, form);
    response.writeHead(allowed ? 303 : 403, { location: '/orders' }).end();
    return true;
  }
  response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(pageOf(shop, url.searchParams));
  return true;
}

function change(shop: OrdersShop, path: string, form: URLSearchParams): void {
  const text = (name: string) => form.get(name) ?? '';
  if (path === '/orders/add') {
    const id = Math.max(0, ...shop.orders.map((order) => order.id)) + 1;
    shop.orders.push({
      id,
      customer: text('customer'),
      email: text('email'),
      quantity: Number(text('quantity')),
      express: form.has('express'),
      delivery: text('delivery'),
      due: text('due'),
      notes: text('notes'),
    });
  } else if (path === '/orders/delete') {
    shop.orders = shop.orders.filter(({ id }) => id !== Number(text('order')));
  } else if (path === '/orders/feedback') {
    shop.feedback.push({ topics: form.getAll('topics'), rating: text('rating'), text: text('text') });
  } else if (path === '/orders/sign-in') {
    shop.signedIn = text('user');
  }
}

const escaped = (value: unknown) =>
  String(value).replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);

function pageOf(shop: OrdersShop, query: URLSearchParams): string {
  const shown = shop.orders.filter(
    ({ customer, delivery, express }) =>
      customer.toLowerCase().includes((query.get('q') ?? '').toLowerCase()) &&
      (!query.get('delivery') || delivery === query.get('delivery')) &&
      (!query.has('express') || express),
  );
  const csrf = `<input type="hidden" name="csrf" value="${CSRF_TOKEN}">`;
  const rows = shown.map(
    ({ id, customer, email, quantity, express, delivery, due }) =>
      `<tr>${[id, customer, email, quantity, express ? 'yes' : 'no', delivery, due].map((cell) => `<td>${escaped(cell)}</td>`).join('')}</tr>`,
  );
  const options = shop.orders.map(
    ({ id, customer }) => `<option value="${id}">${id} ${escaped(customer)}</option>`,
  );
  const chosen = (name: string, value: string) => (query.get(name) === value ? ' selected' : '');
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Orders</title>
<link rel="stylesheet" href="/demo/orders/orders.css">
<script type="module" src="/cdn/oui-elements.js"></script>
<oui-transport type="websocket" url="/oui/v1" confirm-by="page"></oui-transport>
<oui-transport type="webmcp"></oui-transport>

<oui-surface surface-id="orders" name="Orders" description="The shop's orders: find, add and delete them.">
  <oui-action action-id="find_orders" for="filters" effect="view" description="Show only some orders."></oui-action>
  <oui-action action-id="add_order" for="add" effect="edit" description="Take a new order."></oui-action>
  <oui-action action-id="delete_order" for="delete" confirm tags="destructive" description="Delete an order for good."></oui-action>
  <oui-action action-id="give_feedback" for="feedback" description="Tell the shop's makers what you think."></oui-action>
  <oui-action action-id="sign_in" for="login" description="Sign a person in."></oui-action>
  <oui-action action-id="open_help" for="help" effect="view" description="Open or close the help."></oui-action>
  <oui-observation observation-id="shown" for="table" description="The orders that are shown."></oui-observation>
  <oui-observation observation-id="filters" for="filters" description="What the list is narrowed to."></oui-observation>
  <oui-observation observation-id="person" for="person" description="Who is signed in."></oui-observation>

  <h1>Orders</h1>
  <p id="person">${shop.signedIn ? `Signed in as ${escaped(shop.signedIn)}` : 'Nobody is signed in'}</p>
  <form id="filters" action="/orders">
    <label>Customer <input name="q" type="search" maxlength="40" value="${escaped(query.get('q') ?? '')}"></label>
    <label>Delivery <select name="delivery"><option value="">any</option>
      <option value="home"${chosen('delivery', 'home')}>home</option>
      <option value="pickup"${chosen('delivery', 'pickup')}>pickup</option></select></label>
    <label><input name="express" type="checkbox"${query.has('express') ? ' checked' : ''}> express only</label>
    <button>Filter</button>
  </form>
  <table id="table">
    <thead><tr><th>Id</th><th>Customer</th><th>Email</th><th>Quantity</th><th>Express</th><th>Delivery</th><th>Due</th></tr></thead>
    <tbody>${rows.join('')}</tbody>
  </table>
  <form id="delete" method="post" action="/orders/delete">${csrf}
    <label>Order <select name="order" required><option value="">choose</option>${options.join('')}</select></label>
    <button>Delete</button>
  </form>

  <h2>New order</h2>
  <form id="add" method="post" action="/orders/add">${csrf}
    <label>Customer <input name="customer" required maxlength="40"></label>
    <label>Email <input name="email" type="email" required maxlength="80"></label>
    <label>Quantity <input name="quantity" type="number" min="1" max="20" value="1"></label>
    <label><input name="express" type="checkbox"> Express</label>
    <fieldset><legend>Delivery</legend>
      <label><input type="radio" name="delivery" value="home" checked> to the door</label>
      <label><input type="radio" name="delivery" value="pickup"> fetched</label></fieldset>
    <label>Due <input name="due" type="date" min="2026-01-01" required></label>
    <label>Notes <textarea name="notes" maxlength="400"></textarea></label>
    <button>Add</button>
  </form>

  <h2>Feedback</h2>
  <form id="feedback" method="post" action="/orders/feedback">${csrf}
    <fieldset><legend>Topics</legend>
      <label><input type="checkbox" name="topics" value="speed"> speed</label>
      <label><input type="checkbox" name="topics" value="looks"> looks</label>
      <label><input type="checkbox" name="topics" value="words"> words</label></fieldset>
    <label>Rating <input type="range" name="rating" min="1" max="5" value="3"></label>
    <label>Text <textarea name="text" maxlength="400"></textarea></label>
    <button>Send</button>
  </form>

  <h2>Sign in</h2>
  <form id="login" method="post" action="/orders/sign-in">${csrf}
    <label>Name <input name="user" required autocomplete="username" maxlength="40"></label>
    <label>Password <input name="password" type="password" required autocomplete="current-password"></label>
    <button>Sign in</button>
  </form>

  <details id="help"><summary>Help</summary><p>Orders are kept for a year.</p></details>
</oui-surface>
</html>`;
}
