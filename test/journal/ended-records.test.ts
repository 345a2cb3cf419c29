import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { isRefundEnd } from '../../main/domain/refund-record.ts';
import { hasEnded } from '../../main/domain/sale-record.ts';
import { systemDisk } from '../../main/journal/database.ts';
import { openJournal } from '../../main/journal/journal.ts';
import { openRecordStream, type RecordStream } from '../../main/journal/record-stream.ts';
import fc from '../base/properties.ts';
import { SeededRandom } from '../base/seeded-random.ts';
import { VirtualClock } from '../base/virtual-clock.ts';

const DAY_MS = 86_400_000;
const acts = [
  ...(['sell', 'pay', 'cancel', 'find', 'refuse', 'give-up'] as const),
  ...(['refund', 'pending', 'refunded', 'failed', 'not-made'] as const),
] as const;
type Act = (typeof acts)[number];

const step = fc.record({
  act: fc.constantFrom(...acts),
  which: fc.nat(5),
  afterMs: fc.oneof(fc.constant(0), fc.integer({ min: 1, max: DAY_MS })),
});

test('nightly files hold each ended payment and refund once', async () => {
  const property = fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 40 }), async (steps) => {
    const folder = mkdtempSync(join(tmpdir(), 'tillmate-ended-'));
    const shop = openShop(folder);
    try {
      const begins = Math.floor(shop.clock.now() / DAY_MS) * DAY_MS;
      const nights: Files[] = [];
      for (const { act, which, afterMs } of steps) {
        await shop.clock.advance(afterMs);
        // A job at midnight, for the day just ended.
        for (; begins + (nights.length + 1) * DAY_MS <= shop.clock.now(); )
          nights.push(shop.files(begins + nights.length * DAY_MS));
        shop.play(act, which);
      }
      nights.push(shop.files(begins + nights.length * DAY_MS));
      const later = nights.map((_, day) => shop.files(begins + day * DAY_MS));
      expect(later.flatMap(({ sales }) => sales).toSorted()).toEqual(shop.ended().sales);
      expect(later.flatMap(({ refunds }) => refunds).toSorted()).toEqual(shop.ended().refunds);
      // An entry stays true until a later night lists the same id again.
      const shown = new Map<string, string>();
      for (const { sales, refunds } of nights)
        for (const each of [...sales, ...refunds]) shown.set(each.split(' ')[0] ?? '', each);
      const now = [...shop.ended().sales, ...shop.ended().refunds];
      // A refund closed as not made, but made by the service, is open again until its end.
      for (const each of now) expect(shown.get(each.split(' ')[0] ?? '')).toBe(each);
    } finally {
      shop.close();
      rmSync(folder, { recursive: true, force: true });
    }
  });
  await fc.assert(property, { numRuns: 15 });
});

interface Files {
  readonly sales: readonly string[];
  readonly refunds: readonly string[];
}

