import { beforeEach, describe, expect, test } from 'vitest';
import type { ErrorCode } from '../../main/base/error-codes.ts';
import { TillError, type TillErrorDetails } from '../../main/base/till-error.ts';
import type { CallOptions, PaymentId } from '../../main/domain/payment-service.ts';
import type { SaleRecord } from '../../main/domain/sale-record.ts';
import { CancelAndAcknowledge } from '../../main/sale/cancel-and-acknowledge.ts';
import { VirtualClock } from '../base/virtual-clock.ts';
import {
  AT,
  absent,
  asked,
  created,
  fresh,
  known,
  ours,
  PMA,
  play,
  REFERENCE,
  read,
  saleAfter,
  searched,
  searching,
  unknown,
  waiting,
} from './sale-states.ts';
import { ScriptedService } from './scripted-service.ts';
import { StubFollowedSale } from './stub-followed-sale.ts';

const cancelling = play(fresh(), created, { type: 'cancel-asked' }).sale;
const acknowledging = play(fresh(), created, read(PMA)).sale;

class Listening extends ScriptedService {
  readonly sent: unknown[] = [];
  failure: TillError | undefined;

  override async cancelPayment(id: PaymentId, options: CallOptions = {}): Promise<void> {
    this.sent.push(['cancel', id, options]);
    if (this.failure !== undefined) throw this.failure;
  }

  override async acknowledge(
    id: PaymentId,
    ask: { readonly amount: number; readonly reference?: string },
    options: CallOptions = {},
  ): Promise<void> {
    this.sent.push(['acknowledge', id, ask, options]);
    if (this.failure !== undefined) throw this.failure;
  }
}

const optionsOf = (sent: unknown): CallOptions => (Array.isArray(sent) ? sent.at(-1) : {});

let clock: VirtualClock;
let service: Listening;
let followed: StubFollowedSale;
let reads: number;
let writing: CancelAndAcknowledge;

beforeEach(async () => {
  clock = new VirtualClock(AT - 1_000_000);
  await clock.advance(1_000_000);
  service = new Listening(clock);
  followed = new StubFollowedSale(cancelling, service, clock);
  reads = 0;
  writing = new CancelAndAcknowledge(followed, () => {
    reads += 1;
  });
  followed.note = (before, after) => writing.note(before, after);
});

const failing = (code: ErrorCode, facts: TillErrorDetails) => {
  service.failure = new TillError(code, 'no', facts);
};
const lost = () => failing('network.reset', { retryable: true, acted: 'maybe' });
const away = () => failing('network.refused', { retryable: true });

describe('a due write is sent', () => {
  test('at once, with the abort signal', async () => {
    expect(writing.dueIn(followed.record)).toBe(0);
    await writing.send();
    expect(service.sent).toEqual([
      ['cancel', ours, { signal: followed.closing, urgency: 'screen', isStillDue: expect.any(Function) }],
    ]);
    expect([followed.happened, followed.record.stage, followed.counts.tried]).toEqual([
      ['cancel-accepted'],
      'cancelled',
      1,
    ]);
    expect(writing.dueIn(followed.record)).toBe(Number.POSITIVE_INFINITY);
  });

  test("with the journal's amount and reference as an acknowledgement", async () => {
    followed.record = acknowledging;
    await writing.send();
    const ask = { amount: 1250, reference: REFERENCE };
    expect(service.sent).toEqual([
      ['acknowledge', ours, ask, { signal: followed.closing, urgency: 'screen', isStillDue: expect.any(Function) }],
    ]);
    expect(followed.happened).toEqual(['acknowledged']);
  });

  test('never in parallel', async () => {
    const going = writing.send();
    expect(writing.dueIn(followed.record)).toBe(Number.POSITIVE_INFINITY);
    await going;
    followed.record = cancelling;
    expect(writing.dueIn(followed.record)).toBe(0);
  });

  test.each([
    ['a cancel', cancelling, read('SUCCEEDED')],
    ['an acknowledgement', acknowledging, read('SUCCEEDED')],
  ])('no longer once the sale has ended (%s)', async (_what, due, end) => {
    followed.record = due;
    failing('aborted', { acted: 'no' });
    await writing.send();
    const { isStillDue } = optionsOf(service.sent[0]);
    expect(isStillDue?.()).toBe(true);
    followed.record = play(due, end).sale;
    expect(isStillDue?.()).toBe(false);
    expect([followed.happened, writing.activity.trouble, writing.dueIn(due)]).toEqual([[], undefined, 0]);
  });

  test('with higher urgency after a click about a parked sale', async () => {
    away();
    followed.attention = 'background';
    writing.sendNow();
    await writing.send();
    await writing.send();
    expect(service.sent.map((one) => optionsOf(one).urgency)).toEqual(['superseded', 'background']);
  });

  test('from the budget of its sale, after Retry-After', async () => {
    await writing.send();
    expect(followed.budget.isIdle).toBe(false);
    followed.record = cancelling;
    for (let time = 0; time < 11; time += 1) followed.budget.spend();
    expect(writing.dueIn(followed.record)).toBeCloseTo(1_250);
    followed.budget.obeyRetryAfterOfWrite(new TillError('service.busy', '', { retryAfterMs: 9_000 }), 'screen');
    expect(writing.dueIn(followed.record)).toBe(9_000);
  });
});

