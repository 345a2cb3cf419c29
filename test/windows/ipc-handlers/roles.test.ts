import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { TillError } from '../../../main/base/till-error.ts';
import { type CallName, calls } from '../../../preload/contract/contract.ts';
import { tillWithHandlers } from './till-with-handlers.ts';

/** Every call open to cashiers. All other calls require a manager; a new call must be added to either side. */
const forCashiers: readonly CallName[] = [
  'till.snapshot',
  'display.snapshot',
  'display.open',
  'window.alive',
  'window.speak',
  'sale.start',
  'sale.take-draft',
  'sale.cancel',
  'sale.customer-says-paid',
  'sale.dismiss',
  'sale.acknowledge-alarm',
  'sale.decide',
  'payments.find',
  'payments.open',
  'payments.history',
  'refund.look',
  'refund.start',
  'refund.take-back',
  'refund.settle',
  'receipt.sale',
  'receipt.issued',
  'receipt.print',
  'receipt.save',
  'paper.printers',
  'session.unlock',
  'session.lock',
  'session.sign-in',
  'session.sign-out',
  'terminal.licences',
  'terminal.licence',
  'terminal.try-again',
  'registers.decide',
  'provision.answer',
  'provision.missing',
  'provision.passphrase',
  'notice.dismiss',
  'leaving.shown',
  'leaving.answer',
  'training.open-payer',
  'training.act',
  'checks.run',
  'checks.read',
  'pack.drop',
  'restore.choose',
  'restore.open',
  'restore.confirm',
  'restore.cancel',
  'provision.open',
  'provision.hand-in',
];

/** Every call reserved for managers. */
const notForSupport: readonly CallName[] = [
  'settings.accept-changes',
  'provision.clear-alarm',
  'head-office.enrol',
  'head-office.leave',
  'journal.clear-alarm',
  'people.add',
  'people.change',
  'people.end',
  'shift.close',
  'export.start',
  'export.progress',
  'export.cancel',
  'payments.refund-iban',
  'payments.copy-refund-iban',
  'payments.show-refund-iban',
  'backup.create',
  'backup.daily.folder',
  'backup.daily.set',
  'backup.daily.now',
  'backup.daily.off',
];

test('support may make every other call', () => {
  const closed = Object.entries(calls).filter(([, { roles }]) => !roles.includes('support'));
  expect(closed.map(([name]) => name).toSorted()).toEqual(notForSupport.toSorted());
});

test('a cashier may make only the listed calls', () => {
  const open = Object.entries(calls).filter(([, { roles }]) => roles.includes('cashier'));
  expect(open.map(([name]) => name).toSorted()).toEqual(forCashiers.toSorted());
});

/** Calls that set up a fresh terminal, and are therefore open to cashiers there. */
const settingUp: readonly (readonly [CallName, object])[] = [
  ['restore.choose', {}],
  ['restore.open', { id: 1, passphrase: 'drie appels en een peer' }],
  ['restore.confirm', { id: 1 }],
  ['provision.open', {}],
  ['provision.hand-in', { path: '/nowhere/file.json' }],
];

test.each([['checks.run', {}] as const, ['checks.read', {}] as const, ...settingUp])(
  'main refuses %s to a cashier',
  async (name, ask) => {
    const { call, till } = await tillWithHandlers({ pin: '4711' });
    expect(await call(name, ask)).toMatchObject({ ok: false, error: { code: 'pin.required' } });
    await till.roles.unlock('4711');
    const answer = await call(name, ask);
    expect(answer.ok ? undefined : answer.error.code).not.toBe('pin.required');
  },
);

test('without sign-in, any user may run the checks', async () => {
  const { call, till } = await tillWithHandlers({ pin: '4711' });
  till.roles.begin({ kind: 'locked', why: new TillError('keychain.locked', 'locked') });
  expect(till.roles.current()).toBe('cashier');
  // Refused, because the till has no keychain fault yet.
  expect(await call('checks.read')).toMatchObject({ ok: false, error: { code: 'pin.required' } });
  Object.defineProperty(till, 'pinError', { value: new TillError('keychain.locked', 'locked') });
  expect(await call('checks.read')).toMatchObject({ ok: true, value: { running: [], report: null } });
  expect(await call('checks.run', { only: 'keychain' })).toMatchObject({ ok: true });
});

test('removes a support pack after the manager’s session ended', async () => {
  const { call, till, folder } = await tillWithHandlers({ pin: '4711' });
  await till.roles.unlock('4711');
  expect(await call('pack.prepare')).toMatchObject({ ok: true });
  expect(existsSync(join(folder, 'support-pack'))).toBe(true);
  till.roles.lock();
  expect(await call('pack.drop')).toMatchObject({ ok: true });
  expect(existsSync(join(folder, 'support-pack'))).toBe(false);
});

test.each(settingUp)('%s needs no PIN when the keychain lost its record', async (name, ask) => {
  const { call, till } = await tillWithHandlers({ pin: '4711' });
  const locks = (code: 'keychain.locked' | 'keychain.empty' | 'keychain.damaged') => {
    const why = new TillError(code, 'no record');
    till.roles.begin({ kind: 'locked', why });
    Object.defineProperty(till, 'pinError', { value: why, configurable: true });
  };
  const asksForPin = async () => {
    const answer = await call(name, ask);
    // An admitted call may still fail, because no file was chosen here.
    expect(answer).not.toMatchObject({ error: { code: expect.stringMatching(/^(role|keychain)[.]/) } });
    return !answer.ok && answer.error.code === 'pin.required';
  };
  locks('keychain.locked');
  expect(await asksForPin()).toBe(true);
  locks('keychain.empty');
  expect(await asksForPin()).toBe(false);
  locks('keychain.damaged');
  expect(await asksForPin()).toBe(false);
});
