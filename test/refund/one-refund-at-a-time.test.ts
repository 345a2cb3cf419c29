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
  const started = counter.refunds.start(
    { wish: requestId, saleId, amount: 1_000, seen: 3_000, ...more },
    { byManager: true },
  );
  started.catch(() => undefined);
  return started;
}

const requestEvents = () => counter.facts(saleId).filter(({ type }) => /^refund\.(asked|given-up)$/.test(type));

test('a request is journaled before the service is asked', () => {
  request('press-1');
  expect(requestEvents()).toMatchObject([{ type: 'refund.asked', wish: 'press-1', amount: 1_000 }]);
  expect(counter.refunds.asked(saleId)).toMatchObject({ wish: 'press-1', amount: 1_000, at: counter.clock.now() });
  expect(counter.view(saleId)).toMatchObject({ refunds: [], refundable: 3_000 });
});

test('the windows are notified at begin and end of a request', async () => {
  const notified: (string | undefined)[] = [];
  counter.refunds.onChange(() => notified.push(counter.refunds.asked(saleId)?.wish));
  await expect(request('press-1', { amount: 3_001 })).rejects.toMatchObject({ code: 'refund.above-remaining' });
  expect(notified).toEqual(['press-1', undefined]);
});

test.each([100, 1_000, 1_900])('a second click after %i ms sends nothing', async (afterMs) => {
  const first = request('press-1');
  await counter.clock.advance(afterMs);
  await expect(request('press-2', { amount: 500 })).rejects.toMatchObject({
    code: 'refund.under-way',
    values: { amount: 1_000 },
  });
  await counter.clock.advance(30_000);
  await expect(first).resolves.toMatchObject({ refundKey: 'press-1' });
  expect(counter.service.refunds.size).toBe(1);
  expect(counter.view(saleId)).toMatchObject({ refundable: 2_000, refunds: [{ refundKey: 'press-1' }] });
});

test('a click sent twice makes a single refund', async () => {
  const both = [request('press-1'), request('press-1')];
  await counter.clock.advance(30_000);
  for (const one of await Promise.all([...both, request('press-1')]))
    expect(one).toEqual({ refundKey: 'press-1', neededManager: false });
  await counter.clock.advance(30_000);
  expect(counter.service.refunds.size).toBe(1);
});

