import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { systemRandom } from '../../main/base/clock.ts';
import { type Permission, refundableWithoutManager, requirePermission } from '../../main/refund/manager-permission.ts';
import { pass } from '../../main/shell/gate.ts';
import { createLog } from '../../main/support/log.ts';
import { memoryKeychain } from '../../main/terminal/keychain.ts';
import { createManagerSession } from '../../main/terminal/manager-session.ts';
import { hashPin } from '../../main/terminal/pin.ts';
import { openSettings } from '../../main/terminal/settings-store.ts';
import type { Till } from '../../main/till/till.ts';
import { gateOf } from '../../main/windows/handlers.ts';
import { createNotices } from '../../main/windows/notices.ts';
import { createSnapshots, type TillFacts } from '../../main/windows/snapshots.ts';
import { type CallName, type SettingsDraft, settingsDraft } from '../../preload/contract.ts';
import { amountField } from '../../preload/fields.ts';
import type { SaleView } from '../../preload/views.ts';
import { VirtualClock } from '../base/virtual-clock.ts';
import { provisioningFile } from '../terminal/sample-provisioning-file.ts';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tillmate-answers-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const paid: SaleView = {
  saleId: 'a',
  reference: 'TILL42-1',
  amount: 10_000,
  stage: 'paid',
  posId: 'TILL42',
  deeplink: 'http://127.0.0.1:4010/pay/x',
  startedAt: 0,
  cancel: 'no',
  refunds: [],
  refundable: 10_000,
};

interface Setting {
  readonly mode?: 'training' | 'live';
  readonly refundPinAbove?: number;
  readonly sale?: SaleView;
  readonly pin?: string;
}

async function app({ mode = 'training', refundPinAbove, sale = paid, pin }: Setting = {}) {
  const clock = new VirtualClock();
  const roles = createManagerSession(clock, () => undefined);
  if (pin !== undefined) roles.begin(await hashPin(pin));
  const done: string[] = [];
  const store = openSettings(join(folder, 'terminal.json'), { clock, random: systemRandom });
  const notices = createNotices(() => undefined);
  const facts = {
    terminal: refundPinAbove === undefined ? {} : { refundPinAbove },
    service: { host: '127.0.0.1:4010' },
  } as unknown as TillFacts;
  const runtime = {
    view: (saleId: string) => (saleId === sale.saleId ? sale : undefined),
    // As the refunds decide it, right before the intent is written.
    refund: async ({ amount }: { readonly amount: number }, permission: Permission) => {
      requirePermission({ amount, paid: sale.amount, refunds: sale.refunds, otherTills: 'counted' }, permission);
      done.push(`refund ${amount}`);
      const free = refundableWithoutManager(sale.refunds, { ...permission, byManager: false });
      return { refundKey: 'r', neededManager: free !== undefined && amount > free };
    },
    settleRefund: (refundKey: string, decision: string) => void done.push(`${decision} ${refundKey}`),
  };
  const till = {
    mode,
    roles,
    ready: Promise.resolve(),
    facts: () => facts,
    runtime: () => runtime,
    show: () => undefined,
    reopenAfter: async (change: () => Promise<void> | void) => change(),
  } as unknown as Till;
  const chain = memoryKeychain();
  const { answers, role } = gateOf({
    till,
    notices,
    keychain: async () => chain,
    snapshots: createSnapshots({
      clock,
      facts: () => facts,
      showTill: () => undefined,
      showDisplay: () => undefined,
      defer: () => undefined,
    }),
    store,
    provision: { take: async () => undefined, shred: () => void done.push('shred') },
    random: systemRandom,
    log: createLog({ write: () => undefined, close: () => undefined }),
    openDisplay: () => void done.push('display'),
    printReceipt: async () => true,
    openOutside: async (url) => void done.push(url),
  });
  const sender = { window: 'till', mainFrame: true, url: 'app://tillmate/till/index.html' } as const;
  const call = (name: CallName, ask: object = {}) =>
    pass({ answers, role, report: () => undefined }, sender, name, ask);
  return { answers, call, clock, done, store, notices, roles };
}

const cents = (amount: number) => amountField.parse(amount);

