import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { isEnd } from '../../main/domain/sale-record.ts';
import { type Caller, checkedCall, type IpcCheckParts } from '../../main/shell/ipc-check.ts';
import type { Till } from '../../main/till/switchable-till.ts';
import { ipcHandlers } from '../../main/windows/ipc-handlers/index.ts';
import type { TillState } from '../../main/windows/till-state.ts';
import { type CallName, calls, type Outcome } from '../../preload/contract/contract.ts';
import { firstCounter } from '../../preload/contract/settings-table.ts';
import type { Role } from '../../preload/contract/views.ts';
import fc from '../base/properties.ts';
import { samplePng } from '../base/sample-png.ts';
import { VirtualClock } from '../base/virtual-clock.ts';
import { noChecks } from '../support/checks/no-checks.ts';
import { composedApp, noWindows } from '../windows/composed-app.ts';

// The till as main builds it, in training mode with its embedded service. Its clock is stopped, so only the test's
// calls change anything.

const TILL: Caller = { window: 'till', mainFrame: true, url: 'app://tillmate/till/index.html' };
const seed = 20_261_121;

let folder: string;
let till: Till;
let shown: () => TillState;
let parts: IpcCheckParts;
let edition: string;
let role: Role = 'manager';
let saleId: string;
const opened: string[] = [];
const reported: string[] = [];

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'tillmate-ipc-fuzz-'));
  const app = await composedApp({
    folder,
    clock: new VirtualClock(Date.now()),
    shell: {
      openDisplay: () => void opened.push('display'),
      openOutside: async (url) => void opened.push(url),
      heardFrom: (window) => void opened.push(`beat of ${window}`),
      privatePlaces: { ...noWindows.privatePlaces, writeClipboard: async (text) => void opened.push(text) },
    },
  });
  ({ till } = app);
  shown = app.windows.state;
  const { handlerParts: real } = await app.windows.serving;
  const exports = { run: async () => undefined, progress: () => null, kind: () => null, cancel: () => undefined };
  const handlers = ipcHandlers({
    ...real,
    // Real checks, exports and dialogs would open connections and windows.
    support: { ...real.support, checks: noChecks },
    payments: { ...real.payments, exports },
    windows: {
      ...real.windows,
      leaving: { shown: () => undefined, answer: async (_id, answer) => void opened.push(answer) },
    },
    system: { ...real.system, saveFile: () => void opened.push('file') },
  });
  parts = { handlers, role: () => role, report: ({ code }) => void reported.push(code) };
  await till.ready;
  ({ version: edition } = await handlers['settings.read']({}, 'till'));
  const started = await checkedCall(parts, TILL, 'sale.start', { amount: 1250 });
  if (!started.ok) throw new Error(started.error.message);
  saleId = shown().sale?.saleId ?? '';
  await vi.waitFor(() => expect(shown().sale?.stage).toBe('waiting'), { timeout: 30_000 });
});
afterAll(async () => {
  await till.close();
  rmSync(folder, { recursive: true, force: true });
});

/** Returns everything a call can change: window state, journal events, settings file, opened targets. */
function state(): string {
  const database = new DatabaseSync(join(folder, 'training/journal.sqlite'), { readOnly: true });
  const events = database.prepare('SELECT seq, hash FROM events ORDER BY seq DESC LIMIT 1').get();
  database.close();
  return JSON.stringify([shown(), till.mode, events, readFileSync(join(folder, 'terminal.json'), 'utf8'), opened]);
}

/** Returns whether all work of an accepted call has ended. No timers start: the clock is stopped. */
function isQuiet(): boolean {
  const { sale } = shown();
  if (sale === null) return true;
  const asking = sale.verdict?.kind === 'asking' || sale.doing !== undefined || sale.stage === 'creating';
  return !asking && (sale.cancel !== 'asked' || isEnd(sale.stage));
}

