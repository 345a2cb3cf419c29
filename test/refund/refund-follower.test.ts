import { describe, expect, test } from 'vitest';
import { TillError } from '../../main/base/till-error.ts';
import type { RefundId } from '../../main/domain/payment-service.ts';
import { RefundFollower } from '../../main/refund/refund-follower.ts';
import { answered } from '../journal/sale-events.ts';
import { Counter } from '../sale/counter.ts';
import { reset } from '../sale/scripted-service.ts';
import { always, DAY_MS, Follow, MINUTE_MS, othersTurn, refusal } from './followed-refund.ts';
import { REFUND } from './refund-record.ts';

const down = new TillError('service.unavailable', 'down', { status: 503, retryable: true });

describe('the pace', () => {
  test.each([
    [0, [900, 1_800, 3_600, 7_200, 14_400, 27_000, 27_000]],
    [0.5, [1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000]],
    [1, [1_100, 2_200, 4_400, 8_800, 17_600, 33_000, 33_000]],
  ])('of reads doubles up to half a minute (draw %d)', async (draw, gaps) => {
    const follow = await Follow.begun();
    follow.draw = draw;
    follow.run();
    await follow.counter.clock.advance(100 * 1_000);
    expect(follow.steps.slice(0, 3)).toEqual(['send', 'read', 'read']);
    expect(follow.gaps).toEqual(gaps.slice(0, follow.gaps.length));
    expect(follow.gaps.length).toBeGreaterThanOrEqual(6);
  });

  test.each([
    [0, [60, 120, 240, 480, 960, 1_800, 1_800]],
    [0.5, [63, 126, 252, 504, 1_008, 1_890, 1_890]],
    [1, [66, 132, 264, 528, 1_056, 1_980, 1_980]],
  ])('of look-ups doubles up to half an hour (draw %d)', async (draw, seconds) => {
    const follow = await Follow.begun(2 * DAY_MS);
    follow.draw = draw;
    follow.run('taken-up');
    await follow.counter.clock.advance(5_700 * 1_000);
    expect(new Set(follow.steps)).toEqual(new Set(['list']));
    expect(follow.gaps).toEqual(seconds.slice(0, follow.gaps.length).map((each) => each * 1_000));
    expect(follow.gaps.length).toBeGreaterThanOrEqual(6);
  });

  test('each request is notified and counted as tried', async () => {
    const follow = await Follow.begun();
    follow.run();
    await follow.counter.clock.advance(3_500);
    expect(follow.steps).toEqual(['send', 'read', 'read']);
    expect(follow.changes).toBe(3);
    expect(follow.tried).toEqual(['key-1', 'key-1', 'key-1']);
  });
});