function draft(change: Partial<SettingsDraft> = {}): SettingsDraft {
  const { keys, ...file } = provisioningFile();
  return settingsDraft.parse({ ...file, keys: { signingKey: JSON.stringify(keys.signingKey) }, ...change });
}

test("a refund above the shop's limit asks for the manager's PIN, one at the limit does not", async () => {
  const { answers, done } = await app({ refundPinAbove: 5_000, pin: '4711' });
  await answers['refund.start']({ saleId: 'a', amount: cents(5_000) }, 'till');
  const above = { saleId: 'a', amount: cents(5_001) };
  await expect(answers['refund.start'](above, 'till')).rejects.toMatchObject({ code: 'pin.required' });
  await expect(answers['refund.start']({ ...above, managerPin: '0000' }, 'till')).rejects.toMatchObject({
    code: 'pin.wrong',
  });
  await answers['refund.start']({ ...above, managerPin: '4711' }, 'till');
  expect(done).toEqual(['refund 5000', 'refund 5001']);
});

test('many small refunds of one payment ask for the PIN as one large one does', async () => {
  const refunds: SaleView['refunds'] = [
    { refundKey: '1', amount: 4_000, stage: 'refunded', at: 0 },
    { refundKey: '2', amount: 4_000, stage: 'failed', at: 0 },
  ];
  const { answers } = await app({ refundPinAbove: 5_000, pin: '4711', sale: { ...paid, refunds } });
  await answers['refund.start']({ saleId: 'a', amount: cents(1_000) }, 'till');
  const next = answers['refund.start']({ saleId: 'a', amount: cents(1_001) }, 'till');
  await expect(next).rejects.toMatchObject({ code: 'pin.required' });
});

test('a PIN that is typed is checked, while a manager is at the till too', async () => {
  const { answers, done, roles } = await app({ refundPinAbove: 5_000, pin: '4711' });
  await roles.unlock('4711');
  const above = { saleId: 'a', amount: cents(8_000) };
  await expect(answers['refund.start']({ ...above, managerPin: '1111' }, 'till')).rejects.toMatchObject({
    code: 'pin.wrong',
  });
  expect(done).toEqual([]);
  await answers['refund.start'](above, 'till');
  expect(done).toEqual(['refund 8000']);
});

test('what becomes of a refund without an answer is decided by a manager and by nobody else', async () => {
  const { call, done, roles } = await app({ pin: '4711' });
  const ask = { refundKey: '0b9d9d4e-5c0e-4c39-9c8d-1f2b6f0c7a11', decision: 'send-again' };
  expect(await call('refund.settle', ask)).toMatchObject({ ok: false, error: { code: 'pin.required' } });
  expect(await call('refund.settle', { ...ask, managerPin: '1111' })).toMatchObject({ error: { code: 'pin.wrong' } });
  expect(done).toEqual([]);
  expect(await call('refund.settle', { ...ask, managerPin: '4711' })).toEqual({ ok: true, value: {} });
  await roles.unlock('4711');
  expect(await call('refund.settle', ask)).toEqual({ ok: true, value: {} });
  expect(done).toEqual([`send-again ${ask.refundKey}`, `send-again ${ask.refundKey}`]);
});

describe("the manager's five minutes", () => {
  const MINUTE_MS = 60_000;

  async function afterFourMinutes(calls: () => Promise<unknown>): Promise<string> {
    const till = unlocked;
    till.clock.tick(4 * MINUTE_MS);
    await calls();
    till.clock.tick(2 * MINUTE_MS);
    return till.roles.current();
  }
  let unlocked: Awaited<ReturnType<typeof app>>;
  beforeEach(async () => {
    unlocked = await app({ refundPinAbove: 5_000, pin: '4711' });
    await unlocked.roles.unlock('4711');
  });

  test('end while a cashier works', async () => {
    const { call } = unlocked;
    const role = await afterFourMinutes(async () => {
      await call('till.snapshot');
      await call('payments.open', { saleId: null });
      await call('display.open');
      await call('refund.start', { saleId: '0b9d9d4e-5c0e-4c39-9c8d-1f2b6f0c7a11', amount: 100 });
    });
    expect(role).toBe('cashier');
    expect(await call('settings.read')).toMatchObject({ ok: false, error: { code: 'pin.required' } });
  });

  test.each<readonly [string, CallName, object]>([
    ['the settings are opened', 'settings.read', {}],
    ['somebody types in them', 'session.keep', {}],
    [
      'a refund needs the manager who is there',
      'refund.start',
      { saleId: '0b9d9d4e-5c0e-4c39-9c8d-1f2b6f0c7a11', amount: 8_000 },
    ],
    [
      'a refund without an answer is decided about',
      'refund.settle',
      { refundKey: '0b9d9d4e-5c0e-4c39-9c8d-1f2b6f0c7a11', decision: 'not-made' },
    ],
  ])('begin anew when %s', async (_name, name, ask) => {
    expect(await afterFourMinutes(() => unlocked.call(name, ask))).toBe('manager');
  });
});

