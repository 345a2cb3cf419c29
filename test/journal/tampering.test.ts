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

/** Somebody lets the refund fail, so that it can be made a second time. */
const forgeRefund = (row: ReturnType<typeof eventsOf>[number]) =>
  row.type === 'refund.intent' ? { ...row, type: 'sale.dismissed', payload: '{"saleId":"sale-2"}' } : row;

describe('a journal that nobody touched', () => {
  test('is sealed from its first event on and says nothing', async () => {
    await shop();
    const rows = eventsOf(file);
    expect(rows).toHaveLength(11);
    expect(new Set(rows.map(({ mac }) => mac?.length))).toEqual(new Set([64]));
    expect(till.seal.anchor('PROD-shop')).toMatchObject({ fromSeq: 1, seq: 11, hash: rows.at(-1)?.hash });
    expect(await look()).toMatchObject({ opening: { created: false, rebuilt: false }, sales: [...SALES].reverse() });
    expect((await look()).tampered).toBeUndefined();
    expect((await look({ suspect: true })).tampered).toBeUndefined();
  });

  test('and was begun before there was a key is bound as it was, and sealed from then on', async () => {
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

  test('says nothing where the till ended before the keychain had its last events', async () => {
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

describe('an attack is told, and refused:', () => {
  test('events rewritten and the chain made again', async () => {
    await shop();
    rewrite(file, forgeRefund);
    const seen = await look();
    const where = basename(seen.opening.setAside ?? '');
    expect(seen.tampered).toMatchObject({ why: 'altered', anchored: 11, found: 11, kept: 10, file: where });
    // The service is asked what it knows of what could not be proven.
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

  test('macs taken away: the anchor proves what it names, and nothing after it', async () => {
    await shop();
    unseal(file, 5);
    const seen = await look();
    expect(seen).toMatchObject({ tampered: { why: 'altered', kept: 11 }, refunds: [['key', 'sending']] });
    expect((await look({ suspect: true })).tampered).toEqual(seen.tampered);
  });

  test('one mac taken away further back, where the journal was suspect: nothing is lost by it', async () => {
    await shop();
    await sellThirty();
    alter(file, 'UPDATE events SET mac = NULL WHERE seq = 5');
    expect((await look()).tampered).toBeUndefined();
    expect((await look({ suspect: true })).tampered).toMatchObject({ why: 'altered', found: 101, kept: 101 });
  });

  test.each([
    ['always', {}],
    ['not from its beginning', { seal: undefined }],
  ])('events added behind the anchor without the key, where it was %s sealed', async (_when, begun) => {
    await shop(begun);
    await look();
    const journal = open({ seal: undefined });
    journal.record({ type: 'sale.dismissed', saleId: 'sale-3' });
    journal.close();
    const seen = await look();
    expect(seen.tampered).toMatchObject({ why: 'altered', anchored: 11, found: 12, kept: 11 });
    // Nor has a record been made from them.
    expect(seen.opening).toMatchObject({ salvaged: 11, rebuilt: false });
  });

  test('an older copy of itself put in its place', async () => {
    await shop();
    const copy = join(folder, 'copy');
    copyFileSync(file, copy);
    const journal = open();
    sell(journal, 'sale-4');
    await close(journal);
    copyFileSync(copy, file);
    expect((await look()).tampered).toMatchObject({ why: 'cut', anchored: 14, found: 11, kept: 11 });
  });

  test("another till's journal put in its place", async () => {
    await shop();
    const other = at('elsewhere');
    till.random = new SeededRandom(12);
    await shop({ file: other, seal: memorySeal(Buffer.alloc(32, 8)) });
    copyFileSync(other, file);
    expect(await look()).toMatchObject({ tampered: { why: 'swapped', kept: 0 }, sales: [], refunds: [] });
  });

  test("another account's journal of this very till put in its place", async () => {
    await shop();
    const other = at('PREPROD-shop');
    await shop({ file: other });
    copyFileSync(other, file);
    expect(await look()).toMatchObject({ tampered: { why: 'swapped', kept: 0 }, sales: [] });
  });

  test('the file deleted, with its companions or without', async () => {
    await shop();
    rmSync(file);
    const seen = await look();
    expect(seen.tampered).toMatchObject({ why: 'gone', anchored: 11, found: 0, kept: 0, file: '' });
    expect(seen).toMatchObject({ opening: { created: true }, importDue: '', sales: [], whole: { ok: true } });
    rmSync(file);
    writeFileSync(`${file}-wal`, 'left over');
    expect((await look()).tampered).toMatchObject({ why: 'gone' });
  });

  test('an empty file put in its place', async () => {
    await shop();
    writeFileSync(file, '');
    expect((await look()).tampered).toMatchObject({ why: 'gone', anchored: 11 });
  });

  test('its beginning replaced', async () => {
    await shop();
    rewrite(file, (row) =>
      row.seq === 1 ? { ...row, payload: '{"journalId":"00000000-0000-4000-8000-000000000000","salt":1}' } : row,
    );
    expect((await look()).tampered).toMatchObject({ why: 'swapped', kept: 0 });
  });

  test('bytes broken so that the till forgets a refund', async () => {
    await shop();
    writeFileSync(file, 'no database');
    const seen = await look();
    expect(seen).toMatchObject({
      tampered: { why: 'damaged', anchored: 11, kept: 0 },
      importDue: seen.opening.setAside,
    });
  });

  test('a draft put where the till keeps its own', async () => {
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
  ])('a draft %s with the mark of a finished one', async (_what, change) => {
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
  test('stays over restarts until a manager has cleared it, and the till sells meanwhile', async () => {
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

  test('comes again with each attack', async () => {
    await shop();
    cutAfter(file, 2);
    await look();
    await clear();
    cutAfter(file, 4);
    expect((await look()).tampered).toMatchObject({ why: 'cut', anchored: 5, found: 4 });
  });

  test('cannot be taken back with a copy that was made before it', async () => {
    await shop();
    const copy = join(folder, 'copy');
    copyFileSync(file, copy);
    rmSync(file);
    await look();
    copyFileSync(copy, file);
    expect((await look()).tampered).toMatchObject({ why: 'swapped' });
  });
});

describe('a journal that a key sealed which is gone', () => {
  const otherKey = () => memorySeal(Buffer.alloc(32, 9));

  test.each<readonly [string, Parameters<typeof rewrite>[1]]>([
    ['as it was', (row) => row],
    ['without its refunds', (row) => (row.type === 'refund.intent' ? undefined : row)],
    ['without the macs of its end', (row) => (row.seq > 3 ? { ...row, mac: null } : row)],
  ])('%s, is kept and told, once: refunds wait for a manager', async (_what, change) => {
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

  test('is told once where the new keychain takes nothing either', async () => {
    await shop();
    till.seal = { ...otherKey(), keepAnchor: () => Promise.reject(new Error('locked')) };
    expect((await look()).tampered).toMatchObject({ why: 'foreign' });
    await clear();
    expect(await look()).toMatchObject({ tampered: undefined, acts: [{ act: 'journal-alarm-cleared' }, {}] });
  });

  test('is told where it was damaged too', async () => {
    await shop();
    rewriteFile(file);
    till.seal = otherKey();
    expect(await look()).toMatchObject({ opening: { salvaged: 11 }, tampered: { why: 'foreign', kept: 11 } });
  });

  test('is not this one, of which the keychain heard nothing', async () => {
    await shop({ seal: { ...till.seal, keepAnchor: () => Promise.reject(new Error('locked')) } });
    expect(till.seal.anchor('PROD-shop')).toBeUndefined();
    expect((await look()).tampered).toBeUndefined();
  });
});

test('in a large journal, an event altered among the newest is told though the records are kept', async () => {
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

describe('a journal that was replaced is no attack', () => {
  test.each([
    ['before the keychain has heard of the new one', () => undefined],
    ['while an anchor of the old one was on its way', () => ({ seq: 7 })],
  ])('where the till ends %s', async (_when, earlier) => {
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

  test('where nothing was lost, it is damage as ever and no alarm', async () => {
    await shop();
    rewriteFile(file);
    const seen = await look();
    expect(seen).toMatchObject({ opening: { salvaged: 11 }, refunds: [['key', 'sending']] });
    expect(seen.tampered).toBeUndefined();
    expect((await look({ suspect: true })).tampered).toBeUndefined();
  });

  test('where the keychain had not heard of its last events, they are taken over by their own macs', async () => {
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

/** A table that the till does not know: the file is damaged and its events are all there. */
function rewriteFile(path: string): void {
  const database = systemDisk.open(path);
  database.exec('CREATE TABLE more (one TEXT)');
  database.close();
}
