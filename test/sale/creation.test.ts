import { beforeEach, describe, expect, test } from 'vitest';
import type { CallOptions, Payment, RequestBody } from '../../main/domain/payment-service.ts';
import type { KnownSale, SaleRecord } from '../../main/domain/sale-record.ts';
import { Creation } from '../../main/sale/creation.ts';
import { UndecidedPayments } from '../../main/sale/undecided-payments.ts';
import { VirtualClock } from '../base/virtual-clock.ts';
import { Counter, counter, givenCounter } from './counter.ts';
import { AT, absent, fresh, payment, play, unanswered } from './sale-states.ts';
import { refused, reset, ScriptedService } from './scripted-service.ts';

const SETTLE_MS = 20_000;

/** Records the operation and options of each creation. */
class Naming extends ScriptedService {
  readonly created: { readonly operation: string; readonly options: CallOptions }[] = [];
  failure: Error | undefined;

  override async createPayment(_body: RequestBody, options: CallOptions = {}): Promise<Payment> {
    return this.#create('payment', options);
  }

  override async createStaticQr(_body: RequestBody, options: CallOptions = {}): Promise<Payment> {
    return this.#create('static-qr', options);
  }

  #create(operation: string, options: CallOptions): Payment {
    this.created.push({ operation, options });
    if (this.failure !== undefined) throw this.failure;
    return payment('PENDING');
  }
}

let clock: VirtualClock;
let service: Naming;
let creation: Creation;
let undecided: UndecidedPayments;
const { signal } = new AbortController();
const unknown = unanswered();

beforeEach(async () => {
  clock = new VirtualClock(AT - 1_000_000);
  await clock.advance(1_000_000);
  service = new Naming(clock);
  const { journal } = new Counter();
  undecided = new UndecidedPayments(() => undefined);
  const timing = { skewMs: () => 0, arrivesWithinMs: SETTLE_MS, searchLagMs: 0 };
  creation = new Creation({ service, journal, clock, undecided, timing });
});

async function search(sale: Exclude<SaleRecord, KnownSale> = unknown) {
  const searching = creation.search(sale, { signal });
  await clock.advance(20);
  return await searching;
}

describe('a creation', () => {
  test.each(['static-qr', 'payment'] as const)(
    'of a %s calls its own operation with the abort signal',
    async (operation) => {
      const sent = await creation.send({ ...fresh(), operation }, signal);
      expect(sent).toEqual({ event: { type: 'created', payment: payment('PENDING'), via: 'create' } });
      expect(service.created).toEqual([{ operation, options: { signal } }]);
    },
  );

  test('is refused if never sent, unknown without an answer', async () => {
    service.failure = refused();
    expect(await creation.send(fresh(), signal)).toMatchObject({ event: { type: 'creation-refused' } });
    service.failure = reset();
    const { event, error } = await creation.send(fresh(), signal);
    expect(event).toMatchObject({ type: 'creation-unknown', problem: { code: 'network.reset' } });
    expect(error).toBe(service.failure);
  });

  test('is unknown when mismatched or interrupted', () => {
    const problem = { message: expect.stringMatching(/\w/), retryable: true };
    expect(creation.mismatched()).toEqual({
      type: 'creation-unknown',
      problem: { ...problem, code: 'sale.other-payment' },
    });
    expect(creation.interrupted()).toEqual({
      type: 'creation-unknown',
      problem: { ...problem, code: 'sale.interrupted' },
    });
  });
});

test('a payment under a typed reference is undecided', async () => {
  const own = payment('PENDING');
  service.payments.set(own.paymentId, own);
  expect(await search({ ...unknown, ownReference: false })).toBeUndefined();
  expect(undecided.of(unknown.saleId)).toEqual(own);
});

test('ignores a payment of the same order an hour later', async () => {
  const later = payment('PENDING', { createdAt: AT + 3_600_000 });
  service.payments.set(later.paymentId, later);
  await clock.advance(3_600_000);
  expect(await search({ ...unknown, ownReference: false })).toBeUndefined();
  expect(undecided.all).toEqual([]);
});

