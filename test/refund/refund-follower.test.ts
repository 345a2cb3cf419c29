import { describe, expect, test } from 'vitest';
import { TillError } from '../../main/base/till-error.ts';
import type { RefundId } from '../../main/domain/payment-service.ts';
import { answered } from '../journal/sale-events.ts';
import { reset } from '../sale/scripted-service.ts';
import { busy, DAY_MS, Follow, type Given, MINUTE_MS, othersTurn, refusal } from './followed-refund.ts';
import { REFUND } from './refund-record.ts';

const down = new TillError('service.unavailable', 'down', { status: 503, retryable: true });
const missing = new TillError('service.fault', 'no', { status: 404, retryable: true });
const OTHER = 'S'.padStart(24, '0');
const HOUR = 60 * MINUTE_MS;
const [TIMED, READS, SENDS] = ['time send read', 'read read read', 'read send send send'];
const FOUR = 'send send send send';
const SLOW = 'list 0 list 63000 list 189000 list 441000 list 945000 list 1953000';
const key = new TillError('auth.key', 'key', { status: 401 });
const no403 = new TillError('auth.authority', 'no', { status: 403 });
const ONCE_REFUSED = `send list ${FOUR} send list send send …`;

const again = { how: 'taken-up' } as const;
const old = { ...again, ageMs: 2 * DAY_MS } as const;
const unproven = { ...again, id: 'unconfirmed' } as const;
const [lost, no, gone] = [reset(), refusal(422), missing];

/** The requests, with times if given, or their beginning, followed by `…`; then the stage of the refund. */
test.each<readonly [string, Given, number, string, string]>([
  ['is sent, then read by its id', {}, 3_500, 'send 0 read 1000 read 3000', 'pending'],
  ['unanswered is sent again', { always: { send: lost } }, 8_000, 'send 0 send 1000 send 3000 send 7000', 'sending'],
  ['unanswered four times is looked up', { always: { send: lost } }, 99_000, `${FOUR} list send send list`, 'sending'],
  ['refused once is sent on', { ...again, once: { send: no }, always: { send: lost } }, HOUR, ONCE_REFUSED, 'sending'],
  ['is first sent without the time', { skewMs: null }, 1_500, 'send read', 'pending'],
  ['is repeated only with the time', { ...again, skewMs: null }, 1_500, TIMED, 'pending'],
  ['learns the time from a refusal', { ...again, skewMs: null, once: { time: no } }, 1_500, TIMED, 'pending'],
  ['learns the time from a fault', { ...again, skewMs: null, once: { time: down } }, 1_500, TIMED, 'pending'],
  ['waits for the time', { ...again, skewMs: null, once: { time: lost } }, 2_500, `time ${TIMED}`, 'pending'],
  ['held for long is looked up', { ...again, always: { send: busy(DAY_MS) } }, HOUR, 'send list list …', 'sending'],
  ['held for half a minute waits', { ...again, always: { send: busy(31_000) } }, 99_000, 'send send …', 'sending'],
  ['held longer is looked up', { ...again, always: { send: busy(31_001) } }, 60_000, 'send list send …', 'sending'],
  ['held at first is not looked up', { always: { send: busy(DAY_MS) } }, HOUR, 'send', 'sending'],
  ['with a key too old is looked up', { ...again, ageMs: DAY_MS - 9, skewMs: 10 }, 100, 'list', 'sending'],
  ['of two days needs a manager', old, 90_000, 'list 0 list 63000', 'sending absent'],
  ['with an id is read despite faults', { id: 'pending', always: { read: lost } }, 3_500, READS, 'pending'],
  ['with an id is read when not found', { id: 'pending', always: { read: gone } }, 3_500, READS, 'pending'],
  ['without proof is read despite faults', { ...unproven, always: { read: lost } }, 3_500, READS, 'unconfirmed'],
  ['without proof is read despite a fault', { ...unproven, always: { read: down } }, 3_500, READS, 'unconfirmed'],
  ['without proof, not found, is sent', { ...unproven, once: { read: gone } }, 3_500, 'read send read', 'pending'],
  ['never proven is sent on', { ...unproven, knowsKey: true, always: { read: gone } }, 8_000, SENDS, 'unconfirmed'],
  [
    'answered forgets its refusal',
    { ...unproven, knowsKey: true, once: { send: no }, always: { read: gone } },
    HOUR,
    'read send list send …',
    'unconfirmed',
  ],
  [
    'listed is read by its id',
    { ...unproven, always: { read: gone, send: no }, list: [{ refundId: OTHER }] },
    8_000,
    'read send list read read …',
    'pending',
  ],
  ['whose list needs another key waits', { ...old, always: { list: key } }, HOUR, 'list list …', 'sending'],
  ['whose list is forbidden needs a manager', { ...old, always: { list: no403 } }, HOUR, SLOW, 'sending refused'],
  [
    'waits a minute for a busy list',
    { ...old, always: { list: busy(59_999) } },
    60_000,
    'list 0 list 60000',
    'sending',
  ],
  ['waits longer for a busy list', { ...old, always: { list: busy(90_000) } }, 90_000, 'list 0 list 90000', 'sending'],
])('a refund %s', async (_what, given, ms, steps, state) => {
  const follow = await Follow.played(given, ms);
  const [expected = '', more] = steps.split(' …');
  const asked = (/\d/.test(expected) ? follow.asked : follow.steps).join(' ');
  expect(more === undefined ? asked : asked.slice(0, expected.length)).toBe(expected);
  expect(follow.state).toBe(state);
});

