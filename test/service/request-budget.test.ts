import { getEventListeners } from 'node:events';
import { expect, test } from 'vitest';
import { TillError } from '../../main/base/till-error.ts';
import type { Payment } from '../../main/domain/payment-service.ts';
import { RequestBudget } from '../../main/service/request-budget.ts';
import { serviceError } from '../../main/service/service-error.ts';
import { settle, VirtualClock } from '../base/virtual-clock.ts';

const charge = { operation: 'createStaticQr' } as const;
const searching = { operation: 'search' } as const;
const readOf = (paymentId: string) => ({ operation: 'readPayment', about: { paymentId } }) as const;
const refundOf = (refundId: string) => ({ operation: 'readRefund', about: { paymentId: 'a', refundId } }) as const;
const searchOf = (reference: string) => ({ ...searching, about: { reference } }) as const;
const cancelOf = (paymentId: string) => ({ ...readOf(paymentId), operation: 'cancelPayment' }) as const;
const busy = (seconds: number) => serviceError('service.busy', '', { status: 429, retryAfterMs: seconds * 1_000 });
const away = (seconds: number) =>
  serviceError('service.unavailable', '', { status: 503, retryAfterMs: seconds * 1_000 });

function budgetWithClock() {
  const clock = new VirtualClock();
  return { clock, budget: new RequestBudget(clock) };
}

const times = <Request>(count: number, request: Request): readonly Request[] =>
  Array.from({ length: count }, () => request);

/** How many of so many requests at once may go out; the others tell how long to wait. */
async function admitted(budget: RequestBudget, asked: readonly Parameters<RequestBudget['admit']>[0][]) {
  const results = await Promise.allSettled(asked.map((one) => budget.admit(one)));
  const refused = results.flatMap((one) => (one.status === 'rejected' ? [one.reason as TillError] : []));
  for (const error of refused) expect(error).toMatchObject({ acted: 'no', retryable: true, status: undefined });
  return { count: asked.length - refused.length, waits: refused.map(({ retryAfterMs }) => retryAfterMs ?? 0) };
}

test('two hundred charges at once are a hundred requests, and ten a second from then on', async () => {
  const { clock, budget } = budgetWithClock();
  const presses = times(200, charge);
  const { count, waits } = await admitted(budget, presses);
  expect([count, waits[0]]).toEqual([100, 100]);
  await clock.advance(3_000);
  expect((await admitted(budget, presses)).count).toBe(30);
});

test('one payment has its own budget, whoever asks about it; another one has another', async () => {
  const { clock, budget } = budgetWithClock();
  const presses = times(20, readOf('a'));
  expect((await admitted(budget, presses)).count).toBe(13);
  expect((await admitted(budget, [readOf('b')])).count).toBe(1);
  await clock.advance(60_000);
  expect((await admitted(budget, [...presses, ...presses])).count).toBe(13);
});

test('the background waits for its turn and leaves twenty to people', async () => {
  const { clock, budget } = budgetWithClock();
  let out = 0;
  for (let n = 0; n < 90; n += 1)
    void budget.admit(readOf(String(n)), { urgency: 'background' }).then(() => {
      out += 1;
    });
  await settle();
  expect(out).toBe(80);
  expect((await admitted(budget, times(20, charge))).count).toBe(20);
  await clock.advance(2_000);
  expect(out).toBe(80);
  await clock.advance(1_100);
  expect(out).toBe(90);
});

test('what waits in the background hears of a wait that the service asks for meanwhile', async () => {
  const { clock, budget } = budgetWithClock();
  await admitted(budget, times(100, charge));
  const waiting = budget.admit(searching, { urgency: 'background' });
  waiting.catch(() => undefined);
  budget.obey(readOf('a'), busy(30));
  await clock.advance(2_100);
  await expect(waiting).rejects.toMatchObject({ code: 'service.busy', acted: 'no', retryAfterMs: 27_900 });
});

test('what waits in the background ends with its signal', async () => {
  const { budget } = budgetWithClock();
  const stop = new AbortController();
  await admitted(budget, times(100, charge));
  const waiting = budget.admit(searching, { urgency: 'background', signal: stop.signal });
  stop.abort(new TillError('sale.closed', 'The till is closing.'));
  await expect(waiting).rejects.toMatchObject({ code: 'sale.closed' });
});

test('the pages of payouts are not counted, and obey the service', async () => {
  const { clock, budget } = budgetWithClock();
  const page = { operation: 'payoutPayments' } as const;
  expect((await admitted(budget, times(500, page))).count).toBe(500);
  budget.obey(page, busy(5));
  expect(await admitted(budget, [page])).toEqual({ count: 0, waits: [5_000] });
  expect((await admitted(budget, [searching])).count).toBe(1);
  await clock.advance(5_000);
  expect((await admitted(budget, [page])).count).toBe(1);
});