test.each([
  ['a cancel', cancelling],
  ['an acknowledgement', acknowledging],
])('an internal fault after %s is no service failure', async (_name, due) => {
  followed.record = due;
  const fault = new Error('a fault of ours');
  followed.note = () => {
    throw fault;
  };
  await expect(writing.send()).rejects.toBe(fault);
  expect([followed.happened.length, writing.activity.trouble]).toEqual([1, undefined]);
});

describe('a running write is shown', () => {
  test.each([
    ['a cancel', cancelling, 'cancelling'],
    ['an acknowledgement', acknowledging, 'acknowledging'],
  ])('%s', async (_name, due, code) => {
    followed.record = due;
    const going = writing.send();
    expect(writing.activity.doing?.code).toBe(code);
    expect(followed.counts.changed).toBe(1);
    await going;
    expect(writing.activity.doing).toBeUndefined();
  });

  test('as its last failure during retries', async () => {
    away();
    await writing.send();
    const going = writing.send();
    expect(writing.activity.doing?.code).toBe('offline');
    await going;
  });

  test('while due, despite other changes of the sale', async () => {
    followed.record = acknowledging;
    away();
    await writing.send();
    writing.note(followed.record, { ...followed.record, superseded: true });
    expect(writing.activity.doing?.code).toBe('offline');
  });

  test('until a read decides its outcome', async () => {
    lost();
    await writing.send();
    expect(followed.record.cancelDue).toBe('check');
    expect(writing.activity.doing?.code).toBe('offline');
    followed.apply(read('CANCELLED'));
    expect(writing.activity.doing).toBeUndefined();
  });
});

describe('a failed write waits', () => {
  test.each([
    ['screen', 1_000],
    ['background', 5_000],
  ] as const)('on the %s for %i ms', async (where, ms) => {
    followed.attention = where;
    away();
    await writing.send();
    expect([followed.happened, followed.counts.tried]).toEqual([[], 1]);
    expect(writing.dueIn(followed.record)).toBe(ms);
    writing.sendNow();
    expect(writing.dueIn(followed.record)).toBe(0);
    await writing.send();
    expect(writing.dueIn(followed.record)).toBeGreaterThan(ms);
    const going = writing.send();
    writing.sendNow();
    await going;
    expect(writing.dueIn(followed.record)).toBe(0);
  });

  test('no longer once the network is back', async () => {
    away();
    await writing.send();
    writing.networkReturned();
    expect(writing.dueIn(followed.record)).toBe(0);
  });

  test.each([
    ['a cancel', cancelling],
    ['an acknowledgement', acknowledging],
  ])('not after %s succeeded or was refused', async (_name, due) => {
    for (const facts of [undefined, { status: 409 }]) {
      followed.record = due;
      away();
      await writing.send();
      writing.note({ ...due, acknowledge: 'no' }, due);
      if (facts === undefined) service.failure = undefined;
      else failing('payment.not-cancellable', facts);
      await writing.send();
      expect(writing.dueIn(due)).toBe(0);
    }
  });

  test('as long as Retry-After, without delaying reads', async () => {
    failing('service.busy', { status: 429, retryable: true, retryAfterMs: 9_000 });
    await writing.send();
    expect(writing.dueIn(followed.record)).toBe(9_000);
    expect(followed.budget.heldForMs).toBe(0);
    expect(writing.activity.doing?.code).toBe('asked-to-wait');
  });
});