test('uses the clock skew learned from the search response', async () => {
  const own = payment('PENDING', { createdAt: AT + 3_600_000 });
  service.payments.set(own.paymentId, own);
  let skewMs = 0;
  const { journal } = new Counter();
  creation = new Creation({
    service,
    journal,
    clock,
    undecided,
    timing: { skewMs: () => skewMs, arrivesWithinMs: SETTLE_MS, searchLagMs: 0 },
  });
  const searching = search({ ...unknown, ownReference: false });
  skewMs = 3_600_000;
  await searching;
  expect(undecided.of(unknown.saleId)).toEqual(own);
});

test('tolerates a clock two minutes off while the skew is unknown', async () => {
  const own = payment('PENDING', { createdAt: AT - 120_000 });
  service.payments.set(own.paymentId, own);
  await search({ ...unknown, ownReference: false });
  expect(undecided.of(unknown.saleId)).toEqual(own);
});

describe('a creation without an answer counts as absent', () => {
  const lost = async () => {
    service.failure = reset();
    await creation.send(fresh(), signal);
  };

  test('after two empty searches once arrival is impossible', async () => {
    await lost();
    await clock.advance(SETTLE_MS - 20);
    expect(await search()).toBeUndefined();
    await clock.advance(1_960);
    expect(await search()).toBeUndefined();
    expect(await search()).toEqual({ type: 'creation-absent' });
  });

  test('not while arrival is possible, despite many searches', async () => {
    await lost();
    for (let time = 0; time < 4; time += 1) {
      expect(await search()).toBeUndefined();
      await clock.advance(4_980);
    }
    expect(await search()).toEqual({ type: 'creation-absent' });
  });

  test('only once', async () => {
    await lost();
    await clock.advance(SETTLE_MS);
    await search();
    await clock.advance(3_000);
    const given = play(unknown, absent).sale;
    if (given.creation !== 'absent') throw new Error('it was given up');
    expect(await search(given)).toBeUndefined();
  });

  test('no earlier than two seconds after its failure', async () => {
    const late = new Creation({
      undecided,
      service,
      journal: new Counter().journal,
      clock,
      timing: { skewMs: () => 0, arrivesWithinMs: 0, searchLagMs: 0 },
    });
    service.createStaticQr = async () => {
      await clock.advance(5_000);
      throw reset();
    };
    await late.send(fresh(), signal);
    creation = late;
    expect(await search()).toBeUndefined();
    await clock.advance(1_940);
    expect(await search()).toBeUndefined();
    await clock.advance(100);
    expect(await search()).toEqual({ type: 'creation-absent' });
  });

  test.each([
    ['that began just now', 0, SETTLE_MS],
    ['that began a while ago', 5_000, SETTLE_MS - 5_000],
    ['whose clock has gone back since', -60_000, SETTLE_MS],
    ['that began long ago', 60_000, 0],
  ])('from an earlier process, %s, after its remaining time', async (_name, ago, leftMs) => {
    const sale = { ...unknown, startedAt: AT - ago };
    await search(sale);
    await clock.advance(Math.max(2_000, leftMs - 100));
    if (leftMs > 2_000) expect(await search(sale)).toBeUndefined();
    await clock.advance(100);
    expect(await search(sale)).toEqual({ type: 'creation-absent' });
  });
});

givenCounter();