test.each([0, 0.5, 1])('pauses double, and spread by the draw (%d)', async (draw) => {
  for (const [given, seconds, spread] of [
    [{}, [1, 2, 4, 8, 16, 30, 30], 0.9 + 0.2 * draw],
    [{ how: 'taken-up', ageMs: 2 * DAY_MS }, [60, 120, 240, 480, 960, 1_800, 1_800], 1 + 0.1 * draw],
  ] as const) {
    const follow = await Follow.begun(given);
    follow.draw = draw;
    follow.run('how' in given ? given.how : 'fresh');
    const expected = seconds.map((each) => Math.round(each * spread * 1_000));
    await follow.counter.clock.advance(expected.slice(0, 6).reduce((sum, ms) => sum + ms, 0) + 10);
    expect(follow.gaps).toEqual(expected.slice(0, 6));
  }
});

test('each request is notified and counted as tried', async () => {
  const { changes, tried } = await Follow.played({}, 3_500);
  expect([changes, tried]).toEqual([3, ['key-1', 'key-1', 'key-1']]);
});

test('a manager is asked once for each reason', async () => {
  const follow = await Follow.played({ ageMs: 2 * DAY_MS, how: 'taken-up' }, 120 * MINUTE_MS);
  follow.list = () => [{ refundId: REFUND }, { refundId: OTHER }];
  await follow.counter.clock.advance(120 * MINUTE_MS);
  const asked = { type: 'refund.unsettled', refundKey: 'key-1' };
  expect(follow.kept).toEqual([
    { ...asked, why: 'absent' },
    { ...asked, why: 'several' },
  ]);
});

