import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, afterEach } from 'vitest';
import { type Disk, systemDisk } from '../../main/journal/database.ts';
import { type Journal, type JournalOptions, openJournal } from '../../main/journal/journal.ts';
import { SeededRandom } from '../base/seeded-random.ts';
import { VirtualClock } from '../base/virtual-clock.ts';

export const terminal = { terminalId: 'till-1', shopId: 'shop-1', posId: 'TILL42' };

/**
 * A folder with a journal, for a test file. After each test all opened journals are closed and the folder is emptied.
 */
export function temporaryJournal() {
  const folder = mkdtempSync(join(tmpdir(), 'tillmate-journal-'));
  const file = join(folder, 'journal.sqlite');
  const opened = new Set<Journal>();

  function open(disk: Disk = systemDisk, more: Partial<JournalOptions> = {}): Journal {
    const parts = { file, disk, clock: new VirtualClock(), random: new SeededRandom(7), terminal };
    const journal = openJournal({ ...parts, ...more });
    opened.add(journal);
    const close = journal.close.bind(journal);
    journal.close = () => {
      opened.delete(journal);
      close();
    };
    return journal;
  }

  function empty(): void {
    for (const journal of opened) journal.close();
    for (const name of readdirSync(folder)) rmSync(join(folder, name), { recursive: true, force: true });
  }

  function byHand(...statements: readonly string[]): void {
    const database = new DatabaseSync(file, { defensive: false });
    for (const statement of statements) database.exec(statement);
    database.close();
  }

  afterEach(empty);
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  return { folder, file, open, empty, byHand };
}
