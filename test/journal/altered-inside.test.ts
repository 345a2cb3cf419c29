import { DatabaseSync } from 'node:sqlite';
import { describe, expect, test } from 'vitest';
import { systemDisk } from '../../main/journal/database.ts';
import type { EventRow } from '../../main/journal/event-rows.ts';
import { reportedBreaks } from '../../main/journal/event-walk.ts';
import { rebuild } from '../../main/journal/rebuild.ts';
import { Sealing } from '../../main/journal/sealing.ts';
import { VirtualClock } from '../base/virtual-clock.ts';
import { alter, chained, eventsOf } from './attacks.ts';
import { act, PAYMENT, refund, shiftClosed } from './sale-events.ts';
import { OTHER_AMOUNT, SALES, sealedShop } from './sealed-shop.ts';

/** Altered, forged or removed events in a sealed journal, followed by intact events. */

const { till, file, open, close, look, shop, clear, sellThirty } = sealedShop();

describe('events altered before many intact events', () => {
  test('are each reported once, and later events are kept', async () => {
    await shop();
    await sellThirty();
    // Together with the projection, without a new hash chain.
    alter(
      file,
      'UPDATE events SET at = at + 1 WHERE seq = 14',
      OTHER_AMOUNT,
      `UPDATE refunds SET data = replace(data, '"amount":500', '"amount":5')`,
    );
    const seen = await look();
    expect(seen.tampered).toMatchObject({ why: 'altered', kept: 101 });
    expect(seen.sales).toHaveLength(33);
    // Unproven events are excluded from their sale.
    expect(seen.opening).toEqual({ created: false, rebuilt: true });
    const cleared = open();
    expect(cleared.opening.rebuilt).toBe(false);
    cleared.record(act('journal-alarm-cleared'));
    await close(cleared);
    expect(await look()).toMatchObject({ tampered: undefined, acts: [{ act: 'journal-alarm-cleared' }, {}, {}] });
    alter(file, 'UPDATE events SET at = at + 1 WHERE seq = 20');
    expect((await look()).tampered).toMatchObject({ why: 'altered' });
  });
});

/** Recomputes the hashes of these events, as an attacker without the key can. */
function forge(from: number, to: number, change: (row: EventRow) => EventRow): void {
  const rows = chained(eventsOf(file).slice(0, to), (row) => (row.seq < from ? row : change(row)));
  const put = ({ seq, at, payload, prev_hash, hash }: EventRow) =>
    `UPDATE events SET at = ${at}, payload = '${payload}', prev_hash = '${prev_hash}', hash = '${hash}' WHERE seq = ${seq}`;
  alter(file, ...rows.slice(from - 1).map(put));
}

describe('in the middle of a journal', () => {
  const later = (row: EventRow) => ({ ...row, at: row.at + 1 });

  test.each([
    ['as it is', () => alter(file, 'UPDATE events SET at = at + 1 WHERE seq = 14')],
    ['with its hash', () => forge(14, 14, later)],
  ])('an event altered twice, %s, is reported twice', async (_how, change) => {
    await shop();
    await sellThirty();
    for (const times of [1, 2]) {
      change();
      expect((await look()).tampered).toMatchObject({ why: 'altered' });
      await clear();
      expect(await look()).toMatchObject({ tampered: undefined, acts: { length: 2 * times } });
    }
  });

  test('events after a forged event are not trusted', async () => {
    await shop();
    await sellThirty();
    forge(8, 11, (row) => ({ ...row, payload: row.payload.replace(':1250', ':9250') }));
    const journal = open();
    expect([journal.sale('sale-3')?.amount, journal.tampered()?.why]).toEqual([1250, 'altered']);
  });

  test('forged events are not trusted despite matching projections', async () => {
    await shop();
    await sellThirty();
    forge(6, 8, (row) => ({ ...row, payload: row.payload.replace(PAYMENT, '0'.repeat(24)) }));
    const database = new DatabaseSync(file, { defensive: false });
    rebuild(database);
    database.close();
    const journal = open();
    expect([journal.sale('sale-2')?.paymentId, journal.tampered()?.why]).toEqual([undefined, 'altered']);
  });

  test.each([1, 11])('removing event %i loses nothing else in a rebuild', async (seq) => {
    await shop();
    await sellThirty();
    const salt = open().salt();
    alter(file, `DELETE FROM events WHERE seq = ${seq}`, "UPDATE sales SET search = '' WHERE sale_id = 'later-1'");
    const journal = open();
    expect([journal.salt(), journal.refund('key')?.stage, journal.tampered()?.why]).toEqual([
      salt,
      'sending',
      'altered',
    ]);
    expect(journal.opening.rebuilt).toBe(true);
  });
});