function openShop(folder: string) {
  const file = join(folder, 'journal.sqlite');
  const clock = new VirtualClock();
  const terminal = { terminalId: 'till-1', shopId: 'shop-1', posId: 'TILL42' };
  const journal = openJournal({ file, disk: systemDisk, clock, random: new SeededRandom(1), terminal });
  const saleIds: string[] = [];
  const refundKeys: string[] = [];

  function sell(): void {
    const saleId = randomUUID();
    saleIds.push(saleId);
    const paymentId = saleId.slice(0, 24);
    journal.record(
      { type: 'sale.intent', saleId, reference: saleId, amount: 500, operation: 'static-qr', body: '{}', skewMs: 0 },
      { type: 'sale.created', saleId, paymentId, createdAt: clock.now(), via: 'create' },
    );
  }

  function moved(saleId: string, stage: 'paid' | 'cancelled'): void {
    const sale = journal.sale(saleId);
    if (sale?.creation !== 'known' || sale.stage === 'paid') return;
    const status = stage === 'paid' ? 'SUCCEEDED' : 'CANCELLED';
    journal.record({ type: 'sale.moved', saleId, via: 'read', status, stage });
  }

  function answered(refundKey: string, stage: 'pending' | 'refunded' | 'failed'): void {
    const refundId = refundKey.slice(0, 24);
    journal.record({ type: 'refund.answered', refundKey, refundId, status: stage.toUpperCase(), stage });
  }

  function refuse(): void {
    const saleId = randomUUID();
    saleIds.push(saleId);
    const problem = { code: 'service.refused', message: 'no', retryable: false };
    journal.record(
      { type: 'sale.intent', saleId, reference: saleId, amount: 500, operation: 'static-qr', body: '{}', skewMs: 0 },
      { type: 'sale.creation-refused', saleId, problem },
    );
  }

  /** A sale given up: searched for without an answer, never found. */
  function giveUp(): void {
    const saleId = randomUUID();
    saleIds.push(saleId);
    const problem = { code: 'network.reset', message: 'no answer', retryable: true };
    journal.record(
      { type: 'sale.intent', saleId, reference: saleId, amount: 500, operation: 'static-qr', body: '{}', skewMs: 0 },
      { type: 'sale.creation-unknown', saleId, problem },
      { type: 'sale.creation-absent', saleId },
    );
  }

  /** A payment of another till, ended days ago. */
  function find(): void {
    const saleId = randomUUID();
    const [createdAt, succeededAt] = [clock.now() - 3 * DAY_MS, clock.now() - 2 * DAY_MS];
    const shown = { paymentId: saleId.slice(0, 24), reference: 'elsewhere', amount: 700, status: 'SUCCEEDED' };
    saleIds.push(saleId);
    journal.record({ type: 'sale.imported', saleId, ...shown, stage: 'paid', createdAt, succeededAt, follow: false });
  }

  const files = (from: number, before: number): Files => {
    const stream: RecordStream = openRecordStream(file, systemDisk);
    const span = { from, before };
    const sales = [...stream.endedSales(span)].flatMap((each) => (each === undefined ? [] : [each.sale]));
    const refunds = [...stream.endedRefunds(span)].flatMap((each) => (each === undefined ? [] : [each.refund]));
    stream.close();
    return {
      sales: sales.map(({ saleId, stage }) => `${saleId} ${stage}`),
      refunds: refunds.map(({ refundKey, stage }) => `${refundKey} ${stage}`),
    };
  };

  const begin = { sell, find, refuse, 'give-up': giveUp };
  const onSale = {
    pay: (saleId: string) => moved(saleId, 'paid'),
    cancel: (saleId: string) => moved(saleId, 'cancelled'),
    refund(saleId: string) {
      const refundKey = randomUUID();
      refundKeys.push(refundKey);
      const paymentId = saleId.slice(0, 24);
      journal.record({ type: 'refund.intent', refundKey, saleId, paymentId, amount: 100, body: '{}' });
    },
  };
  const onRefund = {
    pending: (refundKey: string) => answered(refundKey, 'pending'),
    refunded: (refundKey: string) => answered(refundKey, 'refunded'),
    failed: (refundKey: string) => answered(refundKey, 'failed'),
    'not-made': (refundKey: string) => journal.record({ type: 'refund.settled', refundKey, decision: 'not-made' }),
  };

  return {
    clock,
    close: () => journal.close(),
    files: (day: number) => files(day, day + DAY_MS),
    ended(): Files {
      const sales = saleIds.flatMap((saleId) => journal.sale(saleId) ?? []).filter(hasEnded);
      const refunds = refundKeys.flatMap((refundKey) => journal.refund(refundKey) ?? []);
      return {
        sales: sales.map(({ saleId, stage }) => `${saleId} ${stage}`).toSorted(),
        refunds: refunds
          .filter(({ stage }) => isRefundEnd(stage))
          .map(({ refundKey, stage }) => `${refundKey} ${stage}`)
          .toSorted(),
      };
    },
    play(act: Act, which: number): void {
      const saleId = saleIds.at(which % Math.max(1, saleIds.length));
      const refundKey = refundKeys.at(which % Math.max(1, refundKeys.length));
      if (act === 'sell' || act === 'find' || act === 'refuse' || act === 'give-up') begin[act]();
      else if (act === 'pay' || act === 'cancel' || act === 'refund') saleId !== undefined && onSale[act](saleId);
      else if (refundKey !== undefined) onRefund[act](refundKey);
    },
  };
}
