import { readdirSync, readFileSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, test } from 'vitest';
import { type Disk, systemDisk } from '../../main/journal/database.ts';
import {
  CHAIN_START,
  chainHash,
  type EventRow,
  INSERT_EVENT,
  readRow,
  valuesOf,
} from '../../main/journal/event-rows.ts';
import { chained, eventsOf } from './attacks.ts';
import { watchedDatabase } from './disks.ts';
import { intent as intentOf, PAYMENT as paymentId } from './sale-events.ts';
import { temporaryJournal } from './temporary-journal.ts';

const { folder, file, open } = temporaryJournal();
const intent = (number: number) => intentOf(`sale-${number}`, { reference: `ref-${number}` });

/** Fills a journal with this number of events, the beginning included. */

function filled(events: number): void {
  const journal = open();
  if (events > 1) journal.record(...Array.from({ length: events - 1 }, (_, index) => intent(index + 2)));
  journal.close();
}

/** Alters the file like a database tool; without the triggers, the schema is foreign. */
function alter(change: (database: DatabaseSync) => void): void {
  const database = new DatabaseSync(file);
  database.exec('DROP TRIGGER events_no_update; DROP TRIGGER events_no_delete');
  change(database);
  database.close();
}

/** Replaces event `seq` by `changed`, with a matching hash. */
function forge(database: DatabaseSync, seq: number, changed: Partial<EventRow>): void {
  const row = { ...readRow(database.prepare('SELECT * FROM events WHERE seq = ?').get(seq) ?? {}), ...changed };
  database.exec(`DELETE FROM events WHERE seq = ${seq}`);
  database.prepare(INSERT_EVENT).run(...valuesOf({ ...row, hash: chainHash(row) }));
}

const OF_NO_SALE = JSON.stringify({ refundKey: 'key', saleId: 'none', paymentId, amount: 400, body: '{}' });

describe('a chain recomputed around', () => {
  test.each([
    ['an event that cannot have come there', { type: 'sale.dismissed', payload: '{"saleId":"none"}' }],
    ['a refund of no sale', { type: 'refund.intent', payload: OF_NO_SALE }],
  ])('%s is salvaged up to there, and the till sells', (_what, forged) => {
    filled(20);
    const guards = new DatabaseSync(file).prepare("SELECT sql FROM sqlite_schema WHERE type = 'trigger'").all();
    alter((database) => {
      forge(database, 20, forged);
      database.exec("UPDATE sales SET open = 0; DELETE FROM sales WHERE sale_id = 'sale-20'");
      for (const { sql } of guards) database.exec(String(sql));
    });
    const journal = open();
    expect(journal.opening).toMatchObject({ created: true, salvaged: 19, setAside: expect.any(String) });
    expect(journal.openSales()).toHaveLength(18);
    journal.record(intent(99));
    expect(journal.check()).toMatchObject({ ok: true });
  });

  test('an impossible event in the middle ends the salvage', () => {
    filled(20);
    const none = { type: 'sale.dismissed', payload: '{"saleId":"none"}' };
    const rows = chained(eventsOf(file), (row) => (row.seq === 8 ? { ...row, ...none } : row));
    alter((database) => {
      database.exec('DELETE FROM events');
      for (const row of rows) database.prepare(INSERT_EVENT).run(...valuesOf(row));
    });
    const journal = open();
    expect(journal.opening).toMatchObject({ created: true, salvaged: 7 });
    expect(journal.check()).toEqual({ ok: true, events: 8, faults: [] });
  });
});