describe('projections rebuilt over altered events', () => {
  const ANEW = "UPDATE sales SET search = ''";
  const altered = (where: string) => `UPDATE events SET at = at + 1 WHERE ${where}`;

  test.each([[['key', 'r1']], [['r2', 'r3', 'r5']], [['key', 'r1', 'r2', 'r3', 'r4', 'r5']]])(
    'keep the order of refunds with %j unproven',
    async (keys) => {
      await shop();
      const all = ['r1', 'r2', 'r3', 'r4', 'r5'];
      const before = open();
      before.record(...all.map((key, nth) => refund(key, SALES[nth % 3] ?? '', { body: key })));
      await close(before);
      await sellThirty();
      const ofThese = keys.map((key) => `payload LIKE '%"refundKey":"${key}"%'`).join(' OR ');
      alter(file, altered(`type = 'refund.intent' AND (${ofThese})`), ANEW);
      const journal = open();
      expect(journal.opening.rebuilt).toBe(true);
      const refunds = () => journal.newestRefunds(0, 10).map(({ refundKey, body }) => `${refundKey} ${body}`);
      const wanted = ['r5 r5', 'r4 r4', 'r3 r3', 'r2 r2', 'r1 r1', 'key {}'];
      expect(refunds()).toEqual(wanted);
      journal.rebuild();
      expect(refunds()).toEqual(wanted);
    },
  );

  test.each([
    ['was set back', [altered('seq = 11'), 'UPDATE counters SET value = 1']],
    ['is of a sale that is gone', [altered('seq = 8'), "DELETE FROM sales WHERE sale_id = 'sale-3'", ANEW]],
  ])('repeat no reference number when the last %s', async (_what, statements) => {
    const day = new VirtualClock();
    await shop();
    await till.clock.advance(86_400_000);
    await sellThirty();
    alter(file, ...statements);
    const journal = open({ clock: day });
    const { counter, sequence } = journal.nextReference();
    expect([journal.opening.rebuilt, sequence, journal.counter(counter)]).toEqual([true, 4, 3]);
  });

  test.each([
    ['shifts were closed before', altered('seq = 11'), "INSERT INTO facts VALUES ('shifts-before', '9')"],
    ['a register has charged', altered('seq = 1'), "INSERT INTO facts VALUES ('last-of-register desk', 'sale-1')"],
  ])('ignore an unproven note: %s', async (_what, ...statements) => {
    await shop();
    await sellThirty();
    alter(file, ...statements, ANEW);
    const journal = open();
    expect([journal.opening.rebuilt, journal.lastOfRegister('desk')]).toEqual([true, undefined]);
    journal.record(shiftClosed(1));
    expect(journal.nextShift()).toBe(2);
  });
});

test('only unchanged sealed reports of a break are trusted', async () => {
  const journal = open();
  journal.record(...['own', 'altered', 'unsealed'].map((about) => act('journal-tampered', { about })));
  await close(journal);
  alter(
    file,
    "UPDATE events SET payload = replace(payload, 'altered', 'forged') WHERE seq = 3",
    'UPDATE events SET mac = NULL WHERE seq = 4',
  );
  const database = systemDisk.open(file, 'read-only');
  expect([...reportedBreaks(database, new Sealing(till.seal, file))]).toEqual(['own']);
  database.close();
});
