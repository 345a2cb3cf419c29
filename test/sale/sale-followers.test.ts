import { describe, expect, test } from 'vitest';
import { TillError } from '../../main/base/till-error.ts';
import type { Payment } from '../../main/domain/payment-service.ts';
import { Counter, counter, givenCounter } from './counter.ts';
import { refused, reset } from './scripted-service.ts';

givenCounter();

const reads = () => counter.service.count('read');

describe('a verdict', () => {
  test('about an ended sale is replaced by a newer verdict', async () => {
    const saleId = await counter.paidSale(1250);
    expect(counter.view(saleId).verdict).toBeUndefined();
    await counter.sales.customerSaysPaid(saleId);
    await counter.clock.advance(5_000);
    const first = counter.view(saleId).verdict;
    expect(first?.kind).toBe('paid');
    await counter.sales.customerSaysPaid(saleId);
    expect(counter.view(saleId).verdict?.kind).toBe('asking');
    await counter.clock.advance(5_000);
    expect(counter.view(saleId).verdict).toMatchObject({ kind: 'paid', at: (first?.at ?? 0) + 5_000 });
  });

  test('is kept while other sales end', async () => {
    const saleId = await counter.paidSale(1250);
    await counter.sales.customerSaysPaid(saleId);
    await counter.clock.advance(100);
    for (let sale = 0; sale < 33; sale += 1) await counter.paidSale(100);
    expect(counter.view(saleId).verdict?.kind).toBe('paid');
  });
});

describe('a sale without a follower', () => {
  test('is read once per click and per contradicting callback', async () => {
    const saleId = await counter.paidSale(1250);
    await counter.clock.advance(60_000);
    const before = reads();
    await counter.sales.customerSaysPaid(saleId);
    await counter.clock.advance(60_000);
    expect(reads()).toBe(before + 1);
    await counter.sales.onCallback({ ...counter.service.last, status: 'VOIDED' });
    await counter.clock.advance(60_000);
    expect(reads()).toBe(before + 2);
    // Opening or looking up a paid sale sends no request.
    counter.sales.open(saleId);
    void counter.sales.findElsewhere(counter.view(saleId).reference);
    await counter.clock.advance(60_000);
    expect(reads()).toBe(before + 2);
  });

  test('is read once more when a refund reports a reversal', async () => {
    const saleId = await counter.paidSale(1250);
    await counter.clock.advance(60_000);
    const before = reads();
    counter.ledger.seen(saleId, { ...counter.service.last, status: 'VOIDED' });
    expect(counter.view(saleId).stage).toBe('paid');
    await counter.clock.advance(60_000);
    expect([counter.view(saleId).stage, reads()]).toEqual(['paid', before + 1]);
  });

  test('is searched for once when opened, if never created', async () => {
    counter.service.fail('create', { error: reset(), acts: false });
    const saleId = await counter.waiting(1250, { reference: 'order 7' });
    await counter.clock.advance(300_000);
    expect(counter.view(saleId)).toMatchObject({ stage: 'failed', ending: 'never-created' });
    const before = counter.service.count('search');
    counter.sales.open(saleId);
    await counter.clock.advance(300_000);
    expect(counter.service.count('search')).toBe(before + 1);
  });

  test('is not searched for when refused', async () => {
    counter.service.fail('create', { error: refused(), acts: false });
    counter.sales.open(await counter.waiting());
    await counter.clock.advance(60_000);
    expect(counter.service.calls.map(({ operation }) => operation)).toEqual(['create']);
  });

  test('is read until answered when a callback contradicts', async () => {
    await counter.paidSale(1250);
    counter.service.set(counter.service.last.paymentId, 'VOIDED');
    counter.service.offline = true;
    await counter.sales.onCallback(counter.service.last);
    await counter.clock.advance(60_000);
    counter.service.offline = false;
    await counter.clock.advance(16_000);
    expect(counter.sales.recent(1)).toMatchObject([{ stage: 'voided' }]);
  });

  test.each([
    ['a callback', (payment: Payment) => counter.sales.onCallback(payment)],
    ['a refund', (payment: Payment) => counter.ledger.seen(counter.sales.recent(1)[0]?.saleId ?? '', payment)],
  ])('is read after a restart when %s contradicted before', async (_from, contradict) => {
    await counter.paidSale(1250);
    await counter.clock.advance(60_000);
    counter.service.set(counter.service.last.paymentId, 'VOIDED');
    counter.service.offline = true;
    await contradict(counter.service.last);
    await counter.clock.advance(1_000);
    counter.crash();
    void counter.sales.recover();
    counter.service.offline = false;
    await counter.clock.advance(16_000);
    expect(counter.sales.recent(1)).toMatchObject([{ stage: 'voided' }]);
  });

  test('stays paid and is not cancelled by a charge while contradicted', async () => {
    const till = new Counter({ chargeWith: 'payment' });
    const saleId = await till.paidSale(1250);
    till.service.offline = true;
    await till.sales.onCallback({ ...till.service.last, status: 'VOIDED' });
    expect(till.journal.openSales()).toMatchObject([{ saleId, stage: 'paid' }]);
    await till.charge(300);
    till.service.offline = false;
    await till.clock.advance(120_000);
    expect(till.service.count('cancel')).toBe(0);
    expect([till.view(saleId).stage, till.facts(saleId).at(-1)?.type]).toEqual(['paid', 'sale.settled']);
  });

  test('is read at once by its watch when a callback contradicts', async () => {
    const saleId = await counter.paidSale(1250);
    counter.service.set(counter.service.last.paymentId, 'VOIDED');
    await counter.sales.onCallback(counter.service.last);
    await counter.clock.advance(1_000);
    expect(counter.view(saleId)).toMatchObject({ stage: 'voided', alarm: { shownAs: 'paid' } });
    const before = reads();
    await counter.sales.onCallback({ ...counter.service.last, status: 'SUCCEEDED' });
    await counter.clock.advance(50);
    expect(reads()).toBe(before + 1);
    expect(counter.view(saleId).stage).toBe('voided');
  });
});

