import { beforeEach, expect, test } from 'vitest';
import type { ErrorCode } from '../../main/base/error-codes.ts';
import { TillError } from '../../main/base/till-error.ts';
import type { JournalSeal } from '../../main/journal/sealing.ts';
import type { OpenTill } from '../../main/till/open-till.ts';
import { headOfficeNotices, keyNotices, stateNotices, updateNotices } from '../../main/windows/state-notices.ts';
import type { UpdatesView } from '../../preload/contract/views.ts';
import { memorySeal } from '../journal/memory-seal.ts';
import { Counter } from '../sale/counter.ts';
import { counterTill, liveSettings } from '../till/counter-till.ts';

let counter: Counter;
beforeEach(() => {
  counter = new Counter();
});

function told(change: Partial<OpenTill> = {}) {
  return stateNotices({
    opened: counterTill(counter, liveSettings(), change),
    openError: undefined,
    pinError: undefined,
  });
}

test.each<readonly [ErrorCode, string]>([
  ['journal.in-use', 'journal.held'],
  ['journal.read-only', 'journal.held'],
  ['journal.full', 'journal.unopened'],
  ['journal.failed', 'journal.unopened'],
])('a till closed by %s shows %s', (code, shown) => {
  const openError = new TillError(code, 'why', { values: { file: 'f' } });
  expect(stateNotices({ opened: undefined, openError, pinError: undefined })).toEqual([
    { id: `open.${code}`, code: shown, severity: 'alarm', values: { message: 'why', file: 'f' } },
  ]);
});

test.each<ErrorCode>(['keychain.locked', 'keychain.missing'])('a till closed by %s offers a retry', (code) => {
  const openError = new TillError(code, 'why', { retryable: true });
  expect(stateNotices({ opened: undefined, openError, pinError: openError })).toEqual([
    { id: `open.${code}`, code, severity: 'alarm', values: { message: 'why' }, action: 'try-again' },
  ]);
});

test('a missing libsecret shows its install command', () => {
  const openError = new TillError('keychain.library', 'why', { values: { command: 'sudo dnf install libsecret' } });
  expect(stateNotices({ opened: undefined, openError, pinError: undefined })).toEqual([
    {
      id: 'open.keychain.library',
      code: 'keychain.library',
      severity: 'alarm',
      values: { message: 'why', command: 'sudo dnf install libsecret' },
    },
  ]);
});

test('a till in training warns that PINs cannot be checked', () => {
  const pinError = new TillError('keychain.locked', 'why', { retryable: true });
  const opened = counterTill(counter, liveSettings());
  expect(stateNotices({ opened, openError: undefined, pinError })).toMatchObject([
    { code: 'keychain.locked', severity: 'warning', action: 'try-again' },
  ]);
});

test('a healthy till shows no notices', () => {
  expect(told()).toEqual([]);
});

test('a payment paid after its expiry must be acknowledged', async () => {
  const saleId = await counter.charge(1250);
  await counter.clock.advance(100);
  const { paymentId } = counter.service.last;
  counter.service.set(paymentId, 'EXPIRED');
  await counter.clock.advance(10_000);
  counter.service.set(paymentId, 'SUCCEEDED');
  await counter.sales.onCallback({ ...counter.service.last });
  const { reference } = counter.view(saleId);
  expect(told()).toMatchObject([
    {
      id: `sale.alarm.${saleId}`,
      code: 'sale.alarm',
      severity: 'alarm',
      action: 'acknowledge',
      saleId,
      values: { reference, amountCents: 1250 },
    },
  ]);
});

test('a refund with an unknown outcome requires a decision', async () => {
  const saleId = await counter.paidSale(1000);
  const refundKey = counter.random.uuid();
  const { paymentId } = counter.service.last;
  counter.journal.record({ type: 'refund.intent', refundKey, saleId, paymentId, amount: 400, body: '{}' });
  expect(told()).toEqual([]);
  counter.journal.record({ type: 'refund.unsettled', refundKey, why: 'absent' });
  expect(told()).toEqual([
    {
      id: `refund.unsettled.${refundKey}`,
      code: 'refund.unsettled',
      severity: 'warning',
      action: 'open-sale',
      saleId,
      values: { amountCents: 400, reference: counter.view(saleId).reference },
    },
  ]);
});

test('a refusal by the service shows its trace id', () => {
  const refusal = new TillError('auth.key', 'wrong key', { traceId: 't-1' });
  expect(told({ probe: { refusal } })).toEqual([
    {
      id: 'service.refuses',
      code: 'auth.key',
      severity: 'alarm',
      values: { message: 'wrong key', traceId: 't-1' },
    },
  ]);
});

test.each([
  ['kept', 'info'],
  ['unavailable', 'warning'],
] as const)('service keys that are %s give severity %s', (trouble, severity) => {
  expect(told({ serviceKeys: { trouble } })).toEqual([{ id: `keys.${trouble}`, code: `keys.${trouble}`, severity }]);
});

test.each([
  [true, { action: 'accept-path' }],
  [false, {}],
])('warns of another path in responses, acceptable: %s', (acceptable, action) => {
  const { connection } = counterTill(counter, liveSettings());
  const others = [{ operation: 'payouts', expected: '/a', got: '/b', acceptable }] as const;
  const responsePaths = { others: () => others, onChange: () => () => undefined };
  expect(told({ connection: { ...connection, responsePaths } })).toEqual([
    {
      id: 'response-path.payouts',
      code: 'response-path.other',
      severity: 'alarm',
      values: { expected: '/a', got: '/b' },
      ...action,
    },
  ]);
});

