import { find } from './dom.js';

/** @import { PanelOffers, PanelState } from '../control/panel-data.ts' */
/** @typedef {Pick<PanelState, 'payments' | 'refunds' | 'payouts' | 'faults' | 'profiles' | 'picks'>} Lists */
/** @typedef {string | number | undefined | readonly HTMLButtonElement[]} Content */
/**
 * Cells of each list's table, by column heading.
 * @typedef {{ [Name in keyof Lists]: Readonly<Record<string, (item: Lists[Name][number]) => Content>> }} Tables
 */

const POLL_MS = 1000;
const format = new Intl.NumberFormat('en-IE', { style: 'currency', currency: 'EUR' });
const message = find(document, '#message', HTMLElement);

/**
 * Actions on a payment, by its status.
 * @type {Readonly<Record<string, Readonly<Record<string, string>>>>}
 */
const acts = {
  PENDING: { scan: 'Scan', walkAway: 'Walk away', refuse: 'Refuse' },
  IDENTIFIED: {
    confirm: 'Confirm payment',
    refuse: 'Refuse',
    bankRefuses: 'Bank refuses',
    walkAway: 'Walk away',
    fail: 'Fail',
  },
  AUTHORIZED: { settle: 'Settle now', void: 'Void', fail: 'Fail' },
  PENDING_MERCHANT_ACKNOWLEDGEMENT: { void: 'Void', fail: 'Fail' },
};

/** @type {Tables} */
const tables = {
  payments: {
    Created: ({ createdAt }) => createdAt.slice(11, 19),
    Payment: ({ paymentId }) => paymentId,
    POS: ({ posId }) => posId,
    Reference: ({ reference }) => reference,
    Amount: ({ amount }) => euros(amount),
    Status: ({ status }) => status,
    'Play the payer': ({ paymentId, status }) =>
      Object.entries(acts[status] ?? {}).map(([act, name]) => button(name, 'POST', pathOf('payments', paymentId, act))),
  },
  refunds: {
    Refund: ({ refundId }) => refundId,
    Payment: ({ paymentId }) => paymentId,
    Amount: ({ amount }) => euros(amount),
    Status: ({ status }) => status,
    End: ({ refundId, status }) =>
      status === 'PENDING'
        ? [
            button('Refund now', 'POST', pathOf('refunds', refundId, 'REFUNDED')),
            button('Let it fail', 'POST', pathOf('refunds', refundId, 'FAILED')),
          ]
        : [],
  },
  payouts: {
    Payout: ({ payoutId }) => payoutId,
    'Bulk id': ({ bulkId }) => bulkId,
    Payments: ({ totalPayments }) => totalPayments,
    Refunds: ({ totalRefunds }) => totalRefunds,
    'Paid out': ({ totalPaymentAmount, totalRefundAmount }) => euros(totalPaymentAmount - totalRefundAmount),
    Status: ({ status }) => status,
    End: ({ payoutId, status }) =>
      status === 'SUCCEEDED' ? [button('Let it fail', 'POST', pathOf('payouts', payoutId, 'fail'))] : [],
  },
  faults: {
    Operation: ({ operation }) => operation,
    Fault: ({ kind }) => kind,
    With: ({ kind, ms, status, retryAfter, afterActing, skip, lose, as, forMs }) =>
      listed([
        ms !== undefined && `${ms} ms`,
        status,
        retryAfter !== undefined && `Retry-After: ${retryAfter}`,
        afterActing && 'after acting',
        skip && `skips ${skip}`,
        kind === 'act-lose-then-status' && lose,
        as !== 'signed' && as,
        forMs && `for ${forMs / 1000} s`,
      ]),
    Times: ({ times = 1 }) => times || 'always',
    Met: ({ met }) => met,
    End: ({ id }) => [button('Remove', 'DELETE', `/faults/${id}`)],
  },
  profiles: {
    Profile: ({ profileId }) => profileId,
    Merchant: ({ merchantId }) => merchantId,
    Name: ({ name }) => name,
    'Callbacks go to': ({ identifyCallbackUrl, callbackUrl }) =>
      listed([...new Set([identifyCallbackUrl, callbackUrl])]) || 'nowhere',
    'Waits for the till': ({ synchronousCallback, acknowledgement }) =>
      listed([synchronousCallback && 'synchronous callback', acknowledgement && 'acknowledgement']) || 'no',
  },
  picks: {
    Name: ({ name }) => name,
    Here: ({ value }) => value,
    Or: ({ others }) => others,
    'What it decides': ({ question }) => question,
    Specification: ({ spec }) => spec,
  },
};

/**
 * @param {string} method
 * @param {string} path
 * @param {unknown} [body]
 */