function expectTyped(outcome: Outcome<unknown>): void {
  if (outcome.ok) return;
  expect(outcome.error.code).toMatch(/^[a-z][a-z0-9-]*\.[a-z0-9.-]+$/);
  expect(() => structuredClone(outcome)).not.toThrow();
}

/** A valid argument for each call with arguments. */
const asks: Readonly<Partial<Record<CallName, () => object>>> = {
  'screens.test': () => ({ turned: { id: 1, rotation: 90 } }),
  'window.speak': () => ({ language: 'nl' }),
  'terminal.licence': () => ({ index: 0 }),
  'sale.start': () => ({ amount: 1250, reference: 'ORDER-7', description: 'Bread' }),
  'sale.cancel': () => ({ saleId }),
  'sale.customer-says-paid': () => ({ saleId }),
  'sale.dismiss': () => ({ saleId }),
  'sale.acknowledge-alarm': () => ({ saleId }),
  'sale.decide': () => ({ saleId, paymentId: 'P'.padStart(24, '0'), decision: 'same' }),
  'sale.take-draft': () => ({ id: 1 }),
  'payments.find': () => ({ text: '12', limit: 20 }),
  'payments.find-elsewhere': () => ({ reference: 'ORDER-7' }),
  'payments.open': () => ({ saleId }),
  'payments.search-all': () => ({ text: '12', from: 0, before: 86_400_000 }),
  'payments.open-found': () => ({ paymentId: 'fccd268a29a0d347301ef56e' }),
  'payments.history': () => ({ saleId }),
  'payments.refund-iban': () => ({ saleId }),
  'payments.copy-refund-iban': () => ({ saleId }),
  'payments.show-refund-iban': () => ({ saleId }),
  'refund.start': () => ({ wish: saleId, saleId, amount: 100, seen: 100, reason: 'stale' }),
  'refund.look': () => ({ saleId }),
  'refund.take-back': () => ({ wish: saleId }),
  'refund.settle': () => ({ refundKey: saleId, decision: 'not-made' }),
  'receipt.sale': () => ({ saleId }),
  'receipt.issued': () => ({ saleId }),
  'receipt.print': () => ({ saleId, issued: 0, paper: '80mm', heightMm: 120 }),
  'receipt.save': () => ({ saleId, issued: 0, paper: '58mm', heightMm: 120 }),
  'paper.print': () => ({ sheet: { kind: 'test' }, paper: 'A4', heightMm: 200, on: { printer: 'P', silent: true } }),
  'paper.save': () => ({ sheet: { kind: 'shift', report: 'Z', number: 1 }, paper: 'A4', heightMm: 200 }),
  'figures.read': () => ({ day: '2026-11-22' }),
  'export.start': () => ({ kind: 'payments', format: 'csv', separator: ';', decimal: ',' }),
  'checks.run': () => ({ only: 'clock' }),
  'backup.create': () => ({ passphrase: 'drie appels en een peer', withKeys: false }),
  'backup.daily.set': () => ({ folder: '/srv', withKeys: false }),
  'restore.open': () => ({ id: 1, passphrase: 'drie appels en een peer' }),
  'restore.confirm': () => ({ id: 1 }),
  'restore.cancel': () => ({ id: 1 }),
  'sticker.save': () => ({ format: 'svg', content: '<svg xmlns="http://www.w3.org/2000/svg"></svg>' }),
  // A shift number that does not exist: no shift is closed.
  'shift.close': () => ({ number: 9_999 }),
  'shift.list': () => ({ limit: 20 }),
  'shift.open': () => ({ number: 1 }),
  'leaving.shown': () => ({ id: 1 }),
  'leaving.answer': () => ({ id: 1, answer: 'stay' }),
  'session.unlock': () => ({ pin: '471147' }),
  'session.sign-in': () => ({ pin: '471147' }),
  // A person id that does not exist: nothing is saved.
  'people.add': () => ({ version: 'x', person: { name: 'Ava', role: 'cashier', pin: '815815' } }),
  'people.change': () => ({ version: 'x', id: 'nobody', change: { name: 'Ava' } }),
  'people.end': () => ({ version: 'x', id: 'nobody' }),
  'registers.read': () => ({}),
  'registers.begin-pairing': () => ({}),
  'registers.stop-pairing': () => ({}),
  'registers.end': () => ({ id: 'nobody' }),
  'registers.decide': () => ({ id: 'nobody', decision: 'same' }),
  'head-office.read': () => ({}),
  // No server listens on port 9.
  'head-office.enrol': () => ({ address: 'http://127.0.0.1:9', code: 'none' }),
  'head-office.leave': () => ({}),
  'logs.find': () => ({ text: '', id: '', limit: 20 }),
  'logs.raise': () => ({ raised: true }),
  'diagnosis.read': () => ({ id: saleId }),
  'diagnosis.copy': () => ({ saleId }),
  'pack.look': () => ({ id: 'none', name: 'contents.txt', offset: 0 }),
  'pack.save': () => ({ id: 'none' }),
  'pack.key.save': () => ({ key: '' }),
  'record.find': () => ({ text: '', limit: 20 }),
  // Complete except for a key; nothing may be saved without a key.
  'settings.save': () => ({
    service: {
      environment: 'PREPROD',
      baseUrl: 'https://pay.example',
      jwksUrl: 'https://pay.example/keys',
      claimPrefix: 'https://pay.example',
      issuer: 'Payments',
    },
    merchant: { merchantId: 'a'.repeat(24), profileId: 'b'.repeat(24) },
    shop: { shopId: 's', shopName: 'S' },
    pos: { posId: 'P1' },
    keys: { signingKey: '{}' },
    version: 'x',
  }),
  // The hostile test mutates a member of the argument, so nothing is saved.
  'settings.accept-changes': () => ({ fields: 'counter.maximum' }),
  'settings.counter.save': () => ({
    counter: { ...firstCounter, refundPinAbove: 5_000 },
    managerPin: '',
    version: edition,
  }),
  'settings.undo': () => ({ version: 'none' }),
  'settings.picture.keep': () => ({ png: samplePng(2, 2).toString('base64') }),
  'service.accept-path': () => ({ id: 'response-path.payouts', path: '/payouts' }),
  'terminal.choose': () => ({ mode: 'live' }),
  'provision.answer': () => ({ id: 1, answer: 'take', managerPin: '4711' }),
  'provision.passphrase': () => ({ id: 1, passphrase: 'correct horse' }),
  'provision.missing': () => ({ id: 1, posId: 'TILL42', managerPin: '471147' }),
  'provision.hand-in': () => ({ path: join(folder, 'none.json') }),
  'notice.dismiss': () => ({ id: 'none' }),
  'training.open-payer': () => ({ saleId }),
  'training.act': () => ({ saleId, act: 'scan' }),
  'payouts.load': () => ({ from: '2026-11-19', to: '2026-11-20' }),
  'payouts.list': () => ({ offset: 0, limit: 50 }),
  'payouts.find': () => ({ payoutId: 'c'.repeat(24) }),
  'payouts.payout': () => ({ number: 1 }),
  'payouts.transactions': () => ({ group: 'all', offset: 0, limit: 50 }),
  'keys.make': () => ({ kid: 'k'.repeat(200), forOtherAccount: true }),
  'keys.take': () => ({ text: '{"kty":"RSA"}', kid: '' }),
  'keys.take-file': () => ({ kid: 'till-42' }),
  'keys.test': () => ({ place: 'current', kid: 'till-42' }),
  'keys.use': () => ({ kid: 'till-42' }),
  'keys.back': () => ({ kid: 'till-42' }),
  'keys.remove': () => ({ place: 'next', kid: 'till-42' }),
  'keys.copy': () => ({ what: 'jwks' }),
  'keys.api-key.set': () => ({ apiKey: 'api-key-of-a-till' }),
  'keys.remind': () => ({ renewal: { day: '2027-11-20', daysBefore: 14 } }),
};
const names = Object.keys(calls) as CallName[];
const inOrder = (name: CallName) => asks[name]?.() ?? {};

