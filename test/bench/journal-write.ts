import { randomUUID } from 'node:crypto';
import { copyFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite';
import { systemClock, systemRandom } from '../../main/base/clock.ts';
import type { JournalEvent } from '../../main/domain/events.ts';
import { type Database, systemDisk } from '../../main/journal/database.ts';
import { openJournal } from '../../main/journal/journal.ts';
import { memorySeal } from '../journal/memory-seal.ts';
import { inBenchFolder } from './bench-folder.ts';
import { howMany } from './how-many.ts';
import { type Row, row } from './result-row.ts';
import { inTurn, median, quantile } from './statistics.ts';

export const name = 'journal-write';

const WRITES = howMany(400);

/**
 * Measures one synced write of the journal. Yardstick: a bare commit of the same rows into the same tables and indexes,
 * with the same pragmas, on the same disk.
 */
export function bench(): Promise<readonly Row[]> {
  return inBenchFolder(measured);
}

function measured(folder: string): readonly Row[] {
  const [file, bareFile] = [join(folder, 'journal.sqlite'), join(folder, 'bare.sqlite')];
  const writes = new WritesOf();
  const open = () =>
    openJournal({
      file,
      disk: { ...systemDisk, open: (...named) => writes.noted(systemDisk.open(...named)) },
      clock: systemClock,
      random: systemRandom,
      terminal: { terminalId: 'bench', shopId: 'S1', posId: 'TILL42' },
      // Sealed, as in a live till.
      seal: memorySeal(),
    });
  open().close();
  copyFileSync(file, bareFile);
  const journal = open();
  const bare = new DatabaseSync(bareFile);
  bare.exec(`PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA fullfsync = 1;
    PRAGMA checkpoint_fullfsync = 1; PRAGMA foreign_keys = 1; PRAGMA trusted_schema = 0`);
  const prepared = new Map<string, StatementSync>();
  const insert = ({ sql, values }: Write) => {
    const statement = prepared.get(sql) ?? bare.prepare(sql);
    prepared.set(sql, statement);
    statement.run(...values);
  };
  writes.taken();

  const taken = inTurn(
    WRITES,
    (run) => journal.record(intent(run)),
    () => {
      bare.exec('BEGIN IMMEDIATE');
      for (const write of writes.taken()) insert(write);
      bare.exec('COMMIT');
    },
  );
  journal.close();
  bare.close();

  const yardstick = 'bare synced commit of the same rows';
  return [
    row('journal, one synced write, p50', median(taken.subject), 'ms', {
      yardstick: [yardstick, median(taken.yardstick)],
      atMost: 1.2,
    }),
    row('journal, one synced write, p99', quantile(taken.subject, 0.99), 'ms', {
      yardstick: [yardstick, quantile(taken.yardstick, 0.99)],
      atMost: 2,
    }),
  ];
}

interface Write {
  readonly sql: string;
  readonly values: readonly SQLInputValue[];
}

/** Notes the rows that a journal writes, for a bare commit of the same rows. */
class WritesOf {
  #writes: Write[] = [];

  noted(database: Database): Database {
    return {
      exec: (sql) => database.exec(sql),
      get isTransaction() {
        return database.isTransaction;
      },
      close: () => database.close(),
      prepare: (sql) => {
        const statement = database.prepare(sql);
        const run = statement.run.bind(statement);
        return Object.assign(statement, {
          run: (...values: SQLInputValue[]) => {
            this.#writes.push({ sql, values });
            return run(...values);
          },
        });
      },
    };
  }

  /** Returns the writes since the last call. */
  taken(): readonly Write[] {
    const writes = this.#writes;
    this.#writes = [];
    return writes;
  }
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
