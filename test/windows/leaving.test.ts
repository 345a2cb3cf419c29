import { beforeEach, expect, test } from 'vitest';
import { TillError } from '../../main/base/till-error.ts';
import { ManagerSession } from '../../main/identity/manager-session.ts';
import { isKioskLocked } from '../../main/windows/kiosk-lock.ts';
import { createLeaving, type LeavingQuestion, type UnderWay, underWayAt } from '../../main/windows/leaving.ts';
import type { Cents } from '../../preload/contract/fields.ts';
import { VirtualClock } from '../base/virtual-clock.ts';
import { Counter } from '../sale/counter.ts';
import { reset } from '../sale/scripted-service.ts';
import { accessWith } from '../settings/access-with-pin.ts';
import { counterTill, liveSettings } from '../till/counter-till.ts';

const waiting: UnderWay = { sale: { reference: 'A-1', amount: 1250, stage: 'waiting' }, refunds: 0 };

let clock: VirtualClock;
let underWay: () => UnderWay | undefined;
let done: string[];
let till: 'there' | 'new';
let locked: boolean;
let unlocking: TillError | undefined;
let leaving: LeavingQuestion;
beforeEach(() => {
  clock = new VirtualClock();
  underWay = () => waiting;
  done = [];
  till = 'there';
  locked = false;
  unlocking = undefined;
  leaving = createLeaving({
    clock,
    log: { info: () => undefined, warn: () => undefined },
    underWay: () => underWay(),
    locked: () => locked,
    unlock: async (pin) => {
      if (unlocking !== undefined) throw unlocking;
      if (pin !== '123456') throw new TillError('pin.wrong', 'wrong');
      locked = false;
    },
    showTill: () => {
      done.push('shown');
      return till;
    },
    changed: () => void done.push('changed'),
    end: () => void done.push('ended'),
  });
});

test('ends at once when no work is open', () => {
  underWay = () => undefined;
  expect(leaving.mayEnd()).toBe(true);
  expect(leaving.view()).toBeUndefined();
  expect(done).toEqual([]);
});

test('asks and waits while a sale is under way', async () => {
  expect(leaving.mayEnd()).toBe(false);
  expect(done).toEqual(['shown', 'changed']);
  expect(leaving.view()).toEqual({ id: 1, ...waiting });
  leaving.shown(1);
  await clock.advance(3_600_000);
  expect(done).not.toContain('ended');
  leaving.answer(1, 'end');
  expect(done.at(-1)).toBe('ended');
});

test('"stay" closes the question', async () => {
  leaving.mayEnd();
  leaving.answer(1, 'stay');
  expect(leaving.view()).toBeUndefined();
  await clock.advance(60_000);
  expect(done).toEqual(['shown', 'changed', 'changed']);
});

test('ends when the window fails to show the question', async () => {
  leaving.mayEnd();
  await clock.advance(4_999);
  expect(done).not.toContain('ended');
  await clock.advance(1);
  expect(done).toContain('ended');
});

test('a new window has 30 seconds to show the question', async () => {
  till = 'new';
  leaving.mayEnd();
  await clock.advance(29_999);
  expect(done).not.toContain('ended');
  await clock.advance(1);
  expect(done).toContain('ended');
});

test('a second request detects a frozen window', async () => {
  leaving.mayEnd();
  leaving.shown(1);
  leaving.mayEnd();
  leaving.shown(1);
  expect(leaving.view()?.id).toBe(2);
  await clock.advance(5_000);
  expect(done).toContain('ended');
});

test('ignores an answer to an earlier question', async () => {
  leaving.mayEnd();
  await clock.advance(4_000);
  leaving.mayEnd();
  leaving.shown(2);
  await clock.advance(60_000);
  leaving.answer(1, 'end');
  expect(done).not.toContain('ended');
  expect(leaving.view()?.id).toBe(2);
});

test('closes the question when the sale ends', async () => {
  leaving.mayEnd();
  underWay = () => undefined;
  expect(leaving.view()).toBeUndefined();
  await clock.advance(60_000);
  leaving.answer(1, 'end');
  expect(done).not.toContain('ended');
});

test('an unreadable journal does not prevent ending', () => {
  underWay = () => {
    throw new TillError('journal.failed', 'The disk is gone');
  };
  expect(leaving.mayEnd()).toBe(true);
});

test('counts unfinished sales and refunds without a response', async () => {
  const counter = new Counter();
  const opened = counterTill(counter, liveSettings());
  expect(underWayAt({ opened: undefined })).toBeUndefined();
  expect(underWayAt({ opened })).toBeUndefined();
  const saleId = await counter.charge(1250);
  expect(underWayAt({ opened })).toMatchObject({ sale: { amount: 1250, stage: 'creating' }, refunds: 0 });
  await counter.clock.advance(100);
  counter.service.set(counter.service.last.paymentId, 'SUCCEEDED');
  await counter.clock.advance(3_000);
  expect(counter.sales.current()?.stage).toBe('paid');
  expect(underWayAt({ opened })).toBeUndefined();

  counter.service.fail('create-refund', { error: reset(), acts: true, takesMs: 500 });
  const beginning = counter.refunds.start({ saleId, amount: 250 as Cents }, { byManager: true });
  await counter.clock.advance(100);
  await beginning;
  expect(underWayAt({ opened })).toEqual({ refunds: 1 });
  await counter.clock.advance(3_000);
  expect(counter.view(saleId).refunds).toMatchObject([{ amount: 250, stage: 'pending' }]);
  expect(underWayAt({ opened })).toBeUndefined();
});

test('in kiosk mode, ending always requires the PIN', async () => {
  underWay = () => undefined;
  locked = true;
  expect(leaving.mayEnd()).toBe(false);
  leaving.shown(1);
  expect(leaving.view()).toEqual({ id: 1, refunds: 0, pin: true });
  await expect(leaving.answer(1, 'end')).rejects.toMatchObject({ code: 'pin.required' });
  await expect(leaving.answer(1, 'end', '999999')).rejects.toMatchObject({ code: 'pin.wrong' });
  expect(leaving.view()).toMatchObject({ id: 1, pin: true });
  const ending = leaving.answer(1, 'end', '123456');
  leaving.answer(1, 'stay');
  await ending;
  expect(done).not.toContain('ended');
  locked = true;
  leaving.mayEnd();
  await leaving.answer(2, 'end', '123456');
  expect(done.at(-1)).toBe('ended');
});

test('an unreadable keychain does not lock the kiosk', async () => {
  const roles = new ManagerSession(clock, () => undefined);
  roles.begin(await accessWith('123456'));
  const kiosk = { kiosk: { on: true } };
  expect(isKioskLocked({ roles, pinError: undefined }, kiosk)).toBe(true);
  expect(isKioskLocked({ roles, pinError: undefined }, {})).toBe(false);
  const why = new TillError('keychain.locked', 'locked');
  roles.begin({ kind: 'locked', why });
  expect(isKioskLocked({ roles, pinError: why }, kiosk)).toBe(false);
});

test('a keychain locked at run time does not block ending', async () => {
  underWay = () => undefined;
  locked = true;
  unlocking = new TillError('keychain.locked', 'locked');
  leaving.mayEnd();
  leaving.shown(1);
  await leaving.answer(1, 'end', '123456');
  expect(done.at(-1)).toBe('ended');
});
