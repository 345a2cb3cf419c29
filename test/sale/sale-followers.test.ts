import { beforeEach, describe, expect, test } from 'vitest';
import { Counter } from './counter.ts';
import { reset } from './scripted-service.ts';

let counter: Counter;

beforeEach(() => {
  counter = new Counter();
});

const reads = () => counter.service.count('read');

describe('a verdict', () => {
  test('about a sale that is over is the newest one, after each who looked for it has gone', async () => {
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

  test('is not forgotten for sales that nobody asked about', async () => {
    const saleId = await counter.paidSale(1250);
    await counter.sales.customerSaysPaid(saleId);
    await counter.clock.advance(100);
    for (let sale = 0; sale < 33; sale += 1) await counter.paidSale(100);
    expect(counter.view(saleId).verdict?.kind).toBe('paid');
  });
});

describe('a sale that nobody follows any more', () => {
  test('is asked about once by a person, and once more when a callback contradicts it', async () => {
    const saleId = await counter.paidSale(1250);
    await counter.clock.advance(60_000);
    const before = reads();
    await counter.sales.customerSaysPaid(saleId);
    await counter.clock.advance(60_000);
    expect(reads()).toBe(before + 1);
    await counter.sales.onCallback({ ...counter.service.last, status: 'VOIDED' });
    await counter.clock.advance(60_000);
    expect(reads()).toBe(before + 2);
  });

  test('is asked about until there is an answer, when a callback contradicts it', async () => {
    await counter.paidSale(1250);
    counter.service.set(counter.service.last.paymentId, 'VOIDED');
    counter.service.offline = true;
    await counter.sales.onCallback(counter.service.last);
    await counter.clock.advance(60_000);
    counter.service.offline = false;
    await counter.clock.advance(16_000);
    expect(counter.sales.recent(1)).toMatchObject([{ stage: 'voided' }]);
  });

  test('is asked at once by those who still watch it, when a callback contradicts what they saw', async () => {
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

describe('a record that cannot be read', () => {
  const failed = () => counter.logged.filter(({ code }) => code === 'sale.follower-failed');

  test('is tried again every five seconds, and the log says why each time', async () => {
    const saleId = await counter.waiting();
    counter.disk.unreadable = true;
    await counter.clock.advance(12_000);
    expect(failed()).toHaveLength(3);
    expect(failed()[0]?.facts).toMatchObject({ code: 'journal.failed', thrown: expect.any(Error) });
    counter.disk.unreadable = false;
    counter.service.set(counter.service.last.paymentId, 'SUCCEEDED');
    await counter.clock.advance(6_000);
    expect(counter.view(saleId).stage).toBe('paid');
    expect(failed()).toHaveLength(3);
  });

  test('is left alone by a till that has closed', async () => {
    await counter.waiting();
    counter.disk.unreadable = true;
    await counter.clock.advance(2_000);
    counter.disk.unreadable = false;
    const asked = counter.service.calls.length;
    await counter.sales.close();
    await counter.clock.advance(60_000);
    expect(counter.service.calls.length).toBe(asked);
    expect(failed()).toHaveLength(1);
  });
});

describe('a till that closes', () => {
  test('breaks off what is under way, and asks nothing more whoever wants to know', async () => {
    const saleId = await counter.waiting();
    counter.service.fail('read', { error: reset(), acts: false, takesMs: 60_000 });
    await counter.clock.advance(2_000);
    expect(counter.service.underway).toBe(1);
    const closing = counter.sales.close();
    await counter.clock.advance(10);
    await closing;
    expect(counter.service.underway).toBe(0);
    const asked = counter.service.calls.length;
    // An older verdict must not stand there as the answer.
    await expect(counter.sales.customerSaysPaid(saleId)).rejects.toMatchObject({ code: 'sale.closed' });
    await counter.sales.onCallback({ ...counter.service.last, status: 'IDENTIFIED' });
    counter.sales.networkReturned();
    await counter.clock.advance(60_000);
    expect(counter.service.calls.length).toBe(asked);
    expect(counter.view(saleId).stage).toBe('scanned');
    expect(counter.logged).toEqual([]);
  });

  test('waits for nobody who waits for the first answers', async () => {
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

  test('leaves a creation under way to be searched for', async () => {
    counter.service.latencyMs = 60_000;
    const saleId = await counter.waiting();
    const closing = counter.sales.close();
    await counter.clock.advance(10);
    await closing;
    expect(counter.view(saleId).stage).toBe('unknown');
    expect(counter.service.calls.map(({ operation }) => operation)).toEqual(['create']);
  });
});

describe('what was open when the till started', () => {
  /** So many sales of a till before this one, each waiting for its customer. */
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

  test('is counted until the service has told about each', async () => {
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
    let told = 0;
    counter.sales.onChange(() => {
      told += 1;
    });
    await counter.clock.advance(10_000);
    expect(counter.sales.recovery).toEqual({ running: false, open: 0, resolved: 2 });
    expect(counter.sales.recovered().map(({ saleId }) => saleId)).toEqual([second, first]);
    expect(told).toBe(1);
  });

  test('is told to the windows twice, that it is looked for and that it is known, where nothing else is new', async () => {
    await leaveOpen(1);
    const told: unknown[] = [];
    counter.sales.onChange(() => told.push(counter.sales.recovery));
    await counter.recover();
    expect(told).toEqual([
      { running: false, open: 0, resolved: 0 },
      { running: false, open: 0, resolved: 1 },
    ]);
  });

  test('is not counted again by a second look, nor is what began since', async () => {
    await leaveOpen(1);
    await counter.recover();
    await counter.waiting();
    await counter.recover();
    expect(counter.sales.recovery).toEqual({ running: false, open: 0, resolved: 1 });
  });
});
