import { beforeEach, describe, expect, test } from 'vitest';
import type { SaleRecord } from '../../main/journal/sale-record.ts';
import { Allowance } from '../../main/sale/allowance.ts';
import type { Followed, FollowerContext } from '../../main/sale/context.ts';
import { Creation } from '../../main/sale/creation.ts';
import { Gate } from '../../main/sale/gate.ts';
import { next, type SaleEvent } from '../../main/sale/machine.ts';
import { Reading } from '../../main/sale/reading.ts';
import type { CallOptions, Page, Payment, PaymentId } from '../../main/service/payment-service.ts';
import { TillError, type TillErrorFacts } from '../../main/till-error.ts';
import { VirtualClock } from '../virtual-clock.ts';
import { Counter } from './counter.ts';
import { ScriptedService } from './scripted-service.ts';
import { AT, created, fresh, payment, play, problem } from './story.ts';

const known = play(fresh(), created).sale;
const searching = play(fresh(), { type: 'creation-unknown', problem }).sale;

/** Answers at once with what the test says. */
class Saying extends ScriptedService {
  answer: Payment = payment('PENDING');
  failure: TillError | undefined;
  found: readonly Payment[] = [];
  readonly asked: { readonly what: 'read' | 'search'; readonly options: CallOptions }[] = [];
  /** Called while the question is under way. */
  meanwhile: () => void = () => undefined;

  override async readPayment(_id: PaymentId, options: CallOptions = {}): Promise<Payment> {
    this.asked.push({ what: 'read', options });
    this.meanwhile();
    if (this.failure !== undefined) throw this.failure;
    return this.answer;
  }

  override async searchPage(
    _ask: object,
    _page: number,
    _size: number,
    options: CallOptions = {},
  ): Promise<Page<Payment>> {
    this.asked.push({ what: 'search', options });
    this.meanwhile();
    if (this.failure !== undefined) throw this.failure;
    return { items: this.found, number: 0, totalPages: 1, totalElements: this.found.length };
  }
}

let clock: VirtualClock;
let service: Saying;
let sale: SaleRecord;
let happened: string[];
let counts: { changed: number; tried: number; answered: number };
let allowance: Allowance;
let reading: Reading;

function apply(event: SaleEvent): SaleRecord {
  happened.push(event.type);
  const before = sale;
  const at = clock.now();
  sale = next(sale, event, { at, serviceNow: at }).sale;
  reading.note(before, sale);
  return sale;
}

beforeEach(async () => {
  clock = new VirtualClock(AT - 1_000_000);
  await clock.advance(1_000_000);
  service = new Saying(clock);
  [sale, happened] = [known, []];
  counts = { changed: 0, tried: 0, answered: 0 };
  allowance = new Allowance(clock);
  const { journal } = new Counter();
  const context: FollowerContext = {
    service,
    journal,
    clock,
    random: { next: () => 0.5, uuid: () => '' },
    skewMs: () => 0,
    settleMs: 20_000,
    gate: new Gate(1),
    attention: () => 'screen',
    isOpened: () => false,
    apply: (_saleId, event) => apply(event),
    changed: () => {
      counts.changed += 1;
    },
    tried: () => {
      counts.tried += 1;
    },
    answered: () => {
      counts.answered += 1;
    },
  };
  const followed: Followed = {
    context,
    saleId: 'sale-1',
    allowance,
    closing: new AbortController().signal,
    sale: () => sale,
    apply,
    through: (task) => task(),
  };
  reading = new Reading(followed, new Creation(context));
});

const failing = (code: string, facts: TillErrorFacts = {}) => {
  service.failure = new TillError(code, 'no', facts);
};
const away = () => failing('network.refused', { retryable: true });
const unreadable = () => failing('answer.schema', { retryable: true, status: 200 });