describe('a creation with an unknown outcome', () => {
  test('is found by its reference, never created again', async () => {
    counter.service.fail('create', { error: reset(), acts: true });
    const saleId = await counter.charge(1250);
    await counter.clock.advance(30);
    expect(counter.view(saleId)).toMatchObject({ stage: 'unknown', doing: { code: 'searching' } });
    await counter.clock.advance(3_000);
    expect(counter.view(saleId)).toMatchObject({ stage: 'waiting', deeplink: counter.service.last.links.deeplink });
    expect(counter.service.count('create')).toBe(1);
  });

  test.each([
    [0, 59_000],
    [18_000, 59_000],
  ])('is not absent while search lags (%i ms, then %i ms)', async (actsAfterMs, lagMs) => {
    counter.service.searchLagMs = lagMs;
    counter.service.fail('create', { error: reset(), acts: true, actsAfterMs });
    const saleId = await counter.charge(1250);
    await counter.clock.advance(actsAfterMs + lagMs - 1_000);
    expect(counter.view(saleId)).toMatchObject({ stage: 'unknown' });
    await counter.clock.advance(5_000);
    expect(counter.view(saleId)).toMatchObject({ stage: 'waiting' });
    expect(counter.service.count('create')).toBe(1);
  });

  test('is cancelled when arriving after the till gave up', async () => {
    counter.service.fail('create', { error: reset(), acts: true, actsAfterMs: 90_000 });
    const saleId = await counter.charge(1250);
    await counter.clock.advance(85_000);
    expect(counter.view(saleId)).toMatchObject({ stage: 'failed', ending: 'never-created' });
    await counter.clock.advance(26 * 3_600_000);
    expect(counter.service.last.status).toBe('CANCELLED');
    expect(counter.view(saleId)).toMatchObject({ stage: 'failed', cancel: 'no' });
    expect(counter.journal.openSales()).toEqual([]);
  });

  test('leaves a later payment of the same order alone', async () => {
    counter.service.fail('create', { error: reset(), acts: false });
    const saleId = await counter.charge(700, { reference: 'order 7' });
    await counter.clock.advance(121_000);
    expect(counter.view(saleId)).toMatchObject({ stage: 'failed', ending: 'never-created' });
    const body = counter.service.prepareStaticQr({ amount: 700, reference: 'order 7' });
    const made = counter.service.createStaticQr(body);
    await counter.clock.advance(120_000);
    const { paymentId } = await made;
    expect(counter.view(saleId).paymentId).toBeUndefined();
    expect(counter.service.payments.get(paymentId)?.status).toBe('PENDING');
  });

  test('is undecided under a typed reference after machine sleep', async () => {
    counter.service.fail('create', { error: reset(), acts: true, takesMs: 5_000 });
    const saleId = await counter.charge(700, { reference: 'order 7' });
    await counter.clock.advance(1_000);
    counter.clock.sleep(300_000);
    await counter.clock.advance(10_000);
    expect(counter.view(saleId)).toMatchObject({ stage: 'unknown', undecided: true });
    expect(counter.sales.undecided()).toMatchObject([{ payment: { paymentId: counter.service.last.paymentId } }]);
  });

  test('is undecided after sleep and a clock correction', async () => {
    counter.service.fail('create', { error: reset(), acts: false, takesMs: 5_000 });
    const saleId = await counter.charge(700, { reference: 'order 7' });
    // The payment did arrive, at a service whose clock is 90 seconds behind.
    const made = counter.service.createStaticQr(counter.service.prepareStaticQr({ amount: 700, reference: 'order 7' }));
    await counter.clock.advance(1_000);
    const { paymentId, createdAt } = await made;
    counter.service.set(paymentId, 'PENDING', { createdAt: createdAt - 90_000 });
    counter.clock.sleep(60_000);
    counter.clock.jump(-3_600_000);
    counter.skewMs = 3_510_000;
    await counter.clock.advance(10_000);
    expect(counter.sales.undecided()).toMatchObject([{ sale: { saleId }, payment: { paymentId } }]);
  });

  test('is cancelled when the cashier asked during creation', async () => {
    counter.service.fail('create', { error: reset(), acts: true });
    const saleId = await counter.charge(1250);
    await counter.sales.cancel(saleId);
    await counter.clock.advance(3_000);
    expect(counter.view(saleId)).toMatchObject({ stage: 'cancelled', ending: 'cashier' });
    expect(counter.service.last.status).toBe('CANCELLED');
  });
});

test('a second sale is refused until the first is dismissed', async () => {
  const saleId = await counter.waiting();
  await expect(counter.charge(100)).rejects.toMatchObject({ code: 'sale.busy' });
  await expect(counter.sales.dismiss(saleId)).rejects.toMatchObject({ code: 'sale.open' });
  await counter.sales.cancel(saleId);
  await counter.clock.advance(100);
  expect(counter.view(saleId).stage).toBe('cancelled');
  await expect(counter.charge(100)).rejects.toMatchObject({ code: 'sale.busy' });
});
