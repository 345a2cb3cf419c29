import { operationNames } from '../engine/operations.ts';
import { appearances, faultKinds, losses } from '../http/fault-injection.ts';
import { escapeHtml } from '../http/page-headers.ts';
import { presets } from './fault-presets.ts';

/** The control panel's page. Texts, so that the bundled app carries them along. */

const choices = (values: readonly string[]) => values.map((value) => `<option>${value}</option>`).join('');

const onePress = presets
  .map(({ name, path, body }) => {
    const data = escapeHtml(JSON.stringify(body));
    return `<button type="button" data-post="${path}" data-body="${data}">${escapeHtml(name)}</button>`;
  })
  .join('\n');

const unchanged =
  '<option value="">as it is</option><option value="true">on</option><option value="false">off</option>';

export const panelPage = `<!doctype html><html lang="en"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1"><title>Sandbox control</title>
<link rel="icon" href="data:,"><link rel="stylesheet" href="/panel.css"></head><body>
<header><h1>Sandbox control</h1><p id="service" role="status"></p>
<div class="row"><button data-post="/service/down">Take the service down</button>
<button data-post="/service/up">Bring it up</button>
<button data-post="/keys/rotate" data-body='{}'>Rotate keys</button>
<button data-post="/keys/rotate" data-body='{"forget":true}'>Rotate and forget the old</button>
<button data-post="/issuer/case">Change the case of the issuer</button></div></header>
<main>
<section aria-labelledby="h-payments"><h2 id="h-payments">Payments</h2>
<table><thead><tr><th>Created</th><th>Payment</th><th>POS</th><th>Reference</th><th class="number">Amount</th><th>Status</th><th>Play the payer</th></tr></thead>
<tbody id="payments"></tbody></table></section>
<section aria-labelledby="h-refunds"><h2 id="h-refunds">Refunds</h2>
<table><thead><tr><th>Refund</th><th>Payment</th><th class="number">Amount</th><th>Status</th><th></th></tr></thead><tbody id="refunds"></tbody></table></section>
<section aria-labelledby="h-payouts"><h2 id="h-payouts">Payouts</h2><button data-post="/payouts">Run a payout</button>
<table><thead><tr><th>Payout</th><th>Bulk id</th><th class="number">Payments</th><th class="number">Refunds</th><th class="number">Paid out</th><th>Status</th><th></th></tr></thead><tbody id="payouts"></tbody></table></section>
<section aria-labelledby="h-faults"><h2 id="h-faults">Faults</h2>
<div class="row" role="group" aria-label="Faults with one press">${onePress}</div>
<form id="fault" class="row"><label>Operation <select name="operation"><option value="*">all</option>${choices(operationNames)}</select></label>
<label>Fault <select name="kind">${choices(faultKinds)}</select></label>
<label>Times <input name="times" type="number" min="0" value="1"></label>
<label>Skip <input name="skip" type="number" min="0"></label>
<label>Milliseconds <input name="ms" type="number" min="0"></label>
<label>Status <input name="status" type="number" min="200" max="599"></label>
<label>Retry-After <input name="retryAfter"></label>
<label>For (ms) <input name="forMs" type="number" min="1"></label>
<label>Loses by <select name="lose">${choices(losses)}</select></label>
<label>Status comes <select name="as">${choices(appearances)}</select></label>
<label class="check"><input name="afterActing" type="checkbox"> after acting</label>
<button type="submit">Inject</button><button type="button" data-delete="/faults">Remove all</button></form>
<table><thead><tr><th>Operation</th><th>Fault</th><th>With</th><th>Times</th><th>Met</th><th></th></tr></thead><tbody id="faults"></tbody></table>
<form id="clock" class="row"><label>Clock is off by (ms) <input name="offsetMs" type="number" value="0"></label><button type="submit">Set the clock</button></form>
<form id="callbacks" class="row"><label>Repeat each callback <input name="repeat" type="number" min="0" max="10" value="0"></label>
<label>Shuffle within (ms) <input name="shuffleMs" type="number" min="0" value="0"></label>
<label>Drop the next <input name="drop" type="number" min="0" value="0"></label><button type="submit">Trouble callbacks</button></form></section>
<section aria-labelledby="h-profiles"><h2 id="h-profiles">Profiles</h2>
<table><thead><tr><th>Profile</th><th>Merchant</th><th>Name</th><th>Callbacks go to</th><th>Waits for the till</th></tr></thead><tbody id="profiles"></tbody></table>
<form id="profile" class="row"><label>Profile id, or none for a new one <input name="profileId" minlength="24" maxlength="24" size="26"></label>
<label>Name <input name="name"></label><label>Authenticate callback URL <input name="identifyCallbackUrl" type="url"></label>
<label>Callback URL <input name="callbackUrl" type="url"></label>
<label>Synchronous callback <select name="synchronousCallback">${unchanged}</select></label>
<label>Acknowledgement <select name="acknowledgement">${unchanged}</select></label>
<button type="submit">Save the profile</button></form></section>
<section aria-labelledby="h-picks"><h2 id="h-picks">How it reads what the specification leaves open</h2>
<details><summary>Choices, made at the start with --pick name=value</summary>
<table><thead><tr><th>Name</th><th>Here</th><th>Or</th><th>What it decides</th><th>Specification</th></tr></thead><tbody id="picks"></tbody></table></details></section>
</main><p id="said" role="alert"></p><script type="module" src="/panel.js"></script></body></html>`;

