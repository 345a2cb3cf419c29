import { beforeEach, describe, expect, test } from 'vitest';
import type { Payment, PaymentId, SearchRequest } from '../../main/domain/payment-service.ts';
import { statedPosId } from '../../main/domain/sale-reference.ts';
import type { Journal } from '../../main/journal/journal.ts';
import { importOwnPayments } from '../../main/sale/import-own-payments.ts';
import { type ImportContext, importByReference } from '../../main/sale/payment-import.ts';
import { RestoreLostPayments } from '../../main/sale/restore-lost-payments.ts';
import { VirtualClock } from '../base/virtual-clock.ts';
import { Counter, silent } from './counter.ts';
import { payment as servicePayment } from './sale-states.ts';
import { refused, reset, ScriptedService } from './scripted-service.ts';

const DAY_MS = 86_400_000;
const AT = Date.UTC(2026, 10, 20, 9);

class Answering extends ScriptedService {
  readonly asked: SearchRequest[] = [];
  items: readonly Payment[] = [];
  onSearch: () => void = () => undefined;

  override async *search(ask: SearchRequest): AsyncIterable<Payment> {
    this.asked.push(ask);
    this.onSearch();
    yield* this.items;
  }
}

let counter: Counter;
let service: Answering;
let context: ImportContext;
let skewMs: number;

beforeEach(() => {
  counter = new Counter();
  service = new Answering(new VirtualClock());
  skewMs = 0;
  const { journal, clock, random } = counter;
  context = { service, journal, clock, random, timing: { skewMs: () => skewMs } };
});

const id = (number: number) => String(number).padStart(24, '0') as PaymentId;
const payment = (more: Partial<Payment> = {}, status = 'PENDING') =>
  servicePayment(status, { paymentId: id(1), reference: 'order 7', ...more });
/** No recovery is due: a found payment may belong to another till. */
const elsewhere = ({ extra }: Payment) => ({ posId: statedPosId(extra) });
const kept = (paymentId: PaymentId = id(1)) => counter.journal.saleOfPayment(paymentId);

