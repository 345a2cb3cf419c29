import { describe, expect, test } from 'vitest';
import { TillError } from '../../main/base/till-error.ts';
import { counter, givenCounter } from './counter.ts';
import { type Fault, type Operation, refused, reset } from './scripted-service.ts';

givenCounter();

const busy = (retryAfterMs = 0) =>
  new TillError('service.busy', 'wait', { status: 503, retryable: true, acted: 'no', retryAfterMs });

function failing(faults: Partial<Record<Operation, () => TillError>>): void {
  counter.service.weather = (operation): Fault | undefined => {
    const error = faults[operation];
    return error === undefined ? undefined : { error: error(), acts: false };
  };
}

const sent = (from = 0) => counter.service.calls.slice(from).map(({ operation }) => operation);

describe('while the payment is being created', () => {
  test('the till shows the creation and sends nothing else', async () => {
    counter.service.latencyMs = 5_000;
    const at = counter.clock.now();
    const saleId = await counter.charge(1250);
    await counter.clock.advance(4_000);
    expect(counter.view(saleId)).toMatchObject({ stage: 'creating', doing: { code: 'creating', sinceMs: at } });
    expect(sent()).toEqual(['create']);
    await counter.clock.advance(1_020);
    expect(counter.view(saleId)).toMatchObject({ stage: 'waiting', timeLeftMs: 59_980 });
    expect(counter.view(saleId).doing).toBeUndefined();
  });

  test('a response about a different payment starts a search', async () => {
    const { service } = counter;
    const create = service.createStaticQr.bind(service);
    service.createStaticQr = async (...ask) => ({ ...(await create(...ask)), amount: 1 });
    const saleId = await counter.charge(1250);
    await counter.clock.advance(30);
    expect(counter.view(saleId)).toMatchObject({ stage: 'unknown', problem: { code: 'sale.other-payment' } });
    await counter.clock.advance(1_000);
    expect(counter.view(saleId)).toMatchObject({ stage: 'waiting', paymentId: service.last.paymentId });
  });

  test('a "Customer says they paid" click waits for the creation', async () => {
    counter.service.latencyMs = 1_000;
    const saleId = await counter.charge(1250);
    await counter.clock.advance(500);
    await counter.sales.customerSaysPaid(saleId);
    await counter.clock.advance(600);
    expect(counter.view(saleId).verdict?.kind).toBe('asking');
    await counter.clock.advance(1_000);
    expect(counter.view(saleId).verdict?.kind).toBe('not-paid');
    expect(sent()).toEqual(['create', 'read']);
  });

  test('a crash leads to a search at the next start', async () => {
    counter.service.fail('create', { error: reset(), acts: true, takesMs: 10_000, actsAfterMs: 0 });
    const saleId = await counter.charge(1250);
    await counter.clock.advance(50);
    counter.crash();
    counter.service.latencyMs = 300;
    const before = counter.service.calls.length;
    const recovering = counter.recover();
    await counter.clock.advance(10);
    expect(sent(before)).toEqual(['search']);
    expect(counter.view(saleId)).toMatchObject({
      stage: 'unknown',
      doing: { code: 'searching' },
      problem: { code: 'sale.interrupted' },
    });
    await recovering;
  });

  test('Retry-After delays writes but not reads', async () => {
    const wait = new TillError('service.busy', 'wait', { status: 503, acted: 'maybe', retryAfterMs: 10_000 });
    counter.service.fail('create', { error: wait, acts: true });
    const saleId = await counter.charge(1250);
    await counter.clock.advance(500);
    expect(counter.view(saleId).stage).toBe('waiting');
    expect(counter.view(saleId).doing).toBeUndefined();
    await counter.sales.cancel(saleId);
    await counter.clock.advance(9_500);
    expect(counter.service.count('cancel')).toBe(0);
    await counter.clock.advance(100);
    expect(counter.view(saleId).stage).toBe('cancelled');
  });
});

