import { copyFileSync, existsSync, mkdirSync, mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { DatabaseSync, type SQLInputValue } from 'node:sqlite';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { JournalEvent } from '../../main/domain/events.ts';
import { systemDisk } from '../../main/journal/database.ts';
import { chainHash, readRow } from '../../main/journal/event-rows.ts';
import { type Journal, openJournal } from '../../main/journal/journal.ts';
import type { Anchor } from '../../main/journal/sealing.ts';
import { spentInADay } from '../../main/refund/spent-in-a-day.ts';
import { refundableOf } from '../../main/sale/sale-view.ts';
import { SeededRandom } from '../base/seeded-random.ts';
import { VirtualClock } from '../base/virtual-clock.ts';
import { type MemorySeal, memorySeal } from './memory-seal.ts';

/** Random changes to a journal by an attacker with the till's files and without its key, drawn from a seed. */

/** The closed journal of a morning, with earlier copies. */
class Shop {
  readonly #folder: string;
  readonly #seal: MemorySeal = memorySeal();
  /** The journal at half its length. */
  readonly #earlier: string;
  readonly #whole: string;
  #anchors: ReadonlyMap<string, Anchor> = new Map();
  #truth = '';

  private constructor(folder: string) {
    this.#folder = folder;
    [this.#earlier, this.#whole] = [join(folder, 'earlier.sqlite'), join(folder, 'whole.sqlite')];
  }

  static async make(folder: string): Promise<Shop> {
    const shop = new Shop(folder);
    mkdirSync(dirname(shop.file), { recursive: true });
    await shop.#work(0, shop.#earlier);
    await shop.#work(1, shop.#whole);
    shop.#anchors = new Map(shop.#seal.anchors);
    shop.#truth = shop.#look('small').money;
    return shop;
  }

  async #work(part: 0 | 1, copy: string): Promise<void> {
    const journal = this.#open('small');
    morning(journal, part);
    journal.close();
    await journal.anchored();
    copyFileSync(this.file, copy);
  }

  get file(): string {
    return join(this.#folder, 'PROD-shop', 'journal.sqlite');
  }

  /** Attacks a fresh copy and opens the result twice. Returns a state that is neither right nor reported, if any. */
  attack(seed: number): { readonly deeds: readonly string[]; readonly fault: string | undefined } {
    rmSync(dirname(this.file), { recursive: true });
    mkdirSync(dirname(this.file));
    copyFileSync(this.#whole, this.file);
    this.#seal.anchors.clear();
    for (const [place, anchor] of this.#anchors) this.#seal.anchors.set(place, anchor);
    const random = new SeededRandom(seed);
    const deeds = attackFile(this.file, this.#earlier, random);
    const size = random.next() < 0.5 ? 'small' : 'large';
    for (const start of ['first', 'second']) {
      const { isReported, money } = this.#look(size);
      if (isReported) return { deeds, fault: undefined };
      if (money !== (size === 'small' ? this.#truth : withoutSales(this.#truth)))
        return { deeds: [...deeds, size], fault: `at its ${start} start it shows ${money} for ${this.#truth}` };
    }
    return { deeds, fault: undefined };
  }

  #open(size: 'small' | 'large'): Journal {
    const disk = size === 'small' ? systemDisk : { ...systemDisk, size: () => 8 * 1024 * 1024 + 1 };
    const terminal = { terminalId: 'till-1', shopId: 'shop-1', posId: 'TILL42' };
    const random = new SeededRandom(11);
    return openJournal({ file: this.file, disk, clock: new VirtualClock(), random, terminal, seal: this.#seal });
  }

  #look(size: 'small' | 'large'): { readonly isReported: boolean; readonly money: string } {
    const journal = this.#open(size);
    try {
      const isReported = journal.tampered() !== undefined || journal.opening.created;
      return { isReported, money: moneyOf(journal, size === 'small' ? SALES : []) };
    } finally {
      journal.close();
    }
  }
}

const SALES = [0, 1].flatMap((part) => Array.from({ length: 6 }, (_, nth) => `sale-${part}-${nth}`));

/** All state that decides about refunds and closed shifts. A large journal leaves the sales to the service. */
function moneyOf(journal: Journal, saleIds: readonly string[]): string {
  const clock = new VirtualClock();
  const sales = saleIds.map((saleId) => {
    const sale = journal.sale(saleId);
    const refunds = journal.refundsOf(saleId);
    return sale && [saleId, sale.stage, sale.amount, sale.paymentId, refundableOf(sale, refunds)];
  });
  const refunds = journal.newestRefunds(0, 100).map(({ refundKey, stage, amount }) => [refundKey, stage, amount]);
  const spent = spentInADay(journal, { now: clock.now(), serviceNow: clock.now() });
  const shifts = [journal.lastShift()?.number, journal.lastShift()?.at];
  return JSON.stringify({ spent, refunds, shifts, restoredFrom: journal.restoredFrom(), sales });
}

function withoutSales(money: string): string {
  return JSON.stringify({ ...JSON.parse(money), sales: [] });
}

/** Paid and unpaid sales, refunds with each outcome, a refund request, acts, callbacks and a cleared alarm. */
function morning(journal: Journal, part: 0 | 1): void {
  const paymentId = (nth: number) => `${part}${nth}`.padStart(24, '0');
  for (let nth = 0; nth < 6; nth += 1) {
    const saleId = `sale-${part}-${nth}`;
    const own = journal.nextReference();
    journal.record(
      { type: 'sale.intent', saleId, ...own, amount: 3_000, operation: 'static-qr', body: '{}', skewMs: 0 },
      { type: 'sale.created', saleId, paymentId: paymentId(nth), createdAt: 1, via: 'create' },
      { type: 'callback.seen', jti: saleId, untilMs: 1e15 },
    );
    if (nth < 5) journal.record({ type: 'sale.moved', saleId, via: 'read', status: 'SUCCEEDED', stage: 'paid' });
    journal.record({ type: 'sale.dismissed', saleId });
  }
  const refund = (key: string, nth: number): JournalEvent => ({
    ...{ type: 'refund.intent', refundKey: `${key}-${part}`, saleId: `sale-${part}-${nth}`, paymentId: paymentId(nth) },
    ...{ amount: 1_000, body: '{"amount":1000}' },
  });
  const answered = (key: string, status: string, stage: 'pending' | 'refunded' | 'failed'): JournalEvent => ({
    ...{ type: 'refund.answered', refundKey: `${key}-${part}`, refundId: `id-${key}-${part}`, status, stage },
  });
  journal.record(refund('done', 0), answered('done', 'REFUNDED', 'refunded'));
  journal.record(refund('failed', 1), answered('failed', 'FAILED', 'failed'));
  journal.record(refund('pending', 2), answered('pending', 'PENDING', 'pending'));
  journal.record(refund('sending', 3));
  journal.record({ type: 'refund.asked', wish: 'wish', saleId: `sale-${part}-4`, amount: 500 });
  journal.record({ type: 'act', act: 'unlock', by: { role: 'manager', id: 'p1', name: 'Ada' } });
  const alarm = { why: 'altered', anchored: 9, found: 9, kept: 9, file: '' };
  journal.record({ type: 'act', act: 'journal-tampered', by: { role: 'till' }, values: alarm });
  journal.record({ type: 'act', act: 'journal-alarm-cleared', by: { role: 'manager', id: 'p1', name: 'Ada' } });
}

const TABLES = ['sales', 'refunds', 'facts', 'counters', 'seen', 'search_blocks'] as const;

function attackFile(file: string, earlier: string, random: SeededRandom): readonly string[] {
  const below = (count: number) => Math.floor(random.next() * count);
  const deeds: string[] = [];
  const database = new DatabaseSync(file, { defensive: false });
  const triggers = database.prepare("SELECT name, sql FROM sqlite_schema WHERE type = 'trigger'").all();
  database.exec('PRAGMA foreign_keys = 0');
  for (const { name } of triggers) database.exec(`DROP TRIGGER ${name}`);
  for (let count = 1 + below(3); count > 0; count -= 1) {
    const table = random.next() < 0.4 ? 'events' : (TABLES[below(TABLES.length)] ?? 'facts');
    const deed = table === 'events' ? attackEvents(database, below) : attackTable(database, table, below);
    deeds.push(`${table}: ${deed}`);
  }
  if (random.next() < 0.3) deeds.push(forgeTold(database, below));
  for (const { sql } of triggers) database.exec(String(sql));
  database.close();
  if (random.next() < 0.15) deeds.push(attackFilesBeside(file, earlier, below));
  return deeds;
}

type Below = (count: number) => number;

/** Removes, changes, doubles or swaps a row of a table, or empties the table. */
function attackTable(database: DatabaseSync, table: string, below: Below): string {
  const rows = database.prepare(`SELECT * FROM ${table}`).all();
  const [row, other] = [rows[below(rows.length)], rows[below(rows.length)]];
  if (row === undefined || other === undefined) return 'empty';
  const columns = Object.keys(row);
  const key = columns[0] ?? '';
  const where = columns.map((column) => `${column} IS ?`).join(' AND ');
  const put = (into: Readonly<Record<string, unknown>>) => {
    const marks = columns.map(() => '?').join();
    const values = columns.map((column) => into[column] as SQLInputValue);
    database.prepare(`INSERT OR REPLACE INTO ${table} VALUES (${marks})`).run(...values);
  };
  const remove = (of: Readonly<Record<string, unknown>>) =>
    database.prepare(`DELETE FROM ${table} WHERE ${where}`).run(...(Object.values(of) as SQLInputValue[]));
  switch (below(5)) {
    case 0:
      remove(row);
      return `without ${String(row[key])}`;
    case 1:
      database.exec(`DELETE FROM ${table}`);
      return 'emptied';
    case 2: {
      const column = columns[below(columns.length)] ?? key;
      remove(row);
      const value = altered(row[column], below);
      put({ ...row, [column]: value });
      return `${String(row[key])}: ${column} = ${String(value).slice(0, 300)}`;
    }
    case 3: {
      const name = typeof row[key] === 'number' ? Number(row[key]) + 1_000 : `${String(row[key])}x`;
      const copy = Object.fromEntries(
        Object.entries(row).map(([column, value]) => [
          column,
          typeof value === 'string' ? value.replaceAll(String(row[key]), String(name)) : value,
        ]),
      );
      put({ ...copy, [key]: name });
      return `${String(row[key])} once more`;
    }
    default:
      remove(row);
      remove(other);
      put({ ...row, [key]: other[key] });
      put({ ...other, [key]: row[key] });
      return `${String(row[key])} and ${String(other[key])} swapped`;
  }
}

/** A different value of the same kind; in JSON, with a changed member. */
function altered(value: unknown, below: Below): SQLInputValue {
  if (typeof value === 'number') return [0, 1, value + 1, value * 2][below(4)] ?? 0;
  if (value instanceof Uint8Array) return new Uint8Array(value.length);
  const text = String(value);
  const swaps: readonly (readonly [RegExp, string])[] = [
    [/3000/g, '300000'],
    [/1000/g, '1'],
    [/"stage":"\w+"/, '"stage":"failed"'],
    [/"stage":"\w+"/, '"stage":"paid"'],
    [/"stage":"\w+"/, '"stage":"not-made"'],
    [/"open":1/, '"open":0'],
    [/^.*$/, '{}'],
    [/.$/, ''],
    [/"at":\d+/, '"at":1'],
  ];
  const [find, replace] = swaps[below(swaps.length)] ?? [/^/, ' '];
  return text.replace(find, replace);
}

/** Removes, changes (with or without a new hash), forges, reorders, unseals or cuts off events. */
function attackEvents(database: DatabaseSync, below: Below): string {
  const rows = database.prepare('SELECT * FROM events ORDER BY seq').all().map(readRow);
  const at = below(rows.length);
  const [row, next] = [rows[at], rows[at + 1]];
  if (row === undefined) return 'none';
  const set = (seq: number, values: Readonly<Record<string, SQLInputValue>>) =>
    database
      .prepare(
        `UPDATE events SET ${Object.keys(values)
          .map((name) => `${name} = ?`)
          .join()} WHERE seq = ?`,
      )
      .run(...Object.values(values), seq);
  switch (below(7)) {
    case 0:
      database.prepare('DELETE FROM events WHERE seq = ?').run(row.seq);
      return `without ${row.seq} (${row.type})`;
    case 1:
      set(row.seq, { payload: String(altered(row.payload, below)) });
      return `${row.seq} (${row.type}) has another payload`;
    case 2: {
      const payload = String(altered(row.payload, below));
      const hash = chainHash({ ...row, payload });
      set(row.seq, { payload, hash });
      if (next !== undefined && below(2) === 0) {
        const linked = { ...next, prev_hash: hash };
        set(next.seq, { prev_hash: hash, hash: chainHash(linked) });
      }
      return `${row.seq} (${row.type}) has another payload and its hash`;
    }
    case 3: {
      if (next === undefined) return 'nothing';
      const { seq: _, ...first } = row;
      const { seq: __, ...second } = next;
      set(row.seq, second);
      set(next.seq, first);
      return `${row.seq} and ${next.seq} change places`;
    }
    case 4:
      set(row.seq, { mac: null });
      return `${row.seq} unsealed`;
    case 5: {
      database.prepare('DELETE FROM events WHERE seq > ?').run(row.seq);
      return `cut off after ${row.seq}`;
    }
    default: {
      const payload = JSON.stringify({ act: 'journal-alarm-cleared', by: { role: 'manager', name: 'Ada' } });
      const forged = { ...row, type: 'act', payload };
      set(row.seq, { type: 'act', payload, hash: chainHash(forged) });
      return `${row.seq} (${row.type}) becomes an act`;
    }
  }
}

/** Forges the note that a break was already reported, for every event. */
function forgeTold(database: DatabaseSync, below: Below): string {
  const rows = database.prepare('SELECT * FROM events').all().map(readRow);
  const put = database.prepare('INSERT OR REPLACE INTO facts VALUES (?, ?)');
  for (const row of rows) put.run(`told of event ${row.seq} ${chainHash(row).slice(0, 16)}`, '1');
  if (below(2) === 0) database.exec("DELETE FROM facts WHERE name = 'tampered'");
  return 'told of everything';
}

function attackFilesBeside(file: string, earlier: string, below: Below): string {
  const draft = file.replace('.sqlite', '-rebuilding.sqlite');
  switch (below(5)) {
    case 0:
      copyFileSync(earlier, draft);
      return 'an earlier journal as a draft';
    case 1:
      copyFileSync(earlier, draft);
      rmSync(file);
      return 'an earlier journal as the only draft';
    case 2:
      copyFileSync(earlier, file);
      return 'an earlier journal';
    case 3:
      writeFileSync(`${file}-wal`, Buffer.alloc(4_096, 7));
      return 'another -wal';
    default:
      if (existsSync(file)) truncateSync(file, 8_192);
      return 'cut short';
  }
}

/** Number of attacks: as many as a build has time for; more by `TILLMATE_ATTACKS=10000 npm test -- drawn-attacks`. */
const DRAWS = Number(process.env['TILLMATE_ATTACKS'] ?? 150);

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'tillmate-attacks-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test(
  'any change without the key is repaired or reported',
  async () => {
    const shop = await Shop.make(folder);
    const faults = [];
    for (let seed = 0; seed < DRAWS; seed += 1) {
      const { deeds, fault } = shop.attack(seed);
      if (fault !== undefined) faults.push(`${seed}: ${deeds.join('; ')}: ${fault}`);
    }
    expect(faults).toEqual([]);
  },
  60_000 + DRAWS * 100,
);