describe('a question', () => {
  test('is one request that is not repeated by itself, one at a time', async () => {
    const going = reading.go();
    expect(reading.dueIn(sale)).toBe(Number.POSITIVE_INFINITY);
    await going;
    expect(reading.dueIn(sale)).toBeCloseTo(1_050);
    expect(service.asked).toEqual([{ what: 'read', options: { signal: expect.any(AbortSignal), retry: 'never' } }]);
    expect(happened).toEqual(['seen']);
    expect(counts).toMatchObject({ tried: 0, answered: 1 });
    expect(allowance.isIdle).toBe(false);
  });

  test('that is broken off by a newer one says nothing, whether answered or failed', async () => {
    service.meanwhile = () => reading.urge();
    await reading.go();
    away();
    await reading.go();
    expect([happened, counts, reading.silentFor]).toEqual([[], { changed: 0, tried: 0, answered: 0 }, 0]);
    expect(reading.dueIn(sale)).toBe(0);
  });

  test('that is broken off by a newer one breaks off no later one', async () => {
    await reading.go();
    reading.urge();
    const going = reading.go();
    await going;
    expect(happened).toEqual(['seen', 'seen']);
  });

  test('breaks off a search in the same way', async () => {
    sale = searching;
    service.found = [payment('PENDING')];
    service.meanwhile = () => reading.urge();
    await reading.go();
    expect(happened).toEqual([]);
  });

  test('whose answer is about another payment is no answer', async () => {
    service.answer = payment('SUCCEEDED', { amount: 1 });
    reading.owe();
    await reading.go();
    await reading.go();
    expect([sale.stage, reading.isOwed, counts.answered]).toEqual(['waiting', true, 0]);
    expect(reading.telling.trouble).toMatchObject({ code: 'sale.other-payment', retryable: true });
    expect(reading.telling.doing?.code).toBe('asking-again');
  });

  test('is owed until there is an answer', async () => {
    expect(reading.isOwed).toBe(false);
    reading.owe();
    expect(reading.dueIn(sale)).toBe(0);
    away();
    await reading.go();
    expect(reading.isOwed).toBe(true);
    service.failure = undefined;
    await reading.go();
    expect(reading.isOwed).toBe(false);
  });
});

describe('a search', () => {
  beforeEach(() => {
    sale = searching;
  });

  test('that finds the payment is told, and the payment is read at once for its code', async () => {
    service.found = [payment('PENDING')];
    await reading.go();
    expect([sale.creation, happened]).toEqual(['known', ['created']]);
    expect(reading.dueIn(sale)).toBe(0);
    expect(counts).toMatchObject({ answered: 1, tried: 0 });
    expect(reading.telling.doing).toBeUndefined();
  });

  test('that finds nothing says nothing yet, and goes on', async () => {
    await reading.go();
    expect([happened, reading.telling.doing?.code]).toEqual([[], 'searching']);
    expect(counts).toMatchObject({ answered: 0, tried: 1 });
    expect(reading.dueIn(sale)).toBeCloseTo(2_300);
  });

  test('is told as a search while it is under way, and as what failed after that', async () => {
    let under: string | undefined;
    service.meanwhile = () => {
      under = reading.telling.doing?.code;
    };
    await reading.go();
    expect(under).toBe('searching');
    away();
    await reading.go();
    await reading.go();
    await reading.go();
    expect(under).toBe('offline');
  });
});

describe('nothing new for three minutes slows the till down, until', () => {
  const lasting = { expiresAt: AT + 900_000 };

  beforeEach(async () => {
    sale = { ...known, ...lasting };
    service.answer = payment('PENDING', lasting);
    await clock.advance(180_001);
    await reading.go();
    expect(reading.dueIn(sale)).toBeCloseTo(2_500);
  });

  test('the payment moves on', async () => {
    service.answer = payment('IDENTIFIED', lasting);
    await reading.go();
    expect(reading.dueIn(sale)).toBeCloseTo(450);
  });

  test('it is known what became of a cancel', async () => {
    sale = play({ ...known, ...lasting }, { type: 'cancel-asked' }, { type: 'cancel-refused', problem }).sale;
    await reading.go();
    expect([sale.cancelDue, sale.stage]).toEqual(['no', 'waiting']);
    expect(reading.dueIn(sale)).toBeCloseTo(1_050);
  });

  test('a search finds the payment', async () => {
    sale = searching;
    await reading.go();
    expect(reading.dueIn(sale)).toBeCloseTo(2_500);
    service.found = [payment('PENDING', lasting)];
    await reading.go();
    await reading.go();
    expect(reading.dueIn(sale)).toBeCloseTo(1_050);
  });

  test('a creation is answered', () => {
    reading.created(undefined);
    expect(reading.dueIn(sale)).toBeCloseTo(1_050);
  });
});

