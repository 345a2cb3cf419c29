import { beforeEach, describe, expect, test } from 'vitest';
import type { TillError } from '../../main/base/till-error.ts';
import { counter, givenCounter } from './counter.ts';
import { PMA } from './sale-states.ts';
import { fault } from './scripted-reads.ts';
import { refused, reset } from './scripted-service.ts';

let saleId: string;

givenCounter();
beforeEach(async () => {
  counter.service.lifetimeMs = 900_000;
  saleId = await counter.waiting();
});

const view = () => counter.view(saleId);
const due = () => counter.journal.sale(saleId)?.acknowledge;
const count = (operation: 'cancel' | 'acknowledge') => counter.service.count(operation);
const set = (status: string) => counter.service.set(counter.service.last.paymentId, status);
const conflict = () => fault('payment.not-cancellable', { status: 409 });

/** Asks for the cancel, or for the acknowledgement by the service. */
async function ask(write: 'cancel' | 'acknowledge'): Promise<void> {
  if (write === 'cancel') return counter.sales.cancel(saleId);
  set(PMA);
  await counter.sales.onCallback({ ...counter.service.last });
}

/** Parks the sale in an outage; then background requests wait for their turn. Returns the function that lets them go. */
async function park(): Promise<() => void> {
  counter.service.offline = true;
  await counter.clock.advance(60_000);
  await counter.sales.dismiss(saleId);
  counter.service.offline = false;
  let go = () => {};
  counter.service.turn = new Promise((resolve) => {
    go = resolve;
  });
  return go;
}

describe.each([
  ['cancel', 'cancelling', 'cancelled'],
  ['acknowledge', 'acknowledging', 'paid'],
] as const)('a due %s', (write, doing, end) => {
  test('is shown while it is sent, and decides', async () => {
    await ask(write);
    await counter.clock.advance(10);
    expect(view().doing?.code).toBe(doing);
    await counter.clock.advance(50);
    expect([view().stage, view().doing]).toEqual([end, undefined]);
    expect(count(write)).toBe(1);
  });

  test('is shown as failed during its next attempts', async () => {
    counter.service.weather = (asked) => (asked === write ? { error: refused(), acts: false } : undefined);
    await ask(write);
    await counter.clock.advance(1_125);
    expect([count(write), view().doing?.code, view().problem?.code]).toEqual([2, 'offline', 'network.refused']);
    counter.service.weather = () => undefined;
    await counter.clock.advance(2_500);
    expect([view().stage, view().doing, view().problem]).toEqual([end, undefined, undefined]);
  });

  test.each([
    ['on the screen', 1_000, 2_000],
    ['in the background', 5_000, 10_000],
  ])('waits after a failure %s for %i ms, then %i ms', async (where, ...pauses) => {
    if (where === 'in the background') (await park())();
    counter.service.weather = (asked) => (asked === write ? { error: refused(), acts: false } : undefined);
    await ask(write);
    await counter.clock.advance(20_000);
    const times = counter.service.calls.filter(({ operation }) => operation === write).map(({ at }) => at);
    for (const [index, ms] of pauses.entries()) {
      const pause = (times[index + 1] ?? 0) - (times[index] ?? 0);
      expect(Math.abs(pause - 20 - ms)).toBeLessThanOrEqual(ms / 10);
    }
  });

  test('is not sent at its turn once it is too late', async () => {
    const go = await park();
    await ask(write);
    await counter.clock.advance(100);
    const shown: unknown[] = [];
    counter.sales.onChange(() => shown.push(view().problem?.code));
    const status = write === 'cancel' ? 'AUTHORIZED' : 'SUCCEEDED';
    set(status);
    await counter.sales.onCallback({ ...counter.service.last });
    go();
    await counter.clock.advance(20_000);
    expect([count(write), view().stage]).toEqual([0, write === 'cancel' ? 'authorised' : 'paid']);
    expect([view().problem, view().doing]).toEqual([undefined, undefined]);
    expect(shown).not.toContain('aborted');
  });

  test('of an earlier process is sent in the background', async () => {
    (await park())();
    counter.service.weather = () => ({ error: refused(), acts: false });
    await ask(write);
    await counter.clock.advance(50);
    await counter.restart();
    counter.service.weather = (asked) =>
      asked === write ? { error: refused(), acts: false } : { error: reset(), acts: false, takesMs: 60_000 };
    const urgencies: unknown[] = [];
    const operation = write === 'cancel' ? 'cancelPayment' : 'acknowledge';
    const { [operation]: send } = counter.service;
    Object.assign(counter.service, {
      [operation]: (...given: readonly { readonly urgency?: string }[]) => {
        urgencies.push(given.at(-1)?.urgency);
        return Reflect.apply(send, counter.service, given);
      },
    });
    await counter.recover();
    expect(urgencies).toEqual(['background']);
  });
});

