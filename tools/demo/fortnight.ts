import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { dataFiles } from '../../main/base/data-files.ts';
import { omitUndefined } from '../../main/base/omit-undefined.ts';
import type { JournalEvent } from '../../main/domain/events.ts';
import { systemDisk } from '../../main/journal/database.ts';
import { type Journal, openJournal } from '../../main/journal/journal.ts';
import { startSandbox } from '../../main/sandbox/index.ts';
import type { Sandbox } from '../../main/sandbox/options.ts';
import { SeededRandom } from '../../test/base/seeded-random.ts';
import { VirtualClock } from '../../test/base/virtual-clock.ts';

/**
 * Writes two past weeks of a till in training: sales, cancelled sales and refunds in the journal, and the same payments
 * with their payouts in the service's file. Deterministic except for the dates.
 */
export async function liveFortnight(userDataDir: string): Promise<void> {
  const folder = join(userDataDir, 'training');
  mkdirSync(folder, { recursive: true });
  const random = new SeededRandom(42);
  const until = Date.now() - 5 * MINUTE_MS;
  const clock = new VirtualClock(startOfDay(until, -15));
  const picks = { staticQrDeeplink: 'pos' } as const;
  const sandbox = await startSandbox({ stateFile: join(folder, 'service.json'), clock, random, picks });
  const terminal = { terminalId: 'demo', shopId: 'training', posId: 'TRAIN1' };
  const journal = openJournal({ file: join(folder, dataFiles.journal), disk: systemDisk, clock, random, terminal });
  const shop: Shop = { clock, random, sandbox, journal };
  for (const at of sellingTimes(random, until)) {
    clock.tick(Math.max(0, at - clock.now()));
    sandbox.engine.runDue();
    sell(shop);
  }
  journal.close();
  await sandbox.close();
}

interface Shop {
  readonly clock: VirtualClock;
  readonly random: SeededRandom;
  readonly sandbox: Sandbox;
  readonly journal: Journal;
}

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
/** Sales of a bakery per hour, from eight on. */
const BUSY = [4, 7, 5, 3, 4, 6, 3, 2, 3, 2] as const;
const PRICES = [210, 325, 480, 590, 640, 875, 960, 1_120, 1_250, 1_480, 1_895, 2_340] as const;
const PEOPLE = [
  { role: 'manager', id: 'zoe', name: 'Zoë' },
  { role: 'cashier', id: 'noor', name: 'Noor' },
] as const;

function sellingTimes(random: SeededRandom, until: number): readonly number[] {
  const times: number[] = [];
  for (let day = -15; day <= 0; day += 1) {
    const start = startOfDay(until, day);
    if (new Date(start).getDay() === 1) continue;
    for (const [hour, sales] of BUSY.entries())
      for (let sale = 0; sale < sales; sale += 1)
        if (random.next() < 0.7) times.push(start + (8 + hour + random.next()) * HOUR_MS);
  }
  return times.filter((at) => at < until).toSorted((one, other) => one - other);
}

function startOfDay(at: number, days: number): number {
  const date = new Date(at);
  return new Date(date.getFullYear(), date.getMonth(), date.getDate() + days).getTime();
}

/** Adds a sale with a random end. */
function sell({ clock, random, sandbox, journal }: Shop): void {
  const { engine, profile } = sandbox;
  const caller = engine.signer(profile.profileId);
  if (caller === undefined) throw new Error('The service does not know the profile.');
  const saleId = random.uuid();
  const own = journal.nextReference();
  const amount = PRICES[Math.floor(random.next() * PRICES.length)] ?? 1_250;
  const by = PEOPLE[random.next() < 0.4 ? 0 : 1];
  const body = { posId: 'TRAIN1', shopId: 'training', shopName: 'Training shop', amount, reference: own.reference };
  const ask = (operation: 'createStaticQrPayment' | 'readPayment' | 'cancelPayment', id = '') =>
    engine.handle({ caller, operation, params: { id }, body }).body as Readonly<Record<string, unknown>> | undefined;
  const keep = (seconds: number, ...events: readonly JournalEvent[]) => {
    journal.record(...events);
    clock.tick(seconds * 1_000);
  };

  const intent = { type: 'sale.intent', saleId, ...own, amount, operation: 'static-qr', by } as const;
  keep(1, { ...intent, body: JSON.stringify(body), skewMs: 0, timeKnown: true });
  const created = ask('createStaticQrPayment');
  const paymentId = String(created?.['paymentId']);
  const links = created?.['_links'] as { readonly deeplink: { readonly href: string } } | undefined;
  const known = { saleId, paymentId, createdAt: clock.now(), deeplink: links?.deeplink.href };
  keep(9, { type: 'sale.created', ...known, via: 'create' });
  const moved = (status: string, stage: 'scanned' | 'paid' | 'cancelled' | 'failed') => {
    const read = ask('readPayment', paymentId);
    const debtor = read?.['debtor'] as { name: string; iban: string } | undefined;
    const succeededAt = typeof read?.['succeededAt'] === 'string' ? Date.parse(read['succeededAt']) : undefined;
    return {
      type: 'sale.moved',
      saleId,
      via: 'read',
      status,
      stage,
      ...omitUndefined({ debtor, succeededAt }),
    } as const;
  };
  const dismissed = { type: 'sale.dismissed', saleId } as const;
  const end = [dismissed, { type: 'sale.settled', saleId } as const];

  const fate = random.next();
  if (fate < 0.05) {
    ask('cancelPayment', paymentId);
    keep(1, { ...moved('CANCELLED', 'cancelled'), ending: 'cashier' }, ...end);
    return;
  }
  engine.payer.scan(paymentId);
  keep(8, moved('IDENTIFIED', 'scanned'));
  if (fate < 0.08) {
    engine.payer.bankRefuses(paymentId);
    keep(1, { ...moved('AUTHORIZATION_FAILED', 'failed'), ending: 'bank-refused' }, ...end);
    return;
  }
  engine.payer.confirm(paymentId);
  engine.settle(paymentId);
  // Settles a paid sale.
  keep(1, moved('SUCCEEDED', 'paid'), dismissed);
  if (random.next() < 0.05) refund({ clock, random, sandbox, journal }, { saleId, paymentId, amount });
}

function refund(
  { clock, random, sandbox, journal }: Shop,
  paid: { saleId: string; paymentId: string; amount: number },
): void {
  const { engine, profile } = sandbox;
  const caller = engine.signer(profile.profileId);
  if (caller === undefined) return;
  clock.tick(3 * MINUTE_MS);
  const refundKey = random.uuid();
  const amount = random.next() < 0.5 ? paid.amount : Math.floor(paid.amount / 2);
  const body = { amount, currency: 'EUR', description: 'Brought back' };
  const { saleId, paymentId } = paid;
  const intent = { type: 'refund.intent', refundKey, saleId, paymentId, amount, reason: 'Brought back' } as const;
  journal.record({ ...intent, body: JSON.stringify(body), skewMs: 0, by: PEOPLE[0] });
  const answer = engine.handle({
    caller,
    operation: 'createRefund',
    params: { 'payment-id': paymentId },
    body,
    idempotencyKey: refundKey,
  });
  const refundId = String((answer.body as Readonly<Record<string, unknown>> | undefined)?.['refundId']);
  engine.endRefund(refundId, 'REFUNDED');
  journal.record({ type: 'refund.answered', refundKey, refundId, status: 'REFUNDED', stage: 'refunded' });
}
