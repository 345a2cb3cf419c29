import { describe, expect, test } from 'vitest';
import type { CallOptions, Page, Payment, PaymentId, SearchRequest } from '../../main/domain/payment-service.ts';
import type { SaleRecord } from '../../main/domain/sale-record.ts';
import { findCreated, type SearchTimes } from '../../main/sale/creation-search.ts';
import { VirtualClock } from '../base/virtual-clock.ts';
import { counter, givenCounter } from './counter.ts';
import { AT, fresh, ours, payment, REFERENCE } from './sale-states.ts';
import { ScriptedService } from './scripted-service.ts';

const HOUR_MS = 3_600_000;
const MINUTES_MS = 60_000;

class Answering extends ScriptedService {
  readonly asked: {
    readonly ask: SearchRequest;
    readonly page: number;
    readonly size: number;
    readonly options: CallOptions;
  }[] = [];
  readonly items: readonly Payment[];

  constructor(items: readonly Payment[]) {
    super(new VirtualClock());
    this.items = items;
  }

  override async searchPage(
    ask: SearchRequest,
    page: number,
    size: number,
    options: CallOptions = {},
  ): Promise<Page<Payment>> {
    this.asked.push({ ask, page, size, options });
    return { items: this.items, number: 0, totalPages: 1, totalElements: this.items.length };
  }
}

givenCounter();

const ARRIVES_MS = 20_000;
const typed = { ...fresh(), ownReference: false };
const times = (more: Partial<{ now: number; skewMs: number; sentAgoMs: number | undefined }> = {}): SearchTimes => ({
  now: () => more.now ?? AT,
  skewMs: () => more.skewMs ?? 0,
  sentAgoMs: () => ('sentAgoMs' in more ? more.sentAgoMs : 0),
  arrivesWithinMs: ARRIVES_MS,
});

async function search(sale: SaleRecord, at: SearchTimes, ...items: readonly Payment[]) {
  const { signal } = new AbortController();
  return await findCreated(new Answering(items), counter.journal, sale, at, { signal });
}

describe('the search for a creation with an unknown outcome', () => {
  test.each([
    ['its own clock and the service both agree', 0, AT, 0, AT],
    ['the sale began a while ago', 1_000, AT + 5_000, 2_000, AT + 1_000],
    ['the clock has gone back since', 1_000, AT - 5_000, 2_000, AT - 3_000],
  ])('looks two days back when %s', async (_name, skewMs, now, skewNow, first) => {
    const service = new Answering([]);
    const { signal } = new AbortController();
    const found = await findCreated(service, counter.journal, { ...fresh(), skewMs }, times({ now, skewMs: skewNow }), {
      signal,
    });
    expect(found).toBeUndefined();
    expect(service.asked).toEqual([
      {
        ask: { reference: REFERENCE, from: first - 48 * HOUR_MS },
        page: 0,
        size: 50,
        options: { signal },
      },
    ]);
  });

  test.each([
    ['of another reference', payment('PENDING', { reference: 'another' })],
    ['of another amount', payment('PENDING', { amount: 1 })],
  ])('skips a payment %s', async (_name, other) => {
    const right = payment('PENDING', { paymentId: 'Q'.padStart(24, '0') as PaymentId });
    expect(await search(fresh(), times(), other)).toBeUndefined();
    expect(await search(fresh(), times(), other, right)).toEqual({ payment: right, proof: 'own' });
  });

  test("skips other sales' payments but not its own", async () => {
    const saleId = await counter.waiting();
    const item = payment('PENDING', { paymentId: counter.service.last.paymentId });
    expect(await search(fresh(), times(), item)).toBeUndefined();
    expect(await search({ ...fresh(), saleId }, times(), item)).toEqual({ payment: item, proof: 'own' });
  });
});

describe('under a typed reference, a payment is undecided', () => {
  /** Columns: name, clock facts of the sale, times of the search, earliest and latest creation in ms from `AT`. */
  test.each<
    readonly [string, Partial<Pick<SaleRecord, 'skewMs' | 'timeKnown'>>, Parameters<typeof times>[0], number, number]
  >([
    ['as far off as a clock may be', {}, { now: AT, sentAgoMs: 0 }, -15_000, 15_000],
    ["by the service's clock, as it was known when the sale began", { skewMs: -4_000 }, {}, -19_000, 15_000],
    ["by the service's clock, as it is known since the answer", {}, { skewMs: -4_000 }, -19_000, 15_000],
    ["by the service's clock, where that is ahead", { skewMs: 4_000 }, { skewMs: 6_000 }, -11_000, 21_000],
    ['by the earlier of the two clocks', {}, { now: AT + 5_000, sentAgoMs: 9_000 }, -19_000, 15_000],
    ['by the later of the two clocks', {}, { now: AT + 9_000, sentAgoMs: 5_000 }, -15_000, 19_000],
    ['further off when another process sent it', {}, { sentAgoMs: undefined }, -5 * MINUTES_MS, 5 * MINUTES_MS],
    [
      'no further off when another process sent it and knew the time, whatever the clock says by now',
      { skewMs: 4_000, timeKnown: true },
      { now: AT + 31 * HOUR_MS, skewMs: -9 * MINUTES_MS, sentAgoMs: undefined },
      -11_000,
      19_000,
    ],
    ['as far where the clocks have come apart a little', {}, { sentAgoMs: 15_000 }, -30_000, 15_000],
    ['further off when they have come apart', {}, { sentAgoMs: 15_001 }, -15_001 - 5 * MINUTES_MS, 5 * MINUTES_MS],
  ])('%s', async (_name, more, given, earliest, latest) => {
    const sale = { ...typed, ...more };
    const last = latest + ARRIVES_MS;
    for (const inTime of [earliest, last]) {
      const item = payment('PENDING', { createdAt: AT + inTime });
      expect(await search(sale, times(given), item)).toEqual({ payment: item, proof: 'undecided' });
    }
    for (const outOfTime of [earliest - 1, last + 1])
      expect(await search(sale, times(given), payment('PENDING', { createdAt: AT + outOfTime }))).toBeUndefined();
  });

  test('not under a generated reference, at any age', async () => {
    const old = payment('PENDING', { paymentId: ours, createdAt: 0 });
    expect(await search(fresh(), times(), old)).toEqual({ payment: old, proof: 'own' });
  });
});
