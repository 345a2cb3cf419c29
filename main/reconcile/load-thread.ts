import { inThread } from '../base/in-thread.ts';
import { systemDisk } from '../journal/database.ts';
import { openReadOnlyJournal } from '../journal/open-read-only.ts';
import { listsOfRaw, type RawPage } from '../service/reconciliation-lists.ts';
import { createSpecDeviations } from '../service/spec-deviations.ts';
import { load } from './load.ts';
import type { LoadOrder } from './load-in-thread.ts';
import type { PaymentLookUp } from './look-up-payments.ts';
import { joinPayoutStore } from './payout-store.ts';
import { shiftFinder } from './shift-of-time.ts';

/** The thread has neither keys nor network: the main thread sends its requests. */
inThread<LoadOrder>(async ({ storeFile, journalFile, shifts, ...order }, main) => {
  const store = joinPayoutStore(storeFile);
  try {
    const journal = openReadOnlyJournal(journalFile, systemDisk);
    try {
      const rawPage = (ask: unknown) => main.ask('page', ask) as Promise<RawPage>;
      const lists = listsOfRaw({ rawPage }, createSpecDeviations('reconciliation', main.report));
      const readPayment = (id: unknown) => main.ask('payment', id) as ReturnType<PaymentLookUp['readPayment']>;
      await load({
        ...order,
        store,
        journal,
        service: { ...lists, readPayment },
        shiftOf: shiftFinder(shifts),
        turn: async () => void (await main.ask('turn')),
        pause: () => new Promise((resolve) => setImmediate(resolve)),
        signal: main.signal,
      });
    } finally {
      journal.close();
    }
  } finally {
    store.close();
  }
});
