import { beforeEach, describe, expect, test } from 'vitest';
import type { Random } from '../../main/base/clock.ts';
import { isEnd, type SaleRecord } from '../../main/domain/sale-record.ts';
import { type Attention, PollSchedule, watchedFor } from '../../main/sale/poll-schedule.ts';
import { SaleBudget } from '../../main/sale/sale-budget.ts';
import { SeededRandom } from '../base/seeded-random.ts';
import { VirtualClock } from '../base/virtual-clock.ts';
import { Counter } from './counter.ts';
import { absent, ended, fresh, saleAfter, searching, unanswered, waiting } from './sale-states.ts';

let clock: VirtualClock;
let budget: SaleBudget;
let drawn: number;
let schedule: PollSchedule;

const random: Random = { next: () => drawn, uuid: () => '' };

function at(stage: SaleRecord['stage']): SaleRecord {
  if (stage === 'creating') return fresh();
  if (stage === 'unknown') return unanswered();
  return isEnd(stage) ? { ...ended('CANCELLED'), stage } : { ...waiting(), stage };
}

interface Asked {
  readonly stage?: SaleRecord['stage'];
  readonly attention?: Attention;
  readonly expiresIn?: number;
  readonly endedFor?: number;
}

function due({ stage = 'waiting', attention = 'screen', expiresIn, endedFor = 0 }: Asked = {}): number {
  return schedule.dueIn(at(stage), attention, expiresIn, { endedFor, until: 60_000 });
}

beforeEach(async () => {
  clock = new VirtualClock();
  await clock.advance(1_000_000);
  budget = new SaleBudget(clock);
  drawn = 0.5;
  schedule = new PollSchedule(clock, random, budget);
});

describe('between two reads of the sale on the screen pass', () => {
  test.each<readonly [string, Asked, number]>([
    ['a second and a bit while the customer has not scanned', {}, 1_050],
    ['less than half a second once the customer has', { stage: 'scanned' }, 450],
    ['less still once the bank has authorised', { stage: 'authorised' }, 400],
    ['two seconds and a bit where nobody knows what became of it', { stage: 'unknown' }, 2_300],
    ['a second and a half once its time is over', { expiresIn: 0 }, 1_500],
    ['a second and a half long after its time', { expiresIn: -60_000, stage: 'scanned' }, 1_500],
  ])('%s', (_name, asked, ms) => {
    schedule.sent();
    expect(due(asked)).toBeCloseTo(ms);
  });

  test.each([
    [0, 945],
    [1, 1_155],
  ])('a tenth more or less, drawn per read (%i: %i ms)', (next, ms) => {
    drawn = next;
    schedule.sent();
    drawn = 0.5;
    expect(due()).toBeCloseTo(ms);
    schedule.sent();
    expect(due()).toBeCloseTo(1_050);
  });

  test('two and a half seconds after three idle minutes', async () => {
    await clock.advance(180_000);
    schedule.sent();
    expect(due()).toBeCloseTo(1_050);
    await clock.advance(1);
    schedule.sent();
    expect(due({ stage: 'scanned' })).toBeCloseTo(2_500);
    expect(due({ expiresIn: 0 })).toBeCloseTo(1_500);
    schedule.answered('nothing-new');
    expect(due({ stage: 'scanned' })).toBeCloseTo(2_500);
    schedule.answered('news');
    expect(due({ stage: 'scanned' })).toBeCloseTo(450);
  });

  test('only the remaining part of the pause', async () => {
    schedule.sent();
    await clock.advance(400);
    expect(due()).toBeCloseTo(650);
  });
});

describe('with pauses set by a manager', () => {
  const set = (shortestMs: number, longestMs: number) => {
    schedule = new PollSchedule(clock, random, budget, { shortestMs, longestMs });
  };

  test.each<readonly [string, readonly [number, number], Asked, number]>([
    ['none is shorter', [2_000, 5_000], { stage: 'scanned' }, 2_000],
    ['none is longer', [400, 1_000], { stage: 'unknown' }, 1_000],
    ['what lies between is as ever', [500, 2_000], {}, 1_050],
  ])('%s', (_name, [shortest, longest], asked, ms) => {
    set(shortest, longest);
    schedule.sent();
    expect(due(asked)).toBeCloseTo(ms);
  });

  test('a sale without changes uses the longest pause', async () => {
    set(400, 30_000);
    await clock.advance(180_001);
    schedule.sent();
    expect(due({ stage: 'scanned' })).toBeCloseTo(30_000);
  });

  test('reads stay within the rate of the service', async () => {
    set(400, 1_000);
    let reads = 0;
    for (const end = clock.monotonic() + 60_000; clock.monotonic() < end; reads += 1) {
      await clock.advance(due({ stage: 'authorised' }));
      schedule.sent();
      budget.spend();
    }
    expect(reads).toBeLessThanOrEqual(60);
  });
});

