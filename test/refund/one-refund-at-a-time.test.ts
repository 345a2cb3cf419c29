import { beforeEach, describe, expect, test } from 'vitest';
import { TillError } from '../../main/base/till-error.ts';
import type { RefundAsk } from '../../main/refund/refund-requests.ts';
import { Counter } from '../sale/counter.ts';

let counter: Counter;
let saleId: string;
let other: string;

/** Each request to the service takes two seconds. */
beforeEach(async () => {
  counter = new Counter();
  [other, saleId] = [await counter.paidSale(3_000), await counter.paidSale(3_000)];
  counter.service.latencyMs = 2_000;
});

function request(requestId: string, more: Partial<RefundAsk> = {}) {
  const ask = { wish: requestId, saleId, amount: 1_000, seen: 3_000, ...more };
  const started = counter.refunds.start(ask, { byManager: true });
  started.catch(() => undefined);
  return started;
}

/** Requests a refund with the service answering for half a minute. */
async function refunded(requestId: string, more: Partial<RefundAsk> = {}) {
  const started = request(requestId, more);
  await counter.clock.advance(30_000);
  return started;
}

const requestEvents = () => counter.facts(saleId).filter(({ type }) => /^refund\.(asked|given-up)$/.test(type));
const made = () => counter.service.refunds.size;

test('a request is journaled before the service is asked', () => {
  request('press-1');
  expect(requestEvents()).toMatchObject([{ type: 'refund.asked', wish: 'press-1', amount: 1_000 }]);
  expect(counter.refunds.asked(saleId)).toMatchObject({ wish: 'press-1', amount: 1_000, at: counter.clock.now() });
  expect(counter.view(saleId)).toMatchObject({ refunds: [], refundable: 3_000 });
});

test('a request refused at once is notified and not journaled', async () => {
  const notified: (string | undefined)[] = [];
  counter.refunds.onChange(() => notified.push(counter.refunds.asked(saleId)?.wish));
  await expect(request('press-1', { amount: 3_001 })).rejects.toMatchObject({ code: 'refund.above-remaining' });
  expect([notified, requestEvents()]).toEqual([['press-1', undefined], []]);
  // Nothing was sent, so the request is not too late to be taken back.
  expect(counter.refunds.takeBack('press-1')).toBe('taken-back');
});

test.each([100, 1_000, 1_900])('a second click after %i ms sends nothing', async (afterMs) => {
  const first = request('press-1');
  await counter.clock.advance(afterMs);
  const underWay = { code: 'refund.under-way', values: { amount: 1_000 } };
  await expect(request('press-2', { amount: 500 })).rejects.toMatchObject(underWay);
  await counter.clock.advance(30_000);
  await expect(first).resolves.toMatchObject({ refundKey: 'press-1' });
  expect(counter.view(saleId)).toMatchObject({ refundable: 2_000, refunds: [{ refundKey: 'press-1' }] });
});

test('a click sent twice makes a single refund', async () => {
  const both = [request('press-1'), request('press-1')];
  await counter.clock.advance(30_000);
  for (const one of await Promise.all([...both, refunded('press-1')]))
    expect(one).toEqual({ refundKey: 'press-1', neededManager: false });
  expect(made()).toBe(1);
});

test('a click unaware of an earlier refund is refused', async () => {
  await refunded('press-1');
  const found = { code: 'refund.found', values: { amount: 1_000 } };
  const blind = request('press-2');
  await counter.clock.advance(30_000);
  await expect(blind).rejects.toMatchObject(found);
  expect(requestEvents().at(-1)).toMatchObject({ type: 'refund.given-up', why: 'refused' });
  await expect(refunded('press-3', { seen: 2_000 })).resolves.toMatchObject({ refundKey: 'press-3' });
  expect(made()).toBe(2);
});

test('a refused refund is cleared before its end is journaled', async () => {
  const { journal, refunds } = counter;
  const asked: unknown[] = [];
  const keep = journal.keep.bind(journal);
  journal.keep = (...events) => {
    if (events.some(({ type }) => type === 'refund.given-up')) asked.push(refunds.asked(saleId));
    return keep(...events);
  };
  counter.service.fail('read', { error: new TillError('service.busy', 'busy', { retryable: true }), acts: false });
  const started = request('press-1');
  await counter.clock.advance(2_500);
  await expect(started).rejects.toMatchObject({ code: 'service.busy' });
  expect(asked).toEqual([undefined]);
});

