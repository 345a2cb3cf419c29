import { readdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, test } from 'vitest';
import { systemDisk } from '../../main/journal/database.ts';
import { beginRestored, type RestoreOptions } from '../../main/journal/restored-journal.ts';
import type { Anchor } from '../../main/journal/sealing.ts';
import { eventsOf } from './attacks.ts';
import { handlesIn, sqliteError, watchedDisk } from './disks.ts';
import { memorySeal } from './memory-seal.ts';
import { act } from './sale-events.ts';
import { SALES, sealedShop } from './sealed-shop.ts';
import { terminal } from './temporary-journal.ts';

/** A journal from a backup, on a machine with a different key than the sealing key. */

const { till, folder, file, open, close, look, shop } = sealedShop();

const MADE_AT = 1_700_000_000_000;
const restored = act('backup-restored', { about: 'till.tillmate' });

function begin(more: Partial<RestoreOptions> = {}): Anchor {
  const { clock, random } = till;
  const key = Buffer.alloc(32, 9);
  const anchor = beginRestored({
    ...{ file, disk: systemDisk, clock, random, terminal, sealKey: key, madeAt: MADE_AT, replaces: '' },
    ...{ salts: [], lastShift: undefined, act: restored, alarm: false },
    ...more,
  });
  till.seal = memorySeal(key);
  till.seal.anchors.set('PROD-shop', anchor);
  return anchor;
}

test('continues from the backup as a journal of this till', async () => {
  await shop();
  await till.clock.advance(60_000);
  const anchor = begin({ replaces: '/kept/journal' });
  expect([readdirSync(dirname(file)), handlesIn(folder)]).toEqual([['journal.sqlite'], []]);
  const added = eventsOf(file).slice(11);
  const here = [till.clock.now(), 'till-1', 'shop-1', 'TILL42'];
  expect(added.map((row) => [row.seq, row.type, row.at, row.terminal_id, row.shop_id, row.pos_id])).toEqual([
    [12, 'journal.begun', ...here],
    [13, 'act', ...here],
  ]);
  expect(anchor).toEqual({ journalId: expect.any(String), fromSeq: 12, seq: 13, hash: added[1]?.hash });
  const journal = open();
  expect([journal.journalId(), journal.restoredFrom(), journal.nextShift()]).toEqual([anchor.journalId, MADE_AT, 1]);
  await close(journal);
  expect(await look({ suspect: true })).toMatchObject({
    opening: { created: false },
    tampered: undefined,
    sales: [...SALES].reverse(),
    refunds: [['key', 'sending']],
    importDue: '/kept/journal',
    acts: [{ act: 'backup-restored', about: 'till.tillmate' }],
    whole: { ok: true },
  });
});

test('raises an alarm if no manager was asked', async () => {
  await shop();
  begin({ alarm: true });
  expect((await look()).tampered).toMatchObject({ why: 'restored', anchored: 11, found: 11, kept: 11, file: '' });
});

describe('its references have a salt', () => {
  const all = Array.from({ length: 10_000 }, (_, salt) => salt);
  test.each<readonly [string, readonly number[], number]>([
    ['that was drawn', [9_997], 9_998],
    ['that none of before has', [9_998, 5], 9_999],
    ['from the first again after the last', [0, 9_998, 9_999, 2], 1],
    ['that was drawn, where every one was used', all, 9_998],
  ])('%s', async (_what, salts, salt) => {
    await shop();
    begin({ salts, random: { uuid: () => till.random.uuid(), next: () => 0.99985 } });
    const journal = open();
    expect(journal.salt()).toBe(salt);
    await close(journal);
  });
});

test('shifts of the lost journal stay closed over further losses', async () => {
  await shop();
  expect(begin({ lastShift: { number: 4, to: 500 } })).toMatchObject({ shift: 4, shiftTo: 500 });
  for (let time = 0; time < 2; time += 1) {
    const journal = open();
    expect([journal.nextShift(), journal.shiftsBefore()]).toMatchObject([5, { number: 4, to: 500 }]);
    await close(journal);
    rmSync(file);
  }
});

describe('a useless copy is released, with the reason:', () => {
  const later = () => {
    const database = new DatabaseSync(file);
    database.exec('PRAGMA user_version = 99');
    database.close();
  };
  const full = watchedDisk((sql) => {
    if (sql === 'COMMIT') throw sqliteError(13);
  });
  test.each<readonly [string, () => void, Partial<RestoreOptions>]>([
    ['journal.too-new', later, {}],
    ['journal.damaged', () => writeFileSync(file, 'no database, and as long as the header of one'.repeat(10)), {}],
    ['journal.full', () => undefined, { disk: full }],
  ])('%s', async (code, spoil, more) => {
    await shop();
    spoil();
    expect(() => begin(more)).toThrow(expect.objectContaining({ code }));
    expect(handlesIn(folder)).toEqual([]);
  });
});