test('a background sale is read less often until a change', () => {
  const waits = [due({ attention: 'background' })];
  for (let read = 0; read < 4; read += 1) {
    schedule.sent();
    waits.push(due({ attention: 'background' }));
  }
  expect(waits).toEqual([5_000, 10_000, 20_000, 30_000, 30_000]);
  schedule.answered('news');
  expect(due({ attention: 'background' })).toBe(5_000);
});

describe('an ended sale is read', () => {
  const ended = (endedFor: number) => due({ stage: 'expired', endedFor, expiresIn: 1 });

  test('after 2, 10, 30 and 60 s, then every 30 s', async () => {
    const reads = [];
    const endedAt = clock.monotonic();
    schedule.sent();
    for (let read = 0; read < 6; read += 1) {
      await clock.advance(ended(clock.monotonic() - endedAt));
      schedule.sent();
      reads.push(clock.monotonic() - endedAt);
    }
    expect(reads).toEqual([2_000, 10_000, 30_000, 60_000, 90_000, 120_000]);
  });

  test('at once when the end is long ago', () => {
    expect(ended(3_600_000)).toBe(0);
    schedule.sent();
    expect(ended(3_600_000)).toBe(30_000);
  });

  test('once more when its watch ends', async () => {
    const watched = (endedFor: number) =>
      schedule.dueIn(at('cancelled'), 'screen', undefined, { endedFor, until: 70_000 });
    schedule.sent();
    expect(watched(60_000)).toBe(10_000);
    await clock.advance(10_000);
    expect(watched(70_000)).toBe(0);
  });
});

const DAY_MS = 24 * 60 * 60 * 1000;

test.each<readonly [string, SaleRecord, number | undefined, number]>([
  ['a minute', waiting(), 300_000, 60_000],
  ['a minute where it was paid', ended('SUCCEEDED'), 300_000, 60_000],
  ['until a minute after it could still be paid', ended('CANCELLED'), 100_000, 170_000],
  ['a minute where it could not be paid any more', ended('CANCELLED'), -60_000, 60_000],
  ['a day where nobody knows when it could be paid last', ended('CANCELLED'), undefined, DAY_MS],
  ['a day at most', ended('CANCELLED'), DAY_MS, DAY_MS],
  ['a day where it never turned up', saleAfter(searching, absent), undefined, DAY_MS],
  [
    'a minute where its reference is typed',
    { ...saleAfter(searching, absent), ownReference: false },
    undefined,
    60_000,
  ],
])('a sale ended ten seconds ago is watched for %s', (_name, sale, expiresIn, ms) => {
  expect(watchedFor(sale, 10_000, expiresIn)).toBe(ms);
});

test('a clock ahead by a day does not end the watch', () => {
  expect(watchedFor(ended('CANCELLED'), DAY_MS, 20_000)).toBe(DAY_MS + 80_000);
});

describe('after a failure', () => {
  test.each<readonly [Asked, number]>([
    [{}, 350],
    [{ expiresIn: 100 }, 350],
    [{ stage: 'expired' }, 350],
    [{ attention: 'background' }, 5_000],
  ])('%o is read again in %i ms', (asked, ms) => {
    schedule.failed();
    expect(schedule.failures).toBe(1);
    expect(due(asked)).toBeCloseTo(ms);
  });

  test('a click or a callback triggers an immediate read', () => {
    schedule.failed();
    schedule.readNow();
    expect(due()).toBe(0);
  });

  test('an answer resets the failure count', () => {
    schedule.failed();
    schedule.answered('nothing-new');
    expect(schedule.failures).toBe(0);
  });

  test('a restored network triggers a read after a failure', () => {
    schedule.sent();
    expect(schedule.forgive()).toBe(false);
    expect(due()).toBeCloseTo(1_050);
    schedule.failed();
    expect(schedule.forgive()).toBe(true);
    expect(due()).toBe(0);
  });
});