describe('a cancel', () => {
  test('leads to a read only if possibly executed', async () => {
    away();
    await writing.send();
    expect(followed.happened).toEqual([]);
    lost();
    await writing.send();
    expect(followed.happened).toEqual(['cancel-unknown']);
  });

  test.each([
    ['payment.not-cancellable', 409],
    ['auth.authority', 403],
  ] as const)('refused with %s is over', async (code, status) => {
    failing(code, { status });
    await writing.send();
    expect([followed.happened, followed.record.problem?.code]).toEqual([['cancel-refused'], code]);
  });
});

describe('a refused acknowledgement', () => {
  const refuse = () => failing('payment.not-cancellable', { status: 409 });

  beforeEach(() => {
    followed.record = acknowledging;
  });

  const dueSinceNow = () => writing.note({ ...acknowledging, acknowledge: 'no' }, acknowledging);

  test('is declined at its first try', async () => {
    dueSinceNow();
    refuse();
    await writing.send();
    expect(followed.happened).toEqual(['acknowledge-refused']);
    expect(followed.record).toMatchObject({ acknowledge: 'declined', problem: { code: 'sale.acknowledge-declined' } });
    expect(followed.record.problem?.message).toContain('no');
    expect(reads).toBe(0);
  });

  test.each([
    ['that was due before this process began', () => undefined],
    ['after a try without an answer', lost],
  ])('%s leads to a read', async (_name, before) => {
    if (before === lost) {
      dueSinceNow();
      lost();
      await writing.send();
      expect(reads).toBe(1);
    }
    refuse();
    const readBefore = reads;
    await writing.send();
    expect([followed.happened, reads - readBefore, writing.activity.trouble]).toEqual([[], 1, undefined]);
  });

  test('after a try without effect is declined', async () => {
    dueSinceNow();
    away();
    await writing.send();
    expect(reads).toBe(0);
    refuse();
    await writing.send();
    expect(followed.happened).toEqual(['acknowledge-refused']);
  });

  test('for wrong credentials is retried and shown', async () => {
    dueSinceNow();
    failing('auth.authority', { status: 403 });
    await writing.send();
    expect([followed.happened, reads, writing.activity.trouble?.code]).toEqual([[], 1, 'sale.auth.authority']);
  });

  test('is not a first try after other changes of the sale', async () => {
    writing.note(acknowledging, { ...acknowledging, superseded: true });
    writing.note({ ...acknowledging, acknowledge: 'no' }, { ...acknowledging, acknowledge: 'no' });
    refuse();
    await writing.send();
    expect(followed.happened).toEqual([]);
  });
});

describe('the due write is', () => {
  const both: SaleRecord = {
    ...waiting(),
    acknowledge: 'due',
    cancel: 'asked',
    cancelBy: 'cashier',
    cancelDue: 'send',
  };

  test.each<readonly [string, SaleRecord, string | undefined]>([
    ['nothing before the payment is known', saleAfter(searching, asked), undefined],
    ['nothing of a sale that just waits', known(), undefined],
    ['a cancel that was asked', known(asked), 'cancel'],
    ['no cancel whose outcome is being read', known(asked, unknown), undefined],
    ['an acknowledgement', known(read(PMA)), 'acknowledge'],
    ['an acknowledgement, before a cancel', both, 'acknowledge'],
    ['no acknowledgement twice', known(read(PMA), { type: 'acknowledged' }), undefined],
    ['no acknowledgement after the end', known(read(PMA), read('EXPIRED')), undefined],
    [
      'a cancel of a payment that turned up after it was given up',
      saleAfter(searching, absent, searched('PENDING')),
      'cancel',
    ],
  ])('%s', async (_name, sale, write) => {
    followed.record = sale;
    await writing.send();
    expect(service.sent.map((sent) => (Array.isArray(sent) ? sent[0] : undefined))).toEqual(write ? [write] : []);
  });
});