const hostileSender: fc.Arbitrary<Caller> = fc
  .record({
    window: fc.constantFrom('till', 'display', undefined),
    mainFrame: fc.boolean(),
    url: fc.oneof(
      fc.constantFrom(
        'app://tillmate.evil/till/index.html',
        'app://tillmate@evil/till/index.html',
        'app:tillmate',
        'https://tillmate/till/index.html',
        'file:///till/index.html',
        'about:blank',
        'about:srcdoc',
        'data:text/html,<script>',
        'javascript:1',
        '',
        'app://tillmate/till/index.html',
        undefined,
      ),
      fc.webUrl(),
      fc.string(),
    ),
  })
  .filter((sender) => !(sender.window !== undefined && sender.mainFrame && sender.url?.startsWith('app://tillmate/')));

test('refuses any call from a foreign sender without effect', async () => {
  await fc.assert(
    fc.asyncProperty(hostileSender, fc.constantFrom(...names), async (sender, name) => {
      const before = state();
      expect(await checkedCall(parts, sender, name, inOrder(name))).toMatchObject({
        ok: false,
        error: { code: 'ipc.sender' },
      });
      expect(state()).toBe(before);
    }),
    { numRuns: 400, seed },
  );
});

test("refuses calls beyond the window's or role's rights", async () => {
  const before = state();
  role = 'cashier';
  for (const name of names) {
    if (!calls[name].roles.some((who) => who === 'cashier'))
      expect(await checkedCall(parts, TILL, name, inOrder(name))).toMatchObject({
        ok: false,
        error: { code: 'pin.required' },
      });
    if (!calls[name].from.some((window) => window === 'display'))
      expect(await checkedCall(parts, { ...TILL, window: 'display' }, name, inOrder(name))).toMatchObject({
        ok: false,
        error: { code: 'ipc.window' },
      });
  }
  role = 'manager';
  expect(state()).toBe(before);
});