describe('at its expiry a sale is read', () => {
  test('shortly afterwards, ahead of its turn', () => {
    schedule.sent();
    expect(due({ expiresIn: 500 })).toBe(650);
  });

  test('in its turn when due sooner', () => {
    schedule.sent();
    expect(due({ expiresIn: 3_000 })).toBeCloseTo(1_050);
  });

  test('once: the next read is paced again', async () => {
    schedule.sent();
    await clock.advance(700);
    expect(due({ expiresIn: -50 })).toBe(100);
    schedule.sent();
    expect(due({ expiresIn: -50 })).toBeCloseTo(1_500);
  });

  test('in its turn when in the background', () => {
    expect(due({ attention: 'background', expiresIn: 500 })).toBe(5_000);
  });
});

describe('with the budget used up', () => {
  const spend = (times: number) => {
    for (let time = 0; time < times; time += 1) budget.spend();
  };

  test('a paced read slows down, then waits for the limit', () => {
    schedule.sent();
    spend(10);
    expect(due()).toBeCloseTo(2_000);
    spend(2);
    expect(due()).toBeCloseTo(2_000);
    spend(2);
    expect(due()).toBeCloseTo(3_750);
  });

  test('a background read does not wait longer', () => {
    schedule.sent();
    spend(12);
    expect(due({ attention: 'background' })).toBe(10_000);
  });

  test('a requested read waits for a free slot', async () => {
    schedule.readNow();
    expect(due()).toBe(0);
    spend(12);
    expect(due()).toBeCloseTo(1_250);
    schedule.sent();
    await clock.advance(60_000);
    schedule.sent();
    expect(due()).toBeCloseTo(1_050);
  });

  test('the read at expiry waits for a free slot', () => {
    schedule.sent();
    spend(12);
    expect(due({ expiresIn: 100 })).toBeCloseTo(1_250);
  });
});

/** Plays a sale of a minute: returns how long each change took to show, ms, and the number of reads. */
async function minuteSale(seed: number): Promise<{ readonly latencies: readonly number[]; readonly reads: number }> {
  const counter = new Counter({ seed });
  const random = new SeededRandom(seed);
  const latencies: number[] = [];
  const saleId = await counter.waiting();
  const { paymentId } = counter.service.last;
  let changedAt = 0;
  let shown = counter.view(saleId).status;
  counter.sales.onChange(() => {
    const { status } = counter.view(saleId);
    if (status !== shown) latencies.push(counter.clock.monotonic() - changedAt);
    shown = status;
  });
  const change = async (afterMs: number, status: string) => {
    await counter.clock.advance(afterMs);
    changedAt = counter.clock.monotonic();
    counter.service.set(paymentId, status);
  };
  await change(38_000 + random.next() * 4_000, 'IDENTIFIED');
  await change(8_000 + random.next() * 2_000, 'AUTHORIZED');
  await change(2_000 + random.next() * 1_000, 'SUCCEEDED');
  await counter.clock.advance(5_000);
  const reads = counter.service.calls.filter((call) => call.operation === 'read' && call.at <= 60_000).length;
  return { latencies, reads };
}

test('changes show within 0.6 s at 60 reads a minute', async () => {
  const latencies: number[] = [];
  for (let seed = 1; seed <= 40; seed += 1) {
    const sale = await minuteSale(seed);
    expect(sale.latencies).toHaveLength(3);
    expect(sale.reads).toBeLessThanOrEqual(60);
    latencies.push(...sale.latencies);
  }
  latencies.sort((a, b) => a - b);
  expect(latencies[latencies.length / 2]).toBeLessThanOrEqual(600);
});

test('a dismissed paid sale leaves no pending timers', async () => {
  const counter = new Counter();
  for (let index = 0; index < 30; index += 1) await counter.paidSale(100 + index);
  await counter.clock.advance(120_000);
  expect(counter.clock.pending).toBe(0);
  expect(counter.journal.openSales()).toEqual([]);
});
