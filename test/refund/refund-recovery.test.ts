import { beforeEach, describe, expect, test } from 'vitest';
import { TillError } from '../../main/base/till-error.ts';
import { Refunds } from '../../main/refund/refunds.ts';
import { notingLog } from '../base/noting-log.ts';
import { Counter } from '../sale/counter.ts';
import { refused, reset } from '../sale/scripted-service.ts';

let counter: Counter;
let saleId: string;
let other: string;
let logged: { readonly code: string; readonly facts: object | undefined }[];

beforeEach(async () => {
  counter = new Counter();
  other = await counter.paidSale(1000);
  saleId = await counter.paidSale(1000);
  logged = [];
  counter.refunds = refundsOfAnotherStart();
});

function refundsOfAnotherStart(more: { readonly keyLastsMs?: number } = {}): Refunds {
  const { service, journal, clock, random } = counter;
  const log = notingLog((code, facts) => logged.push({ code, facts }));
  const parts = { service, journal, clock, random, log, skewMs: () => counter.skewMs };
  return new Refunds({ ...parts, timeKnown: () => true, ledger: { seen: () => undefined }, ...more });
}

/** Leaves a sent refund whose till crashed before the response. */
async function leftOpen(): Promise<string> {
  counter.service.latencyMs = 10_000;
  const started = counter.refunds.start({ saleId, amount: 400 }, { byManager: true });
  await counter.clock.advance(10_100);
  const { refundKey } = await started;
  counter.crash();
  counter.service.latencyMs = 20;
  counter.refunds = refundsOfAnotherStart();
  return refundKey;
}

/** Makes the next read of a refund in the journal throw. */
function failOnce(): void {
  const { journal } = counter;
  const read = journal.refund.bind(journal);
  journal.refund = () => {
    journal.refund = read;
    throw new RangeError('a fault of ours');
  };
}

const stages = () => counter.view(saleId).refunds.map(({ stage }) => stage);
const sendings = () => counter.service.count('create-refund');
const refusal = () => new TillError('refund.refused', 'no', { status: 422, acted: 'no' });

describe('a refund left open by an earlier start', () => {
  test('counts as open until answered, then as resolved', async () => {
    await leftOpen();
    expect(counter.refunds.recovery).toEqual({ running: false, open: 0, resolved: 0 });
    counter.service.fail('create-refund', { error: refused(), acts: false });
    const recovered = counter.refunds.recover();
    expect(counter.refunds.recovery).toEqual({ running: true, open: 1, resolved: 0 });
    await counter.clock.advance(100);
    await recovered;
    expect(counter.refunds.recovery).toEqual({ running: true, open: 1, resolved: 0 });
    await counter.clock.advance(10_000);
    expect(counter.refunds.recovery).toEqual({ running: false, open: 0, resolved: 1 });
    expect(stages()).toEqual(['pending']);
  });

  test('is not refused by a refusal', async () => {
    await leftOpen();
    counter.service.fail('create-refund', { error: refusal(), acts: false });
    await counter.recover(counter.refunds, 100);
    expect(stages()).toEqual(['unconfirmed']);
  });

  test.each([
    [{}, 2],
    [{ keyLastsMs: 60 * 60_000 }, 1],
  ])('is sent again after two hours while its key is valid: %j', async (more, times) => {
    await leftOpen();
    counter.refunds = refundsOfAnotherStart(more);
    counter.clock.jump(2 * 60 * 60_000);
    await counter.recover(counter.refunds, 100);
    expect(sendings()).toBe(times);
  });

  test('is not resolved by an answer without proof', async () => {
    await leftOpen();
    counter.service.verified = false;
    await counter.recover(counter.refunds, 100);
    expect(counter.refunds.recovery).toEqual({ running: true, open: 1, resolved: 0 });
  });

  test('is counted without the refunds of this start', async () => {
    counter.service.fail('create-refund', { error: reset(), acts: false });
    await counter.refund({ saleId, amount: 400 });
    await counter.recover(counter.refunds, 5_000);
    expect(counter.refunds.recovery).toEqual({ running: false, open: 0, resolved: 0 });
  });

  test('can be decided by a manager before its recovery', async () => {
    const refundKey = await leftOpen();
    counter.journal.record({ type: 'refund.unsettled', refundKey, why: 'absent' });
    counter.refunds.settle(refundKey, 'send-again');
    await counter.clock.advance(100);
    expect(stages()).toEqual(['pending']);
  });
});

