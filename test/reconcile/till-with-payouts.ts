import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished, vi } from 'vitest';
import type { Clock } from '../../main/base/clock.ts';
import { omitUndefined } from '../../main/base/omit-undefined.ts';
import type { JournalEvent } from '../../main/domain/events.ts';
import { systemDisk } from '../../main/journal/database.ts';
import { openJournal } from '../../main/journal/journal.ts';
import { createLoadInThread } from '../../main/reconcile/load-in-thread.ts';
import { Reconciliation, type ReconciliationParts } from '../../main/reconcile/reconciliation.ts';
import type { RawLists } from '../../main/service/reconciliation-lists.ts';
import type { MatchState, TransactionGroup, TransactionKind } from '../../preload/contract/payouts.ts';
import { SeededRandom } from '../base/seeded-random.ts';
import { MemoryDisk } from '../journal/disks.ts';
import { id, OWN_PROFILE, ScriptedLists } from './scripted-lists.ts';

export const NOW = Date.parse('2026-03-20T12:00:00Z');

interface Paid {
  readonly paymentId: string;
  readonly amount: number;
  /** Creation and payment time, by the service. */
  readonly at: string;
  readonly reference?: string;
  readonly succeededAt?: string;
  readonly bulkId?: string;
}

/** A journal, the lists of a service, and their matching. Waits take no time. */
export function tillWithPayouts({
  connect,
  thread = false,
  ...change
}: Partial<ReconciliationParts> & {
  /** Replaces the scripted lists; receives the till's clock. */
  readonly connect?: (clock: Clock) => ReconciliationParts['service'] & RawLists;
  /** Loads in a worker thread, as the till does, with the journal in a file; otherwise in the main thread. */
  readonly thread?: boolean;
} = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'tillmate-payouts-'));
  let now = NOW;
  const clock = {
    now: () => now,
    monotonic: () => now - NOW,
    after: (_ms: number, task: () => void) => {
      const waiting = setImmediate(task);
      return () => clearImmediate(waiting);
    },
  };
  const journal = openJournal({
    file: thread ? join(folder, 'journal.sqlite') : 'journal.db',
    disk: thread ? systemDisk : new MemoryDisk(),
    clock,
    random: new SeededRandom(1),
    terminal: { terminalId: 'till-1', shopId: 'shop-1', posId: 'TILL42' },
  });
  const lists = new ScriptedLists();
  const service = connect?.(clock) ?? lists.service;
  const isSelling = () => false;
  const parts: ReconciliationParts = {
    file: join(folder, 'payouts.sqlite'),
    service,
    journal,
    own: { posId: 'TILL42', profileId: OWN_PROFILE },
    clock,
    skewMs: () => 0,
    isSelling,
    ...(thread && {
      inThread: createLoadInThread({ service, journal, clock, isSelling, report: () => undefined }),
    }),
    closedShifts: () => [],
    pause: () => new Promise((resolve) => setImmediate(resolve)),
    log: { info: () => undefined, warn: () => undefined },
    ...change,
  };
  let reconciliation = new Reconciliation(parts);
  onTestFinished(async () => {
    await reconciliation.close();
    journal.close();
    rmSync(folder, { recursive: true });
  });

  const record = (...events: JournalEvent[]) => journal.record(...events);
  /** Journals events at `time` of the till's clock. */
  const at = (time: string, ...events: JournalEvent[]) => {
    const before = now;
    now = Date.parse(time);
    record(...events);
    now = before;
  };

  /** Journals a sale of this till with its payment, paid unless `end` differs. */
  function sale(
    { paymentId, amount, at: time, reference = `TILL42-260320-${paymentId}`, succeededAt = time, bulkId }: Paid,
    end: 'paid' | 'cancelled' | 'expired' | 'waiting' = 'paid',
  ): string {
    const saleId = randomUUID();
    const createdAt = Date.parse(time);
    const about = { saleId, via: 'read' } as const;
    at(
      time,
      {
        type: 'sale.intent',
        saleId,
        reference,
        counter: 'TILL42/260320',
        sequence: 1,
        amount,
        operation: 'static-qr',
        body: '{}',
        skewMs: 0,
      },
      { type: 'sale.created', saleId, paymentId: id(paymentId), createdAt, via: 'create' },
    );
    if (end === 'paid')
      at(succeededAt, {
        type: 'sale.moved',
        ...about,
        status: 'SUCCEEDED',
        stage: 'paid',
        succeededAt: Date.parse(succeededAt),
        ...omitUndefined({ bulkId }),
      });
    else if (end !== 'waiting') at(time, { type: 'sale.moved', ...about, status: end.toUpperCase(), stage: end });
    return saleId;
  }

  /** Journals a sale without a creation outcome, given up after an empty search. */
  function givenUp(reference: string, numbered: { readonly counter?: string; readonly sequence?: number } = {}): void {
    const saleId = randomUUID();
    const problem = { code: 'network.reset', message: 'reset', retryable: true };
    record(
      {
        type: 'sale.intent',
        saleId,
        reference,
        amount: 950,
        operation: 'static-qr',
        body: '{}',
        skewMs: 0,
        ...numbered,
      },
      { type: 'sale.creation-unknown', saleId, problem },
      { type: 'sale.creation-absent', saleId },
    );
  }

  function refund(
    saleId: string,
    { refundId, amount, at: time }: { readonly refundId?: string; readonly amount: number; readonly at: string },
    stage: 'refunded' | 'pending' | 'failed' | 'not-made' | 'sending' = 'refunded',
  ): string {
    const refundKey = randomUUID();
    const paymentId = journal.sale(saleId)?.paymentId ?? '';
    at(time, { type: 'refund.intent', refundKey, saleId, paymentId, amount, body: '{}', skewMs: 0 });
    if (stage === 'not-made') at(time, { type: 'refund.settled', refundKey, decision: 'not-made' });
    else if (stage !== 'sending' && refundId !== undefined)
      at(time, { type: 'refund.answered', refundKey, refundId: id(refundId), status: stage.toUpperCase(), stage });
    return refundKey;
  }

  /** Fetches these days until the end or a stopping fault. */
  async function fetched(from: string, to = from) {
    await reconciliation.load({ from, to });
    return ended();
  }

  async function ended() {
    await vi.waitUntil(() => reconciliation.overview().stage !== 'loading', {
      timeout: thread ? 60_000 : 15_000,
      interval: 1,
    });
    return reconciliation.overview();
  }

  /** Id, state and cents of a group's transactions, in the order of the view. */
  const states = (group: TransactionGroup = 'all') =>
    reconciliation.transactions({ group }, 0, 200).rows.map(({ id: name, state, cents }) => [bare(name), state, cents]);

  const summed = (state: MatchState, kind: TransactionKind = 'payment') => {
    const sum = reconciliation.overview().sums.find((each) => each.state === state && each.kind === kind);
    return sum === undefined ? [0, 0] : [sum.count, sum.cents];
  };

  return {
    clock,
    lists,
    journal,
    record,
    at,
    sale,
    givenUp,
    refund,
    fetched,
    ended,
    states,
    summed,
    file: parts.file,
    get reconciliation() {
      return reconciliation;
    },
    setNow(time: string) {
      now = Date.parse(time);
    },
    async restart() {
      await reconciliation.close();
      reconciliation = new Reconciliation(parts);
    },
  };
}

export const bare = (name: string) => name.replace(/-+$/, '');
