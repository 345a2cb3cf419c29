import pg from 'pg';
import { expect, onTestFinished, test, vi } from 'vitest';
import { type Account, NO_HASH, type Place } from '../../main/upload/wire.ts';
import { watch } from '../alerts/watch.ts';
import { makePartitions } from '../database/partitions.ts';
import { asMember } from '../web/asking.ts';
import { calls } from '../web/contract.ts';
import { figuresHandlers } from '../web/figures.ts';
import { type Answered, TestCollector, TIME_ZONE } from './collector.ts';
import { plainFold, projected } from './plain-fold.ts';
import { oneOf, type Payment, type Random, randomOf, SimulatedSales } from './simulated-sales.ts';
import { sell } from './sold.ts';
import { ACCOUNT, type Request, STATUS, TestJournal, type TestTill } from './till.ts';

const TILLS = Number(process.env['CHAIN_SIMULATION_TILLS'] ?? 12);
const ROUNDS = Number(process.env['CHAIN_SIMULATION_ROUNDS'] ?? 12);
const SEED = Number(process.env['CHAIN_SIMULATION_SEED'] ?? 27);
const AT_ONCE = 8;
const DAY_MS = 86_400_000;

/** The network, the tills and PostgreSQL, with random failures. */
class World {
  readonly collector: TestCollector;
  readonly random: Random;
  readonly payments: Payment[] = [];
  isCalm = false;
  lost = 0;
  replays = 0;

  constructor(collector: TestCollector, random: Random) {
    this.collector = collector;
    this.random = random;
  }

  chance(share: number): boolean {
    return !this.isCalm && this.random() < share;
  }

  /** Returns undefined when the response was lost; the request may have been processed. */
  async send(request: Request): Promise<Answered | undefined> {
    if (this.chance(0.05)) return this.#lose();
    const [answer] = await Promise.all([
      this.collector.send(request),
      // A duplicate at the same time, as from an impatient proxy.
      ...(this.chance(0.05) ? [this.collector.send(request)] : []),
    ]);
    return this.chance(0.1) ? this.#lose() : answer;
  }

  #lose(): undefined {
    this.lost += 1;
  }
}

/** A till with its journal, which repeats a batch unchanged until the collector responds. */
class SimulatedTill {
  readonly till: TestTill;
  readonly #world: World;
  readonly #sales: SimulatedSales;
  readonly #offMs: number;
  journal = new TestJournal();
  /** All lines ever written, by hash. */
  readonly written = new Map<string, string>();
  readonly sent: Request[] = [];
  restores = 0;
  #place: Place | undefined;
  #unanswered: { readonly request: Request; readonly last: Place } | undefined;
  #sentAt = 0;

  constructor(till: TestTill, world: World) {
    this.till = till;
    this.#world = world;
    this.#sales = new SimulatedSales(`t${till.till}`, world.random, world.payments);
    this.#offMs = oneOf(world.random, [0, 0, 0, 7_000, -3 * 3_600_000, 900 * DAY_MS, -900 * DAY_MS]);
    this.journal.add({ type: 'journal.begun', journalId: 'j', salt: till.till % 9_999 }, this.#clock());
  }

  #clock(): number {
    return this.#world.collector.now + this.#offMs;
  }

  sell(): void {
    this.#sales.go(this.journal, this.#clock(), this.#world.collector.now);
  }

  /** Loses all state in memory; the journal still has the pending events. */
  crash(): void {
    this.#place = undefined;
    this.#unanswered = undefined;
  }

