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
  test('the till says so, and nothing else is asked', async () => {
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

  test('an answer about another payment is refused, and the own one is searched for', async () => {
    const { service } = counter;
    const create = service.createStaticQr.bind(service);
    service.createStaticQr = async (...ask) => ({ ...(await create(...ask)), amount: 1 });
    const saleId = await counter.charge(1250);
    await counter.clock.advance(30);
    expect(counter.view(saleId)).toMatchObject({ stage: 'unknown', problem: { code: 'sale.other-payment' } });
    await counter.clock.advance(1_000);
    expect(counter.view(saleId)).toMatchObject({ stage: 'waiting', paymentId: service.last.paymentId });
  });

  test('a press of "Customer says they paid" does not break the creation off, and is answered by a reading', async () => {
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

  test('a process that ends leaves it to the next, which searches for it at once and says why', async () => {
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

  test('a wish to wait holds up what would be told, and not what is asked', async () => {
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

describe('what a person is told', () => {
  test('of a cancel that fails comes before what is told of the reading', async () => {
    const saleId = await counter.waiting();
    failing({ cancel: () => busy(), read: refused });
    await counter.sales.cancel(saleId);
    await counter.clock.advance(9_000);
    expect(counter.view(saleId)).toMatchObject({ doing: { code: 'asking-again' }, problem: { code: 'service.busy' } });
  });

  test('of the reading is told where no write has anything to tell', async () => {
    const saleId = await counter.waiting();
    failing({ read: refused });
    await counter.clock.advance(5_000);
    expect(counter.view(saleId)).toMatchObject({ doing: { code: 'offline' }, problem: { code: 'network.refused' } });
    expect(counter.view(saleId).doing).not.toHaveProperty('untilMs');
  });

  test('of a wish to wait is since when and until when, however long it has lasted', async () => {
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

  test('of a wish to wait with a cancel is when the next cancel goes out, while reading goes on', async () => {
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

  test('of a wish to wait is told too when a newer question took the place of the one that it came with', async () => {
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

describe('a sale about which the service says nothing', () => {
  test('may be left half a minute after the last answer, and the windows are told at that moment', async () => {
    const saleId = await counter.waiting();
    await counter.clock.advance(10_000);
    const answered = (counter.service.calls.findLast(({ operation }) => operation === 'read')?.at ?? 0) + 20;
    failing({ read: refused });
    await counter.clock.advance(answered + 29_999 - counter.clock.monotonic());
    expect(counter.view(saleId).leavable).toBeUndefined();
    const heard = counter.listening();
    await counter.clock.advance(1);
    expect(heard.told).toBe(1);
    expect(counter.view(saleId).leavable).toBe(true);
    await counter.clock.advance(60_000);
    expect(heard.told).toBe(1);
  });

  test('need not be left any more once it is answered, and the windows are told', async () => {
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
    const told = seen.length;
    await counter.clock.advance(10_000);
    expect(seen).toHaveLength(told);
    failing({ read: () => busy() });
    await counter.clock.advance(50_000);
    expect(seen.at(-1)).toBe(true);
  });
});

describe('what is due at one moment', () => {
  test('goes out at once, the cancel first and the question beside it', async () => {
    const saleId = await counter.waiting();
    const before = counter.service.calls.length;
    void counter.sales.customerSaysPaid(saleId);
    void counter.sales.cancel(saleId);
    await counter.clock.advance(1);
    expect(sent(before)).toEqual(['cancel', 'read']);
    expect(counter.service.underway).toBe(2);
  });

  test('goes out as soon as a callback tells of it, however long reading waits', async () => {
    await counter.waiting();
    failing({ read: refused });
    await counter.clock.advance(30_000);
    const callback = { ...counter.service.last, status: 'PENDING_MERCHANT_ACKNOWLEDGEMENT' };
    for (const status of ['AUTHORIZED', callback.status]) await counter.sales.onCallback({ ...callback, status });
    await counter.clock.advance(1);
    expect(counter.service.count('acknowledge')).toBe(1);
  });

  test('is not sent sooner because somebody presses again', async () => {
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

  test('waits for neither: a reading that takes long holds up no cancel, nor a cancel the reading', async () => {
    const saleId = await counter.waiting();
    counter.service.fail('cancel', { error: reset(), acts: false, takesMs: 9_000 });
    await counter.sales.cancel(saleId);
    await counter.clock.advance(8_000);
    expect(counter.service.count('read')).toBeGreaterThan(4);
    expect(counter.service.count('cancel')).toBe(1);
  });
});

describe('when the network returns', () => {
  test('a cancel that failed with everything else goes out at once', async () => {
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

  test('a cancel that failed while readings were answered waits for its turn', async () => {
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

describe('sales that nobody looks at', () => {
  test('are read at once after a click, also while they wait for their turn', async () => {
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

  test('are asked about in the background, and the one on the screen is not', async () => {
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

  test('are not asked about any more when the till closes, those least that still wait for their turn', async () => {
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