describe('a sending in the background', () => {
  test.each([
    ['fresh', 'send'],
    ['taken-up', ''],
  ] as const)('waits for its turn unless first (%s)', async (how, steps) => {
    const follow = await Follow.begun();
    othersTurn(follow);
    follow.run(how);
    await follow.counter.clock.advance(5_000);
    expect(follow.steps.join(' ')).toBe(steps);
  });

  test.each<readonly [string, (follow: Follow) => void, string]>([
    [
      'dropped if answered',
      ({ counter }) => void counter.journal.record(answered('key-1', 'refunded', { refundId: REFUND })),
      '',
    ],
    ['looked up if its key expires', ({ counter }) => counter.clock.jump(DAY_MS + MINUTE_MS), 'list'],
    ['dropped if the till closes', ({ follower }) => follower.close(), ''],
  ])('is %s before its turn', async (_what, happens, steps) => {
    const follow = await Follow.begun();
    const end = othersTurn(follow);
    follow.run('taken-up');
    await follow.counter.clock.advance(100);
    happens(follow);
    end();
    await follow.counter.clock.advance(100);
    expect(follow.steps.join(' ')).toBe(steps);
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

  test.each<readonly [string, Given]>([
    ['send', {}],
    ['read', { id: 'pending' }],
    ['list', { ageMs: 2 * DAY_MS }],
    ['time', { skewMs: null }],
  ])('while a %s is running: the request is aborted', async (step, given) => {
    const follow = await Follow.begun(given);
    follow.counter.service.latencyMs = 60 * MINUTE_MS;
    follow.list = (signal) =>
      new Promise((_resolve, reject) => signal?.addEventListener('abort', () => reject(signal.reason)));
    const ended = follow.run('taken-up');
    await follow.counter.clock.advance(100);
    follow.follower.close();
    await ended;
    expect(follow.steps).toEqual([step]);
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
    const problem = { code: 'refund.closed', retryable: true };
    expect(follow.refund).toMatchObject({ stage: 'sending', maybeActed: true, problem });
  });
});

describe('a returning network', () => {
  /** The requests within a tenth of a second of the network's return. */
  async function returned(follow: Follow): Promise<string> {
    const before = follow.steps.length;
    follow.follower.networkReturned();
    await follow.counter.clock.advance(100);
    return follow.steps.slice(before).join(' ');
  }

  test('triggers a request once, and again after an answer', async () => {
    const follow = await Follow.played({ always: { send: reset() } }, 7_500);
    expect([await returned(follow), await returned(follow)]).toEqual(['send', '']);
    follow.counter.service.weather = () => undefined;
    await follow.counter.clock.advance(1_000);
    expect([follow.refund.stage, await returned(follow)]).toEqual(['pending', 'read']);
  });

  test('triggers a request again after a list answer', async () => {
    const follow = await Follow.played({ always: { send: reset() } }, 0);
    await returned(follow);
    await follow.counter.clock.advance(20_000);
    expect([follow.steps.at(-1), follow.follower.live, await returned(follow)]).toEqual(['list', {}, 'send']);
  });

  test('does not reset the count of empty lists', async () => {
    const follow = await Follow.played({ ageMs: 2 * DAY_MS, how: 'taken-up' }, 1_000);
    expect([await returned(follow), follow.state]).toEqual(['', 'sending']);
    await follow.counter.clock.advance(MINUTE_MS + 10_000);
    expect([follow.steps, follow.state]).toEqual([['list', 'list'], 'sending absent']);
  });

  test('does not shorten Retry-After of reads', async () => {
    const follow = await Follow.played({ once: { read: busy(2 * MINUTE_MS) } }, 2_000);
    expect(await returned(follow)).toBe('');
    await follow.counter.clock.advance(MINUTE_MS);
    expect(follow.steps).toEqual(['send', 'read']);
    await follow.counter.clock.advance(MINUTE_MS);
    expect(follow.steps.slice(0, 3)).toEqual(['send', 'read', 'read']);
  });

  test('does not disturb a running request', async () => {
    const follow = await Follow.begun();
    follow.counter.service.latencyMs = 500;
    follow.run();
    await follow.counter.clock.advance(100);
    expect(await returned(follow)).toBe('');
    await follow.counter.clock.advance(1_000);
    expect([follow.steps, follow.state]).toEqual([['send'], 'pending']);
  });
});

test('a failed read shows until the next answer', async () => {
  const follow = await Follow.played({ once: { read: reset() } }, 1_500);
  expect(follow.follower.live.trouble?.code).toBe('network.reset');
  await follow.counter.clock.advance(2_000);
  expect(follow.follower.live).toEqual({});
});

test('Retry-After of a read shows until when it delays', async () => {
  // The windows compare `waitsUntil` with the till's clock, in whole milliseconds.
  const given = { id: 'pending', skewMs: 10 * MINUTE_MS, always: { read: busy(60_000.4) } } as const;
  const { follower, counter } = await Follow.played(given, 500);
  expect(follower.live.waitsUntil).toBe(counter.clock.now() + 59_500);
});

test('an answer about a different refund is logged', async () => {
  const follow = await Follow.begun({ id: 'pending' });
  const refundId = OTHER as RefundId;
  let urgency: string | undefined;
  follow.counter.service.readRefund = async (paymentId, _refundId, options) => {
    urgency = options?.urgency;
    return { refundId, amount: 500, status: 'REFUNDED', createdAt: 0, paymentId, verified: true };
  };
  follow.run('taken-up');
  await follow.counter.clock.advance(100);
  expect([follow.logged, follow.state, urgency]).toEqual([['refund.other-refund'], 'pending', 'background']);
  expect(follow.follower.live.trouble?.code).toBe('refund.other-refund');
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