describe('a closing till', () => {
  test('waits for running requests and journals their outcome', async () => {
    const saleId = await counter.waiting();
    // The service aborts a cancel 50 ms after the abort signal.
    counter.service.cancelPayment = (_id, { signal } = {}) =>
      new Promise((_resolve, reject) => {
        signal?.addEventListener('abort', () => counter.clock.after(50, () => reject(reset())));
      });
    await counter.sales.cancel(saleId);
    await counter.clock.advance(100);
    let closed = false;
    const closing = counter.sales.close().then(() => {
      closed = true;
    });
    await counter.clock.advance(49);
    expect(closed).toBe(false);
    await counter.clock.advance(1);
    expect(closed).toBe(true);
    await closing;
    expect(counter.facts(saleId).at(-1)).toMatchObject({ type: 'sale.cancel-answered', outcome: 'unknown' });
  });

  test('aborts reads and sends no further requests', async () => {
    const saleId = await counter.waiting();
    counter.service.fail('read', { error: reset(), acts: false, takesMs: 60_000 });
    await counter.clock.advance(2_000);
    expect(counter.service.underway).toBe(1);
    const closing = counter.sales.close();
    await counter.clock.advance(10);
    await closing;
    expect(counter.service.underway).toBe(0);
    const asked = counter.service.calls.length;
    // An older verdict must not appear as the answer.
    await expect(counter.sales.customerSaysPaid(saleId)).rejects.toMatchObject({ code: 'sale.closed' });
    await counter.sales.onCallback({ ...counter.service.last, status: 'IDENTIFIED' });
    counter.sales.networkReturned();
    await counter.clock.advance(60_000);
    expect(counter.service.calls.length).toBe(asked);
    expect(counter.view(saleId).stage).toBe('scanned');
    expect(counter.logged).toEqual([]);
  });

  test('ends the wait for the first responses', async () => {
    await counter.waiting();
    await counter.restart();
    counter.service.latencyMs = 60_000;
    let recovered = false;
    const recovering = counter.sales.recover().then(() => {
      recovered = true;
    });
    await counter.clock.advance(1_000);
    expect(recovered).toBe(false);
    const closing = counter.sales.close();
    await counter.clock.advance(10);
    await Promise.all([recovering, closing]);
    expect(recovered).toBe(true);
  });

  test('leaves a running creation to a later search', async () => {
    counter.service.latencyMs = 60_000;
    const saleId = await counter.waiting();
    const closing = counter.sales.close();
    await counter.clock.advance(10);
    await closing;
    expect(counter.view(saleId).stage).toBe('unknown');
    expect(counter.service.calls.map(({ operation }) => operation)).toEqual(['create']);
  });
});