describe('payments of a reference', () => {
  test("are searched over 400 days by the service's clock", async () => {
    skewMs = 5_000;
    expect(await importByReference(context, 'order 7', elsewhere)).toEqual({ found: 0, known: [] });
    const now = AT + 5_000;
    expect(service.asked).toEqual([{ reference: 'order 7', from: now - 400 * DAY_MS }]);
  });

  test('are searched twice at most when the clock skew alternates', async () => {
    service.onSearch = () => {
      if (service.asked.length > 9) throw new Error('it is asked without an end');
      skewMs = skewMs === 0 ? DAY_MS : 0;
    };
    service.items = [payment()];
    expect(await importByReference(context, 'order 7', elsewhere)).toEqual({ found: 1, known: [payment()] });
    expect(service.asked).toHaveLength(2);
  });

  test('are imported when new, returned when known', async () => {
    service.items = [payment()];
    expect(await importByReference(context, 'order 7', elsewhere)).toEqual({ found: 1, known: [] });
    expect(await importByReference(context, 'order 7', elsewhere)).toEqual({ found: 1, known: [payment()] });
    expect(counter.sales.recent(9)).toHaveLength(1);
  });

  test('of a different reference are skipped', async () => {
    service.items = [payment({ reference: 'order 8' })];
    expect(await importByReference(context, 'order 7', elsewhere)).toEqual({ found: 0, known: [] });
    expect(kept()).toBeUndefined();
  });

  test('are limited to 200', async () => {
    service.items = Array.from({ length: 201 }, (_none, index) => payment({ paymentId: id(index) }));
    expect((await importByReference(context, 'order 7', elsewhere)).found).toBe(200);
    expect(kept(id(200))).toBeUndefined();
  });

  test('keep all fields of the service and are not followed', async () => {
    service.items = [
      payment(
        {
          description: 'bread',
          message: 'for the bread',
          bulkId: 'B7',
          succeededAt: AT + 5,
          debtor: { name: 'Zoë', iban: 'NL00' },
          links: { deeplink: 'd' },
          extra: { posId: 'TILL9' },
        },
        'SUCCEEDED',
      ),
    ];
    await importByReference(context, 'order 7', elsewhere);
    expect(kept()).toMatchObject({
      origin: 'elsewhere',
      reference: 'order 7',
      amount: 1250,
      stage: 'paid',
      status: 'SUCCEEDED',
      description: 'bread',
      message: 'for the bread',
      bulkId: 'B7',
      expiresAt: AT + 60_000,
      succeededAt: AT + 5,
      debtor: { name: 'Zoë', iban: 'NL00' },
      deeplink: 'd',
      toldPosId: 'TILL9',
      settled: true,
    });
    expect(counter.journal.openSales()).toEqual([]);
  });

  test('omit fields missing at the service', async () => {
    const { expiresAt: _none, ...bare } = payment();
    service.items = [bare];
    await importByReference(context, 'order 7', elsewhere);
    const sale = kept();
    for (const field of ['description', 'expiresAt', 'succeededAt', 'debtor', 'deeplink', 'toldPosId'] as const)
      expect(sale).not.toHaveProperty(field);
  });

  test('with an unrecognised status are unknown', async () => {
    service.items = [payment({}, 'ON_HOLD')];
    await importByReference(context, 'order 7', elsewhere);
    expect(kept()).toMatchObject({ stage: 'unknown', status: 'ON_HOLD' });
  });

  test.each([
    ['x'.repeat(36), 'x'.repeat(36)],
    ['x'.repeat(37), undefined],
    ['', undefined],
    [7, undefined],
  ])('store POS %o of the service as %o', async (posId, shown) => {
    service.items = [payment({ extra: { posId } })];
    await importByReference(context, 'order 7', elsewhere);
    const sale = kept();
    expect(sale?.origin === 'elsewhere' ? sale.toldPosId : 'charged here').toBe(shown);
  });

  test('are left to a sale whose creation is unanswered', async () => {
    counter.service.fail('create', { error: reset(), acts: false, takesMs: 60_000 });
    await counter.charge(1250, { reference: 'order 7' });
    service.items = [payment()];
    await importByReference(context, 'order 7', elsewhere);
    expect(kept()).toBeUndefined();
  });

  test('are imported next to a refused sale of the reference', async () => {
    counter.service.fail('create', { error: refused(), acts: false });
    await counter.waiting(1250, { reference: 'order 7' });
    service.items = [payment()];
    await importByReference(context, 'order 7', elsewhere);
    expect(kept()).toBeDefined();
  });

  test('are imported next to a sale with its own payment', async () => {
    await counter.waiting(1250, { reference: 'order 7' });
    service.items = [payment()];
    await importByReference(context, 'order 7', elsewhere);
    expect(kept()).toBeDefined();
  });
});