test('a click unaware of an earlier refund is refused', async () => {
  request('press-1');
  await counter.clock.advance(30_000);
  const blind = request('press-2');
  await counter.clock.advance(30_000);
  await expect(blind).rejects.toMatchObject({ code: 'refund.found', values: { amount: 1_000 } });
  expect(requestEvents().at(-1)).toMatchObject({ type: 'refund.given-up', why: 'refused' });
  const seen = request('press-3', { seen: 2_000 });
  await counter.clock.advance(30_000);
  await expect(seen).resolves.toMatchObject({ refundKey: 'press-3' });
  expect(counter.service.refunds.size).toBe(2);
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
  test.each([0, 1_000, 1_900])('after %i ms, nothing is ever sent', async (afterMs) => {
    const timers = counter.clock.pending;
    const first = request('press-1');
    await counter.clock.advance(afterMs);
    expect(counter.refunds.takeBack('press-1')).toBe('taken-back');
    await expect(first).rejects.toMatchObject({ code: 'refund.taken-back' });
    expect(counter.clock.pending).toBe(timers);
    expect(counter.refunds.asked(saleId)).toBeUndefined();
    expect(requestEvents().at(-1)).toMatchObject({ type: 'refund.given-up', wish: 'press-1', why: 'taken-back' });
    await counter.clock.advance(60_000);
    expect(counter.service.refunds.size).toBe(0);
    const second = request('press-2');
    await counter.clock.advance(30_000);
    await expect(second).resolves.toMatchObject({ refundKey: 'press-2' });
    expect(counter.service.refunds.size).toBe(1);
  });

  test('while the list is read: the request is aborted', async () => {
    counter.service.payoutRefunds = async function* (_ask, options) {
      await new Promise((_resolve, reject) => options?.signal?.addEventListener('abort', reject));
      yield* [];
    };
    const first = request('press-1');
    await counter.clock.advance(2_100);
    expect(counter.refunds.takeBack('press-1')).toBe('taken-back');
    await expect(first).rejects.toMatchObject({ code: 'refund.taken-back' });
  });

  test('while a read runs: no other click begins', async () => {
    const { service, clock } = counter;
    const paid = service.last;
    service.readPayment = () => new Promise((resolve) => clock.after(2_000, () => resolve(paid)));
    request('press-1');
    counter.refunds.takeBack('press-1');
    await expect(request('press-2')).rejects.toMatchObject({ code: 'refund.under-way' });
    await clock.advance(2_000);
    const third = request('press-3');
    await clock.advance(30_000);
    await expect(third).resolves.toMatchObject({ refundKey: 'press-3' });
  });

  test('while the intent is journaled: too late', async () => {
    const { journal, refunds } = counter;
    const record = journal.record.bind(journal);
    const outcomes: string[] = [];
    journal.record = (...events) => {
      const recorded = record(...events);
      if (events.some(({ type }) => type === 'refund.intent')) outcomes.push(refunds.takeBack('press-1'));
      return recorded;
    };
    request('press-1');
    await counter.clock.advance(30_000);
    expect(outcomes).toEqual(['too-late']);
    expect(counter.service.refunds.size).toBe(1);
  });

  test('before the till closes: not repeated at the start', async () => {
    request('press-0', { saleId: other });
    const first = request('press-1');
    await counter.clock.advance(1_000);
    counter.refunds.takeBack('press-1');
    await counter.restart();
    await expect(first).rejects.toMatchObject({ code: 'refund.taken-back' });
    expect(requestEvents().at(-1)).toMatchObject({ why: 'taken-back' });
    expect(counter.refunds.asked(saleId)).toBeUndefined();
    expect(counter.refunds.asked(other)).toMatchObject({ interrupted: true });
  });

  test('once refused: not too late, since nothing was sent', async () => {
    await expect(request('press-1', { amount: 3_001 })).rejects.toMatchObject({ code: 'refund.above-remaining' });
    expect(requestEvents()).toEqual([]);
    expect(counter.refunds.takeBack('press-1')).toBe('taken-back');
  });

  test('too late: the refund continues', async () => {
    request('press-1');
    await counter.clock.advance(2_100);
    expect(counter.refunds.takeBack('press-1')).toBe('too-late');
    await counter.clock.advance(30_000);
    expect(counter.service.refunds.size).toBe(1);
    // The service has answered by now.
    expect(counter.refunds.takeBack('press-1')).toBe('too-late');
  });
});