describe('open sales at the start', () => {
  /** Leaves `count` waiting sales of an earlier process. */
  async function leaveOpen(count: number): Promise<readonly string[]> {
    const saleIds: string[] = [];
    for (let sale = 0; sale < count; sale += 1) {
      counter.service.fail('create', { error: reset(), acts: true });
      const saleId = await counter.charge(1250);
      await counter.clock.advance(30);
      await counter.sales.dismiss(saleId);
      await counter.clock.advance(2_000);
      expect(counter.view(saleId).stage).toBe('waiting');
      saleIds.push(saleId);
    }
    await counter.restart();
    return saleIds;
  }

  test('are counted until the service has answered for each', async () => {
    const [first, second] = await leaveOpen(2);
    expect(counter.sales.recovery).toEqual({ running: false, open: 0, resolved: 0 });
    counter.service.fail('read', { error: reset(), acts: false });
    const recovering = counter.sales.recover();
    await counter.clock.advance(10);
    expect(counter.sales.recovery).toEqual({ running: true, open: 2, resolved: 0 });
    await counter.clock.advance(100);
    await recovering;
    expect(counter.sales.recovery).toEqual({ running: true, open: 1, resolved: 1 });
    expect(counter.sales.recovered().map(({ saleId }) => saleId)).toEqual([second]);
    const heard = counter.listening();
    await counter.clock.advance(10_000);
    expect(counter.sales.recovery).toEqual({ running: false, open: 0, resolved: 2 });
    expect(counter.sales.recovered().map(({ saleId }) => saleId)).toEqual([second, first]);
    expect(heard.calls).toBe(1);
  });

  test('are notified at the search and at the result', async () => {
    await leaveOpen(1);
    const recoveries: unknown[] = [];
    counter.sales.onChange(() => recoveries.push(counter.sales.recovery));
    await counter.recover();
    expect(recoveries).toEqual([
      { running: true, open: 1, resolved: 0 },
      { running: false, open: 0, resolved: 1 },
    ]);
  });

  test('are not counted again by a second recovery', async () => {
    await leaveOpen(1);
    await counter.recover();
    await counter.waiting();
    await counter.recover();
    expect(counter.sales.recovery).toEqual({ running: false, open: 0, resolved: 1 });
  });
});

const sent = (from = 0) => counter.service.calls.slice(from).map(({ operation }) => operation);
const failures = () => counter.logged.filter(({ code }) => code === 'sale.follower-failed').map(({ facts }) => facts);

/** An error whose processing throws: a bug of the till itself. */
function fatal(): TillError {
  const error = new TillError('auth.authority', 'not yours', { status: 403, acted: 'no' });
  return Object.assign(error, {
    toView: () => {
      throw new Error('a fault of ours');
    },
  });
}

describe('a bug of the till', () => {
  test('aborts requests, is logged, and retries in five seconds', async () => {
    const saleId = await counter.waiting();
    counter.service.fail('read', { error: reset(), acts: false, takesMs: 60_000 });
    await counter.clock.advance(1_500);
    expect(counter.service.underway).toBe(1);
    counter.service.fail('cancel', { error: fatal(), acts: false });
    await counter.sales.cancel(saleId);
    await counter.clock.advance(30);
    expect(counter.service.underway).toBe(0);
    expect(failures()).toEqual([{ code: 'internal', acted: 'maybe', thrown: new Error('a fault of ours') }]);
    const asked = sent().length;
    await counter.clock.advance(4_900);
    expect(sent()).toHaveLength(asked);
    await counter.clock.advance(200);
    expect(counter.view(saleId)).toMatchObject({ stage: 'cancelled', ending: 'cashier' });
    expect(failures()).toHaveLength(1);
  });

  test('during a creation leads to a search only', async () => {
    const broken = fatal();
    counter.service.fail('create', { error: broken, acts: true });
    const saleId = await counter.charge(1250);
    counter.service.latencyMs = 100;
    await counter.clock.advance(5_030);
    expect(failures()).toHaveLength(1);
    expect(sent()).toEqual(['create', 'search']);
    expect(counter.view(saleId)).toMatchObject({ stage: 'unknown', doing: { code: 'searching' } });
    await counter.clock.advance(500);
    expect(counter.view(saleId).stage).toBe('waiting');
    expect(counter.service.count('create')).toBe(1);
  });

  test('at the start does not block the recovery', async () => {
    const saleId = await counter.waiting();
    counter.service.offline = true;
    await counter.sales.cancel(saleId);
    await counter.clock.advance(50);
    await counter.restart();
    counter.service.offline = false;
    counter.service.fail('cancel', { error: fatal(), acts: false });
    counter.service.fail('read', { error: reset(), acts: false, takesMs: 60_000 });
    await counter.recover();
    expect(failures()).toHaveLength(1);
    expect(counter.sales.recovery).toEqual({ running: true, open: 1, resolved: 0 });
    await counter.clock.advance(8_000);
    expect(counter.sales.recovery).toEqual({ running: false, open: 0, resolved: 1 });
  });
});

describe('a request', () => {
  test('triggered by a notification is sent at once', async () => {
    const saleId = await counter.waiting();
    counter.service.weather = (operation) => (operation === 'read' ? { error: reset(), acts: false } : undefined);
    let leavableAt: number | undefined;
    counter.sales.onChange(() => {
      if (leavableAt !== undefined || !counter.view(saleId).leavable) return;
      leavableAt = counter.clock.monotonic();
      void counter.sales.cancel(saleId);
    });
    await counter.clock.advance(40_000);
    expect(leavableAt).toBeGreaterThan(30_000);
    const cancel = counter.service.calls.find(({ operation }) => operation === 'cancel');
    expect(cancel?.at).toBe(leavableAt);
  });
});