describe('what has failed', () => {
  test('once is not told, twice it is', async () => {
    away();
    await reading.go();
    expect([counts.tried, reading.telling.doing]).toEqual([1, undefined]);
    await reading.go();
    expect(reading.telling.doing?.code).toBe('offline');
    expect([reading.telling.trouble?.code, counts.changed]).toEqual(['network.refused', 1]);
    service.failure = undefined;
    await reading.go();
    expect([reading.telling.doing, reading.telling.trouble]).toEqual([undefined, undefined]);
  });

  test('and cannot come right by itself is told at once, as is a wish to wait', async () => {
    failing('auth.authority', { status: 403 });
    await reading.go();
    expect(reading.telling.trouble?.code).toBe('sale.auth.authority');
    service.failure = undefined;
    await reading.go();
    failing('service.busy', { status: 429, retryable: true, retryAfterMs: 5_000 });
    await reading.go();
    expect(reading.telling.doing?.code).toBe('asked-to-wait');
    expect(reading.dueIn(sale)).toBe(5_000);
  });

  test('three times with answers that say nothing leaves the payment unknown', async () => {
    unreadable();
    await reading.go();
    await reading.go();
    expect(sale.stage).toBe('waiting');
    await reading.go();
    expect(sale).toMatchObject({ stage: 'unknown', problem: { code: 'answer.schema' } });
  });

  test('for good leaves it unknown at once; faults on the way never do', async () => {
    away();
    for (let time = 0; time < 4; time += 1) await reading.go();
    expect(sale.stage).toBe('waiting');
    failing('payment.not-found', { status: 404 });
    await reading.go();
    expect(sale.stage).toBe('unknown');
  });

  test('counts as silence from the last answer on', async () => {
    await clock.advance(5_000);
    expect(reading.silentFor).toBe(0);
    await reading.go();
    away();
    await clock.advance(3_000);
    await reading.go();
    await clock.advance(4_000);
    expect(reading.silentFor).toBe(7_000);
    service.failure = undefined;
    await reading.go();
    expect(reading.silentFor).toBe(0);
    allowance.obey(new TillError('service.busy', '', { retryAfterMs: 60_000 }));
    await clock.advance(2_000);
    expect(reading.silentFor).toBe(2_000);
  });
});

describe('"Customer says they paid"', () => {
  test('breaks off what is under way and asks at once', async () => {
    await reading.go();
    reading.askForCustomer();
    expect([reading.dueIn(sale), reading.customer.isAsking]).toEqual([0, true]);
    await reading.go();
    expect(reading.customer.verdict?.kind).toBe('not-paid');
  });

  test('pressed while it asks asks no second time', async () => {
    reading.askForCustomer();
    await clock.advance(500);
    const { verdict } = reading.customer;
    reading.askForCustomer();
    expect(reading.customer.verdict).toBe(verdict);
  });

  test('asks nothing about a payment that was never made', () => {
    sale = play(fresh(), { type: 'creation-refused', problem }).sale;
    reading.askForCustomer();
    expect(reading.customer.verdict?.kind).toBe('not-paid');
    expect(reading.dueIn({ ...sale, stage: 'waiting' })).toBeGreaterThan(0);
  });

  test.each([
    [3_000, 'asking'],
    [3_001, 'unreachable'],
  ])('where the service asked to wait for %i ms: %s', (retryAfterMs, kind) => {
    allowance.obey(new TillError('service.busy', '', { retryAfterMs }));
    reading.askForCustomer();
    expect(reading.customer.verdict?.kind).toBe(kind);
  });

  test('is answered as unreachable when nobody is there', async () => {
    reading.askForCustomer();
    away();
    await reading.go();
    expect(reading.customer.verdict?.kind).toBe('unreachable');
  });
});