  /** Replaces the journal by a backup or an empty journal. */
  restore(): void {
    this.#note();
    const upTo = this.#world.random() < 0.3 ? 0 : Math.ceil(this.#world.random() * (this.journal.last - 1));
    if (upTo === this.journal.last) return;
    this.restores += 1;
    this.journal = this.journal.upTo(upTo);
    this.#sales.sales.clear();
    this.#sales.refunds.clear();
    const salt = Math.floor(this.#world.random() * 9_999);
    this.journal.add({ type: 'journal.begun', journalId: `j${this.restores}`, salt, replaces: 'old' }, this.#clock());
    this.crash();
  }

  #note(): void {
    for (const [n, hash] of this.journal.hashes.entries()) this.written.set(hash, this.journal.lines[n] ?? '');
  }

  async ship(): Promise<void> {
    this.#note();
    for (let tries = 0; tries < 60; tries += 1) {
      if (!(await this.#step())) return;
      if (this.#world.chance(0.04)) return this.crash();
      if (this.#world.chance(0.1)) return;
    }
    if (this.#world.isCalm) throw new Error(`Till ${this.till.till} does not get through`);
  }

  /** Returns false when no step is possible for now. */
  async #step(): Promise<boolean> {
    const place = this.#place;
    if (place === undefined) return this.#findPlace();
    const { journal } = this;
    const upTo = Math.min(journal.last, place.after + 1 + Math.floor(this.#world.random() * 30));
    if (this.#unanswered === undefined && upTo > place.after) {
      this.#sentAt = Math.max(this.#sentAt + 1, this.#clock(), 0);
      const request = this.till.batch(journal, place.after, upTo, this.#sentAt, {
        status: { ...STATUS, backlog: journal.last - upTo },
      });
      this.#unanswered = { request, last: { after: upTo, prevHash: journal.hashOf(upTo) } };
      this.sent.push(request);
    }
    if (this.#unanswered === undefined) return false;
    const { request, last } = this.#unanswered;
    const answer = await this.#world.send(request);
    if (answer === undefined || answer.status === 503) return !this.#world.isCalm || answer === undefined;
    this.#unanswered = undefined;
    this.#place = answer.status === 200 ? last : undefined;
    if (answer.status !== 200) expect(answer).toMatchObject({ status: 409 });
    else expect(answer.body['next']).toBe(last.after + 1);
    return true;
  }

  async #findPlace(): Promise<boolean> {
    const { journal } = this;
    let numbers = backFrom(journal.last);
    for (;;) {
      this.#sentAt = Math.max(this.#sentAt + 1, this.#clock(), 0);
      const points = numbers.map((seq) => [seq, journal.hashOf(seq)]);
      const answer = await this.#world.send(
        this.till.call('cursor', { sentAt: this.#sentAt, account: ACCOUNT, points }),
      );
      if (answer?.status !== 200) return answer === undefined;
      const { after, prevHash, below } = answer.body as { after: number; prevHash: string; below: number | null };
      expect(journal.hashOf(after)).toBe(prevHash);
      this.#place = { after, prevHash };
      if (below === null || below <= after + 1) return true;
      numbers = Array.from({ length: Math.min(60, below - after - 1) }, (_, n) => below - 1 - n).concat(after || []);
    }
  }
}

/** Holds the upload key of the oldest till, and misuses the key in every way. */
class HostileTill {
  readonly till: TestTill;
  readonly #world: World;
  readonly #journals = new Map<string, TestJournal>();
  readonly #sent = new Map<TestJournal, number>();
  #sentAt = 0;

  constructor(till: TestTill, world: World) {
    this.till = till;
    this.#world = world;
  }

  async attack(): Promise<void> {
    const { random } = this.#world;
    const { now } = this.#world.collector;
    const own = this.#journalOf(ACCOUNT);
    const foreign = { ...ACCOUNT, merchantId: 'foreign' };
    const stolen = await this.#charged();
    const refundKey = `h-${own.last}`;
    for (const at of [now, now + 9.5 * 3_600_000, 9e15])
      own.add(
        {
          ...{
            type: 'refund.intent',
            refundKey: `${refundKey}-${at}`,
            saleId: 's',
            paymentId: 'p',
            amount: 1,
            body: '{}',
          },
          by: { role: 'cashier', id: 'x', name: 'X' },
        },
        at,
      );
    for (let n = 0; n < 5; n += 1)
      own.addAny(
        'sale.imported',
        JSON.stringify({
          ...{
            saleId: `m-${own.last}`,
            paymentId: `m-${own.last}`,
            reference: 'R',
            amount: oneOf(random, [999_999_999_999, 1e12]),
          },
          ...{ stage: 'paid', status: 'SUCCEEDED', createdAt: now },
        }),
        now,
      );
    for (let n = 0; n < 30; n += 1)
      sell(own, {
        saleId: `u-${own.last}`,
        paymentId: `u-${own.last}`,
        amount: 1,
        at: now - 3_600_000,
        stage: 'unknown',
      });
    own.addAny('sale.intent', '['.repeat(5_000), now);
    if (stolen !== undefined)
      sell(own, { ...stolen, saleId: `c-${own.last}`, stage: oneOf(random, ['paid', 'cancelled']) });
    sell(this.#journalOf(foreign), { saleId: 'same', amount: 1, at: now });
    if (random() < 0.2) this.#journals.set('lost', new TestJournal());
    const lost = this.#journals.get('lost');
    if (lost !== undefined) sell(lost, { saleId: 'same', paymentId: `l-${lost.last}`, amount: 1, at: now });
    await this.#ship(own, ACCOUNT);
    await this.#ship(this.#journalOf(foreign), foreign);
    if (lost !== undefined) await this.#ship(lost, { ...ACCOUNT, profileId: 'lost' });
    const payout = { ...PAYOUT, payoutCents: 1, ibanEnd: '9999', status: 'FAILED' };
    const line = { id: 'invented', kind: 'payment', cents: 9_000_000, date: PAYOUT.date };
    for (const account of [ACCOUNT, foreign]) {
      const ask = { sentAt: this.#next(), account, payouts: [{ ...payout, transactions: [line] }] };
      await this.#world.collector.send(this.till.call('payouts', ask));
    }
  }

  /** Returns a payment charged by another till. */
  async #charged() {
    const { collector, random } = this.#world;
    const rows = await collector
      .rows(
        `SELECT payment_id, amount, (extract(epoch FROM at) * 1000)::bigint AS at FROM sales
           WHERE till <> $1 AND origin = 'here' AND payment_id IS NOT NULL ORDER BY till, sale_id`,
        [this.till.till],
      )
      .catch(() => []);
    const row = oneOf(random, rows);
    return (
      row && { paymentId: String(row['payment_id']), amount: Number(row['amount']), at: Number(row['at']) - 2_500 }
    );
  }

  #journalOf({ merchantId }: Account): TestJournal {
    const journal = this.#journals.get(merchantId) ?? new TestJournal();
    this.#journals.set(merchantId, journal);
    return journal;
  }

  async #ship(journal: TestJournal, account: Account): Promise<void> {
    const sent = this.#sent.get(journal) ?? 0;
    const upTo = Math.min(journal.last, sent + 500);
    const answer = await this.#world.collector.send(this.till.batch(journal, sent, upTo, this.#next(), { account }));
    if (answer.status === 200) this.#sent.set(journal, upTo);
    else if (answer.status === 409) this.#sent.set(journal, (answer.body as { expected: Place }).expected.after);
    else expect(answer.status).toBe(503);
  }

  #next(): number {
    this.#sentAt = Math.max(this.#sentAt + 1, this.#world.collector.now);
    return this.#sentAt;
  }
}

/** As each honest till reports the payout. */
const PAYOUT = {
  ...{ payoutId: 'payout', date: Date.parse('2026-11-26T12:00:00Z'), status: 'SUCCEEDED', paymentCount: 1 },
  ...{ paymentCents: 5_000, refundCount: 0, refundCents: 0, payoutCents: 5_000, ibanEnd: '1234' },
};

const backFrom = (head: number) =>
  Array.from({ length: 12 }, (_, n) => head + 1 - 2 ** n)
    .filter((seq) => seq > 0)
    .concat(head > 1 ? 1 : []);

/** Simulates a full disk in PostgreSQL: at the copy, at an update, or only at the commit. */
async function fill(admin: pg.Client, where: 'events' | 'tills' | 'commit' | undefined): Promise<void> {
  const make = {
    events: 'CREATE TRIGGER full_disk BEFORE INSERT ON events FOR EACH ROW EXECUTE FUNCTION full_disk()',
    tills: 'CREATE TRIGGER full_disk BEFORE UPDATE ON tills FOR EACH ROW EXECUTE FUNCTION full_disk()',
    commit:
      'CREATE CONSTRAINT TRIGGER full_disk AFTER UPDATE ON branches DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION full_disk()',
  };
  await admin.query(
    'DROP TRIGGER IF EXISTS full_disk ON events; DROP TRIGGER IF EXISTS full_disk ON tills; DROP TRIGGER IF EXISTS full_disk ON branches',
  );
  if (where !== undefined) await admin.query(make[where]);
}

/** Projects, checks for alerts, and reads the day's figures as the page does. */
async function look(collector: TestCollector): Promise<void> {
  await collector.project();
  const { database } = collector;
  const now = () => collector.now;
  const onFault = ({ message }: Error) => void collector.faults.push(message);
  await watch({ database, timeZone: TIME_ZONE, now, onFault, notify: async () => undefined });
  const who = { email: 'x', name: 'X', role: 'viewer', shops: null } as const;
  const day = new Date(collector.now).toISOString().slice(0, 10);
  const of = { database, writes: false, who, now: collector.now, timeZone: TIME_ZONE };
  calls.today.answer.parse(
    await asMember(of, (asking) =>
      figuresHandlers.today({ day, environment: 'PROD', shop: undefined, till: undefined }, asking),
    ),
  );
}

test(`${TILLS} tills survive faults, restores and an attacker`, {
  timeout: 3_600_000,
}, async () => {
  const collector = await TestCollector.start();
  const admin = new pg.Client(collector.url);
  await admin.connect();
  onTestFinished(() => admin.end());
  await admin.query(`CREATE FUNCTION full_disk() RETURNS trigger LANGUAGE plpgsql AS
    $$ BEGIN RAISE EXCEPTION 'No space left on device' USING ERRCODE = '53100'; END $$`);
  const world = new World(collector, randomOf(SEED));
  const hostile = new HostileTill(await collector.enrolled(), world);
  const tills: SimulatedTill[] = [];
  for (let n = 0; n < TILLS; n += 1) tills.push(new SimulatedTill(await collector.enrolled(), world));
  for (const { till } of tills) {
    const transactions = [{ id: 'x', kind: 'payment', cents: 5_000, date: PAYOUT.date }];
    const ask = { sentAt: 1, account: ACCOUNT, payouts: [{ ...PAYOUT, transactions }] };
    expect(await collector.send(till.call('payouts', ask))).toMatchObject({ status: 200 });
  }

  for (let round = 0; round < ROUNDS; round += 1) {
    collector.now += Math.floor(world.random() * 0.4 * DAY_MS);
    // Any connection of the pool may have been closed just before.
    await vi.waitFor(() => makePartitions(collector.database, collector.now), { timeout: 10_000, interval: 5 });
    await fill(admin, world.chance(0.3) ? oneOf(world.random, ['events', 'tills', 'commit'] as const) : undefined);
    const left = [...tills];
    const worker = async () => {
      for (let one = left.pop(); one !== undefined; one = left.pop()) {
        for (let n = world.random() * 6; n > 0; n -= 1) one.sell();
        if (world.chance(0.04)) one.restore();
        await one.ship();
        const old = oneOf(world.random, one.sent);
        if (old !== undefined && world.chance(0.03)) await replay(world, old);
        if (world.chance(0.02)) await breakConnections(admin);
      }
    };
    await Promise.all([...Array.from({ length: AT_ONCE }, worker), hostile.attack()]);
    if (world.chance(0.7))
      await look(collector).catch((fault: Error) => expect(fault.message).toMatch(/terminat|No space|Connection/));
  }
  world.isCalm = true;
  await fill(admin, undefined);
  for (const one of tills) await one.ship();
  await hostile.attack();
  await look(collector);
  await admin.end();
  expect(world.lost).toBeGreaterThan(TILLS / 4);
  await checkKept(collector, tills);
  await checkAlerts(collector, tills, hostile.till.till);
  const tables = await projected(collector, hostile.till.till);
  const folded = await plainFold(collector, { timeZone: TIME_ZONE, tables, without: hostile.till.till });
  expect(tables.sales).toEqual(folded.sales);
  expect(tables.refunds).toEqual(folded.refunds);
  expect(tables.hours).toEqual(folded.hours);
  expect(folded.sales.length).toBeGreaterThan(TILLS);
});

/** Replays a till's old request. */
async function replay(world: World, old: Request): Promise<void> {
  const { status, body } = await world.collector.send(old);
  world.replays += 1;
  // Replaying the last batch of a journal returns the original response.
  if (status !== 200 && status !== 503) expect(body['code']).toMatch(/^(batch|call)\.replayed$/);
}

async function breakConnections(admin: pg.Client): Promise<void> {
  await admin.query(
    'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()',
  );
}

/** Checks that every event of every journal is stored once, in order, in its branch. */
async function checkKept(collector: TestCollector, tills: readonly SimulatedTill[]): Promise<void> {
  for (const { till, journal, written } of tills) {
    const branches = await collector.rows(
      'SELECT branch, parent, from_seq, next_seq FROM branches WHERE till = $1 ORDER BY branch',
      [till.till],
    );
    const events = await collector.rows(
      `SELECT branch, seq, at, terminal, shop, pos, type, payload, encode(hash, 'hex') AS hash FROM events WHERE till = $1 ORDER BY branch, seq`,
      [till.till],
    );
    const hashes = new Map(events.map(({ branch, seq, hash }) => [`${branch}:${seq}`, String(hash)]));
    expect(new Set(hashes.values()).size).toBe(events.length);
    const parents = new Map(branches.map((row) => [row['branch'], row]));
    const hashAt = (branch: unknown, seq: number): string => {
      const of = parents.get(branch);
      if (of === undefined || seq === 0) return NO_HASH;
      return seq > Number(of['from_seq']) ? (hashes.get(`${branch}:${seq}`) ?? 'none') : hashAt(of['parent'], seq);
    };
    for (const { branch, seq, at, terminal, shop, pos, type, payload, hash } of events)
      expect(JSON.stringify([hashAt(branch, Number(seq) - 1), seq, at, terminal, shop, pos, type, payload])).toBe(
        written.get(String(hash)),
      );
    for (const { branch, from_seq, next_seq } of branches)
      expect(events.filter((event) => event['branch'] === branch).map(({ seq }) => seq)).toEqual(
        Array.from({ length: Number(next_seq) - 1 - Number(from_seq) }, (_, n) => Number(from_seq) + 1 + n),
      );
    const mine = branches.find(
      ({ branch, next_seq }) => hashAt(branch, Number(next_seq) - 1) === journal.hashOf(journal.last),
    );
    expect(journal.hashes.map((_, n) => hashAt(mine?.['branch'], n + 1))).toEqual(journal.hashes);
  }
}

/** Checks that each branch raised an alert, without false alerts. */
async function checkAlerts(collector: TestCollector, tills: readonly SimulatedTill[], hostile: number): Promise<void> {
  const found = await collector.rows(
    "SELECT till, about FROM alerts WHERE kind = 'till.branch' AND till <> $1 ORDER BY till, about::integer",
    [hostile],
  );
  const opened = await collector.rows(
    'SELECT till, branch::text AS about FROM branches WHERE branch > 1 AND till <> $1 ORDER BY till, branch',
    [hostile],
  );
  expect(found).toEqual(opened);
  for (const { till, restores } of tills)
    expect(opened.filter((row) => row['till'] === till.till).length).toBeLessThanOrEqual(restores);
  const kinds = async (where: string) =>
    (await collector.rows(`SELECT DISTINCT kind FROM alerts WHERE ${where} ORDER BY 1`, [hostile])).map(
      ({ kind }) => kind,
    );
  const ofData =
    "kind IN ('till.merchant', 'till.fault', 'till.forged', 'till.foreign-key', 'payout.differs', 'watch.failed')";
  expect(await kinds(`till IS DISTINCT FROM $1 AND ${ofData}`)).toEqual([]);
  expect(await kinds(`till = $1 AND (${ofData} OR kind = 'till.values')`)).toEqual([
    ...['payout.differs', 'till.merchant', 'till.values'],
  ]);
  expect(await kinds("till <> $1 AND kind = 'payment.claimed' AND detail->'other' = to_jsonb($1::integer)")).toEqual([
    'payment.claimed',
  ]);
  expect(await collector.rows('SELECT payout_cents, status FROM payouts WHERE shown')).toEqual([
    { payout_cents: PAYOUT.payoutCents, status: PAYOUT.status },
  ]);
}
