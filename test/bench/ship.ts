import { copyFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { journalFolder, systemFolders } from '../../main/journal/account-folders.ts';
import { NO_HASH } from '../../main/upload/wire.ts';
import { openShop, PIN } from '../e2e/harness/index.ts';
import { chargeToQr, QR } from './app/charge-to-qr.ts';
import { benchFolder, inBenchFolder } from './bench-folder.ts';
import { howMany } from './how-many.ts';
import { folderWithSales } from './journal/many-sales.ts';
import { type Row, row } from './result-row.ts';
import { median } from './statistics.ts';

export const name = 'ship';

const SALES = howMany(20);
const WARM_UP = howMany(3, 0);
/** 500 sales a day, six events each. */
const WEEK = howMany(3_500, 500);
/** Enough for an upload without a pause during each sale. */
const WEEKS = howMany(14, 8);
/** Simulated network delay of the collector, in ms. */
const ANSWER_MS = 40;

/** Measures charge to QR code while a thread uploads a backlog without a pause. Yardstick: an idle upload thread. */
export async function bench(): Promise<readonly Row[]> {
  return inBenchFolder(async (userDataDir) => {
    const merchant = { merchantId: 'm'.repeat(24), profileId: 'p'.repeat(24) };
    const folder = journalFolder(userDataDir, { environment: 'PREPROD', ...merchant });
    systemFolders.make(folder);
    const sales = join(folderWithSales(benchFolder, WEEK * WEEKS), 'training', 'journal.sqlite');
    // The till accepts the file as a journal from before seals, and anchors the journal.
    copyFileSync(sales, join(folder, 'journal.sqlite'));
    const collector = await quickCollector();
    const shop = await openShop({ userDataDir, sandbox: { profiles: [merchant] } });
    const [alone, beside]: [number[], number[]] = [[], []];
    try {
      collector.hold();
      await shop.app.till.evaluate(
        async ([pin, address]) => {
          await window.tillmate.call('session.unlock', { pin });
          const enrolled = await window.tillmate.call('head-office.enrol', { address, code: 'bench' });
          if (!enrolled.ok) throw new Error(enrolled.error.code);
        },
        [PIN, collector.address] as const,
      );
      collector.release();
      const began = performance.now();
      await collector.has(WEEK * 6);
      const week = (performance.now() - began) / 1_000;
      collector.hold();
      const bareWeek = await collector.bareSeconds();
      for (let sale = 0; sale < SALES + WARM_UP; sale += 1) {
        const waiting = await chargeToQr(shop.app);
        const before = collector.events();
        collector.release();
        const painted = shop.app.display.locator(QR).waitFor().then(collector.hold);
        const shipping = await chargeToQr(shop.app);
        await painted;
        if (collector.events() - before < 500) throw new Error('Nothing was shipped beside the sale.');
        if (sale < WARM_UP) continue;
        alone.push(waiting);
        beside.push(shipping);
      }
      return [
        row('Charge pressed to QR beside a backlog that is shipped, p50', median(beside), 'ms', {
          yardstick: ['Charge pressed', median(alone)],
          atMost: 1.1,
        }),
        row("a week's record is shipped", week, 's', {
          yardstick: ['the same bytes in as many bare requests', bareWeek],
          atMost: 8,
        }),
      ];
    } finally {
      await shop.close();
      await collector.close();
    }
  });
}

/** Accepts every batch without a check: the collector's work belongs to a different machine. */
async function quickCollector() {
  let events = 0;
  const sizes: number[] = [];
  let gate = Promise.withResolvers<void>();
  const answers = {
    tills: () => ({ till: 1, chain: 'Bench' }),
    cursor: () => ({ after: 0, prevHash: NO_HASH, below: null }),
    batches(body: string) {
      const lines = body.split('\n');
      const { after } = JSON.parse(lines[0] ?? '') as { after: number };
      events += lines.length - 1;
      return { next: after + lines.length, settings: null, debtors: false };
    },
    status: () => ({ settings: null, debtors: false }),
  } as const;
  const server = createServer((request, response) => {
    const pieces: Buffer[] = [];
    request.on('data', (piece: Buffer) => pieces.push(piece));
    request.on('end', async () => {
      const call = request.url?.split('/').at(-1) as keyof typeof answers;
      const body = Buffer.concat(pieces);
      if (call === 'batches') sizes.push(body.length);
      await new Promise((resolve) => setTimeout(resolve, ANSWER_MS));
      if (call === 'batches') await gate.promise;
      response.end(JSON.stringify(answers[call](body.toString())));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    address,
    /** Sends requests of the sizes of the batches so far, one after the other. */
    async bareSeconds(): Promise<number> {
      const began = performance.now();
      for (const size of [...sizes])
        await (await fetch(`${address}/status`, { method: 'POST', body: Buffer.alloc(size) })).json();
      return (performance.now() - began) / 1_000;
    },
    events: () => events,
    hold() {
      gate = Promise.withResolvers();
    },
    release: () => gate.resolve(),
    async has(count: number): Promise<void> {
      while (events < count) await new Promise((resolve) => setTimeout(resolve, 20));
    },
    close: () => new Promise((resolve) => server.close(resolve)),
  };
}