describe('what a creation has told', () => {
  test('counts as an answer', () => {
    reading.telling.does('creating');
    reading.created(undefined);
    expect([reading.telling.doing, counts.answered, counts.tried]).toEqual([undefined, 1, 0]);
    expect(reading.dueIn(sale)).toBeGreaterThan(0);
  });

  test('does not answer a person who asked meanwhile', () => {
    reading.customer.begin('asking');
    reading.created(undefined);
    expect([reading.customer.isAsking, reading.dueIn(sale)]).toEqual([true, 0]);
  });

  test('answers a person who asked when it was refused', () => {
    sale = play(fresh(), { type: 'creation-refused', problem }).sale;
    reading.customer.begin('asking');
    reading.created(new TillError('network.refused', ''));
    expect(reading.customer.verdict?.kind).toBe('not-paid');
  });

  test('is searched for at once where it is unknown, and counted where it failed', async () => {
    sale = searching;
    reading.created(undefined);
    await clock.advance(1_000);
    expect([reading.telling.doing?.code, reading.dueIn(sale), reading.silentFor]).toEqual(['searching', 0, 0]);
    reading.created(new TillError('network.reset', '', { acted: 'maybe' }));
    expect(reading.silentFor).toBe(1_000);
    expect(counts).toMatchObject({ answered: 0, tried: 0 });
  });
});

describe('once its time is over', () => {
  test('the till says that it is checking, until the service says what became of it', async () => {
    reading.note(fresh(), known);
    expect(reading.countdown.left).toBe(60_000);
    await clock.advance(59_999);
    await reading.go();
    expect(reading.telling.doing).toBeUndefined();
    await clock.advance(1);
    let under: string | undefined;
    service.meanwhile = () => {
      under = reading.telling.doing?.code;
    };
    await reading.go();
    expect([under, reading.telling.doing?.code]).toEqual(['checking-expiry', 'checking-expiry']);
    service.answer = payment('EXPIRED');
    await reading.go();
    expect([sale.stage, reading.telling.doing]).toEqual(['expired', undefined]);
    await reading.go();
    expect(under).toBeUndefined();
  });
});

describe('a sale that has ended', () => {
  const end = async (more: Partial<SaleRecord> = {}) => {
    service.answer = payment('CANCELLED');
    await reading.go();
    sale = { ...sale, ...more };
  };

  test('is settled by the first answer a minute after its end', async () => {
    await end();
    await clock.advance(59_999);
    await reading.go();
    expect(sale.settled).toBe(false);
    await clock.advance(1);
    await reading.go();
    expect(sale.settled).toBe(true);
    expect(happened.filter((event) => event === 'settled')).toHaveLength(1);
    await reading.go();
    expect(happened.filter((event) => event === 'settled')).toHaveLength(1);
  });

  test('is not settled while the service goes on with the payment, or a cancel is due', async () => {
    await end();
    await clock.advance(60_000);
    service.answer = payment('IDENTIFIED');
    await reading.go();
    service.answer = payment('CANCELLED');
    sale = { ...sale, cancelDue: 'check-refused', cancel: 'asked' };
    service.answer = payment('PENDING');
    await reading.go();
    expect(sale.settled).toBe(false);
  });

  test('that another process saw end is watched by the wall clock, asked once', async () => {
    sale = { ...known, stage: 'cancelled', status: 'CANCELLED', endedAt: clock.now() - 59_000 };
    service.answer = payment('CANCELLED');
    await reading.go();
    expect(sale.settled).toBe(false);
    clock.jump(-3_600_000);
    await clock.advance(1_000);
    await reading.go();
    expect(sale.settled).toBe(true);
  });

  test('whose end lies ahead by the wall clock is watched from now on', async () => {
    sale = { ...known, stage: 'cancelled', status: 'CANCELLED', endedAt: clock.now() + 3_600_000 };
    service.answer = payment('CANCELLED');
    await reading.go();
    await clock.advance(60_000);
    await reading.go();
    expect(sale.settled).toBe(true);
  });

  test('that nobody finds is settled by searches, too', async () => {
    sale = { ...searching, creation: 'absent', stage: 'failed', endedAt: clock.now() - 60_000 };
    await reading.go();
    expect(sale.settled).toBe(true);
  });
});
