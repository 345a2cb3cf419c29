import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { systemClock, systemRandom } from '../../main/base/clock.ts';
import type { JournalEvent } from '../../main/domain/events.ts';
import { systemDisk } from '../../main/journal/database.ts';
import { openJournal } from '../../main/journal/journal.ts';
import { memorySeal } from '../journal/memory-seal.ts';
import { inBenchFolder } from './bench-folder.ts';
import { howMany } from './how-many.ts';
import { type Row, row } from './result-row.ts';
import { inTurn, median, quantile } from './statistics.ts';

export const name = 'journal-write';

const WRITES = howMany(400);

/**
 * Measures one synced write of the journal. Yardstick: a bare SQLite commit of the same size with the same guarantees.
 */
export function bench(): Promise<readonly Row[]> {
  return inBenchFolder(measured);
}

function measured(folder: string): readonly Row[] {
  const journal = openJournal({
    file: join(folder, 'journal.sqlite'),
    disk: systemDisk,
    clock: systemClock,
    random: systemRandom,
    terminal: { terminalId: 'bench', shopId: 'S1', posId: 'TILL42' },
    // Sealed, as in a live till.
    seal: memorySeal(),
  });
  const bare = new DatabaseSync(join(folder, 'bare.sqlite'));
  bare.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA fullfsync = 1;');
  bare.exec('CREATE TABLE events (seq INTEGER PRIMARY KEY, payload TEXT NOT NULL)');
  const insert = bare.prepare('INSERT INTO events (payload) VALUES (?)');

  const taken = inTurn(
    WRITES,
    (run) => journal.record(intent(run)),
    (run) => {
      bare.exec('BEGIN IMMEDIATE');
      insert.run(JSON.stringify(intent(run)));
      bare.exec('COMMIT');
    },
  );
  journal.close();
  bare.close();

  const commit = median(taken.yardstick);
  return [
    row('journal, one synced write, p50', median(taken.subject), 'ms', {
      yardstick: ['bare synced SQLite commit', commit],
      atMost: 1.2 * commit,
      bar: '≤ 1.2 × the yardstick',
    }),
    row('journal, one synced write, p99', quantile(taken.subject, 0.99), 'ms', {
      yardstick: ['bare synced SQLite commit', quantile(taken.yardstick, 0.99)],
      atMost: 10,
      bar: '≤ 10 ms on an SSD',
    }),
  ];
}

function intent(run: number): JournalEvent {
  const reference = `TILL42-261120-${run}`;
  return {
    type: 'sale.intent',
    saleId: randomUUID(),
    reference,
    amount: 1250,
    operation: 'static-qr',
    body: JSON.stringify({ posId: 'TILL42', amount: 1250, currency: 'EUR', reference, shopId: 'S1', shopName: 'Shop' }),
    skewMs: 0,
  };
}