test('missing callbacks are only a warning, thanks to polling', () => {
  const callbackError = new TillError('callback.port-taken', 'port taken', { values: { port: 8080 } });
  expect(told({ callbackError })).toEqual([
    {
      id: 'callback.port-taken',
      code: 'callback.port-taken',
      severity: 'warning',
      values: { message: 'port taken', port: 8080 },
    },
  ]);
});

test('a failing journal shows the number of held events', async () => {
  const saleId = await counter.charge(1250);
  await counter.clock.advance(100);
  counter.disk.full = true;
  await counter.sales.cancel(saleId);
  expect(told()).toMatchObject([
    { id: 'journal.health', code: 'journal.full', severity: 'alarm', values: { held: 1 } },
  ]);
});

test.each(['0.0.0.0', '::', '192.168.1.20', 'till-3.shop.test'])(
  'warns that callbacks to %s are unprotected',
  (host) => {
    const settings = liveSettings({ callbacks: { listen: { host, port: 8080 } } });
    expect(told({ settings })).toEqual([
      { id: 'callback.unprotected', code: 'callback.unprotected', severity: 'warning', values: { host, port: 8080 } },
    ]);
  },
);

test.each(['127.0.0.1', '127.0.0.2', '::1', 'localhost'])('callbacks to %s give no warning', (host) => {
  expect(told({ settings: liveSettings({ callbacks: { listen: { host, port: 8080 } } }) })).toEqual([]);
});

test('warns until the keychain stores the journal anchor', async () => {
  const seal = memorySeal();
  let locked = true;
  const keepAnchor: JournalSeal['keepAnchor'] = async (place, anchor) => {
    if (locked) throw new TillError('keychain.locked', 'locked');
    return seal.keepAnchor(place, anchor);
  };
  counter = new Counter({ seal: { ...seal, keepAnchor } });
  await counter.clock.advance(0);
  expect(told()).toEqual([{ id: 'journal.unanchored', code: 'journal.unanchored', severity: 'warning' }]);
  locked = false;
  await counter.clock.advance(5_000);
  expect(told()).toEqual([]);
});

const at = (day: string, hour = 12) => new Date(`${day}T${String(hour).padStart(2, '0')}:00:00`).getTime();
const renewal = { day: '2027-01-31', daysBefore: 14 };
const reminded = (now: number) =>
  keyNotices(renewal, 'support', now).map(({ code, values }) => [code, values?.['days']]);

test('support and managers are reminded until the key is replaced', () => {
  expect(reminded(at('2027-01-16', 23))).toEqual([]);
  expect(reminded(at('2027-01-17', 0))).toEqual([['key.renewal', 14]]);
  expect(reminded(at('2027-01-30'))).toEqual([['key.renewal', 1]]);
  expect(reminded(at('2027-01-31', 23))).toEqual([['key.renewal', 0]]);
  expect(reminded(at('2027-02-01', 0))).toEqual([['key.overdue', -1]]);
  expect(keyNotices(renewal, 'manager', at('2027-02-10'))).toMatchObject([{ values: { dayMs: at('2027-01-31', 0) } }]);
});

test('gives cashiers no key reminder, nor anyone without a day', () => {
  expect(keyNotices(renewal, 'cashier', at('2027-02-01'))).toEqual([]);
  expect(keyNotices(undefined, 'manager', at('2027-02-01'))).toEqual([]);
});

test('warns managers and support after hours without head office', () => {
  const hours = (count: number) => count * 3_600_000;
  expect(headOfficeNotices(0, 'manager', hours(4) - 1)).toEqual([]);
  for (const role of ['manager', 'support'] as const)
    expect(headOfficeNotices(0, role, hours(4))).toMatchObject([{ code: 'head-office.failing', values: { atMs: 0 } }]);
  expect(headOfficeNotices(0, 'cashier', hours(48))).toEqual([]);
  expect(headOfficeNotices(undefined, 'manager', hours(48))).toEqual([]);
});

const idle: UpdatesView = { version: '1.0.0', state: 'idle' };
const failed = (code: string): UpdatesView => ({
  ...idle,
  state: 'failed',
  problem: { code, message: 'why', retryable: false, values: { until: '2026-11-20' } },
});

test.each<[string, UpdatesView, readonly (readonly [string, string])[]]>([
  ['nothing new', idle, []],
  ['one that installs itself', { ...idle, state: 'ready', newest: '1.1.0' }, [['update.ready', 'info']]],
  ['one that waits for a sale', { ...idle, state: 'ready', waitsFor: 'sale' }, [['update.ready', 'info']]],
  ['one that waits for a person', { ...idle, state: 'ready', waitsFor: 'person' }, [['update.ready.person', 'info']]],
  ['one without a way back', { ...idle, state: 'ready', waitsFor: 'way-back' }, [['update.ready.person', 'info']]],
  ['a forged one', failed('update.signature'), [['update.signature', 'warning']]],
  ['an old document', failed('update.expired'), [['update.expired', 'warning']]],
  ['a server that does not answer, which is nothing for the counter', failed('update.unreachable'), []],
])('update notices: %s', (_name, view, expected) => {
  expect(updateNotices(view).map(({ code, severity }) => [code, severity])).toEqual(expected);
});

test('a failed update passes on the error values', () => {
  expect(updateNotices(failed('update.expired'))[0]?.values).toEqual({ message: 'why', until: '2026-11-20' });
});
