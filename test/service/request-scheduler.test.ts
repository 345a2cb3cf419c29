import { getEventListeners } from 'node:events';
import { describe, expect, test } from 'vitest';
import { omitUndefined } from '../../main/base/omit-undefined.ts';
import { TillError } from '../../main/base/till-error.ts';
import { type CallOptions, type Payment, type Urgency, wasNotDue } from '../../main/domain/payment-service.ts';
import { RequestScheduler } from '../../main/service/request-scheduler.ts';
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

type Asked = Parameters<RequestScheduler['run']>[0];

function schedulerWithClock() {
  const clock = new VirtualClock();
  return { clock, scheduler: new RequestScheduler(clock) };
}

const sent = (scheduler: RequestScheduler, asked: Asked, options: CallOptions = {}) =>
  scheduler.run(asked, options, async () => undefined);

const times = <Request>(count: number, request: Request): readonly Request[] =>
  Array.from({ length: count }, () => request);

/** Returns the number of admitted requests, and the wait in ms of each refused request. */
async function admitted(scheduler: RequestScheduler, asked: readonly Asked[], urgency: Urgency = 'screen') {
  const results = await Promise.allSettled(asked.map((one) => sent(scheduler, one, { urgency })));
  const refused = results.flatMap((one) => (one.status === 'rejected' ? [one.reason as TillError] : []));
  for (const error of refused) expect(error).toMatchObject({ acted: 'no', retryable: true, status: undefined });
  return { count: asked.length - refused.length, waits: refused.map(({ retryAfterMs }) => retryAfterMs ?? 0) };
}

test('admits a hundred requests at once, then ten per second', async () => {
  const { clock, scheduler } = schedulerWithClock();
  const calls = times(200, charge);
  const { count, waits } = await admitted(scheduler, calls);
  expect([count, waits[0]]).toEqual([100, 100]);
  await clock.advance(3_000);
  expect((await admitted(scheduler, calls)).count).toBe(30);
});

test('keeps a separate budget for each payment', async () => {
  const { clock, scheduler } = schedulerWithClock();
  const calls = times(20, readOf('a'));
  expect((await admitted(scheduler, calls)).count).toBe(13);
  expect((await admitted(scheduler, [readOf('b')])).count).toBe(1);
  await clock.advance(60_000);
  expect((await admitted(scheduler, [...calls, ...calls])).count).toBe(13);
});

test('a foreground read overtakes a background read of the same payment', async () => {
  const { clock, scheduler } = schedulerWithClock();
  await admitted(scheduler, times(13, readOf('a')));
  await clock.advance(2_000);
  const order: string[] = [];
  const read = (urgency: Urgency) => scheduler.run(readOf('a'), { urgency }, async () => void order.push(urgency));
  const background = read('background');
  await read('screen');
  expect(order).toEqual(['screen']);
  await clock.advance(60_000);
  await background;
});

test('background requests leave twenty to the foreground', async () => {
  const { clock, scheduler } = schedulerWithClock();
  let out = 0;
  for (let n = 0; n < 90; n += 1)
    void sent(scheduler, readOf(String(n)), { urgency: 'background' }).then(() => {
      out += 1;
    });
  await settle();
  expect(out).toBe(80);
  expect((await admitted(scheduler, times(20, charge))).count).toBe(20);
  await clock.advance(2_000);
  expect(out).toBe(80);
  await clock.advance(1_100);
  expect(out).toBe(90);
});

test('background requests do not consume the foreground budget', async () => {
  const { scheduler } = schedulerWithClock();
  for (let n = 0; n < 90; n += 1) void sent(scheduler, searching, { urgency: 'background' });
  await settle();
  const { count, waits } = await admitted(scheduler, times(101, charge));
  expect([count, waits]).toEqual([100, [100]]);
});