describe('an unanswered sending', () => {
  test('continues, and after four attempts asks the list', async () => {
    const follow = await Follow.begun();
    always(follow, 'create-refund', reset());
    follow.run();
    await follow.counter.clock.advance(100_000);
    expect(follow.asked).toEqual([
      'send 0',
      'send 1000',
      'send 3000',
      'send 7000',
      'list 15000',
      'send 31000',
      'send 61000',
      'list 91000',
    ]);
  });

  test('is not left to a manager without a refusal', async () => {
    const follow = await Follow.begun();
    always(follow, 'create-refund', reset());
    // The cause of the refusal is gone by the next sending.
    follow.counter.service.fail('create-refund', { error: refusal(422), acts: false });
    follow.run('taken-up');
    await follow.counter.clock.advance(120 * MINUTE_MS);
    expect(follow.steps.filter((step) => step === 'list').length).toBeGreaterThan(10);
    expect(follow.refund.unsettled).toBeUndefined();
  });

  test.each<readonly [string, 'fresh' | 'taken-up', TillError | undefined, number]>([
    ['not asked for before the first of all', 'fresh', undefined, 0],
    ['asked for once', 'taken-up', undefined, 1],
    ['asked for once, where a refusal shows it', 'taken-up', refusal(403), 1],
    ['asked for once, where a service that is down shows it', 'taken-up', down, 1],
    ['asked for again, where nothing answered', 'taken-up', reset(), 2],
  ])('goes on without a known time, %s', async (_what, how, error, times) => {
    const follow = await Follow.begun();
    follow.skewMs = undefined;
    if (error !== undefined) follow.counter.service.fail('search', { error, acts: false });
    follow.run(how);
    await follow.counter.clock.advance(2_500);
    expect(follow.counter.service.count('search')).toBe(times);
    expect(follow.steps.slice(0, 2)).toEqual(['send', 'read']);
  });

  test.each([
    ['fresh', ['send']],
    ['taken-up', []],
  ] as const)('waits for its background turn unless first (%s)', async (how, steps) => {
    const follow = await Follow.begun();
    othersTurn(follow);
    follow.run(how);
    await follow.counter.clock.advance(5_000);
    expect(follow.steps).toEqual(steps);
  });

  test('is dropped if answered before its turn', async () => {
    const follow = await Follow.begun();
    const end = othersTurn(follow);
    const ended = follow.run('taken-up');
    await follow.counter.clock.advance(100);
    follow.counter.journal.record(answered('key-1', 'refunded', { refundId: REFUND }));
    end();
    await ended;
    expect(follow.steps).toEqual([]);
  });

  test('is looked up if its key expires before its turn', async () => {
    const follow = await Follow.begun();
    const end = othersTurn(follow);
    follow.run('taken-up');
    await follow.counter.clock.advance(100);
    follow.counter.clock.jump(DAY_MS + MINUTE_MS);
    end();
    await follow.counter.clock.advance(100);
    expect(follow.steps).toEqual(['list']);
  });

  test.each<readonly ['fresh' | 'taken-up', number, readonly string[]]>([
    ['taken-up', DAY_MS, ['send', 'list', 'list']],
    ['taken-up', 31_001, ['send', 'list', 'send']],
    ['taken-up', 31_000, ['send', 'send', 'send']],
    // No earlier sending can have had an effect.
    ['fresh', DAY_MS, ['send']],
  ])('delayed by Retry-After still asks the list (%s, %i ms)', async (how, retryAfterMs, steps) => {
    const follow = await Follow.begun();
    const busy = { retryable: true, status: 429, retryAfterMs };
    always(follow, 'create-refund', new TillError('service.busy', 'busy', busy));
    follow.run(how);
    await follow.counter.clock.advance(5 * MINUTE_MS);
    expect(follow.steps.slice(0, 3)).toEqual(steps);
  });

  test("too old by the service's clock is looked up", async () => {
    const follow = await Follow.begun(DAY_MS - 5 * MINUTE_MS);
    follow.skewMs = 10 * MINUTE_MS;
    follow.run('taken-up');
    await follow.counter.clock.advance(100);
    expect(follow.steps).toEqual(['list']);
  });

  test('too old by now is left to a manager, once', async () => {
    const follow = await Follow.begun(2 * DAY_MS);
    follow.run('taken-up');
    await follow.counter.clock.advance(120 * MINUTE_MS);
    expect(follow.kept).toEqual([{ type: 'refund.unsettled', refundKey: 'key-1', why: 'absent' }]);
    follow.list = () => [{ refundId: 'a'.repeat(24) }, { refundId: 'b'.repeat(24) }];
    await follow.counter.clock.advance(120 * MINUTE_MS);
    expect(follow.kept.slice(1)).toEqual([{ type: 'refund.unsettled', refundKey: 'key-1', why: 'several' }]);
  });
});

describe('a refund with an id', () => {
  test.each<readonly [string, 'pending' | 'unconfirmed', number | undefined, string]>([
    ['proven, is read on, although the network fails', 'pending', undefined, 'read'],
    ['proven, is read on, although it is not found', 'pending', 404, 'read'],
    ['without proof, is read on, although the network fails', 'unconfirmed', undefined, 'read'],
    ['without proof, is read on, although the service is down', 'unconfirmed', 503, 'read'],
    ['without proof, is asked for by its key where that id is not found', 'unconfirmed', 404, 'send'],
  ])('%s', async (_what, stage, status, then) => {
    const follow = await Follow.begun(0, { stage, refundId: REFUND });
    const error = status === undefined ? reset() : new TillError('service.fault', 'no', { status, retryable: true });
    always(follow, 'read-refund', error);
    follow.run('taken-up');
    await follow.counter.clock.advance(3_500);
    expect(follow.steps).toEqual(['read', then, 'read']);
  });

  test('shows until when Retry-After delays its reads', async () => {
    const follow = await Follow.begun(0, { stage: 'pending', refundId: REFUND });
    // The windows compare `waitsUntil` with the till's clock, in whole milliseconds.
    follow.skewMs = 10 * MINUTE_MS;
    const busy = { retryable: true, status: 429, retryAfterMs: 60_000.4 };
    always(follow, 'read-refund', new TillError('service.busy', 'busy', busy));
    follow.run('taken-up');
    await follow.counter.clock.advance(500);
    expect(follow.follower.live.waitsUntil).toBe(follow.counter.clock.now() + 59_500);
  });

  test('not found is not read again while answers lack proof', async () => {
    const follow = await Follow.begun(0, { stage: 'unconfirmed', refundId: REFUND });
    follow.counter.service.verified = false;
    follow.counter.service.createRefund = async (paymentId) => {
      follow.counter.service.calls.push({
        operation: 'create-refund',
        at: follow.counter.clock.monotonic(),
        detail: '',
      });
      const { amount } = follow.refund;
      return { refundId: REFUND, paymentId, amount, status: 'PENDING', createdAt: 0, verified: false };
    };
    follow.run('taken-up');
    await follow.counter.clock.advance(8_000);
    expect(follow.steps).toEqual(['read', 'send', 'send', 'send']);
  });
});

