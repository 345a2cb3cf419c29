import { find } from './dom.js';

/** The control panel: shows the sandbox's state once a second, and sends what its buttons and forms say. */

/** @import { PanelOffers, PanelState } from '../control/panel-data.ts' */
/** @typedef {PanelState['faults'][number]} Fault */

const POLL_MS = 1000;
const euros = new Intl.NumberFormat('en-IE', { style: 'currency', currency: 'EUR' });
const message = find(document, '#message', HTMLElement);

/** What can be done to a payment, by its status. */
/** @type {Readonly<Record<string, readonly string[]>>} */
const actions = {
  PENDING: ['scan', 'walkAway', 'refuse'],
  IDENTIFIED: ['confirm', 'refuse', 'bankRefuses', 'walkAway', 'fail'],
  AUTHORIZED: ['settle', 'void', 'fail'],
  PENDING_MERCHANT_ACKNOWLEDGEMENT: ['void', 'fail'],
};
/** @type {Readonly<Record<string, string>>} */
const actionNames = {
  scan: 'Scan',
  confirm: 'Confirm payment',
  refuse: 'Refuse',
  walkAway: 'Walk away',
  bankRefuses: 'Bank refuses',
  fail: 'Fail',
  void: 'Void',
  settle: 'Settle now',
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
  const state = await (await fetch('/state')).json();
  showService(state.service);
  fill('payments', state.payments, (payment) => [
    cell(payment.createdAt.slice(11, 19)),
    cell(payment.paymentId, 'id'),
    cell(payment.posId),
    cell(payment.reference),
    amountCell(payment.amount),
    cell(payment.status),
    buttonsCell(
      (actions[payment.status] ?? []).map((action) =>
        button(actionNames[action] ?? action, 'POST', `/payments/${encodeURIComponent(payment.paymentId)}/${action}`),
      ),
    ),
  ]);
  fill('refunds', state.refunds, (refund) => [
    cell(refund.refundId, 'id'),
    cell(refund.paymentId, 'id'),
    amountCell(refund.amount),
    cell(refund.status),
    buttonsCell(refund.status === 'PENDING' ? refundButtons(refund.refundId) : []),
  ]);
  fill('payouts', state.payouts, (payout) => [
    cell(payout.payoutId, 'id'),
    cell(payout.bulkId),
    cell(payout.totalPayments, 'number'),
    cell(payout.totalRefunds, 'number'),
    amountCell(payout.totalPaymentAmount - payout.totalRefundAmount),
    cell(payout.status),
    buttonsCell(
      payout.status === 'SUCCEEDED'
        ? [button('Let it fail', 'POST', `/payouts/${encodeURIComponent(payout.payoutId)}/fail`)]
        : [],
    ),
  ]);
  fill('faults', state.faults, (fault) => [
    cell(fault.operation),
    cell(fault.kind),
    cell(detailsOf(fault)),
    cell(fault.times === 0 ? 'always' : (fault.times ?? 1)),
    cell(fault.met),
    buttonsCell([button('Remove', 'DELETE', `/faults/${fault.id}`)]),
  ]);
  fill('profiles', state.profiles, (profile) => [
    cell(profile.profileId, 'id'),
    cell(profile.merchantId, 'id'),
    cell(profile.name),
    cell(listed([...new Set([profile.identifyCallbackUrl, profile.callbackUrl])]) || 'nowhere'),
    cell(
      listed([profile.synchronousCallback && 'synchronous callback', profile.acknowledgement && 'acknowledgement']) ||
        'no',
    ),
  ]);
  fill('picks', state.picks, (point) => [
    cell(point.name, 'id'),
    cell(point.value, 'id'),
    cell(point.others),
    cell(point.question),
    cell(point.spec),
  ]);
}

/** @param {PanelState['service']} service */
function showService({ baseUrl, down, now, issuer, clockOffset }) {
  const offset = clockOffset === 0 ? '' : ` (off by ${clockOffset} ms)`;
  find(document, '#service', HTMLElement).textContent =
    `${baseUrl}${down ? ' is DOWN' : ' is up'} · its clock says ${now} · signs as ${issuer}${offset}`;
}

/** @param {string} refundId */
function refundButtons(refundId) {
  const path = `/refunds/${encodeURIComponent(refundId)}`;
  return [button('Refund now', 'POST', `${path}/REFUNDED`), button('Let it fail', 'POST', `${path}/FAILED`)];
}

/** @param {Fault} fault */
function detailsOf({ kind, ms, status, retryAfter, afterActing, skip, lose, as, forMs }) {
  return listed([
    ms !== undefined && `${ms} ms`,
    status,
    retryAfter !== undefined && `Retry-After: ${retryAfter}`,
    afterActing && 'after acting',
    skip && `skips ${skip}`,
    kind === 'act-lose-then-status' && lose,
    as !== 'signed' && as,
    forMs && `for ${forMs / 1000} s`,
  ]);
}

/** @param {readonly (string | number | boolean | undefined)[]} parts */
function listed(parts) {
  return parts.filter(Boolean).join(', ');
}

/**
 * Rows of a table. Rows that say what they said before stay, so that a button does not go away under a press.
 * @template Item
 * @param {string} id
 * @param {readonly Item[]} items
 * @param {(item: Item) => readonly HTMLTableCellElement[]} cells
 */
function fill(id, items, cells) {
  const table = find(document, `#${id}`, HTMLElement);
  const text = JSON.stringify(items);
  if (table.dataset['shown'] === text) return;
  table.dataset['shown'] = text;
  const rows = items.map((item) => {
    const row = document.createElement('tr');
    row.append(...cells(item));
    return row;
  });
  table.replaceChildren(...rows);
}

/**
 * @param {string | number | undefined} text
 * @param {string} [kind] class of the style sheet
 */
function cell(text = '', kind = '') {
  const td = document.createElement('td');
  td.className = kind;
  td.textContent = String(text);
  return td;
}

/** @param {number} cents */
function amountCell(cents) {
  return cell(euros.format(cents / 100), 'number');
}

/** @param {readonly HTMLButtonElement[]} buttons */
function buttonsCell(buttons) {
  const td = cell();
  td.append(...buttons);
  return td;
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
 * The body that a form asks for: fields that are left empty are left out.
 * @param {HTMLFormElement} form
 */
function bodyOf(form) {
  const fields = [...form.elements].map((field) => {
    if (field instanceof HTMLInputElement) return [field.name, inputValue(field)];
    return field instanceof HTMLSelectElement ? [field.name, selectValue(field)] : [];
  });
  return Object.fromEntries(fields.filter(([, value]) => value !== undefined));
}

/** @param {HTMLInputElement} input */
function inputValue({ type, value, checked }) {
  if (type === 'checkbox') return checked || undefined;
  if (value === '') return undefined;
  return type === 'number' ? Number(value) : value;
}

/** @param {HTMLSelectElement} select */
function selectValue({ value }) {
  if (value === '') return undefined;
  return value === 'true' || value === 'false' ? value === 'true' : value;
}

/** @param {PanelOffers} offers */
function offer({ operations, faultKinds, losses, appearances, presets }) {
  for (const [name, values] of Object.entries({
    operation: operations,
    kind: faultKinds,
    lose: losses,
    as: appearances,
  })) {
    find(document, `select[name="${name}"]`, HTMLSelectElement).append(...values.map((value) => new Option(value)));
  }
  const buttons = presets.map(({ name, path, body }) => button(name, 'POST', path, body));
  find(document, '#presets', HTMLElement).append(...buttons);
}

/** Gives the buttons and forms of the page itself what they send. */
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