describe('the background queue', () => {
  /** Begins a request whose response arrives when the test calls the returned function. */
  function begin(scheduler: RequestScheduler, begun: string[], name: string, asked: Asked, options: CallOptions) {
    const { promise, resolve } = Promise.withResolvers<void>();
    void scheduler.run(asked, options, async () => {
      begun.push(name);
      await promise;
    });
    return resolve;
  }

  test('runs eight requests and starts the most urgent next', async () => {
    const { scheduler } = schedulerWithClock();
    const begun: string[] = [];
    const [end = () => undefined] = Array.from({ length: 8 }, (_, n) =>
      begin(scheduler, begun, `${n}`, readOf(`${n}`), { urgency: 'background' }),
    );
    begin(scheduler, begun, 'read', readOf('parked'), { urgency: 'background' });
    begin(scheduler, begun, 'list', { operation: 'payoutPayments' }, { urgency: 'background' });
    const endCancel = begin(scheduler, begun, 'cancel', cancelOf('before'), { urgency: 'superseded' });
    await settle();
    begin(scheduler, begun, 'charge', charge, {});
    expect(begun.slice(8)).toEqual(['charge']);
    end();
    await settle();
    expect(begun.slice(9)).toEqual(['cancel']);
    endCancel();
    await settle();
    expect(begun.slice(10)).toEqual([]);
  });

  test('yields to the foreground for a second', async () => {
    const { clock, scheduler } = schedulerWithClock();
    const begun: string[] = [];
    const end = begin(scheduler, begun, 'charge', charge, {});
    begin(scheduler, begun, 'cancel', cancelOf('before'), { urgency: 'superseded' });
    begin(scheduler, begun, 'search', searching, { urgency: 'background' });
    await clock.advance(999);
    expect(begun).toEqual(['charge', 'cancel']);
    await clock.advance(1);
    expect(begun).toEqual(['charge', 'cancel', 'search']);
    begin(scheduler, begun, 'another charge', charge, {});
    begin(scheduler, begun, 'another search', searching, { urgency: 'background' })();
    end();
    await settle();
    expect(begun.slice(3)).toEqual(['another charge']);
    await clock.advance(1_000);
    expect(begun.slice(4)).toEqual(['another search']);
  });

  test('a payment without budget delays no other payment', async () => {
    const { clock, scheduler } = schedulerWithClock();
    for (let n = 0; n < 8; n += 1) await sent(scheduler, readOf('a'));
    const begun: string[] = [];
    for (const id of ['a', 'b']) begin(scheduler, begun, id, readOf(id), { urgency: 'background' });
    await settle();
    expect(begun).toEqual(['b']);
    await clock.advance(1_250);
    expect(begun).toEqual(['b', 'a']);
  });

  test('drops a request that became obsolete', async () => {
    const { scheduler } = schedulerWithClock();
    const options = { urgency: 'background', isStillDue: () => false } as const;
    await expect(sent(scheduler, searching, options)).rejects.toSatisfy(wasNotDue);
  });
});

test.each([
  ['a search', searching, searching],
  ['a list of payouts', { operation: 'payoutPayments' }, { operation: 'payoutPayments' }],
  ['a cancel', cancelOf('a'), charge],
  ['a read', readOf('a'), readOf('b')],
] as const)('a 429 for %s in the background delays no foreground', async (_what, asked, ahead) => {
  const { scheduler } = schedulerWithClock();
  scheduler.obey(asked, busy(30), { urgency: 'background' });
  await expect(sent(scheduler, ahead)).resolves.toBeUndefined();
  await expect(sent(scheduler, asked, { urgency: 'background' })).rejects.toMatchObject({ code: 'service.busy' });
});

test('a queued background request obeys a new Retry-After', async () => {
  const { scheduler } = schedulerWithClock();
  await admitted(scheduler, times(100, charge));
  const waiting = sent(scheduler, searching, { urgency: 'background' });
  waiting.catch(() => undefined);
  scheduler.obey(readOf('a'), busy(30), {});
  await expect(waiting).rejects.toMatchObject({ code: 'service.busy', acted: 'no', retryAfterMs: 30_000 });
});

test('a queued background request ends with its signal', async () => {
  const { scheduler } = schedulerWithClock();
  const stop = new AbortController();
  await admitted(scheduler, times(100, charge));
  const waiting = sent(scheduler, searching, { urgency: 'background', signal: stop.signal });
  stop.abort(new TillError('sale.closed', 'Till closing.'));
  await expect(waiting).rejects.toMatchObject({ code: 'sale.closed' });
});

test('payout pages are not counted but obey Retry-After', async () => {
  const { clock, scheduler } = schedulerWithClock();
  const page = { operation: 'payoutPayments' } as const;
  expect((await admitted(scheduler, times(500, page))).count).toBe(500);
  scheduler.obey(page, busy(5), {});
  expect(await admitted(scheduler, [page])).toEqual({ count: 0, waits: [5_000] });
  expect((await admitted(scheduler, [searching])).count).toBe(1);
  await clock.advance(5_000);
  expect((await admitted(scheduler, [page])).count).toBe(1);
});

test('a 429 delays its payment fully and its kind one minute', async () => {
  const { clock, scheduler } = schedulerWithClock();
  scheduler.obey(readOf('a'), busy(300), { urgency: 'background' });
  // Setting the clock back does not extend the wait.
  clock.jump(-3_600_000);
  const behind = [readOf('a'), readOf('b'), searching, refundOf('r1')];
  expect(await admitted(scheduler, behind, 'background')).toEqual({
    count: 0,
    waits: [300_000, 60_000, 60_000, 60_000],
  });
  expect((await admitted(scheduler, [charge, cancelOf('a')])).count).toBe(2);
  await clock.advance(60_000);
  expect(await admitted(scheduler, behind.slice(0, 3), 'background')).toEqual({ count: 2, waits: [240_000] });
  await clock.advance(240_000);
  expect((await admitted(scheduler, [readOf('a')])).count).toBe(1);
});