describe('the till closes', () => {
  test('while idle: the follower ends without a timer', async () => {
    const follow = await Follow.begun();
    const { clock } = follow.counter;
    const before = clock.pending;
    const ended = follow.run();
    await clock.advance(1_500);
    follow.follower.networkReturned();
    await clock.advance(10);
    expect(clock.pending).toBe(before + 1);
    follow.follower.close();
    await ended;
    expect(clock.pending).toBe(before);
  });

  test.each(['send', 'read', 'list', 'question for the time'])(
    'while a %s is running: the request is aborted',
    async (step) => {
      const steps = step === 'question for the time' ? [] : [step];
      const follow = await Follow.begun(step === 'list' ? 2 * DAY_MS : 0, step === 'read' ? { refundId: REFUND } : {});
      const { clock, service } = follow.counter;
      follow.skewMs = steps.length === 0 ? undefined : 0;
      service.latencyMs = 60 * MINUTE_MS;
      follow.list = (signal) =>
        new Promise((_resolve, reject) => signal?.addEventListener('abort', () => reject(signal.reason)));
      const ended = follow.run('taken-up');
      await clock.advance(100);
      expect(service.count('search')).toBe(1 - steps.length);
      follow.follower.close();
      await ended;
      expect(follow.steps).toEqual(steps);
    },
  );

  test('while waiting for its turn: nothing is sent', async () => {
    const follow = await Follow.begun();
    const end = othersTurn(follow);
    const ended = follow.run('taken-up');
    await follow.counter.clock.advance(100);
    follow.follower.close();
    end();
    await ended;
    expect(follow.steps).toEqual([]);
  });

  test('while sending: the outcome stays unknown', async () => {
    const follow = await Follow.begun();
    follow.counter.service.createRefund = (_payment, _body, _key, options) =>
      new Promise((_resolve, reject) => {
        // No automatic repeat: each sending checks the age of its key.
        expect(options?.retry).toBe('never');
        options?.signal?.addEventListener('abort', () => reject(options.signal?.reason));
      });
    const ended = follow.run();
    await follow.counter.clock.advance(100);
    follow.follower.close();
    await ended;
    expect(follow.refund).toMatchObject({
      stage: 'sending',
      maybeActed: true,
      problem: { code: 'refund.closed', retryable: true },
    });
  });
});

test('an answer about a different refund is logged', async () => {
  const follow = await Follow.begun(0, { refundId: REFUND });
  const { service } = follow.counter;
  const other = { refundId: 'X'.padStart(24, '0') as RefundId, amount: 500, status: 'REFUNDED', createdAt: 0 };
  let urgency: string | undefined;
  service.readRefund = async (paymentId, _refundId, options) => {
    urgency = options?.urgency;
    return { ...other, paymentId, verified: true };
  };
  follow.run('taken-up');
  await follow.counter.clock.advance(100);
  expect(follow.logged).toEqual(['refund.other-refund']);
  expect(follow.refund.stage).toBe('pending');
  expect(urgency).toBe('background');
});

test("a sending answered with a different refund's id is in doubt", async () => {
  const follow = await Follow.begun();
  const { service, journal, clock } = follow.counter;
  const facts = { refundId: REFUND, amount: 500, status: 'REFUNDED', createdAt: 0, verified: true };
  service.createRefund = async (paymentId) => ({ ...facts, paymentId });
  follow.run();
  const { saleId, paymentId, amount, body } = follow.refund;
  journal.record(
    { type: 'refund.intent', refundKey: 'key-0', saleId, paymentId, amount, body },
    answered('key-0', 'refunded', { refundId: REFUND }),
  );
  await clock.advance(5_000);
  expect(follow.refund).toMatchObject({ stage: 'sending', maybeActed: true });
  // A repeat would be answered alike.
  expect(follow.steps[0]).toBe('list');
});

test('an answer without proof cancels an earlier refusal', async () => {
  const follow = await Follow.begun(0, { stage: 'unconfirmed', refundId: REFUND });
  const { service, clock } = follow.counter;
  service.fail('create-refund', { error: refusal(422), acts: false });
  follow.run('taken-up');
  await clock.advance(1_500);
  expect(follow.steps).toEqual(['read', 'send']);
  service.createRefund = async (paymentId) => ({
    refundId: REFUND,
    paymentId,
    amount: 500,
    status: 'PENDING',
    createdAt: 0,
    verified: false,
  });
  await clock.advance(10 * MINUTE_MS);
  expect(follow.steps.filter((step) => step === 'list').length).toBeGreaterThan(2);
  expect(follow.refund.unsettled).toBeUndefined();
});

test('a refund missing from the journal ends its follower', async () => {
  const { service, journal, clock, random } = new Counter();
  const log = { info: () => undefined, warn: () => undefined, error: () => undefined };
  const callbacks = {
    skewMs: () => 0,
    madeAfterAll: () => undefined,
    changed: () => undefined,
    tried: () => undefined,
  };
  const follower = new RefundFollower('nobody', 'fresh', {
    service,
    journal,
    clock,
    random,
    log,
    keyLastsMs: DAY_MS,
    ...callbacks,
  });
  await expect(follower.run()).resolves.toBeUndefined();
  expect(follower.live).toEqual({});
  expect(service.calls).toEqual([]);
});
