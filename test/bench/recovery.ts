import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { once } from 'node:events';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { Pool } from 'undici';
import { systemClock, systemRandom } from '../../main/base/clock.ts';
import type { JournalEvent } from '../../main/domain/events.ts';
import { systemDisk } from '../../main/journal/database.ts';
import { type Journal, openJournal } from '../../main/journal/journal.ts';
import { SaleLedger } from '../../main/sale/sale-ledger.ts';
import { Sales } from '../../main/sale/sales.ts';
import { createLog } from '../../main/support/log.ts';
import { createConnection } from '../../main/till/service-connection.ts';
import { fieldsForService } from '../settings/fields-for-service.ts';
import { terminalSettings } from '../settings/terminal-settings.ts';
import { inBenchFolder } from './bench-folder.ts';
import { howMany } from './how-many.ts';
import type { OpenPayment, OpenService } from './recovery/service-thread.ts';
import { type Row, row } from './result-row.ts';

export const name = 'recovery';

const OPEN = howMany(1_000, 16);
const AT_ONCE = 8;
/** Each seventh sale has a creation without a response; the till searches for its payment. */
const UNANSWERED_EVERY = 7;

/** Measures the recovery of 1,000 open sales at start. Yardstick: a bare loop that reads 1,000 payments. */
export async function bench(): Promise<readonly Row[]> {
  const worker = new Worker(new URL('./recovery/service-thread.ts', import.meta.url), { workerData: { count: OPEN } });
  try {
    const [service] = (await once(worker, 'message')) as [OpenService];
    const bareSeconds = await bareReads(service);
    const { seconds, requests } = await inBenchFolder((folder) => recovered(service, folder));
    return rows(seconds, bareSeconds, requests);
  } finally {
    await worker.terminate();
  }
}

function rows(seconds: number, bareSeconds: number, requests: readonly number[]): readonly Row[] {
  const mean = requests.reduce((sum, count) => sum + count, 0) / OPEN;
  const each = { yardstick: ['a bare loop of reads', 1], atMost: 2 } as const;
  return [
    row('recovery of 1,000 open sales: requests for a sale, the most', Math.max(...requests), '', each),
    row('recovery of 1,000 open sales: requests for a sale, on average', mean, '', each),
    row('recovery of 1,000 open sales', seconds, 's', { yardstick: ['a bare loop of 1,000 reads', bareSeconds] }),
  ];
}

/** Reads every payment by API key, with the concurrency of recovery. */
async function bareReads({ baseUrl, profile: { apiKey }, payments }: OpenService): Promise<number> {
  const pool = new Pool(baseUrl, { connections: AT_ONCE, pipelining: 1 });
  const headers = { authorization: `Bearer ${apiKey}` };
  const began = performance.now();
  let next = 0;
  const reader = async () => {
    for (let payment = payments[next++]; payment !== undefined; payment = payments[next++]) {
      const { statusCode, body } = await pool.request({
        method: 'GET',
        path: `/v3/payments/${payment.paymentId}`,
        headers,
      });
      await body.json();
      if (statusCode !== 200) throw new Error(`The service answers ${statusCode} to a read.`);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, reader));
  const seconds = (performance.now() - began) / 1000;
  await pool.close();
  return seconds;
}

async function recovered(
  service: OpenService,
  folder: string,
): Promise<{ readonly seconds: number; readonly requests: readonly number[] }> {
  const log = createLog({ write: () => undefined, close: () => undefined });
  const settings = terminalSettings.parse(fieldsForService(service));
  const {
    signingKey,
    profile: { apiKey },
  } = service;
  const connection = createConnection({ settings, signingKey, apiKey, clock: systemClock, random: systemRandom, log });
  const journal = openJournal({
    file: join(folder, 'journal.sqlite'),
    disk: systemDisk,
    clock: systemClock,
    random: systemRandom,
    terminal: { terminalId: 'bench', shopId: 'S1', posId: 'TILL42' },
  });
  leaveOpen(journal, service.payments);
  const sales = new Sales({
    service: connection.service,
    journal,
    ledger: new SaleLedger({ journal, clock: systemClock, log }),
    clock: systemClock,
    random: systemRandom,
    terminal: { posId: 'TILL42', shopId: 'S1', shopName: 'Shop', chargeWith: 'static-qr' },
    log,
    importRefunds: async () => undefined,
  });
  const wire = watchWire(service.payments);
  const began = performance.now();
  await sales.recover();
  const seconds = (performance.now() - began) / 1000;
  wire.stop();
  const { open, resolved } = sales.recovery;
  await sales.close();
  await connection.close();
  check(journal, service.payments, { open, resolved });
  journal.close();
  return { seconds, requests: wire.requests() };
}

function leaveOpen(journal: Journal, payments: readonly OpenPayment[]): void {
  const counter = 'TILL42/261120';
  const events = payments.flatMap(({ paymentId, reference, amount }, index): readonly JournalEvent[] => {
    const saleId = systemRandom.uuid();
    const body = JSON.stringify({ amount, currency: 'EUR', reference });
    const own = { reference, counter, sequence: index + 1 };
    const intent: JournalEvent = { type: 'sale.intent', saleId, ...own, amount, operation: 'payment', body, skewMs: 0 };
    const dismissed: JournalEvent = { type: 'sale.dismissed', saleId };
    if (index % UNANSWERED_EVERY === 0) return [intent, dismissed];
    const at = Date.now();
    const times = { createdAt: at, expiresAt: at + 3_600_000 };
    return [intent, { type: 'sale.created', saleId, paymentId, ...times, via: 'create' }, dismissed];
  });
  journal.record(...events);
}

function watchWire(payments: readonly OpenPayment[]): { requests(): readonly number[]; stop(): void } {
  const counts = new Map(payments.map(({ reference }) => [reference, 0]));
  const references = new Map(payments.map(({ paymentId, reference }) => [paymentId, reference]));
  const onRequest = (message: unknown) => {
    const { request } = message as { readonly request: { readonly path: string; readonly body: unknown } };
    const id = /^\/v3\/payments\/([^/?]+)/.exec(request.path)?.[1] ?? '';
    const reference = id === 'search' ? searchedFor(request.body) : references.get(id);
    if (reference !== undefined) counts.set(reference, (counts.get(reference) ?? 0) + 1);
  };
  subscribe('undici:request:create', onRequest);
  return {
    requests: () => [...counts.values()],
    stop: () => void unsubscribe('undici:request:create', onRequest),
  };
}

function searchedFor(body: unknown): string {
  const text = body instanceof Uint8Array ? new TextDecoder().decode(body) : String(body);
  return (JSON.parse(text) as { readonly reference: string }).reference;
}

/** Throws unless the till shows the service's status for every sale. */
function check(
  journal: Journal,
  payments: readonly OpenPayment[],
  { open, resolved }: { readonly open: number; readonly resolved: number },
): void {
  if (open > 0 || resolved !== payments.length) throw new Error(`${open} sales are open, ${resolved} resolved.`);
  const stages = {
    paid: 'paid',
    'refused by the payer': 'cancelled',
    'refused by the bank': 'failed',
    scanned: 'scanned',
    nothing: 'waiting',
  } as const;
  for (const { reference, meanwhile } of payments) {
    const stage = journal.salesOfReference(reference)[0]?.stage;
    if (stage !== stages[meanwhile]) throw new Error(`${reference} is ${stage} and was ${meanwhile}.`);
  }
}
