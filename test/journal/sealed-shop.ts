import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach } from 'vitest';
import { systemDisk } from '../../main/journal/database.ts';
import type { Journal, JournalOptions } from '../../main/journal/journal.ts';
import { SeededRandom } from '../base/seeded-random.ts';
import { VirtualClock } from '../base/virtual-clock.ts';
import { memorySeal } from './memory-seal.ts';
import { act, created, intent, paid, PAYMENT as paymentId, refund } from './sale-events.ts';
import { temporaryJournal } from './temporary-journal.ts';

export const SALES = ['sale-1', 'sale-2', 'sale-3'];

/** Changes the amount of the shop's refund, in the event only. */
export const OTHER_AMOUNT = `UPDATE events SET payload = replace(payload, '"amount":500', '"amount":5') WHERE seq = 11`;

/** The sealed journal of a shop, for attacks on its file. `till` is new for each test and may be changed. */
export function sealedShop() {
  const { folder, ...home } = temporaryJournal();
  const fresh = () => ({ clock: new VirtualClock(), random: new SeededRandom(11), seal: memorySeal() });
  const till = fresh();
  const file = at('PROD-shop');
  beforeEach(() => {
    Object.assign(till, fresh());
    at('PROD-shop');
  });

  function at(account: string): string {
    mkdirSync(join(folder, account), { recursive: true });
    return join(folder, account, 'journal.sqlite');
  }

  const open = (more: Partial<JournalOptions> = {}) => home.open(systemDisk, { file, ...till, ...more });

  async function close(journal: Journal): Promise<void> {
    journal.close();
    await journal.anchored();
  }

  async function look(more: Partial<JournalOptions> = {}) {
    const journal = open(more);
    const { opening } = journal;
    const seen = {
      opening,
      tampered: journal.tampered(),
      sales: journal.find('', undefined, 1_000).sales.map(({ saleId }) => saleId),
      refunds: journal.refundsOf('sale-2').map(({ refundKey, stage }) => [refundKey, stage]),
      importDue: journal.importDue(),
      acts: journal.acts(undefined, 10).map(({ act }) => act),
      whole: journal.check(),
    };
    await close(journal);
    return seen;
  }

  function sell(journal: Journal, saleId: string): void {
    journal.record(intent(saleId, journal.nextReference()), created(saleId, { paymentId }), paid(saleId));
  }

  /** Three sales, the second with a refund: eleven events, all sealed and anchored. */
  async function shop(more: Partial<JournalOptions> = {}): Promise<void> {
    const journal = open(more);
    for (const saleId of SALES) sell(journal, saleId);
    journal.record(refund('key', 'sale-2', { amount: 500 }));
    await close(journal);
  }

  async function clear(): Promise<void> {
    const journal = open();
    journal.record(act('journal-alarm-cleared'));
    await close(journal);
  }

  async function sellThirty(): Promise<void> {
    const journal = open();
    for (let nth = 0; nth < 30; nth += 1) sell(journal, `later-${nth}`);
    await close(journal);
  }

  return { till, folder, file, at, open, close, look, sell, shop, clear, sellThirty };
}
