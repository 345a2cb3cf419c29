import { readFileSync, writeFileSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, expect, test } from 'vitest';
import { checkNewest } from '../../main/journal/check-newest.ts';
import { systemDisk } from '../../main/journal/database.ts';
import { cutAfter, rewrite } from './attacks.ts';
import { handlesIn } from './disks.ts';
import { fillJournal, removeFilled } from './filled.ts';
import { memorySeal } from './memory-seal.ts';
import { act } from './sale-events.ts';
import { temporaryJournal } from './temporary-journal.ts';

const { folder, file, open, byHand } = temporaryJournal();

afterAll(removeFilled);

const all = { disk: systemDisk, goOn: () => true, pause: async () => undefined };

/** A journal sealed by the till. Returns the seal with the keychain's anchor. */
async function sealed() {
  const seal = memorySeal();
  const journal = open(systemDisk, { seal });
  journal.record(...Array.from({ length: 30 }, () => act('unlock')));
  journal.close();
  await journal.anchored();
  return seal;
}

test('an intact journal is checked completely without changes', async () => {
  fillJournal(file);
  const before = readFileSync(file);
  expect(await checkNewest({ file, ...all })).toEqual({
    events: 301,
    checked: 301,
    payments: 300,
    tampered: undefined,
  });
  expect(readFileSync(file).equals(before)).toBe(true);
});

test('the newest events are checked first, within the time', async () => {
  fillJournal(file);
  const till = open();
  let pieces = 0;
  let pauses = 0;
  const pause = async () => {
    pauses += 1;
    till.record(act('unlock'));
  };
  const found = await checkNewest({ file, ...all, goOn: () => pieces++ < 2, pause });
  expect(found).toMatchObject({ events: 301, checked: 200 });
  expect(pauses).toBe(2);
});

test('an altered event is found if time suffices', async () => {
  fillJournal(file);
  const database = new DatabaseSync(file, { defensive: false });
  for (const { name } of database.prepare("SELECT name FROM sqlite_schema WHERE type = 'trigger'").all())
    database.exec(`DROP TRIGGER ${String(name)}`);
  database.exec("UPDATE events SET payload = replace(payload, '1250', '9250') WHERE seq = 50");
  await expect(checkNewest({ file, ...all })).rejects.toMatchObject({ code: 'journal.damaged', values: { seq: 50 } });
  let pieces = 0;
  await expect(checkNewest({ file, ...all, goOn: () => pieces++ < 2 })).resolves.toMatchObject({ checked: 200 });
  database.exec('DELETE FROM events WHERE seq = 201');
  await expect(checkNewest({ file, ...all })).rejects.toMatchObject({ code: 'journal.damaged', values: { seq: 202 } });
  database.exec('UPDATE events SET at = at + 1 WHERE seq = 300');
  database.close();
  // The events checked at a start are checked even without time.
  await expect(checkNewest({ file, ...all, goOn: () => false })).rejects.toMatchObject({ code: 'journal.damaged' });
  expect(handlesIn(folder)).toEqual([]);
});

test("the keychain's anchor reveals attacks hidden from hashes", async () => {
  const seal = await sealed();
  expect(await checkNewest({ file, ...all, seal })).toMatchObject({ tampered: undefined });
  const another = memorySeal(Buffer.alloc(32, 8));
  expect(await checkNewest({ file, ...all, seal: another })).toMatchObject({ tampered: 'foreign' });
  rewrite(file, (row) => (row.seq === 31 ? { ...row, at: row.at + 1 } : row));
  expect(await checkNewest({ file, ...all, seal })).toMatchObject({ tampered: 'altered' });
  cutAfter(file, 10);
  expect(await checkNewest({ file, ...all, seal })).toMatchObject({ tampered: 'cut' });
});

test('a foreign file or newer version is reported', async () => {
  writeFileSync(file, 'noise'.repeat(2_000));
  await expect(checkNewest({ file, ...all })).rejects.toMatchObject({ code: 'journal.damaged' });
  fillJournal(file);
  byHand('PRAGMA user_version = 99');
  await expect(checkNewest({ file, ...all })).rejects.toMatchObject({ code: 'journal.too-new' });
});
