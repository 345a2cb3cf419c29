import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import type { Keychain } from '../../main/identity/keychain.ts';
import { firstRecord, keepRecord, keyFor } from '../../main/identity/sealed-record.ts';
import { beginTally, openTally } from '../../main/identity/tally.ts';
import { checkCopy } from '../../main/journal/check-copy.ts';
import { systemDisk } from '../../main/journal/database.ts';
import { openJournal } from '../../main/journal/journal.ts';
import type { Anchor, JournalSeal } from '../../main/journal/sealing.ts';
import { dataFolderOf, readSeal } from '../../tools/journal-key.ts';
import { SeededRandom } from '../base/seeded-random.ts';
import { folder as data } from '../base/test-folder.ts';
import { VirtualClock } from '../base/virtual-clock.ts';
import { memoryKeychain } from '../identity/memory-keychain.ts';
import { cutAfter, rewrite, unseal } from '../journal/attacks.ts';
import { memorySeal } from '../journal/memory-seal.ts';

let file: string;
beforeEach(() => {
  mkdirSync(join(data, 'journals', 'PROD-shop'), { recursive: true });
  file = join(data, 'journals', 'PROD-shop', 'journal.sqlite');
});

/** Writes a journal of four events. */
async function written(seal: JournalSeal | undefined): Promise<void> {
  const terminal = { terminalId: 'till-1', shopId: 'shop-1', posId: 'TILL42' };
  const options = { file, disk: systemDisk, clock: new VirtualClock(), random: new SeededRandom(7), terminal, seal };
  const journal = openJournal(options);
  for (const jti of ['a', 'b', 'c']) journal.record({ type: 'callback.seen', jti, untilMs: 1e15 });
  journal.close();
  await journal.anchored();
}

function run(...args: readonly string[]) {
  const tool = join(import.meta.dirname, '..', '..', 'tools', 'check-journal.ts');
  const { status, stdout, stderr } = spawnSync(process.execPath, [tool, ...args], { encoding: 'utf8' });
  return { status, out: stdout, err: stderr };
}

test('without the key, warns about undetectable rewrites', async () => {
  await written(memorySeal());
  expect(run(data)).toMatchObject({ status: 0, out: expect.stringMatching(/4 events, whole.*\n.*without the key/) });
  // A rewritten journal has an intact hash chain: only the key reveals the rewrite.
  rewrite(file, (row) => (row.seq === 3 ? { ...row, at: row.at + 1 } : row));
  expect(run(file)).toMatchObject({ status: 0, out: expect.stringContaining('could have rewritten or truncated it') });
  writeFileSync(file, 'no database');
  expect(run(file)).toMatchObject({ status: 1, out: expect.stringContaining('fault:') });
});

test('an unreadable key or missing journal gives its exit status', async () => {
  expect(run(data)).toMatchObject({ status: 2, err: expect.stringContaining('No journal') });
  expect(run(data, '--wih-key')).toMatchObject({ status: 2, err: expect.stringContaining('npm run check-journal') });
  await written(memorySeal());
  const { status, err, out } = run(file, '--with-key');
  expect([status, err]).toEqual([3, expect.stringContaining('Key unreadable: No terminal.json')]);
  expect(out).toContain('without the key');
});

const faults: readonly (readonly [string, () => void, readonly string[]])[] = [
  ['nothing was done to it', () => undefined, []],
  [
    'an event was rewritten',
    () => rewrite(file, (row) => (row.seq === 3 ? { ...row, at: row.at + 1 } : row)),
    [
      'the journal is altered: event 4 or a later one differs from the written one',
      '2 events without a valid MAC of this till',
    ],
  ],
  ['its end was cut off', () => cutAfter(file, 2), ['the journal ends at event 2; the keychain has event 4']],
  ['it was emptied', () => cutAfter(file, 0), ['the journal is empty; the keychain has 4 events']],
  [
    'another journal was put in its place',
    () =>
      rewrite(file, (row) => (row.seq === 1 ? { ...row, payload: `{"journalId":"${'0'.repeat(36)}","salt":1}` } : row)),
    ['the journal is not the one in the keychain', '4 events without a valid MAC of this till'],
  ],
  [
    'the mac of its last event was taken away',
    () => unseal(file, 4),
    [
      'the journal is altered: event 4 or a later one differs from the written one',
      '1 events without a valid MAC of this till',
    ],
  ],
  [
    'its macs were taken away',
    () => unseal(file, 1),
    [
      'the journal is altered: event 4 or a later one differs from the written one',
      '4 events without a valid MAC of this till',
    ],
  ],
];

test.each(faults)('with the key, finds faults hidden by the chain: %s', async (_what, attack, told) => {
  const seal = memorySeal();
  await written(seal);
  attack();
  const report = await checkCopy(file, seal);
  expect(report.faults).toEqual(told);
  expect(report.ok).toBe(told.length === 0);
});

test('accepts any end for a journal unknown to the keychain', async () => {
  await written(memorySeal());
  expect(await checkCopy(file, memorySeal())).toMatchObject({ ok: true, seal: { anchored: false } });
});

test('reports a journal sealed by a foreign key', async () => {
  await written(memorySeal(Buffer.alloc(32, 8)));
  expect(await checkCopy(file, memorySeal())).toMatchObject({
    ok: false,
    faults: ['events up to 4 or before have the MAC of another key'],
    seal: { anchored: false, from: 5 },
  });
});

test('takes the terminal’s own key from the keychain', async () => {
  const anchor: Anchor = { journalId: 'one', fromSeq: 1, seq: 4, hash: 'f'.repeat(64) };
  const items = new Map<string, string>();
  const keychain: Keychain = {
    ...memoryKeychain(),
    get: async (account) => items.get(account),
    set: async (account, secret) => void items.set(account, secret),
  };
  const record = firstRecord('till-1');
  const tallyKey = keyFor('tally', record);
  await keepRecord(keychain, record);
  await beginTally(keychain, 'till-1', tallyKey);
  await (await openTally(keychain, 'till-1', tallyKey)).keepAnchor('PROD-shop', anchor);
  const read = async (account: string) => items.get(account);
  writeFileSync(join(data, 'terminal.json'), JSON.stringify({ terminalId: 'till-1' }));
  expect(dataFolderOf(join(data, 'journals', 'PROD-shop'))).toBe(data);
  const seal = await readSeal(data, read);
  expect([seal.places, seal.anchor('PROD-shop')]).toEqual([['PROD-shop'], anchor]);
  expect(seal.key).toEqual(keyFor('journal', record));
  items.set('till-1/tally', items.get('till-1/tally')?.replace('"seq":4', '"seq":3') ?? '');
  await expect(readSeal(data, read)).rejects.toThrow("The terminal's tally in the keychain is missing or altered");
  items.delete('till-1/tally');
  await expect(readSeal(data, read)).rejects.toThrow("The terminal's tally in the keychain is missing or altered");
  items.clear();
  await expect(readSeal(data, read)).rejects.toThrow('No record of the terminal till-1 in the keychain.');
});