test('an acknowledgement names amount and reference of the journal', async () => {
  await ask('acknowledge');
  await counter.clock.advance(50);
  const { paymentId, reference } = view();
  expect(counter.service.acknowledged).toEqual([{ id: paymentId, amount: 1250, reference }]);
});

describe('a refused acknowledgement', () => {
  const refuse = () => {
    counter.service.weather = (asked) => (asked === 'acknowledge' ? { error: conflict(), acts: false } : undefined);
  };

  test.each<readonly [string, () => void | Promise<void>, outcome: string, problem: string | undefined]>([
    ['declined at its first try', () => undefined, 'declined', 'sale.acknowledge-declined'],
    [
      'declined after a try that never arrived',
      () => counter.service.fail('acknowledge', { error: refused(), acts: false }),
      'declined',
      'sale.acknowledge-declined',
    ],
    [
      'open after a try without an answer',
      () => counter.service.fail('acknowledge', { error: reset(), acts: false }),
      'due',
      undefined,
    ],
    [
      'open when an earlier process may have sent it',
      async () => {
        counter.service.fail('acknowledge', { error: refused(), acts: false });
        await ask('acknowledge');
        await counter.clock.advance(50);
        await counter.restart();
        refuse();
        void counter.sales.recover();
      },
      'due',
      undefined,
    ],
  ])('is %s', async (_outcome, before, outcome, problem) => {
    await before();
    refuse();
    await ask('acknowledge');
    await counter.clock.advance(2_000);
    expect([due(), view().stage, view().problem?.code]).toEqual([outcome, 'authorised', problem]);
    expect(view().problem?.message).not.toBe('');
  });

  test('for wrong credentials is retried and shown', async () => {
    counter.service.weather = (asked) =>
      asked === 'acknowledge' ? { error: fault('auth.authority', { status: 403 }), acts: false } : undefined;
    await ask('acknowledge');
    await counter.clock.advance(1_500);
    expect([due(), view().problem?.code, count('acknowledge')]).toEqual(['due', 'sale.auth.authority', 2]);
  });
});

test.each([
  ['payment.not-cancellable', 409],
  ['auth.authority', 403],
] as const)('a cancel refused with %s is over', async (code, status) => {
  counter.service.fail('cancel', { error: fault(code, { status }), acts: false });
  await ask('cancel');
  await counter.clock.advance(3_000);
  expect(count('cancel')).toBe(1);
  expect(view()).toMatchObject({ cancel: 'no', stage: 'waiting', problem: { code } });
});

test.each<readonly [string, () => TillError, isRead: boolean]>([
  ['lost', reset, true],
  ['refused by the service', conflict, true],
  ['never sent', refused, false],
])('the outcome of a repeated acknowledgement %s is read at once: %s', async (_what, error, isRead) => {
  counter.service.fail('acknowledge', { error: reset(), acts: false });
  counter.service.fail('acknowledge', { error: error(), acts: false });
  await ask('acknowledge');
  await counter.clock.advance(1_500);
  const { calls } = counter.service;
  const repeat = calls.filter(({ operation }) => operation === 'acknowledge').at(1)?.at ?? 0;
  expect(calls.some(({ operation, at }) => operation === 'read' && at === repeat + 20)).toBe(isRead);
});

test('a cancel after a refused cancel is shown as new', async () => {
  counter.service.fail('cancel', { error: refused(), acts: false });
  counter.service.fail('cancel', { error: conflict(), acts: false });
  await ask('cancel');
  await counter.clock.advance(3_000);
  expect([count('cancel'), view().cancel]).toEqual([2, 'no']);
  await ask('cancel');
  await counter.clock.advance(10);
  expect(view().doing?.code).toBe('cancelling');
});