describe('a click taken back', () => {
  const takenBack = { code: 'refund.taken-back' };

  test.each([0, 1_000, 1_900])('after %i ms, nothing is ever sent', async (afterMs) => {
    const timers = counter.clock.pending;
    const first = request('press-1');
    await counter.clock.advance(afterMs);
    expect(counter.refunds.takeBack('press-1')).toBe('taken-back');
    await expect(first).rejects.toMatchObject(takenBack);
    expect([counter.clock.pending, counter.refunds.asked(saleId)]).toEqual([timers, undefined]);
    expect(requestEvents().at(-1)).toMatchObject({ type: 'refund.given-up', wish: 'press-1', why: 'taken-back' });
    await counter.clock.advance(60_000);
    expect(made()).toBe(0);
    await expect(refunded('press-2')).resolves.toMatchObject({ refundKey: 'press-2' });
  });

  test('while the list is read: the request is aborted', async () => {
    counter.service.payoutRefunds = async function* (_ask, options) {
      await new Promise((_resolve, reject) => options?.signal?.addEventListener('abort', reject));
      yield* [];
    };
    const first = request('press-1');
    await counter.clock.advance(2_100);
    expect(counter.refunds.takeBack('press-1')).toBe('taken-back');
    await expect(first).rejects.toMatchObject(takenBack);
  });

  test('while a read runs: no other click begins', async () => {
    const { service, clock } = counter;
    const paid = service.last;
    service.readPayment = () => new Promise((resolve) => clock.after(2_000, () => resolve(paid)));
    request('press-1');
    counter.refunds.takeBack('press-1');
    await expect(request('press-2')).rejects.toMatchObject({ code: 'refund.under-way' });
    await clock.advance(2_000);
    await expect(refunded('press-3')).resolves.toMatchObject({ refundKey: 'press-3' });
  });

  test('while the intent is journaled, or later: too late', async () => {
    const { journal, refunds } = counter;
    const record = journal.record.bind(journal);
    const outcomes: string[] = [];
    journal.record = (...events) => {
      const recorded = record(...events);
      if (events.some(({ type }) => type === 'refund.intent')) outcomes.push(refunds.takeBack('press-1'));
      return recorded;
    };
    request('press-1');
    await counter.clock.advance(2_100);
    outcomes.push(refunds.takeBack('press-1'));
    await counter.clock.advance(30_000);
    outcomes.push(refunds.takeBack('press-1'));
    expect([outcomes, made()]).toEqual([Array(3).fill('too-late'), 1]);
  });

  test('before the till closes: not repeated at the start', async () => {
    request('press-0', { saleId: other });
    const first = request('press-1');
    await counter.clock.advance(1_000);
    counter.refunds.takeBack('press-1');
    await counter.restart();
    await expect(first).rejects.toMatchObject(takenBack);
    expect(requestEvents().at(-1)).toMatchObject({ why: 'taken-back' });
    expect(counter.refunds.asked(saleId)).toBeUndefined();
    expect(counter.refunds.asked(other)).toMatchObject({ interrupted: true });
  });
});

describe('the till ends during preparation', () => {
  test.each(['by a crash', 'in good order'])('%s: the next start sends nothing', async (how) => {
    const requests = [request('press-0', { saleId: other }), request('press-1')];
    await counter.clock.advance(1_000);
    if (how === 'in good order') {
      await counter.restart();
      for (const each of requests) await expect(each).rejects.toMatchObject({ code: 'refund.closed', retryable: true });
    }
    for (let times = 0; times < 2; times += 1) {
      counter.crash();
      await counter.recover();
    }
    expect(counter.refunds.asked(other)).toMatchObject({ wish: 'press-0', interrupted: true });
    expect(counter.refunds.asked(saleId)).toMatchObject({ wish: 'press-1', amount: 1_000, interrupted: true });
    expect(requestEvents().map(({ type }) => type)).toEqual(['refund.asked', 'refund.given-up']);
    await counter.clock.advance(60_000);
    expect(made()).toBe(0);
    await expect(refunded('press-2')).resolves.toMatchObject({ refundKey: 'press-2' });
    expect(counter.refunds.asked(saleId)).toBeUndefined();
  });

  test('closing waits until the interruption is journaled', async () => {
    const { clock, service } = counter;
    service.readPayment = (_id, options) =>
      new Promise((_resolve, reject) => {
        options?.signal?.addEventListener('abort', () => clock.after(50, () => reject(options.signal?.reason)));
      });
    request('press-1');
    const last = counter.refunds.close().then(() => requestEvents().at(-1));
    await expect(request('press-2', { saleId: other })).rejects.toMatchObject({ code: 'refund.closed' });
    await clock.advance(100);
    expect(await last).toMatchObject({ type: 'refund.given-up', why: 'interrupted' });
  });
});