test.each([
  ['reads of the payment on screen', readOf('a'), 'screen', 60_000],
  ['cancels of a superseded payment', cancelOf('a'), 'superseded', 60_000],
  ['reads in the background', readOf('a'), 'background', 3_600_000],
  ['acknowledgements', { ...readOf('a'), operation: 'acknowledge' }, 'screen', 3_600_000],
] as const)('Retry-After of an hour delays %s', async (_what, asked, urgency, waitMs) => {
  const { scheduler } = schedulerWithClock();
  scheduler.obey(asked, away(3_600), { urgency });
  expect(await admitted(scheduler, [asked])).toEqual({ count: 0, waits: [waitMs] });
  await expect(sent(scheduler, asked, { urgency: 'asked' })).resolves.toBeUndefined();
});

test('a 503 delays its own request; the longest wait wins', async () => {
  const { clock, scheduler } = schedulerWithClock();
  scheduler.obey(cancelOf('a'), away(30), {});
  scheduler.obey(cancelOf('a'), away(1), {});
  expect(await admitted(scheduler, [cancelOf('a'), cancelOf('b'), charge])).toEqual({ count: 2, waits: [30_000] });
  scheduler.obey(charge, away(86_400), {});
  expect(await admitted(scheduler, [charge])).toEqual({ count: 0, waits: [60_000] });
  await expect(sent(scheduler, charge)).rejects.toMatchObject({ code: 'service.unavailable' });
  await clock.advance(60_000);
  expect((await admitted(scheduler, [charge, cancelOf('a')])).count).toBe(2);
});

test('a 503 delays its refund, its reference and all charges', async () => {
  const { scheduler } = schedulerWithClock();
  const chargeOf = (reference: string) => ({ ...charge, about: { reference } }) as const;
  for (const asked of [refundOf('r1'), searchOf('x'), chargeOf('x')]) scheduler.obey(asked, away(30), {});
  expect(await admitted(scheduler, [refundOf('r1'), searchOf('x'), chargeOf('x'), chargeOf('y')])).toEqual({
    count: 0,
    waits: [30_000, 30_000, 30_000, 30_000],
  });
  scheduler.obey(refundOf('r3'), serviceError('refund.not-found', '', { status: 404, retryAfterMs: 30_000 }), {});
  expect((await admitted(scheduler, [refundOf('r2'), refundOf('r3'), searchOf('y'), searching])).count).toBe(4);
});

test("requests for other payments do not reset a payment's budget", async () => {
  const { clock, scheduler } = schedulerWithClock();
  const calls = times(13, readOf('a'));
  await admitted(scheduler, calls);
  for (let n = 0; n < 300; n += 1) await admitted(scheduler, [readOf(`other ${n}`)]);
  await clock.advance(10_000);
  expect((await admitted(scheduler, calls)).count).toBe(8);
});

test('serializes reads of one payment and skips aborted reads', async () => {
  const { scheduler } = schedulerWithClock();
  const ran: string[] = [];
  const ends: (() => void)[] = [];
  const read = (name: string, signal?: AbortSignal) =>
    scheduler.run(readOf('a'), { ...omitUndefined({ signal }) }, async () => {
      ran.push(name);
      await new Promise<void>((resolve) => ends.push(resolve));
      return {} as Payment;
    });
  const stop = new AbortController();
  const first = read('first');
  const second = read('second', stop.signal);
  const leaving = new AbortController();
  const third = read('third', leaving.signal);
  await settle();
  expect(ran).toEqual(['first']);
  await expect(read('unwanted', AbortSignal.abort(new Error('unwanted')))).rejects.toThrow('unwanted');
  stop.abort(new Error('left'));
  await expect(second).rejects.toThrow('left');
  await settle();
  expect(ran).toEqual(['first']);
  ends[0]?.();
  await first;
  await settle();
  expect(ran).toEqual(['first', 'third']);
  expect(getEventListeners(leaving.signal, 'abort')).toEqual([]);
  // The end of the first read must not release the third, which is still running.
  const fourth = read('fourth');
  await settle();
  expect(ran).toEqual(['first', 'third']);
  ends[1]?.();
  await third;
  await settle();
  expect(ran).toEqual(['first', 'third', 'fourth']);
  ends[2]?.();
  await fourth;
});

test('a failed read releases the next', async () => {
  const { scheduler } = schedulerWithClock();
  const failing = scheduler.run(readOf('a'), {}, () => Promise.reject(busy(1)));
  const next = scheduler.run(readOf('a'), {}, async () => 'answered');
  await expect(failing).rejects.toMatchObject({ code: 'service.busy' });
  expect(await next).toBe('answered');
});
