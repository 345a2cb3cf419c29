import { join } from 'node:path';
import { expect, test } from 'vitest';
import { systemRandom } from '../../main/base/clock.ts';
import { ManagerSession } from '../../main/identity/manager-session.ts';
import type { TerminalSettings } from '../../main/settings/settings.ts';
import { openSettings } from '../../main/settings/settings-store.ts';
import type { TillStatus } from '../../main/till/switchable-till.ts';
import { createLanguages } from '../../main/windows/languages.ts';
import { createNotices } from '../../main/windows/notices.ts';
import { tillState } from '../../main/windows/till-state.ts';
import type { ProvisioningQuestion } from '../../preload/contract/provisioning.ts';
import { tillSnapshot } from '../../preload/contract/views.ts';
import { folder } from '../base/test-folder.ts';
import { Counter } from '../sale/counter.ts';
import { accessOfAll } from '../settings/access-with-pin.ts';
import { counterTill, liveSettings } from '../till/counter-till.ts';
import { noUpdates } from '../updates/no-updates.ts';

function stateOf(counter: Counter, change: Partial<TillStatus> = {}, question?: ProvisioningQuestion) {
  const { clock } = counter;
  const store = openSettings(join(folder, 'terminal.json'), { clock, random: systemRandom });
  store.write({ ...store.file, counter: { ...store.file.counter, refundPinAbove: 500 } });
  const roles = new ManagerSession(clock, () => undefined);
  roles.begin({ kind: 'open' });
  const till: TillStatus = {
    mode: 'live',
    keychainState: 'ok',
    opened: counterTill(counter, liveSettings({ till: { chargeWith: 'static-qr', sticker: true } })),
    openError: undefined,
    pinError: undefined,
    tampered: undefined,
    recovered: false,
    keyRenewal: undefined,
    shownPayment: null,
    roles,
    ...change,
  };
  const notices = createNotices(() => undefined);
  notices.put({ id: 'a', code: 'a', severity: 'info' });
  const languages = createLanguages({ clock, set: () => store.file.counter.languages, changed: () => undefined });
  return tillState({
    clock,
    till,
    store,
    notices,
    languages,
    provisioning: { question: () => question },
    registerLink: { faults: () => [], questions: () => [] },
    headOffice: { failingSince: () => undefined },
    draftLinks: { view: () => undefined },
    displayState: () => 'open',
    updates: noUpdates.view,
    leaving: () => undefined,
  });
}

test('fills the snapshot of an open till by the contract', async () => {
  const counter = new Counter();
  const saleId = await counter.charge(1250);
  const state = stateOf(counter);
  expect(tillSnapshot.safeParse({ seq: 1, at: 0, ...state }).success).toBe(true);
  expect(state).toMatchObject({
    terminal: { mode: 'live', environment: 'PREPROD', posId: 'TILL42', sticker: true },
    counter: { refundPinAbove: 500, maximum: 250_000 },
    role: 'manager',
    service: { state: 'unknown', host: '127.0.0.1:4010', skewMs: 0 },
    notices: [{ id: 'a' }],
    sale: { saleId, stage: 'creating' },
    opened: null,
    recent: [{ saleId }],
    display: 'open',
    recovery: { running: false, open: 0, resolved: 0 },
  });
  expect(state.nextReference).toMatch(/^TILL42-/);
});

test('shows why a till is closed, without sales', () => {
  const state = stateOf(new Counter(), { mode: 'undecided', opened: undefined });
  expect(state).toMatchObject({
    terminal: { mode: 'undecided', provisioned: false, posId: '' },
    service: { state: 'unknown', host: '' },
    nextReference: '',
    sale: null,
    recent: [],
  });
});

test('only a cashier sees the refund limit', async () => {
  const counter = new Counter();
  const shownPayment = await counter.paidSale(1000);
  const cashier = new ManagerSession(counter.clock, () => undefined);
  cashier.begin({ kind: 'pin', people: [], tries: { wrongTries: 0, setWrongTries: async () => undefined } });
  expect(stateOf(counter, { shownPayment, roles: cashier }).opened?.refundableWithoutPin).toBe(500);
  expect(stateOf(counter, { shownPayment }).opened).not.toHaveProperty('refundableWithoutPin');
});

test('support sees the same refund limit as a cashier', async () => {
  const counter = new Counter();
  const shownPayment = await counter.paidSale(1000);
  const support = new ManagerSession(counter.clock, () => undefined);
  support.begin(await accessOfAll({ manager: '471147', support: '222222', cashier: '815815' }));
  await support.unlock('222222');
  const { role, opened } = stateOf(counter, { shownPayment, roles: support });
  expect({ role, free: opened?.refundableWithoutPin }).toEqual({ role: 'support', free: 500 });
});

function viewOf(till: TerminalSettings['till']) {
  const counter = new Counter();
  return stateOf(counter, { opened: counterTill(counter, liveSettings({ till })) }).terminal;
}

test("the POS's own code may be a sticker", () => {
  expect(viewOf({ chargeWith: 'static-qr', sticker: true }).sticker).toBe(true);
});

test('payment codes never use the sticker', () => {
  expect(viewOf({ chargeWith: 'payment', sticker: true })).toMatchObject({ chargeWith: 'payment', sticker: false });
});
