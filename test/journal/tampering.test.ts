import { createHash } from 'node:crypto';
import { copyFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { systemDisk } from '../../main/journal/database.ts';
import { SeededRandom } from '../base/seeded-random.ts';
import { alter, cutAfter, eventsOf, rewrite, unseal } from './attacks.ts';
import { sqliteError, watchedDisk } from './disks.ts';
import { memorySeal } from './memory-seal.ts';
import { OTHER_AMOUNT, SALES, sealedShop } from './sealed-shop.ts';

const { till, folder, file, at, open, close, look, sell, shop, clear, sellThirty } = sealedShop();

/** Replaces the refund by a different event, so that the money can be refunded twice. */
const forgeRefund = (row: ReturnType<typeof eventsOf>[number]) =>
  row.type === 'refund.intent' ? { ...row, type: 'sale.dismissed', payload: '{"saleId":"sale-2"}' } : row;

describe('an untouched journal', () => {
  test('is sealed from its first event without an alarm', async () => {
    await shop();
    const rows = eventsOf(file);
    expect(rows).toHaveLength(11);
    expect(new Set(rows.map(({ mac }) => mac?.length))).toEqual(new Set([64]));
    expect(till.seal.anchor('PROD-shop')).toMatchObject({ fromSeq: 1, seq: 11, hash: rows.at(-1)?.hash });
    expect(await look()).toMatchObject({ opening: { created: false, rebuilt: false }, sales: [...SALES].reverse() });
    expect((await look()).tampered).toBeUndefined();
    expect((await look({ suspect: true })).tampered).toBeUndefined();
  });

  test('begun before the key existed is sealed from then on', async () => {
    await shop({ seal: undefined });
    expect(eventsOf(file).map(({ mac }) => mac)).toEqual(Array.from({ length: 11 }, () => null));
    expect((await look()).tampered).toBeUndefined();
    expect(till.seal.anchor('PROD-shop')).toMatchObject({ fromSeq: 12, seq: 11 });
    const journal = open();
    sell(journal, 'sale-4');
    await close(journal);
    expect(eventsOf(file).map(({ mac }) => mac === null)).toEqual(Array.from({ length: 14 }, (_, index) => index < 11));
    expect((await look({ suspect: true })).tampered).toBeUndefined();
    rewrite(file, (row) => (row.seq === 3 ? { ...row, at: row.at + 1 } : row));
    expect((await look()).tampered).toMatchObject({ why: 'altered' });
  });

  test('raises no alarm when the keychain is behind', async () => {
    await shop();
    const before = till.seal.anchor('PROD-shop');
    const journal = open();
    sell(journal, 'sale-4');
    await close(journal);
    if (before !== undefined) till.seal.anchors.set('PROD-shop', before);
    expect((await look({ suspect: true })).tampered).toBeUndefined();
    expect(till.seal.anchor('PROD-shop')).toMatchObject({ seq: 14 });
  });
});

describe('an attack is reported and refused:', () => {
  test('events rewritten with a new hash chain', async () => {
    await shop();
    rewrite(file, forgeRefund);
    const seen = await look();
    const where = basename(seen.opening.setAside ?? '');
    expect(seen.tampered).toMatchObject({ why: 'altered', anchored: 11, found: 11, kept: 10, file: where });
    // The service is asked about unproven events.
    expect(seen).toMatchObject({ sales: [...SALES].reverse(), refunds: [], importDue: seen.opening.setAside });
    expect(seen.acts).toMatchObject([{ act: 'journal-tampered', by: { role: 'till' }, values: { why: 'altered' } }]);
    expect(seen.whole).toMatchObject({ ok: true });
    expect(eventsOf(seen.opening.setAside ?? '')).toHaveLength(11);
  });

  test.each([
    ['its refund', 10],
    ['all but its beginning', 1],
  ])('rows cut off at the end: %s', async (_what, event) => {
    await shop();
    cutAfter(file, event);
    const seen = await look();
    expect(seen.tampered).toMatchObject({ why: 'cut', anchored: 11, found: event, kept: event });
    expect(seen).toMatchObject({ refunds: [], importDue: seen.opening.setAside, whole: { ok: true } });
  });

  test('all rows cut off', async () => {
    await shop();
    cutAfter(file, 0);
    expect(await look()).toMatchObject({ tampered: { why: 'gone', anchored: 11, found: 0, kept: 0 }, importDue: '' });
  });

  test('macs removed: the anchor proves events up to itself', async () => {
    await shop();
    unseal(file, 5);
    const seen = await look();
    expect(seen).toMatchObject({ tampered: { why: 'altered', kept: 11 }, refunds: [['key', 'sending']] });
    expect((await look({ suspect: true })).tampered).toEqual(seen.tampered);
  });

  test('a mac removed further back, found as suspect', async () => {
    await shop();
    await sellThirty();
    alter(file, 'UPDATE events SET mac = NULL WHERE seq = 5');
    expect((await look()).tampered).toBeUndefined();
    expect((await look({ suspect: true })).tampered).toMatchObject({ why: 'altered', found: 101, kept: 101 });
  });

  test.each([
    ['always', {}],
    ['not from its beginning', { seal: undefined }],
  ])('events added without the key, on a journal %s sealed', async (_when, begun) => {
    await shop(begun);
    await look();
    const journal = open({ seal: undefined });
    journal.record({ type: 'sale.dismissed', saleId: 'sale-3' });
    journal.close();
    const seen = await look();
    expect(seen.tampered).toMatchObject({ why: 'altered', anchored: 11, found: 12, kept: 11 });
    // No projection contains the added events either.
    expect(seen.opening).toMatchObject({ salvaged: 11, rebuilt: false });
  });

  test('replacement by an older copy', async () => {
    await shop();
    const copy = join(folder, 'copy');
    copyFileSync(file, copy);
    const journal = open();
    sell(journal, 'sale-4');
    await close(journal);
    copyFileSync(copy, file);
    expect((await look()).tampered).toMatchObject({ why: 'cut', anchored: 14, found: 11, kept: 11 });
  });

  test("replacement by a different till's journal", async () => {
    await shop();
    const other = at('elsewhere');
    till.random = new SeededRandom(12);
    await shop({ file: other, seal: memorySeal(Buffer.alloc(32, 8)) });
    copyFileSync(other, file);
    expect(await look()).toMatchObject({ tampered: { why: 'swapped', kept: 0 }, sales: [], refunds: [] });
  });

  test("replacement by a different account's journal", async () => {
    await shop();
    const other = at('PREPROD-shop');
    await shop({ file: other });
    copyFileSync(other, file);
    expect(await look()).toMatchObject({ tampered: { why: 'swapped', kept: 0 }, sales: [] });
  });

  test('deletion of the file', async () => {
    await shop();
    rmSync(file);
    const seen = await look();
    expect(seen.tampered).toMatchObject({ why: 'gone', anchored: 11, found: 0, kept: 0, file: '' });
    expect(seen).toMatchObject({ opening: { created: true }, importDue: '', sales: [], whole: { ok: true } });
    rmSync(file);
    writeFileSync(`${file}-wal`, 'left over');
    expect((await look()).tampered).toMatchObject({ why: 'gone' });
  });

  test('replacement by an empty file', async () => {
    await shop();
    writeFileSync(file, '');
    expect((await look()).tampered).toMatchObject({ why: 'gone', anchored: 11 });
  });

  test('replacement of its beginning', async () => {
    await shop();
    rewrite(file, (row) =>
      row.seq === 1 ? { ...row, payload: '{"journalId":"00000000-0000-4000-8000-000000000000","salt":1}' } : row,
    );
    expect((await look()).tampered).toMatchObject({ why: 'swapped', kept: 0 });
  });

  test('broken bytes hiding a refund', async () => {
    await shop();
    writeFileSync(file, 'no database');
    const seen = await look();
    expect(seen).toMatchObject({
      tampered: { why: 'damaged', anchored: 11, kept: 0 },
      importDue: seen.opening.setAside,
    });
  });

  test("a forged draft in the till's place", async () => {
    await shop();
    copyFileSync(file, join(folder, 'draft'));
    rewrite(join(folder, 'draft'), forgeRefund);
    rmSync(file);
    copyFileSync(join(folder, 'draft'), join(dirname(file), 'journal-rebuilding.sqlite'));
    expect((await look()).tampered).toMatchObject({ why: 'altered', kept: 10 });
  });

  test.each<readonly [string, (draft: string) => void]>([
    ['of another content', (draft) => rewrite(draft, forgeRefund)],
    ['of an earlier time', (draft) => cutAfter(draft, 10)],
  ])('a draft %s with the mark of a finished draft', async (_what, change) => {
    await shop();
    const draft = join(dirname(file), 'journal-rebuilding.sqlite');
    copyFileSync(file, draft);
    change(draft);
    rewriteFile(file);
    const mark = createHash('sha256')
      .update(systemDisk.stamp?.(file) ?? '')
      .digest()
      .readInt32BE();
    alter(draft, `PRAGMA application_id = ${mark}`, "INSERT INTO facts VALUES ('refill-due', 'elsewhere')");
    expect(await look()).toMatchObject({ opening: { salvaged: 11 }, tampered: undefined });
  });
});

describe('the alarm', () => {
  test('stays over restarts until cleared, without blocking sales', async () => {
    await shop();
    rmSync(file);
    const { tampered } = await look();
    const journal = open();
    sell(journal, 'sale-4');
    await close(journal);
    expect(await look()).toMatchObject({ tampered, sales: ['sale-4'] });
    await clear();
    expect((await look({ suspect: true })).tampered).toBeUndefined();
  });

  test('returns with each attack', async () => {
    await shop();
    cutAfter(file, 2);
    await look();
    await clear();
    cutAfter(file, 4);
    expect((await look()).tampered).toMatchObject({ why: 'cut', anchored: 5, found: 4 });
  });

  test('cannot be undone by an earlier copy', async () => {
    await shop();
    const copy = join(folder, 'copy');
    copyFileSync(file, copy);
    rmSync(file);
    await look();
    copyFileSync(copy, file);
    expect((await look()).tampered).toMatchObject({ why: 'swapped' });
  });
});

describe('a journal sealed by a lost key', () => {
  const otherKey = () => memorySeal(Buffer.alloc(32, 9));

  test.each<readonly [string, Parameters<typeof rewrite>[1]]>([
    ['as it was', (row) => row],
    ['without its refunds', (row) => (row.type === 'refund.intent' ? undefined : row)],
    ['without the macs of its end', (row) => (row.seq > 3 ? { ...row, mac: null } : row)],
  ])('%s is kept and reported once', async (_what, change) => {
    await shop();
    rewrite(file, change);
    const { length } = eventsOf(file);
    till.seal = otherKey();
    const seen = await look();
    expect(seen.tampered).toMatchObject({ why: 'foreign', found: length, kept: length, file: '' });
    expect(seen).toMatchObject({ opening: { created: false }, sales: [...SALES].reverse(), whole: { ok: true } });
    await clear();
    expect((await look({ suspect: true })).tampered).toBeUndefined();
    cutAfter(file, length);
    expect((await look()).tampered).toMatchObject({ why: 'cut' });
  });

  test('is reported once when the new keychain fails', async () => {
    await shop();
    till.seal = { ...otherKey(), keepAnchor: () => Promise.reject(new Error('locked')) };
    expect((await look()).tampered).toMatchObject({ why: 'foreign' });
    await clear();
    expect(await look()).toMatchObject({ tampered: undefined, acts: [{ act: 'journal-alarm-cleared' }, {}] });
  });

  test('is reported when damaged as well', async () => {
    await shop();
    rewriteFile(file);
    till.seal = otherKey();
    expect(await look()).toMatchObject({ opening: { salvaged: 11 }, tampered: { why: 'foreign', kept: 11 } });
  });

  test('is not confused with a journal never anchored', async () => {
    await shop({ seal: { ...till.seal, keepAnchor: () => Promise.reject(new Error('locked')) } });
    expect(till.seal.anchor('PROD-shop')).toBeUndefined();
    expect((await look()).tampered).toBeUndefined();
  });
});

test('an altered event in a large journal is reported', async () => {
  await shop();
  await sellThirty();
  alter(file, OTHER_AMOUNT, 'DELETE FROM refunds');
  const large = { ...systemDisk, size: () => 9 * 1024 * 1024 };
  const full = watchedDisk((sql) => {
    if (sql === 'COMMIT') throw sqliteError(13);
  });
  const waiting = open({ disk: { ...full, size: large.size } });
  expect(waiting.health).toMatchObject({ state: 'full', held: 1 });
  await close(waiting);
  expect(await look({ disk: large })).toMatchObject({ tampered: { why: 'altered' }, opening: { rebuilt: false } });
});

describe('a replaced journal is no attack', () => {
  test.each([
    ['before the keychain has heard of the new one', () => undefined],
    ['while an anchor of the old one was on its way', () => ({ seq: 7 })],
  ])('when the till ends %s', async (_when, earlier) => {
    await shop();
    const before = till.seal.anchor('PROD-shop');
    cutAfter(file, 8);
    await look();
    if (before === undefined) throw new Error('nothing was anchored');
    const behind = earlier();
    till.seal.anchors.set('PROD-shop', behind === undefined ? before : { ...before, ...behind, hash: 'f'.repeat(64) });
    const acts = (await look()).acts;
    expect(acts).toHaveLength(1);
    expect(readdirSync(dirname(file)).filter((name) => /damaged.*sqlite$/.test(name))).toHaveLength(1);
  });

  test('when nothing was lost: damage without an alarm', async () => {
    await shop();
    rewriteFile(file);
    const seen = await look();
    expect(seen).toMatchObject({ opening: { salvaged: 11 }, refunds: [['key', 'sending']] });
    expect(seen.tampered).toBeUndefined();
    expect((await look({ suspect: true })).tampered).toBeUndefined();
  });

  test('when the keychain was behind: macs prove the events', async () => {
    await shop();
    const before = till.seal.anchor('PROD-shop');
    const journal = open();
    sell(journal, 'sale-4');
    await close(journal);
    if (before === undefined) throw new Error('nothing was anchored');
    till.seal.anchors.set('PROD-shop', before);
    rewriteFile(file);
    const seen = await look();
    expect(seen).toMatchObject({ opening: { salvaged: 14 }, sales: ['sale-4', ...[...SALES].reverse()] });
    expect(seen.tampered).toBeUndefined();
  });
});

/** Adds an unknown table: the file is damaged, with all events intact. */
function rewriteFile(path: string): void {
  const database = systemDisk.open(path);
  database.exec('CREATE TABLE more (one TEXT)');
  database.close();
}