export const panelStyle = `
:root { color-scheme: light dark; --ink: #14213d; --soft: #46536e; --card: #fff; --back: #e8edf6; --accent: #1c4ed8; --line: #c9d3e6; }
@media (prefers-color-scheme: dark) { :root { --ink: #eef2fb; --soft: #b9c4dc; --card: #182136; --back: #0b1120; --accent: #8fb4ff; --line: #33405f; } }
* { box-sizing: border-box; }
body { margin: 0 auto; max-width: 1280px; padding: 24px; background: var(--back); color: var(--ink); font: 16px/1.45 system-ui, 'Segoe UI', sans-serif; }
h1 { margin: 0; font-size: 26px; } h2 { margin: 0 0 12px; font-size: 19px; }
header p { margin: 4px 0 14px; color: var(--soft); }
section { margin: 20px 0; padding: 20px; overflow-x: auto; background: var(--card); border-radius: 18px; }
.row { display: flex; flex-wrap: wrap; align-items: end; gap: 10px; margin: 0 0 14px; }
label { display: grid; gap: 4px; color: var(--soft); } label.check { display: flex; align-items: center; min-height: 40px; }
input, select, button { min-height: 40px; padding: 6px 12px; border: 1px solid var(--line); border-radius: 10px; background: var(--card); color: inherit; font: inherit; }
input[type=number] { width: 120px; } input[type=checkbox] { min-height: 20px; }
button { font-weight: 600; cursor: pointer; } button:hover { border-color: var(--accent); }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
table { width: 100%; margin-bottom: 14px; border-collapse: collapse; } th { text-align: left; color: var(--soft); font-weight: 600; }
th, td { padding: 8px 10px 8px 0; border-bottom: 1px solid var(--line); vertical-align: middle; }
summary { min-height: 40px; cursor: pointer; color: var(--soft); }
td button { min-height: 34px; margin: 2px 6px 2px 0; padding: 2px 10px; font-size: 15px; }
.number { text-align: right; font-variant-numeric: tabular-nums; padding-right: 20px; } .id { font: 14px ui-monospace, monospace; white-space: pre-wrap; }
#said { position: fixed; left: 24px; bottom: 12px; margin: 0; font-weight: 600; }
`;

