import { once } from 'node:events';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout as wait } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { systemClock, systemRandom } from '../../main/base/clock.ts';
import { systemDisk } from '../../main/journal/database.ts';
import { openJournal } from '../../main/journal/journal.ts';
import { SaleLedger } from '../../main/sale/sale-ledger.ts';
import { Sales } from '../../main/sale/sales.ts';
import { createLog } from '../../main/support/log.ts';
import { createConnection } from '../../main/till/service-connection.ts';
import type { Cents } from '../../preload/contract/fields.ts';
import type { SaleView } from '../../preload/contract/views.ts';
import { until } from '../base/until.ts';
import { fieldsForService } from '../settings/fields-for-service.ts';
import { terminalSettings } from '../settings/terminal-settings.ts';
import { inBenchFolder } from './bench-folder.ts';
import { howMany } from './how-many.ts';
import type { ManyPayments } from './recovery/many-payments-thread.ts';
import { type Row, row } from './result-row.ts';
import { median, quantile } from './statistics.ts';

export const name = 'charge-in-recovery';

const PAYMENTS = 200_000;
const ANSWER_MS = 15;
const SALES = howMany(40);
const WARM_UP = howMany(5, 1);
/** Pause between two charges in ms; a cashier is slower. */
const APART_MS = howMany(300, 20);

/**
 * Measures charge to QR code address, without windows: while the till recovers 200,000 payments, and while the same
 * till is idle.
 */
export async function bench(): Promise<readonly Row[]> {
  const workerData = { count: PAYMENTS, answerMs: ANSWER_MS };
  const worker = new Worker(new URL('./recovery/many-payments-thread.ts', import.meta.url), { workerData });
  try {
    const [service] = (await once(worker, 'message')) as [ManyPayments];
    return await inBenchFolder((folder) => measured(service, folder));
  } finally {
    await worker.terminate();
  }
}

async function measured(service: ManyPayments, folder: string): Promise<readonly Row[]> {
  const { sales, recovered, close } = tillOf(service, folder);
  try {
    await charges(sales, WARM_UP);
    const delayIdle = monitorEventLoopDelay({ resolution: 5 });
    delayIdle.enable();
    const idle = await charges(sales, SALES);
    delayIdle.disable();
    const recovery = sales.recover();
    await until('the recovery has begun', () => recovered() > 0, 60_000);
    const delay = monitorEventLoopDelay({ resolution: 5 });
    delay.enable();
    const during = await charges(sales, SALES);
    delay.disable();
    if (sales.lostPayments?.found !== undefined) throw new Error('The recovery ended before the charges.');
    await Promise.all([close(), recovery]);
    return rows(idle, during, { idle: delayIdle.max / 1e6, during: delay.max / 1e6 });
  } catch (thrown) {
    await close();
    throw thrown;
  }
}

type Blocks = { readonly idle: number; readonly during: number };

function rows(idle: readonly number[], during: readonly number[], longestMs: Blocks): readonly Row[] {
  const next = 'charge to QR code during a recovery of 200,000 payments';
  const yardstick = 'the idle till';
  return [
    row(`${next}, p50`, median(during), 'ms', { yardstick: [yardstick, median(idle)], atMost: 1.2 }),
    row(`${next}, p95`, quantile(during, 0.95), 'ms', { yardstick: [yardstick, quantile(idle, 0.95)] }),
    row(`${next}, longest block of the event loop`, longestMs.during, 'ms', { yardstick: [yardstick, longestMs.idle] }),
  ];
}

function tillOf(service: ManyPayments, folder: string) {
  const settings = terminalSettings.parse(fieldsForService(service));
  const { signingKey, profile } = service;
  const log = createLog({ write: () => undefined, close: () => undefined });
  const parts = { clock: systemClock, random: systemRandom };
  const connection = createConnection({ settings, signingKey, apiKey: profile.apiKey, ...parts, log });
  const journal = openJournal({
    file: join(folder, 'journal.sqlite'),
    disk: systemDisk,
    ...parts,
    terminal: { terminalId: 'bench', shopId: 'S1', posId: 'TILL42' },
  });
  journal.keep({ type: 'journal.begun', journalId: 'bench', salt: 1234, replaces: 'journal-damaged.sqlite' });
  const sales = new Sales({
    service: connection.service,
    journal,
    ledger: new SaleLedger({ journal, clock: parts.clock, log }),
    ...parts,
    terminal: { posId: 'TILL42', shopId: 'S1', shopName: 'Shop', chargeWith: 'static-qr' },
    log,
    importRefunds: async () => undefined,
  });
  return {
    sales,
    recovered: () => journal.find('TILL42-261120-9876', undefined, 1).sales.length,
    async close() {
      await sales.close();
      await connection.close();
      journal.close();
    },
  };
}

/** Returns the ms of each charge. Cancels each payment and dismisses its sale. */
async function charges(sales: Sales, count: number): Promise<readonly number[]> {
  const taken: number[] = [];
  for (let sale = 0; sale < count; sale += 1) {
    const began = performance.now();
    const { saleId } = await sales.start({ amount: 1250 as Cents });
    await shows(sales, ({ deeplink }) => deeplink !== undefined);
    taken.push(performance.now() - began);
    await sales.cancel(saleId);
    await shows(sales, ({ stage }) => stage === 'cancelled');
    await sales.dismiss(saleId);
    await wait(APART_MS);
  }
  return taken;
}

async function shows(sales: Sales, isThere: (sale: SaleView) => boolean): Promise<void> {
  const look = () => {
    const sale = sales.current();
    if (sale?.stage === 'failed') throw new Error(`A charge failed: ${sale.problem?.code}`);
    return sale !== null && isThere(sale);
  };
  if (look()) return;
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const stop = sales.onChange(() => {
    try {
      if (look()) resolve();
    } catch (thrown) {
      reject(thrown);
    }
  });
  await promise.finally(stop);
}