const anything = fc.anything({
  withBigInt: true,
  withDate: true,
  withMap: true,
  withSet: true,
  withNullPrototype: true,
  withTypedArray: true,
  withSparseArray: true,
});

const spoiled = (name: CallName) =>
  fc
    .tuple(fc.string(), fc.nat(), fc.oneof(anything, fc.string({ unit: 'binary' }), fc.integer(), fc.double()))
    .map(([added, which, put]) => {
      const ask = { ...inOrder(name) };
      const members = Object.keys(ask);
      const member = members[which % (members.length + 1)] ?? added;
      return put === undefined
        ? Object.fromEntries(Object.entries(ask).filter(([key]) => key !== member))
        : { ...ask, [member]: put };
    });
const hostileCall = fc
  .constantFrom(...names)
  .chain((name) => fc.tuple(fc.constant<unknown>(name), fc.oneof(anything, spoiled(name))));

test('any argument gives a result or error with a code', async () => {
  reported.length = 0;
  let refused = 0;
  await fc.assert(
    fc.asyncProperty(
      fc.oneof({ weight: 9, arbitrary: hostileCall }, { weight: 1, arbitrary: fc.tuple(anything, anything) }),
      async ([name, ask]) => {
        const before = state();
        const outcome = await checkedCall(parts, TILL, name, ask);
        expectTyped(outcome);
        if (outcome.ok) {
          await expect.poll(isQuiet).toBe(true);
          return;
        }
        refused += 1;
        expect(state()).toBe(before);
      },
    ),
    { numRuns: 1_000, seed },
  );
  expect(refused).toBeGreaterThan(500);
  expect(reported).toContain('ipc.unknown-call');
  expect(reported).not.toContain('internal');
});