describe('a permission', () => {
  test.each<readonly [string, () => void, number]>([
    ['while the machine sleeps', () => counter.clock.sleep(48 * 60 * 60_000), 30_000],
    ['after a minute of waiting', () => undefined, 59_001],
  ])('expires %s', async (_when, happens, ms) => {
    let lists = 0;
    counter.service.payoutRefunds = async function* () {
      lists += 1;
      yield* [];
    };
    if (ms > 30_000) counter.service.latencyMs = 70_000;
    const first = request('press-1');
    await counter.clock.advance(1_000);
    happens();
    await counter.clock.advance(ms);
    await expect(first).rejects.toMatchObject({ code: 'refund.late', retryable: true });
    expect(requestEvents().at(-1)).toMatchObject({ why: 'late' });
    await counter.clock.advance(120_000);
    expect([lists, made(), counter.refunds.asked(saleId)]).toEqual([0, 0, undefined]);
  });

  test.each(['taken back', 'clicked again'])('%s during PIN entry', async (what) => {
    const pin = Promise.withResolvers<{ readonly byManager: boolean }>();
    const first = counter.refunds.start({ wish: 'press-1', saleId, amount: 1_000 }, () => pin.promise);
    if (what === 'taken back') expect(counter.refunds.takeBack('press-1')).toBe('taken-back');
    else await expect(request('press-2')).rejects.toMatchObject({ code: 'refund.under-way' });
    pin.resolve({ byManager: true });
    if (what === 'taken back') await expect(first).rejects.toMatchObject({ code: 'refund.taken-back' });
    await counter.clock.advance(30_000);
    expect(made()).toBe(what === 'taken back' ? 0 : 1);
  });
});

describe('a look at the service before a refund', () => {
  test('covers a single payment, and notifies once answered', async () => {
    let notified = 0;
    counter.refunds.onChange(() => {
      notified += 1;
    });
    const answers: Promise<unknown>[] = [];
    for (const id of [other, saleId]) {
      answers.push(counter.refunds.look(id));
      await counter.clock.advance(2_100);
    }
    const at = counter.clock.now() - 100;
    const complete = true;
    expect(await Promise.all(answers)).toEqual([
      { at: at - 2_100, complete },
      { at, complete },
    ]);
    expect(notified).toBe(2);
  });

  test("asks about other tills' refunds every five seconds at most", async () => {
    counter.service.listed = [counter.listed({ amount: 3_000 })];
    let questions = 0;
    const { service } = counter;
    const read = service.readPayment.bind(service);
    service.readPayment = (...ask) => {
      questions += 1;
      return read(...ask);
    };
    const looks = [1, 2, 3].map(() => counter.refunds.look(saleId));
    await counter.clock.advance(5_000);
    for (const look of await Promise.all(looks)) expect(look).toMatchObject({ complete: true });
    expect([questions, counter.view(saleId).refundable]).toEqual([1, 0]);
    service.listFault = new TillError('service.unavailable', 'down', { retryable: true, status: 503 });
    for (const [complete, ms] of [
      [true, 2_000],
      [false, 0],
    ] as const) {
      const look = counter.refunds.look(saleId);
      await counter.clock.advance(3_000);
      await expect(look).resolves.toMatchObject({ complete });
      await counter.clock.advance(ms);
    }
    expect(questions).toBe(2);
  });
});
