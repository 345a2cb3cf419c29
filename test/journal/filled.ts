import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { systemDisk } from '../../main/journal/database.ts';
import { openJournal } from '../../main/journal/journal.ts';
import { SeededRandom } from '../base/seeded-random.ts';
import { VirtualClock } from '../base/virtual-clock.ts';
import { intent } from './sale-events.ts';
import { terminal } from './temporary-journal.ts';

interface Filled {
  readonly folder: string;
  readonly references: ReadonlySet<string>;
}

/** Filled once and copied for each test, since every sale is synced to the disk. */
const whole = new Map<boolean, Filled>();

/** Replaces `file` by a closed journal of 300 sales. Returns their references. `over`: the sales are settled. */
export function fillJournal(file: string, over = false): ReadonlySet<string> {
  const made = whole.get(over) ?? fill(over);
  whole.set(over, made);
  copyFileSync(join(made.folder, 'journal.sqlite'), file);
  return made.references;
}

export function removeFilled(): void {
  for (const { folder } of whole.values()) rmSync(folder, { recursive: true, force: true });
  whole.clear();
}

function fill(over: boolean): Filled {
  const folder = mkdtempSync(join(tmpdir(), 'tillmate-filled-'));
  const file = join(folder, 'journal.sqlite');
  const random = new SeededRandom(3);
  const journal = openJournal({ file, disk: systemDisk, clock: new VirtualClock(), random, terminal });
  const references = new Set<string>();
  for (let sale = 0; sale < 300; sale += 1) {
    const own = journal.nextReference();
    references.add(own.reference);
    const saleId = random.uuid();
    journal.record(intent(saleId, own));
    if (over) journal.record({ type: 'sale.settled', saleId });
  }
  journal.close();
  return { folder, references };
}
