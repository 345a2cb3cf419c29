import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate as turn, setTimeout as wait } from 'node:timers/promises';
import { systemClock, systemRandom } from '../../../main/base/clock.ts';
import type { JournalEvent } from '../../../main/domain/events.ts';
import type { Transaction, TransactionQuery } from '../../../main/domain/payment-service.ts';
import { systemDisk } from '../../../main/journal/database.ts';
import { openJournal } from '../../../main/journal/journal.ts';
import { createLoadInThread } from '../../../main/reconcile/load-in-thread.ts';
import { Reconciliation } from '../../../main/reconcile/reconciliation.ts';
import type { RawLists } from '../../../main/service/reconciliation-lists.ts';
import type { SigningKey } from '../../../main/service/signing-key.ts';
import type { TerminalSettings } from '../../../main/settings/settings.ts';
import { createLog } from '../../../main/support/log.ts';
import { createConnection } from '../../../main/till/service-connection.ts';

/** A process with only the reconciliation, so that its memory use is the memory of this work. */

export interface Work {
  /** `charge` fills the journal first, in a separate process, so that charging does not count. */
  readonly step: 'charge' | 'reconcile';
  readonly folder: string;
  readonly settings: TerminalSettings;
  readonly signingKey: SigningKey;
  readonly from: string;
  readonly to: string;
}

export type Reconciled = Awaited<ReturnType<typeof reconcile>>;

process.once('message', async (work: Work) => {
  const done = work.step === 'charge' ? await charge(work) : await reconcile(work);
  process.send?.(done);
  process.disconnect();
});

const OWN = 10_000;
const SCREEN = 100;

function open({ settings, signingKey, folder }: Work) {
  const log = createLog({ write: () => undefined, close: () => undefined });
  const named = { clock: systemClock, random: systemRandom };
  const connection = createConnection({ settings, signingKey, apiKey: undefined, ...named, log });
  const journal = openJournal({
    file: join(folder, 'journal.sqlite'),
    disk: systemDisk,
    ...named,
    terminal: { terminalId: 'till-1', shopId: settings.shop.shopId, posId: settings.pos.posId },
  });
  return { connection, journal, log };
}

async function reconcile(work: Work) {
  const { settings, from, to, folder } = work;
  const { connection, journal, log } = open(work);
  const { service } = connection;
  let askedAt = 0;
  /** From the request for a page of payments until the page is stored and its first screen is read, in page order. */
  const pageMs: number[] = [];
  const file = join(folder, 'payouts.sqlite');
  /** Ends the measurement of a page when the reconciliation makes its next request or waits: waiting does not count. */
  const over = () => {
    if (askedAt === 0) return;
    reconciliation.transactions({ group: 'all' }, 0, SCREEN);
    reconciliation.overview();
    pageMs.push(performance.now() - askedAt);
    askedAt = 0;
  };
  const clock = {
    ...systemClock,
    // The waits only spare the service: skip the delay.
    after: (_ms: number, task: () => void) => {
      over();
      return systemClock.after(0, task);
    },
  };
  const reconciliation = new Reconciliation({
    file,
    service,
    inThread: createLoadInThread({
      service: {
        ...service,
        rawPage(ask, options) {
          over();
          if (ask.list === 'payments') askedAt = performance.now();
          return service.rawPage(ask, options);
        },
      },
      journal,
      clock,
      isSelling: () => false,
      report: () => undefined,
    }),
    journal,
    own: { posId: settings.pos.posId, profileId: settings.merchant.profileId },
    clock,
    skewMs: () => 0,
    isSelling: () => false,
    closedShifts: () => [],
    pause: () => turn(),
    log,
  });
  const idleMiB = peakMiB();
  const longestHoldMs = watchHolds();
  const began = performance.now();
  await reconciliation.load({ from, to });
  while (reconciliation.overview().stage === 'loading') await wait(50);
  const seconds = (performance.now() - began) / 1_000;
  const holdMs = longestHoldMs();
  const { problem, progress, sums } = reconciliation.overview();
  if (problem !== undefined) throw new Error(problem.message);
  const { rows } = reconciliation.payouts(0, 200);
  const offCents = rows.reduce(
    (off, { stated, listed }) =>
      off +
      Math.abs(stated.payments.cents - listed.payments.cents) +
      Math.abs(stated.refunds.cents - listed.refunds.cents),
    0,
  );
  const matched = sums.find(({ kind, state }) => kind === 'payment' && state === 'matched')?.count ?? 0;
  const usedMiB = peakMiB();
  await reconciliation.close();
  const bare = await barePages(service, { startDate: from, endDate: to });
  journal.close();
  await connection.close();
  return {
    pageMs,
    holdMs,
    transactions: progress.rows,
    matched,
    offCents,
    idleMiB,
    peakMiB: usedMiB,
    seconds,
    bare,
  };
}

/** Yardstick: the same pages only fetched and parsed. */
async function barePages(service: RawLists, range: TransactionQuery) {
  const longestHoldMs = watchHolds();
  const pageMs: number[] = [];
  const pages = 10;
  for (let number = 0, last = pages; number < last; number += 1) {
    const began = performance.now();
    const { response } = await service.rawPage({ list: 'payments', range, page: number });
    const { totalPages } = JSON.parse(new TextDecoder().decode(response.body)) as { readonly totalPages: number };
    pageMs.push(performance.now() - began);
    // The last page is not full.
    last = Math.min(pages, Math.max(1, totalPages - 1));
    await turn();
  }
  return { pageMs, holdMs: longestHoldMs() };
}

/** Returns a function that ends the watch and returns the longest time without a turn of the event loop, in ms. */
function watchHolds(): () => number {
  let longestMs = 0;
  let lastTurn = performance.now();
  const heart = setInterval(() => {
    const now = performance.now();
    longestMs = Math.max(longestMs, now - lastTurn - 5);
    lastTurn = now;
  }, 5);
  return () => {
    clearInterval(heart);
    return longestMs;
  };
}

/**
 * Peak memory of this process in MiB. On Linux `maxRSS` starts with the parent's value, which here includes the
 * sandbox's transactions.
 */
function peakMiB(): number {
  if (process.platform !== 'linux') return process.resourceUsage().maxRSS / 1024;
  const [, kib] = /^VmHWM:\s+(\d+) kB$/m.exec(readFileSync('/proc/self/status', 'utf8')) ?? [];
  return Number(kib) / 1024;
}

/** Writes paid sales of this till for the payments on the first page. */
async function charge(work: Work): Promise<number> {
  const { connection, journal } = open(work);
  const { items } = await connection.service.paymentsPage({ startDate: work.from, endDate: work.to }, 0);
  const payments = [...items].slice(0, OWN);
  for (let from = 0; from < payments.length; from += 200)
    journal.record(...payments.slice(from, from + 200).flatMap(paidSale));
  journal.close();
  await connection.close();
  return payments.length;
}

function paidSale({ paymentId, amount, date, reference = '' }: Transaction): readonly JournalEvent[] {
  const saleId = randomUUID();
  return [
    { type: 'sale.intent', saleId, reference, amount, operation: 'static-qr', body: '{}', skewMs: 0 },
    { type: 'sale.created', saleId, paymentId, createdAt: date, via: 'create' },
    { type: 'sale.moved', saleId, via: 'read', status: 'SUCCEEDED', stage: 'paid', succeededAt: date },
  ];
}
