import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { systemClock, systemRandom } from '../../../main/base/clock.ts';
import { systemDisk } from '../../../main/journal/database.ts';
import { openJournal } from '../../../main/journal/journal.ts';
import { fill } from './many-sales.ts';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tillmate-many-sales-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

test('the journal that a restart is measured with is one that the till itself could have written', () => {
  const file = join(folder, 'journal.sqlite');
  fill(file, 300);
  const terminal = { terminalId: 'bench', shopId: 'training', posId: 'TRAIN1' };
  const journal = openJournal({ file, disk: systemDisk, clock: systemClock, random: systemRandom, terminal });
  // The whole chain, and every table against one that the journal's own rebuild makes of the events.
  expect(journal.check()).toEqual({ ok: true, events: 1 + 6 * 300, faults: [] });
  expect(journal.opening).toMatchObject({ created: false, rebuilt: false });
  expect(journal.openSales()).toEqual([]);
  expect(journal.find('', undefined, 10).sales[0]).toMatchObject({ stage: 'paid', dismissed: true });
  journal.close();
});