export const panelScript = `
const euros = new Intl.NumberFormat('en-IE', { style: 'currency', currency: 'EUR' });
const said = document.getElementById('said');
const money = (cents) => euros.format(cents / 100);

async function send(method, path, body) {
  const options = { method, headers: {} };
  if (body !== undefined) { options.body = JSON.stringify(body); options.headers['content-type'] = 'application/json'; }
  const answer = await fetch(path, options);
  said.textContent = answer.ok ? '' : (await answer.json()).message;
  await look();
}

function cell(content, kind) {
  const td = document.createElement('td');
  if (kind) td.className = kind;
  td.append(...[content ?? ''].flat());
  return td;
}
function button(name, method, path, body) {
  const one = document.createElement('button');
  one.textContent = name;
  one.addEventListener('click', () => send(method, path, body));
  return one;
}
function fill(id, items, cells) {
  const key = JSON.stringify(items);
  const table = document.getElementById(id);
  if (table.dataset.key === key) return;
  table.dataset.key = key;
  table.replaceChildren(...items.map((item) => { const tr = document.createElement('tr'); tr.append(...cells(item)); return tr; }));
}

const detailsOf = ({ kind, ms, status, retryAfter, afterActing, skip, lose, as, forMs }) => [ms !== undefined && ms + ' ms', status, retryAfter !== undefined && 'Retry-After: ' + retryAfter,
  afterActing && 'after acting', skip && 'skips ' + skip, kind === 'act-lose-then-status' && lose, as && as !== 'signed' && as, forMs && 'for ' + forMs / 1000 + ' s'].filter(Boolean).join(', ');
const waits = (profile) => [profile.synchronousCallback && 'synchronous callback', profile.acknowledgement && 'acknowledgement'].filter(Boolean).join(', ') || 'no';

const acts = { PENDING: ['scan', 'walkAway', 'refuse'], IDENTIFIED: ['confirm', 'refuse', 'bankRefuses', 'walkAway', 'fail'],
  AUTHORIZED: ['settle', 'void', 'fail'], PENDING_MERCHANT_ACKNOWLEDGEMENT: ['void', 'fail'] };
const names = { scan: 'Scan', confirm: 'Confirm payment', refuse: 'Refuse', walkAway: 'Walk away', bankRefuses: 'Bank refuses',
  fail: 'Fail', void: 'Void', settle: 'Settle now' };

async function look() {
  const state = await (await fetch('/state')).json();
  const { service } = state;
  document.getElementById('service').textContent = service.baseUrl + (service.down ? ' is DOWN' : ' is up') + ' · its clock says ' + service.now
    + ' · signs as ' + service.issuer + (service.clockOffset ? ' (off by ' + service.clockOffset + ' ms)' : '');
  fill('payments', state.payments, (payment) => [cell(payment.createdAt.slice(11, 19)), cell(payment.paymentId, 'id'), cell(payment.posId), cell(payment.reference),
    cell(money(payment.amount), 'number'), cell(payment.status),
    cell((acts[payment.status] ?? []).map((act) => button(names[act], 'POST', '/payments/' + encodeURIComponent(payment.paymentId) + '/' + act)))]);
  fill('refunds', state.refunds, (refund) => [cell(refund.refundId, 'id'), cell(refund.paymentId, 'id'), cell(money(refund.amount), 'number'), cell(refund.status),
    cell(refund.status === 'PENDING' ? [button('Refund now', 'POST', '/refunds/' + encodeURIComponent(refund.refundId) + '/REFUNDED'), button('Let it fail', 'POST', '/refunds/' + encodeURIComponent(refund.refundId) + '/FAILED')] : '')]);
  fill('payouts', state.payouts, (payout) => [cell(payout.payoutId, 'id'), cell(payout.bulkId), cell(String(payout.totalPayments), 'number'),
    cell(String(payout.totalRefunds), 'number'), cell(money(payout.totalPaymentAmount - payout.totalRefundAmount), 'number'), cell(payout.status),
    cell(payout.status === 'SUCCEEDED' ? button('Let it fail', 'POST', '/payouts/' + encodeURIComponent(payout.payoutId) + '/fail') : '')]);
  fill('faults', state.faults, (fault) => [cell(fault.operation), cell(fault.kind), cell(detailsOf(fault)), cell(fault.times === 0 ? 'always' : String(fault.times ?? 1)),
    cell(String(fault.met)), cell(button('Remove', 'DELETE', '/faults/' + fault.id))]);
  fill('profiles', state.profiles, (profile) => [cell(profile.profileId, 'id'), cell(profile.merchantId, 'id'), cell(profile.name),
    cell([...new Set([profile.identifyCallbackUrl, profile.callbackUrl])].filter(Boolean).join(', ') || 'nowhere'), cell(waits(profile))]);
  fill('picks', state.picks, (pick) => [cell(pick.name, 'id'), cell(String(pick.value), 'id'), cell(pick.others), cell(pick.question), cell(pick.spec)]);
}

for (const one of document.querySelectorAll('button[data-post]')) {
  one.addEventListener('click', () => send('POST', one.dataset.post, one.dataset.body && JSON.parse(one.dataset.body)));
}
for (const one of document.querySelectorAll('button[data-delete]')) one.addEventListener('click', () => send('DELETE', one.dataset.delete));
for (const [id, path] of [['profile', '/profiles'], ['fault', '/faults'], ['clock', '/clock'], ['callbacks', '/callbacks']]) {
  document.getElementById(id).addEventListener('submit', (event) => {
    event.preventDefault();
    const body = {};
    for (const field of event.target.elements) {
      if (!field.name || field.value === '') continue;
      if (field.type === 'checkbox') { if (field.checked) body[field.name] = true; }
      else if (field.tagName === 'SELECT' && (field.value === 'true' || field.value === 'false')) body[field.name] = field.value === 'true';
      else body[field.name] = field.type === 'number' ? Number(field.value) : field.value;
    }
    send('POST', path, body);
  });
}
async function follow() {
  await look().catch(() => { said.textContent = 'The sandbox cannot be reached.'; });
  setTimeout(follow, 1000);
}
follow();
`;