async function send(method, path, body) {
  const content = { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } };
  const answer = await fetch(path, { method, ...(body !== undefined && content) });
  message.textContent = answer.ok ? '' : (await answer.json()).message;
  await refresh();
}

async function refresh() {
  /** @type {PanelState} */
  const { service, ...lists } = await (await fetch('/state')).json();
  const { baseUrl, down, now, issuer, clockOffset } = service;
  const offset = clockOffset === 0 ? '' : ` (off by ${clockOffset} ms)`;
  find(document, '#service', HTMLElement).textContent =
    `${baseUrl}${down ? ' is DOWN' : ' is up'} · its clock says ${now} · signs as ${issuer}${offset}`;
  fill('payments', lists.payments, tables.payments);
  fill('refunds', lists.refunds, tables.refunds);
  fill('payouts', lists.payouts, tables.payouts);
  fill('faults', lists.faults, tables.faults);
  fill('profiles', lists.profiles, tables.profiles);
  fill('picks', lists.picks, tables.picks);
}

/**
 * Fills a table. An unchanged table stays, so that no button is replaced during a click.
 * @template Item
 * @param {string} id
 * @param {readonly Item[]} items
 * @param {Readonly<Record<string, (item: Item) => Content>>} columns
 */
function fill(id, items, columns) {
  const table = find(document, `#${id}`, HTMLTableElement);
  const text = JSON.stringify(items);
  if (table.dataset['shown'] === text) return;
  table.dataset['shown'] = text;
  const rows = items.map((item) =>
    row(
      'td',
      Object.values(columns).map((content) => content(item)),
    ),
  );
  table.replaceChildren(row('th', Object.keys(columns)), ...rows);
}

/**
 * @param {'th' | 'td'} kind
 * @param {readonly Content[]} contents
 */
function row(kind, contents) {
  const made = document.createElement('tr');
  for (const content of contents) {
    const cell = document.createElement(kind);
    if (typeof content === 'object') cell.append(...content);
    else cell.textContent = String(content ?? '');
    made.append(cell);
  }
  return made;
}

/** @param {number} cents */
function euros(cents) {
  return format.format(cents / 100);
}

/** @param {readonly string[]} parts */
function pathOf(...parts) {
  return parts.map((part) => `/${encodeURIComponent(part)}`).join('');
}

/** @param {readonly (string | number | boolean | undefined)[]} parts */
function listed(parts) {
  return parts.filter(Boolean).join(', ');
}

/**
 * @param {string} name
 * @param {string} method
 * @param {string} path
 * @param {unknown} [body]
 */
function button(name, method, path, body) {
  const made = document.createElement('button');
  made.type = 'button';
  made.textContent = name;
  made.addEventListener('click', () => send(method, path, body));
  return made;
}

/**
 * Returns the body of a form, without empty fields.
 * @param {HTMLFormElement} form
 */
function bodyOf(form) {
  const fields = [...new FormData(form)].filter(([, value]) => value !== '');
  return Object.fromEntries(
    fields.map(([name, value]) => {
      const field = form.elements.namedItem(name);
      const isNumber = field instanceof HTMLInputElement && field.type === 'number';
      // A ticked checkbox has the value on; a switch has on or off.
      return [name, isNumber ? Number(value) : value === 'on' || (value === 'off' ? false : value)];
    }),
  );
}

/** @param {PanelOffers} offers */
function offer({ operations, faultKinds, losses, appearances, presets }) {
  const offered = { operation: operations, kind: faultKinds, lose: losses, as: appearances };
  for (const [name, values] of Object.entries(offered))
    find(document, `select[name="${name}"]`, HTMLSelectElement).append(...values.map((value) => new Option(value)));
  for (const select of document.querySelectorAll('select[data-switch]'))
    select.append(new Option('as it is', ''), new Option('on'), new Option('off'));
  const buttons = presets.map(({ name, path, body }) => button(name, 'POST', path, body));
  find(document, '#presets', HTMLElement).append(...buttons);
}

function connect() {
  for (const pressed of document.querySelectorAll('button')) {
    const { post, delete: remove, body } = pressed.dataset;
    if (post !== undefined) pressed.addEventListener('click', () => send('POST', post, body && JSON.parse(body)));
    if (remove !== undefined) pressed.addEventListener('click', () => send('DELETE', remove));
  }
  for (const form of document.querySelectorAll('form')) {
    form.addEventListener('submit', (event) => {
      event.preventDefault();
      send('POST', form.dataset['post'] ?? '', bodyOf(form));
    });
  }
}

async function poll() {
  try {
    await refresh();
  } catch {
    message.textContent = 'The sandbox cannot be reached.';
  }
  setTimeout(poll, POLL_MS);
}

connect();
offer(JSON.parse(document.body.dataset['offers'] ?? ''));
await poll();