describe('the till ends during preparation', () => {
  test('by a crash: the next start sends nothing', async () => {
    request('press-0', { saleId: other });
    request('press-1');
    await counter.clock.advance(1_000);
    counter.crash();
    await counter.recover();
    counter.crash();
    await counter.recover();
    expect(counter.refunds.asked(other)).toMatchObject({ wish: 'press-0', interrupted: true });
    expect(counter.refunds.asked(saleId)).toMatchObject({ wish: 'press-1', amount: 1_000, interrupted: true });
    expect(requestEvents().map(({ type }) => type)).toEqual(['refund.asked', 'refund.given-up']);
    await counter.clock.advance(60_000);
    expect(counter.service.refunds.size).toBe(0);
    const again = request('press-2');
    await counter.clock.advance(30_000);
    await expect(again).resolves.toMatchObject({ refundKey: 'press-2' });
    expect(counter.refunds.asked(saleId)).toBeUndefined();
  });

  test('in good order: the click is rejected, nothing sent', async () => {
    const requests = [request('press-0', { saleId: other }), request('press-1')];
    await counter.clock.advance(1_000);
    await counter.restart();
    const closed = { code: 'refund.closed', retryable: true };
    for (const each of requests) await expect(each).rejects.toMatchObject(closed);
    expect(counter.refunds.asked(saleId)).toMatchObject({ interrupted: true });
    await counter.clock.advance(60_000);
    expect(counter.service.refunds.size).toBe(0);
  });
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

describe('a permission', () => {
  test('expires while the machine sleeps', async () => {
    let lists = 0;
    counter.service.payoutRefunds = async function* () {
      lists += 1;
      yield* [];
    };
    const first = request('press-1');
    await counter.clock.advance(1_000);
    counter.clock.sleep(48 * 60 * 60_000);
    await counter.clock.advance(30_000);
    await expect(first).rejects.toMatchObject({ code: 'refund.late', retryable: true });
    expect(requestEvents().at(-1)).toMatchObject({ why: 'late' });
    expect(lists).toBe(0);
    expect(counter.service.refunds.size).toBe(0);
  });

  test('expires after a minute of waiting', async () => {
    counter.service.latencyMs = 70_000;
    const first = request('press-1');
    await counter.clock.advance(60_001);
    await expect(first).rejects.toMatchObject({ code: 'refund.late' });
    expect(counter.refunds.asked(saleId)).toBeUndefined();
    await counter.clock.advance(120_000);
    expect(counter.service.refunds.size).toBe(0);
  });

  function typed() {
    let allow = (): void => undefined;
    const pin = new Promise<{ readonly byManager: boolean }>((resolve) => {
      allow = () => resolve({ byManager: true });
    });
    return { allow, pin };
  }

  test('is void when taken back during PIN entry', async () => {
    const { allow, pin } = typed();
    const first = counter.refunds.start({ wish: 'press-1', saleId, amount: 1_000 }, () => pin);
    expect(counter.refunds.takeBack('press-1')).toBe('taken-back');
    allow();
    await expect(first).rejects.toMatchObject({ code: 'refund.taken-back' });
    expect(requestEvents()).toEqual([]);
  });

  test('blocks other clicks during PIN entry', async () => {
    const { allow, pin } = typed();
    const first = counter.refunds.start({ wish: 'press-1', saleId, amount: 1_000 }, () => pin);
    await expect(request('press-2')).rejects.toMatchObject({ code: 'refund.under-way' });
    allow();
    await counter.clock.advance(30_000);
    await expect(first).resolves.toMatchObject({ refundKey: 'press-1' });
    expect(counter.service.refunds.size).toBe(1);
  });
});

describe('a look at the service before a refund', () => {
  test('notifies the windows once answered', async () => {
    let notified = 0;
    counter.refunds.onChange(() => {
      notified += 1;
    });
    const look = counter.refunds.look(saleId);
    await counter.clock.advance(5_000);
    await look;
    expect(notified).toBe(1);
  });

  test('covers a single payment and returns its time', async () => {
    const answers: Promise<unknown>[] = [];
    for (const id of [other, saleId]) {
      answers.push(counter.refunds.look(id));
      await counter.clock.advance(2_100);
    }
    const at = counter.clock.now() - 100;
    expect(await Promise.all(answers)).toEqual([
      { at: at - 2_100, complete: true },
      { at, complete: true },
    ]);
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
    expect(questions).toBe(1);
    expect(counter.view(saleId).refundable).toBe(0);
    counter.service.listFault = new TillError('service.unavailable', 'down', { retryable: true, status: 503 });
    const again = counter.refunds.look(saleId);
    await counter.clock.advance(3_000);
    await expect(again).resolves.toMatchObject({ complete: true });
    await counter.clock.advance(2_000);
    const later = counter.refunds.look(saleId);
    await counter.clock.advance(3_000);
    await expect(later).resolves.toMatchObject({ complete: false });
    expect(questions).toBe(2);
  });
});