test.each<readonly [string, (database: DatabaseSync) => void, number]>([
  ['nothing else is wrong', () => undefined, 20],
  ['an event was changed', (database) => database.exec('UPDATE events SET at = at + 1 WHERE seq = 8'), 7],
  ['an event is gone', (database) => database.exec('DELETE FROM events WHERE seq = 8'), 7],
  ['an event does not follow the one before', (database) => forge(database, 8, { prev_hash: CHAIN_START }), 7],
  ['an event is of a kind that nobody writes', (database) => forge(database, 8, { type: 'sale.invented' }), 7],
  ['the content of an event is none', (database) => forge(database, 8, { payload: '{"saleId":8}' }), 7],
  ['the last event was changed', (database) => database.exec('UPDATE events SET at = at + 1 WHERE seq = 20'), 19],
  ['the first event was changed', (database) => database.exec('UPDATE events SET at = at + 1 WHERE seq = 1'), 0],
  ['the first event is gone', (database) => database.exec('DELETE FROM events WHERE seq = 1'), 0],
  [
    'what stands first is not the first event',
    (database) => {
      database.exec('DELETE FROM events WHERE seq < 8');
      forge(database, 8, { prev_hash: CHAIN_START });
    },
    0,
  ],
  ['the events are no table any more', (database) => database.exec('ALTER TABLE events RENAME TO lost'), 0],
  ['a column of the events is gone', (database) => database.exec('ALTER TABLE events DROP COLUMN payload'), 0],
])('salvages the provable events when %s', (_what, change, taken) => {
  filled(20);
  alter(change);
  const damaged = readFileSync(file);
  const journal = open();
  expect(journal.opening).toMatchObject({ created: true, salvaged: taken, rebuilt: false });
  // The salvaged events, except the beginning, are sales.
  expect(journal.find('ref-', undefined, 100).sales).toHaveLength(Math.max(0, taken - 1));
  expect(journal.check()).toEqual({ ok: true, events: taken + 1, faults: [] });
  expect(readFileSync(journal.opening.setAside ?? '').equals(damaged)).toBe(true);
});

test.each([1, 499, 500, 501, 1_000])('all %i events are salvaged across batches', (events) => {
  filled(events);
  alter(() => undefined);
  const journal = open();
  expect(journal.opening).toMatchObject({ salvaged: events });
  expect(journal.openSales()).toHaveLength(events - 1);
  expect(journal.check()).toEqual({ ok: true, events: events + 1, faults: [] });
});

test('refund keys, numbers and callbacks are salvaged', () => {
  const before = open();
  const own = before.nextReference();
  before.record({ ...intent(1), ...own });
  const refund = { type: 'refund.intent', refundKey: 'key', saleId: 'sale-1', paymentId, amount: 400 } as const;
  before.record({ ...refund, body: '{"amount":400}' });
  before.seenJti('jti-1', 1e15);
  before.close();
  alter(() => undefined);
  const journal = open();
  expect(journal.openRefunds()).toMatchObject([{ refundKey: 'key', body: '{"amount":400}', stage: 'sending' }]);
  expect(journal.nextReference().sequence).toBe(own.sequence + 1);
  expect(journal.seenJti('jti-1', 1e15)).toBe(true);
});

describe('while the damaged file is read', () => {
  /** The damaged file, opened read-only; `refuse` may throw at any access. */
  function reading(refuse: (what: string) => void): Disk {
    return {
      ...systemDisk,
      open(name, mode) {
        if (mode !== 'read-only') return systemDisk.open(name, mode);
        refuse('open');
        return watchedDatabase(systemDisk.open(name, mode), refuse, () => refuse('closed'));
      },
    };
  }
  const broken = () => Object.assign(new Error('disk I/O error'), { errcode: 10 });

  test('a failure to open ends the salvage', () => {
    filled(20);
    alter(() => undefined);
    const disk = reading((what) => {
      if (what === 'open') throw broken();
    });
    expect(open(disk).opening).toMatchObject({ salvaged: 0 });
  });

  test('a failure to read ends the salvage and closes the file', () => {
    filled(20);
    alter(() => undefined);
    let closed = 0;
    const disk = reading((what) => {
      if (what === 'closed') closed += 1;
      if (what.includes('FROM events')) throw broken();
    });
    expect(open(disk).opening).toMatchObject({ salvaged: 0 });
    expect(closed).toBe(1);
  });

  test.each(['open', 'SELECT'])('an internal fault at %s leaves the damaged journal', (at) => {
    filled(20);
    alter(() => undefined);
    const disk = reading((what) => {
      if (what.startsWith(at)) throw new RangeError('ours');
    });
    expect(() => open(disk)).toThrow(expect.objectContaining({ cause: expect.any(RangeError) }));
    expect(readdirSync(folder)).toEqual(['journal.sqlite']);
  });
});