describe('the shown activity', () => {
  test('of a failing cancel precedes failing reads', async () => {
    const saleId = await counter.waiting();
    failing({ cancel: () => busy(), read: refused });
    await counter.sales.cancel(saleId);
    await counter.clock.advance(9_000);
    expect(counter.view(saleId)).toMatchObject({ doing: { code: 'asking-again' }, problem: { code: 'service.busy' } });
  });

  test('of failing reads shows if no write fails', async () => {
    const saleId = await counter.waiting();
    failing({ read: refused });
    await counter.clock.advance(5_000);
    expect(counter.view(saleId)).toMatchObject({ doing: { code: 'offline' }, problem: { code: 'network.refused' } });
    expect(counter.view(saleId).doing).not.toHaveProperty('untilMs');
  });

  test('of Retry-After has a constant start and end', async () => {
    const saleId = await counter.waiting();
    counter.service.fail('read', { error: busy(20_000), acts: false });
    await counter.clock.advance(1_500);
    const read = counter.service.calls.at(-1)?.at ?? 0;
    const at = counter.clock.now() - counter.clock.monotonic() + read + 20;
    const doing = { code: 'asked-to-wait', sinceMs: at, untilMs: at + 20_000 };
    expect(counter.view(saleId).doing).toEqual(doing);
    await counter.clock.advance(15_000);
    expect(counter.view(saleId).doing).toEqual(doing);
  });

  test('of Retry-After on a cancel does not stop reads', async () => {
    const saleId = await counter.waiting();
    counter.service.fail('cancel', { error: busy(20_000), acts: false });
    const at = counter.clock.now() + 20;
    await counter.sales.cancel(saleId);
    await counter.clock.advance(10_000);
    expect(counter.view(saleId).doing).toEqual({ code: 'asked-to-wait', sinceMs: at, untilMs: at + 20_000 });
    expect(counter.service.count('read')).toBeGreaterThan(5);
    await counter.clock.advance(10_040);
    expect(counter.view(saleId).stage).toBe('cancelled');
  });

  test('of Retry-After shows even when its read was replaced', async () => {
    const saleId = await counter.waiting();
    const { service } = counter;
    const read = service.readPayment.bind(service);
    service.readPayment = async () => {
      service.readPayment = read;
      await counter.sales.customerSaysPaid(saleId);
      throw busy(20_000);
    };
    await counter.clock.advance(1_500);
    const { doing } = counter.view(saleId);
    expect(doing).toMatchObject({ code: 'asked-to-wait', sinceMs: counter.clock.now() });
    expect(doing?.untilMs).toBeGreaterThan(counter.clock.now() + 18_000);
  });
});

describe('a sale without responses', () => {
  test('is leavable half a minute after the last response', async () => {
    const saleId = await counter.waiting();
    await counter.clock.advance(10_000);
    const answered = (counter.service.calls.findLast(({ operation }) => operation === 'read')?.at ?? 0) + 20;
    failing({ read: refused });
    await counter.clock.advance(answered + 29_999 - counter.clock.monotonic());
    expect(counter.view(saleId).leavable).toBeUndefined();
    const heard = counter.listening();
    await counter.clock.advance(1);
    expect(heard.calls).toBe(1);
    expect(counter.view(saleId).leavable).toBe(true);
    await counter.clock.advance(60_000);
    expect(heard.calls).toBe(1);
  });

  test('is no longer leavable once answered', async () => {
    const saleId = await counter.waiting();
    failing({ read: () => busy() });
    await counter.clock.advance(50_000);
    expect(counter.view(saleId).leavable).toBe(true);
    counter.service.weather = () => undefined;
    const seen: unknown[] = [];
    counter.sales.onChange(() => seen.push(counter.view(saleId).leavable));
    await counter.clock.advance(16_000);
    expect(seen.at(-1)).toBeUndefined();
    expect(counter.view(saleId).leavable).toBeUndefined();
    const countBefore = seen.length;
    await counter.clock.advance(10_000);
    expect(seen).toHaveLength(countBefore);
    failing({ read: () => busy() });
    await counter.clock.advance(50_000);
    expect(seen.at(-1)).toBe(true);
  });
});