describe('a refund closed as not made before a restart', () => {
  const [HOUR_MS, SKEW_MS] = [60 * 60_000, -10 * 60_000];

  /** Closes the refund three minutes after its start, by a clock ten minutes ahead of the service's. */
  async function closedBefore(hours: number): Promise<void> {
    const { clock, service } = counter;
    // A second refund, without any news, was closed an hour before.
    const { paymentId = '' } = counter.journal.sale(other) ?? {};
    counter.journal.record(
      { type: 'refund.intent', refundKey: 'key-0', saleId: other, paymentId, amount: 1, body: '{}' },
      { type: 'refund.unsettled', refundKey: 'key-0', why: 'absent' },
      { type: 'refund.settled', refundKey: 'key-0', decision: 'not-made', skewMs: SKEW_MS },
    );
    clock.jump(HOUR_MS);
    const refundKey = await leftOpen();
    const date = clock.now();
    await clock.advance(180_000);
    counter.journal.record(
      { type: 'refund.unsettled', refundKey, why: 'absent' },
      { type: 'refund.settled', refundKey, decision: 'not-made', skewMs: SKEW_MS },
    );
    counter.skewMs = SKEW_MS;
    clock.jump(hours * HOUR_MS);
    await counter.refunds.recover();
    await clock.advance(1_000);
    service.listed = [counter.listed({ amount: 400, date })];
  }

  // With a clock set back, the refund counts as closed just now.
  test.each([47.9, -48.1])('is still watched %d hours later', async (hours) => {
    await closedBefore(hours);
    expect(counter.refunds.recovery).toEqual({ running: false, open: 0, resolved: 0 });
    await counter.clock.advance(HOUR_MS);
    expect(counter.view(saleId).refunds).toMatchObject([{ stage: 'pending', madeAfterAll: true }]);
    expect(sendings()).toBe(1);
  });

  test.each([
    [47, 2, true],
    // Closed two days ago.
    [48, 2, false],
    // The clock was set back, so the time since closing is unknown.
    [-24, 49, true],
  ])('%i hours later is watched for %i hours at most', async (later, hours, isWatched) => {
    await closedBefore(later);
    // The watch uses the monotonic clock.
    counter.clock.jump(-24 * HOUR_MS);
    let asked = 0;
    counter.service.payoutRefunds = async function* () {
      asked += 1;
      yield* [];
    };
    await counter.clock.advance(hours * HOUR_MS);
    expect(asked > 0).toBe(isWatched);
    asked = 0;
    await counter.clock.advance(3 * HOUR_MS);
    expect([asked, stages()]).toEqual([0, ['not-made']]);
  });
});