test("the payer's page opens in training, of the embedded service, and of nothing else", async () => {
  const training = await app();
  await training.answers['training.open-payer']({ saleId: 'a' }, 'till');
  expect(training.done).toEqual(['http://127.0.0.1:4010/pay/x']);

  const live = await app({ mode: 'live' });
  await expect(live.answers['training.open-payer']({ saleId: 'a' }, 'till')).rejects.toMatchObject({
    code: 'training.no-payer',
  });
  const elsewhere = await app({ sale: { ...paid, deeplink: 'https://evil.example/pay/x' } });
  await expect(elsewhere.answers['training.open-payer']({ saleId: 'a' }, 'till')).rejects.toMatchObject({
    code: 'training.no-payer',
  });
  expect([...live.done, ...elsewhere.done]).toEqual([]);
});

test('settings are saved with a pasted key, read back without it, and its id is shown', async () => {
  const { answers, store } = await app();
  expect(await answers['settings.read']({}, 'till')).toEqual({ settings: null, apiKeySet: false, pinSet: false });
  await answers['settings.save'](draft({ callbacks: { callbackUrl: '' } }), 'till');
  const read = await answers['settings.read']({}, 'till');
  expect(read).toMatchObject({ signingKeyId: 'till-42-2026', apiKeySet: false, pinSet: true });
  expect(read.settings?.pos.posId).toBe('TILL42');
  expect(JSON.stringify(read)).not.toContain('"d"');
  expect(store.file.settings?.callbacks).toBeUndefined();
});

test('a pasted text that is no key is refused at its field, and nothing is saved', async () => {
  const { answers, store } = await app();
  const save = answers['settings.save'](draft({ keys: { signingKey: '{"kty":"EC"}' } }), 'till');
  await expect(save).rejects.toMatchObject({ code: 'signing-key.kind', field: 'keys.signingKey' });
  expect(store.file.settings).toBeUndefined();
});

test('settings of a terminal whose key is gone can still be opened, to paste it again', async () => {
  const first = await app();
  await first.answers['settings.save'](draft(), 'till');
  const second = await app();
  const read = await second.answers['settings.read']({}, 'till');
  expect(read.settings?.pos.posId).toBe('TILL42');
  expect(read.signingKeyId).toBeUndefined();
});

test('a terminal without settings cannot be told to run live', async () => {
  const { answers, store } = await app();
  await expect(answers['terminal.choose']({ mode: 'live' }, 'till')).rejects.toMatchObject({
    code: 'settings.required',
  });
  expect(store.file.mode).toBeUndefined();
});

test('a till started for training only says so instead of staying in training without a word', async () => {
  const { answers } = await app({ mode: 'training' });
  await answers['settings.save'](draft(), 'till');
  await expect(answers['terminal.choose']({ mode: 'live' }, 'till')).rejects.toMatchObject({ code: 'terminal.forced' });
});

test('only a notice that may be dismissed goes away when somebody dismisses it', async () => {
  const { answers, notices } = await app();
  notices.put({ id: 'a', code: 'a', severity: 'info', action: 'dismiss' });
  notices.put({ id: 'b', code: 'b', severity: 'alarm' });
  await answers['notice.dismiss']({ id: 'a' }, 'till');
  await answers['notice.dismiss']({ id: 'b' }, 'till');
  expect(notices.list().map(({ id }) => id)).toEqual(['b']);
});