describe('due requests', () => {
  test('are sent at once, the cancel first', async () => {
    const saleId = await counter.waiting();
    const before = counter.service.calls.length;
    void counter.sales.customerSaysPaid(saleId);
    void counter.sales.cancel(saleId);
    await counter.clock.advance(1);
    expect(sent(before)).toEqual(['cancel', 'read']);
    expect(counter.service.underway).toBe(2);
  });

  test('are sent upon a callback, however long reads wait', async () => {
    await counter.waiting();
    failing({ read: refused });
    await counter.clock.advance(30_000);
    const callback = { ...counter.service.last, status: 'PENDING_MERCHANT_ACKNOWLEDGEMENT' };
    for (const status of ['AUTHORIZED', callback.status]) await counter.sales.onCallback({ ...callback, status });
    await counter.clock.advance(1);
    expect(counter.service.count('acknowledge')).toBe(1);
  });

  test('are not sent sooner by a second click', async () => {
    const saleId = await counter.waiting();
    counter.service.fail('cancel', { error: refused(), acts: false });
    await counter.sales.cancel(saleId);
    await counter.clock.advance(50);
    await counter.sales.cancel(saleId);
    await counter.clock.advance(100);
    expect(counter.service.count('cancel')).toBe(1);
    await counter.clock.advance(1_000);
    expect(counter.view(saleId).stage).toBe('cancelled');
  });

  test('do not wait for each other', async () => {
    const saleId = await counter.waiting();
    counter.service.fail('cancel', { error: reset(), acts: false, takesMs: 9_000 });
    await counter.sales.cancel(saleId);
    await counter.clock.advance(8_000);
    expect(counter.service.count('read')).toBeGreaterThan(4);
    expect(counter.service.count('cancel')).toBe(1);
  });
});

describe('when the network returns', () => {
  test('a cancel failed while offline is sent at once', async () => {
    const saleId = await counter.waiting();
    counter.service.offline = true;
    await counter.sales.cancel(saleId);
    await counter.clock.advance(25_000);
    counter.service.offline = false;
    const before = counter.service.calls.length;
    counter.sales.networkReturned();
    await counter.clock.advance(30);
    expect(sent(before).toSorted()).toEqual(['cancel', 'read']);
    expect(counter.view(saleId).stage).toBe('cancelled');
  });

  test('a cancel failed while online waits for its turn', async () => {
    const saleId = await counter.waiting();
    failing({ cancel: () => busy() });
    await counter.sales.cancel(saleId);
    await counter.clock.advance(10_000);
    const before = counter.service.count('cancel');
    counter.sales.networkReturned();
    await counter.clock.advance(100);
    expect(counter.service.count('cancel')).toBe(before);
  });
});

describe('background sales', () => {
  test('are read at once after a click', async () => {
    counter.leaveOpen(1, 'PENDING');
    const saleId = counter.sales.parked()[0]?.saleId ?? '';
    counter.service.turn = new Promise(() => undefined);
    void counter.sales.recover();
    await counter.clock.advance(100);
    expect(counter.service.count('read')).toBe(0);
    await counter.sales.customerSaysPaid(saleId);
    await counter.clock.advance(100);
    expect(counter.view(saleId).verdict).toMatchObject({ kind: 'not-paid' });
  });

  test('are read with background urgency', async () => {
    counter.leaveOpen(1, 'PENDING');
    const urgencies: unknown[] = [];
    const read = counter.service.readPayment.bind(counter.service);
    counter.service.readPayment = (id, options) => {
      urgencies.push(options?.urgency);
      return read(id, options);
    };
    await counter.recover();
    await counter.waiting();
    await counter.clock.advance(1_500);
    expect(urgencies).toEqual(['background', 'screen']);
  });

  test('are not read while the till closes', async () => {
    counter.leaveOpen(20, 'PENDING');
    counter.service.turn = new Promise(() => undefined);
    void counter.sales.recover();
    await counter.clock.advance(100);
    const closing = counter.sales.close();
    await counter.clock.advance(100);
    await closing;
    expect(counter.service.count('read')).toBe(0);
    expect(counter.clock.pending).toBe(0);
  });
});