describe('an internal fault during a refund', () => {
  test('is logged, and the refund resumes after five seconds', async () => {
    const refundKey = await leftOpen();
    failOnce();
    await counter.refunds.recover();
    await counter.clock.advance(100);
    const facts = { code: 'internal', acted: 'maybe', thrown: new RangeError('a fault of ours') };
    expect(logged).toEqual([{ code: 'refund.follower-failed', facts }]);
    expect(counter.refunds.recovery).toMatchObject({ open: 1, resolved: 0 });
    await counter.clock.advance(4_800);
    expect(sendings()).toBe(1);
    counter.service.fail('create-refund', { error: refusal(), acts: false });
    await counter.clock.advance(200);
    expect(sendings()).toBe(2);
    // The failed follower may have sent the refund: the refusal is of a repeat.
    expect(counter.journal.refund(refundKey)).toMatchObject({ stage: 'sending', maybeActed: true });
  });

  test('before journaling a lost answer leaves the refund in doubt', async () => {
    const { journal, service } = counter;
    const keep = journal.keep.bind(journal);
    journal.keep = () => {
      journal.keep = keep;
      throw new RangeError('a fault of ours');
    };
    service.fail('create-refund', { error: reset(), acts: true });
    const { refundKey } = await counter.refund({ saleId, amount: 400 });
    service.fail('create-refund', { error: refusal(), acts: false });
    await counter.clock.advance(5_100);
    expect(sendings()).toBe(2);
    expect(journal.refund(refundKey)).toMatchObject({ stage: 'sending', maybeActed: true });
  });

  test('is retried at once when the network returns', async () => {
    await leftOpen();
    failOnce();
    await counter.refunds.recover();
    counter.refunds.networkReturned();
    await counter.clock.advance(100);
    expect(stages()).toEqual(['pending']);
    await counter.clock.advance(10_000);
    expect(sendings()).toBe(2);
  });
});

describe('a listener', () => {
  test('is notified of each step until unsubscribed', async () => {
    let heard = 0;
    const stop = counter.refunds.onChange(() => {
      heard += 1;
    });
    counter.service.latencyMs = 1_000;
    const started = counter.refunds.start({ saleId, amount: 400 }, { byManager: true });
    await counter.clock.advance(1_500);
    const { refundKey } = await started;
    expect(heard).toBe(2);
    await counter.clock.advance(1_000);
    expect(heard).toBe(3);
    for (const expected of [4, 4]) {
      counter.journal.record({ type: 'refund.unsettled', refundKey, why: 'absent' });
      counter.refunds.settle(refundKey, 'send-again');
      expect(heard).toBe(expected);
      stop();
    }
  });

  test('finds nothing for an unknown refund', () => {
    expect(counter.refunds.live('nobody')).toEqual({});
    expect(() => counter.refunds.settle('nobody', 'not-made')).toThrow(
      expect.objectContaining({ code: 'refund.not-unsettled' }),
    );
  });
});

describe('the till closes', () => {
  const closing = expect.objectContaining({ code: 'refund.closed' });

  test('and no refund starts, settles or resumes', async () => {
    const refundKey = await leftOpen();
    counter.journal.record({ type: 'refund.unsettled', refundKey, why: 'absent' });
    await counter.refunds.close();
    await expect(counter.refund({ saleId, amount: 1 })).rejects.toEqual(closing);
    expect(() => counter.refunds.settle(refundKey, 'not-made')).toThrow(closing);
    await counter.refunds.recover();
    counter.refunds.networkReturned();
    await counter.clock.advance(60_000);
    expect(sendings()).toBe(1);
    expect(counter.journal.refund(refundKey)).toMatchObject({ stage: 'sending', unsettled: 'absent' });
  });

  test('despite a network return in between', async () => {
    const { service, clock } = counter;
    const slow = await counter.paidSale(1000);
    await counter.refund({ saleId, amount: 400 });
    service.createRefund = (_payment, _body, _key, options) =>
      new Promise((_resolve, reject) =>
        options?.signal?.addEventListener('abort', () => clock.after(300, () => reject(reset()))),
      );
    counter.refunds.start({ saleId: slow, amount: 400 }, { byManager: true }).catch(() => undefined);
    await clock.advance(100);
    counter.refunds.start({ saleId: other, amount: 400 }, { byManager: true }).catch(() => undefined);
    let closed = false;
    counter.refunds.close().then(
      () => {
        closed = true;
      },
      () => undefined,
    );
    const late = counter.refund({ saleId, amount: 1 });
    await expect(late).rejects.toEqual(closing);
    counter.refunds.networkReturned();
    await clock.advance(300);
    expect(closed).toBe(true);
    expect(counter.refunds.asked(other)).toMatchObject({ interrupted: true });
  });
});
