import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { Counter } from './counter.ts';
import { refused, reset } from './scripted-service.ts';

let counter: Counter;

beforeEach(() => {
  counter = new Counter();
});

afterEach(async () => {
  await counter.close();
});

async function waiting(more: object = {}): Promise<string> {
  const saleId = await counter.charge(1250, more);
  await counter.clock.advance(100);
  return saleId;
}

/** What the windows are told from now on. */
function listening(): { told: number; end: () => void } {
  const heard = { told: 0, end: () => undefined as unknown };
  heard.end = counter.sales.onChange(() => {
    heard.told += 1;
  });
  return heard;
}

const paid = () => counter.service.set(counter.service.last.paymentId, 'SUCCEEDED');
const body = () => JSON.parse(counter.service.calls.find(({ operation }) => operation === 'create')?.detail ?? '{}');

describe('a charge', () => {
  test.each([
    ['bread', 'bread'],
    ['', undefined],
    [undefined, undefined],
  ])('described as %j is sent and kept as %j', async (description, kept) => {
    const saleId = await waiting(description === undefined ? {} : { description });
    expect(body().description).toBe(kept);
    expect('description' in body()).toBe(kept !== undefined);
    expect(counter.view(saleId).description).toBe(kept);
    expect('description' in counter.view(saleId)).toBe(kept !== undefined);
  });

  test('is told to the windows at once', async () => {
    const heard = listening();
    await counter.charge(1250);
    expect(heard.told).toBeGreaterThan(0);
  });

  test('tells the windows nothing any more once they no longer listen', async () => {
    const heard = listening();
    heard.end();
    await counter.charge(1250);
    expect(heard.told).toBe(0);
  });

  test('does not begin in a till that closes', async () => {
    const closing = counter.sales.close();
    await expect(counter.charge(1250)).rejects.toMatchObject({ code: 'sale.closed' });
    await closing;
  });
});

test.each(['cancel', 'customerSaysPaid', 'dismiss', 'acknowledgeAlarm'] as const)(
  '%s of a sale that does not exist names the field',
  async (call) => {
    await expect(counter.sales[call]('none')).rejects.toMatchObject({ code: 'sale.unknown', field: 'saleId' });
    expect(counter.sales.get('none')).toBeUndefined();
  },
);

describe('a callback', () => {
  test('about a payment that an own search is still looking for says which it is', async () => {
    counter.service.fail('create', { error: reset(), acts: true });
    const saleId = await counter.charge(1250);
    counter.service.offline = true;
    await counter.clock.advance(100);
    expect(await counter.sales.onCallback(counter.service.last)).toBe('known');
    expect(counter.view(saleId)).toMatchObject({ stage: 'waiting', paymentId: counter.service.last.paymentId });
  });

  test('without a reference, or of a typed one, is taken for no sale that has no payment yet', async () => {
    counter.service.fail('create', { error: reset(), acts: true });
    const saleId = await counter.charge(1250, { reference: 'order 7' });
    counter.service.offline = true;
    await counter.clock.advance(100);
    const { reference: _none, ...nameless } = counter.service.last;
    expect(await counter.sales.onCallback(nameless)).toBe('unknown');
    expect(await counter.sales.onCallback(counter.service.last)).toBe('unknown');
    expect(counter.view(saleId).stage).toBe('unknown');
  });

  test('about a sale that is over asks nothing', async () => {
    await waiting();
    paid();
    await counter.clock.advance(2_000);
    const asked = counter.service.calls.length;
    await counter.sales.onCallback(counter.service.last);
    await counter.clock.advance(10_000);
    expect(counter.service.calls.length).toBe(asked);
  });
});

describe('the windows are told', () => {
  test('what changed, and nothing where nothing did', async () => {
    const saleId = await waiting();
    const heard = listening();
    counter.sales.seen(saleId, counter.service.last);
    expect(heard.told).toBe(0);
    counter.sales.seen(saleId, { ...counter.service.last, status: 'IDENTIFIED' });
    expect(heard.told).toBe(1);
    expect(counter.journal.sale(saleId)?.stage).toBe('scanned');
  });

  test('that a person asked, and the verdict', async () => {
    const saleId = await waiting();
    const heard = listening();
    await counter.sales.customerSaysPaid(saleId);
    expect(heard.told).toBe(1);
  });
});

describe('after a restart', () => {
  test('what the service has told about since is listed', async () => {
    const saleId = await waiting();
    await counter.restart();
    expect(counter.sales.recovered()).toEqual([]);
    const recovering = counter.sales.recover();
    await counter.clock.advance(100);
    await recovering;
    expect(counter.sales.recovered()).toMatchObject([{ saleId, stage: 'waiting', refunded: 0 }]);
  });

  test('a till that closes waits for nobody', async () => {
    await waiting();
    await counter.restart();
    counter.service.latencyMs = 60_000;
    const recovering = counter.sales.recover();
    await counter.clock.advance(10);
    const closing = counter.sales.close();
    await counter.clock.advance(10);
    await Promise.all([recovering, closing]);
    expect(counter.clock.pending).toBe(0);
  });
});

describe('a sale that nobody looks at', () => {
  test('is read more seldom than the one on the screen', async () => {
    counter.service.fail('create', { error: reset(), acts: true });
    const saleId = await counter.charge(1250);
    counter.service.offline = true;
    await counter.clock.advance(50);
    await counter.sales.dismiss(saleId);
    counter.service.offline = false;
    await counter.clock.advance(30_000);
    expect(counter.view(saleId).stage).toBe('waiting');
    expect(counter.service.count('read')).toBeLessThanOrEqual(4);
  });
});

describe('verdicts', () => {
  test('about sales that are over are kept, the newest 32', async () => {
    const saleIds: string[] = [];
    for (let sale = 0; sale < 33; sale += 1) {
      counter.service.fail('create', { error: refused(), acts: false });
      const saleId = await waiting();
      await counter.sales.customerSaysPaid(saleId);
      await counter.clock.advance(10);
      await counter.sales.dismiss(saleId);
      saleIds.push(saleId);
    }
    const [first = '', second = ''] = saleIds;
    expect(counter.view(first).verdict).toBeUndefined();
    expect(counter.view(second).verdict?.kind).toBe('not-paid');
    expect(counter.view(saleIds.at(-1) ?? '').verdict?.kind).toBe('not-paid');
  });
});

test('a payment that a callback takes back is read, also when nobody follows it any more', async () => {
  const saleId = await counter.paidSale(1250);
  await counter.clock.advance(60_000);
  const asked = counter.service.count('read');
  await counter.sales.onCallback({ ...counter.service.last, status: 'VOIDED' });
  await counter.clock.advance(100);
  expect(counter.service.count('read')).toBe(asked + 1);
  expect(counter.view(saleId).stage).toBe('paid');
});