test('a 429 delays a background payment in full, and other requests of its kind for a minute', async () => {
  const { clock, budget } = budgetWithClock();
  budget.obey(readOf('a'), busy(300), { urgency: 'background' });
  // A clock that is set back adds nothing to it.
  clock.jump(-3_600_000);
  expect(await admitted(budget, [readOf('a'), readOf('b'), searching, refundOf('r1')])).toEqual({
    count: 0,
    waits: [300_000, 60_000, 60_000, 60_000],
  });
  expect((await admitted(budget, [charge, cancelOf('a')])).count).toBe(2);
  await clock.advance(60_000);
  expect(await admitted(budget, [readOf('a'), readOf('b'), searching])).toEqual({ count: 2, waits: [240_000] });
  await clock.advance(240_000);
  expect((await admitted(budget, [readOf('a')])).count).toBe(1);
});

test.each([
  ['reads of the payment on screen', readOf('a'), 'screen', 60_000],
  ['cancels of a superseded payment', cancelOf('a'), 'superseded', 60_000],
  ['reads in the background', readOf('a'), 'background', 3_600_000],
  ['acknowledgements', { ...readOf('a'), operation: 'acknowledge' }, 'screen', 3_600_000],
] as const)('Retry-After of an hour delays %s', async (_what, asked, urgency, waitMs) => {
  const { budget } = budgetWithClock();
  budget.obey(asked, away(3_600), { urgency });
  expect(await admitted(budget, [asked])).toEqual({ count: 0, waits: [waitMs] });
  await expect(budget.admit(asked, { urgency: 'asked' })).resolves.toBeUndefined();
});

test('a 503 holds up what it was the answer to; a shorter wait does not end a longer one', async () => {
  const { clock, budget } = budgetWithClock();
  budget.obey(cancelOf('a'), away(30));
  budget.obey(cancelOf('a'), away(1));
  expect(await admitted(budget, [cancelOf('a'), cancelOf('b'), charge])).toEqual({ count: 2, waits: [30_000] });
  budget.obey(charge, away(86_400));
  expect(await admitted(budget, [charge])).toEqual({ count: 0, waits: [60_000] });
  await expect(budget.admit(charge)).rejects.toMatchObject({ code: 'service.unavailable' });
  await clock.advance(60_000);
  expect((await admitted(budget, [charge, cancelOf('a')])).count).toBe(2);
});

test('a 503 holds up one refund, one reference that is searched for, and every charge', async () => {
  const { budget } = budgetWithClock();
  const chargeOf = (reference: string) => ({ ...charge, about: { reference } }) as const;
  for (const asked of [refundOf('r1'), searchOf('x'), chargeOf('x')]) budget.obey(asked, away(30));
  expect(await admitted(budget, [refundOf('r1'), searchOf('x'), chargeOf('x'), chargeOf('y')])).toEqual({
    count: 0,
    waits: [30_000, 30_000, 30_000, 30_000],
  });
  budget.obey(refundOf('r3'), serviceError('refund.not-found', '', { status: 404, retryAfterMs: 30_000 }));
  expect((await admitted(budget, [refundOf('r2'), refundOf('r3'), searchOf('y'), searching])).count).toBe(4);
});

test('of however many payments is asked meanwhile, what was asked about one counts', async () => {
  const { clock, budget } = budgetWithClock();
  const presses = times(13, readOf('a'));
  await admitted(budget, presses);
  for (let n = 0; n < 300; n += 1) await admitted(budget, [readOf(`other ${n}`)]);
  await clock.advance(10_000);
  expect((await admitted(budget, presses)).count).toBe(8);
});

test('two reads of one payment follow each other, and one that nobody wants any more lets the next one go', async () => {
  const { budget } = budgetWithClock();
  const told: string[] = [];
  const ends: (() => void)[] = [];
  const read = (name: string, signal?: AbortSignal) =>
    budget.inTurn('a', signal, async () => {
      told.push(name);
      await new Promise<void>((resolve) => ends.push(resolve));
      return {} as Payment;
    });
  const stop = new AbortController();
  const first = read('first');
  const second = read('second', stop.signal);
  const leaving = new AbortController();
  const third = read('third', leaving.signal);
  await settle();
  expect(told).toEqual(['first']);
  await expect(read('unwanted', AbortSignal.abort(new Error('unwanted')))).rejects.toThrow('unwanted');
  stop.abort(new Error('left'));
  await expect(second).rejects.toThrow('left');
  await settle();
  expect(told).toEqual(['first']);
  ends[0]?.();
  await first;
  await settle();
  expect(told).toEqual(['first', 'third']);
  expect(getEventListeners(leaving.signal, 'abort')).toEqual([]);
  // The end of the first has not made it forget that the third is under way.
  const fourth = read('fourth');
  await settle();
  expect(told).toEqual(['first', 'third']);
  ends[1]?.();
  await third;
  await settle();
  expect(told).toEqual(['first', 'third', 'fourth']);
  ends[2]?.();
  await fourth;
});

test('a read that fails lets the next one go', async () => {
  const { budget } = budgetWithClock();
  const failing = budget.inTurn('a', undefined, () => Promise.reject(busy(1)));
  const next = budget.inTurn('a', undefined, async () => 'answered');
  await expect(failing).rejects.toMatchObject({ code: 'service.busy' });
  expect(await next).toBe('answered');
});