describe('after a journal loss', () => {
  const ours = (number: number, more: Partial<Payment> = {}, status = 'PENDING') =>
    servicePayment(status, { paymentId: id(number), reference: `TILL42-261113-4541000${number}`, ...more });

  test("imports the last week's payments with this POS's references", async () => {
    const { reference: _none, ...nameless } = ours(3);
    service.items = [ours(1), ours(2, { reference: 'order 7' }), nameless, ours(4, {}, 'EXPIRED')];
    expect(await importOwnPayments(context, 'TILL42')).toBe(2);
    expect(service.asked).toEqual([{ from: AT - 7 * DAY_MS }]);
    expect(kept(id(1))).toMatchObject({ toldPosId: 'TILL42', recovered: true, settled: false });
    expect(kept(id(4))).toMatchObject({ stage: 'expired', settled: true });
    // No `recovered` flag: an earlier report may have counted the payment.
    expect(kept(id(4))).not.toHaveProperty('recovered');
    expect([kept(id(2)), kept(id(3))]).toEqual([undefined, undefined]);
  });

  test('recognises references of a custom pattern', async () => {
    service.items = [
      ours(1),
      ours(2, { reference: 'Zoë 261113/45410001' }),
      ours(3, { reference: 'Zoë 261113/4541' }),
      ours(4, { reference: 'Anna 261113/45410001' }),
      ours(5, { reference: 'Zoe 261113/45410002' }),
    ];
    expect(await importOwnPayments(context, 'TILL42', 'Zoë {yyMMdd}/{sequence}')).toBe(3);
    expect([kept(id(3)), kept(id(4))]).toEqual([undefined, undefined]);
  });

  test('skips payments assigned to a different POS', async () => {
    const shared = (reference: string, posId: string) => ({ reference, extra: { posId } });
    service.items = [
      ours(1, shared('SHOP-261113-45410001', 'TILL43')),
      ours(2, shared('SHOP-261113-45410002', 'TILL42')),
      ours(3, shared('order 7', 'TILL42')),
    ];
    expect(await importOwnPayments(context, 'TILL42', 'SHOP-{yyMMdd}-{sequence}')).toBe(2);
    expect(kept(id(1))).toBeUndefined();
    expect(kept(id(2))).toMatchObject({ toldPosId: 'TILL42' });
  });

  test('does not follow payments of a shared reference pattern', async () => {
    service.items = [
      ours(1, { reference: 'SHOP-261113-45410001' }),
      ours(2),
      ours(3, { reference: 'SHOP-261113-45410003' }, 'SUCCEEDED'),
    ];
    expect(await importOwnPayments(context, 'TILL42', 'SHOP-{yyMMdd}-{sequence}')).toBe(3);
    const foreign = kept(id(1));
    expect(foreign).toMatchObject({ origin: 'elsewhere', settled: true });
    expect(foreign).not.toHaveProperty('toldPosId');
    expect(foreign).not.toHaveProperty('recovered');
    expect(kept(id(3))).toMatchObject({ stage: 'paid', settled: true });
    expect(counter.journal.openSales().map(({ paymentId }) => paymentId)).toEqual([id(2)]);
  });

  test('ignores a till whose name starts with this POS id', async () => {
    service.items = [ours(1, { reference: 'TILL42-1-261113-45410001' })];
    expect(await importOwnPayments(context, 'TILL42')).toBe(0);
  });

  test.each([
    ['a month old', 30 * DAY_MS, 31 * DAY_MS, 'aside.db'],
    ['of this morning', DAY_MS / 4, 7 * DAY_MS, 'aside.db'],
    ['of this morning, brought back where there was no journal', DAY_MS / 4, 7 * DAY_MS, ''],
  ])('searches back beyond a backup %s, at least a week', async (_name, age, back, setAside) => {
    const { clock } = counter;
    skewMs = 5_000;
    const kept: unknown[] = [];
    const restoredFrom = clock.now() + 60_000 + skewMs - age;
    const journal = {
      importDue: () => setAside,
      saleOfPayment: () => ours(1),
      restoredFrom: () => restoredFrom,
      keep: (event: unknown) => kept.push(event),
    } as unknown as Journal;
    let since: number | undefined;
    const importRefunds = async (from: number) => {
      since = from;
    };
    service.items = [ours(1, { reference: 'Zoë 261113/45410001' })];
    const own = { posId: 'TILL42', referencePattern: 'Zoë {yyMMdd}/{sequence}' };
    const lost = new RestoreLostPayments({ ...context, journal }, own, silent, importRefunds);
    await clock.advance(60_000);
    await lost.run();
    const from = clock.now() + skewMs - back;
    expect([service.asked[0]?.from, since]).toEqual([from, from]);
    expect([lost.view, kept]).toEqual([{ setAside, restoredFrom, found: 1 }, [{ type: 'journal.refilled', found: 1 }]]);
  });

  test('asks the service once, even without results', async () => {
    const { journal } = counter;
    journal.keep({ type: 'journal.begun', journalId: 'j', salt: 7, replaces: 'aside.db' });
    const lost = new RestoreLostPayments(context, { posId: 'TILL42' }, silent, async () => undefined);
    await lost.run();
    expect(lost.view).toEqual({ setAside: 'aside.db', found: 0 });
    await lost.run();
    expect(service.asked).toHaveLength(1);
  });

  test('does not import a known payment twice', async () => {
    service.items = [ours(1)];
    await importOwnPayments(context, 'TILL42');
    await importOwnPayments(context, 'TILL42');
    expect(counter.sales.recent(9)).toHaveLength(1);
  });

  test.each([
    [DAY_MS / 2, 1],
    [DAY_MS / 2 + 1, 2],
    [-DAY_MS / 2 - 1, 2],
  ])('clock off by %i ms: searches %i time(s)', async (off, times) => {
    service.onSearch = () => {
      skewMs = off;
    };
    service.items = [ours(1)];
    expect(await importOwnPayments(context, 'TILL42')).toBe(1);
    expect(service.asked).toHaveLength(times);
    expect(service.asked.at(-1)?.from).toBe(AT - 7 * DAY_MS + (times === 2 ? off : 0));
  });
});
