import { beforeEach, describe, expect, test } from 'vitest';
import type { ErrorCode } from '../../main/base/error-codes.ts';
import { TillError } from '../../main/base/till-error.ts';
import { Counter } from './counter.ts';
import { type Fault, type Operation, refused, reset } from './scripted-service.ts';

const MINUTE_MS = 60_000;
/** The longest delay until a till notices a change while the service answers its reads, ms. */
const USUAL_MS = 3_000;

let counter: Counter;
let saleId: string;
beforeEach(async () => {
  counter = new Counter();
  counter.service.lifetimeMs = 900_000;
  saleId = await counter.waiting();
});

const status = (code: ErrorCode, status: number, retryAfterMs?: number) =>
  new TillError(code, 'no', { status, retryable: status > 428, acted: status === 500 ? 'maybe' : 'no', retryAfterMs });
const busy = () => status('service.busy', 429);
const unavailable = (retryAfterMs?: number) => status('service.unavailable', 503, retryAfterMs);
const paid = () => counter.service.set(counter.service.last.paymentId, 'SUCCEEDED');

/** Makes `operation` fail from now on, or every operation if omitted. */
function failing(error: () => TillError, operation?: Operation, more: Partial<Fault> = {}): void {
  counter.service.weather = (asked) =>
    operation === undefined || asked === operation ? { error: error(), acts: false, ...more } : undefined;
}
const clear = () => {
  counter.service.weather = () => undefined;
};

function busiest(): number {
  const times = counter.service.calls.map(({ at }) => at);
  return Math.max(...times.map((from) => times.filter((at) => at >= from && at <= from + MINUTE_MS).length));
}

describe('a failing cancel', () => {
  test.each<readonly [string, () => TillError, Partial<Fault>]>([
    ['429 without a time to wait', busy, {}],
    ['503', unavailable, {}],
    ['500 after it was acted upon or not', () => status('service.fault', 500), {}],
    ['refused connections', refused, {}],
    ['lost answers', reset, {}],
    ['403', () => status('auth.authority', 403), {}],
    ['silence', reset, { takesMs: 10_000 }],
  ])('with %s is sent a few times while reads continue', async (_name, error, more) => {
    failing(error, 'cancel', more);
    await counter.sales.cancel(saleId);
    await counter.clock.advance(20_000);
    expect(counter.service.count('cancel')).toBeLessThanOrEqual(8);
    expect(counter.service.count('read')).toBeGreaterThan(10);
    paid();
    await counter.clock.advance(USUAL_MS);
    expect(counter.view(saleId).stage).toBe('paid');
    expect(busiest()).toBeLessThanOrEqual(60);
  });

  test('with connections refused backs off', async () => {
    failing(refused);
    await counter.sales.cancel(saleId);
    await counter.clock.advance(10_000);
    const heard = counter.listening();
    await counter.clock.advance(170_000);
    expect(counter.service.calls.length).toBeGreaterThan(10);
    expect(counter.service.calls.length).toBeLessThan(60);
    expect(heard.calls).toBeLessThanOrEqual(1);
    clear();
    counter.sales.networkReturned();
    await counter.clock.advance(200);
    expect(counter.view(saleId)).toMatchObject({ stage: 'cancelled', ending: 'cashier' });
  });

  test('is sent once per click and again after its wait', async () => {
    failing(busy, 'cancel');
    await counter.sales.cancel(saleId);
    await counter.clock.advance(800);
    expect(counter.service.count('cancel')).toBe(1);
    await counter.sales.cancel(saleId);
    await counter.sales.customerSaysPaid(saleId);
    await counter.clock.advance(60);
    expect(counter.service.count('cancel')).toBe(1);
    clear();
    await counter.clock.advance(1_000);
    expect(counter.view(saleId)).toMatchObject({ stage: 'cancelled', ending: 'cashier' });
  });
});

test('an outdated read does not decide an unanswered cancel', async () => {
  const { service, clock } = counter;
  const read = service.readPayment.bind(service);
  await clock.advance(900);
  service.readPayment = async (id, options) => {
    service.readPayment = read;
    const before = { ...service.last };
    service.latencyMs = 500;
    const reading = read(id, options);
    service.latencyMs = 20;
    await reading;
    return before;
  };
  service.fail('cancel', { error: reset(), acts: true, takesMs: 30 });
  await counter.sales.customerSaysPaid(saleId);
  await clock.advance(50);
  await counter.sales.cancel(saleId);
  await clock.advance(2_000);
  expect(counter.view(saleId)).toMatchObject({ stage: 'cancelled', ending: 'cashier' });
  expect(service.count('cancel')).toBe(1);
});

describe('in the worst minute', () => {
  let nth = 0;
  const weathers: readonly (readonly [string, (asked: Operation) => TillError | undefined])[] = [
    ['everything is refused', refused],
    ['everything is lost', reset],
    ['everything is answered 503', () => unavailable()],
    ['writes fail and reads do not', (asked) => (asked === 'read' ? undefined : busy())],
    ['every other request fails', () => (nth++ % 2 === 0 ? refused() : undefined)],
    ['nothing fails', () => undefined],
  ];

  test.each(weathers)('clicking every button sends 60 requests at most: %s', async (_name, weather) => {
    counter.service.weather = (asked) => {
      const error = weather(asked);
      return error === undefined ? undefined : { error, acts: false };
    };
    for (let attempt = 0; attempt < 600; attempt += 1) {
      if (attempt > 300) await counter.sales.cancel(saleId);
      await counter.sales.customerSaysPaid(saleId);
      if (attempt % 50 === 0) counter.sales.networkReturned();
      await counter.clock.advance(250);
    }
    expect(busiest()).toBeLessThanOrEqual(60);
    clear();
    paid();
    await counter.clock.advance(16_000 + USUAL_MS);
    expect(['paid', 'cancelled']).toContain(counter.view(saleId).stage);
  });

  test('the first "Customer says they paid" clicks are answered at once', async () => {
    await counter.clock.advance(55_000);
    for (let attempt = 0; attempt < 3; attempt += 1) {
      await counter.sales.customerSaysPaid(saleId);
      await counter.clock.advance(50);
      expect(counter.view(saleId).verdict?.kind).toBe('not-paid');
    }
    expect(busiest()).toBeLessThanOrEqual(60);
  });

  test('clicks about an ended sale count too', async () => {
    paid();
    await counter.clock.advance(120_000);
    for (let attempt = 0; attempt < 300; attempt += 1) {
      await counter.sales.customerSaysPaid(saleId);
      await counter.clock.advance(100);
    }
    expect(busiest()).toBeLessThanOrEqual(60);
  });
});

test('Retry-After of an hour delays the shown payment a minute', async () => {
  failing(() => unavailable(60 * MINUTE_MS), 'read');
  await counter.clock.advance(2_000);
  const before = counter.service.calls.length;
  clear();
  const { doing } = counter.view(saleId);
  expect(doing?.code).toBe('asked-to-wait');
  expect(doing?.untilMs).toBeGreaterThan(counter.clock.now() + 55_000);
  expect(doing?.untilMs).toBeLessThanOrEqual(counter.clock.now() + 60_000);
  await counter.sales.cancel(saleId);
  counter.sales.networkReturned();
  await counter.clock.advance(30_000);
  expect(counter.service.calls.length).toBe(before);
  await counter.sales.customerSaysPaid(saleId);
  await counter.clock.advance(1_000);
  expect(counter.service.calls.length).toBe(before + 1);
  expect(counter.view(saleId).verdict?.kind).toBe('not-paid');
  await counter.clock.advance(30_000);
  expect(counter.view(saleId).stage).toBe('cancelled');
});

test.each([409, 422, 404, 400])('a lost acknowledgement refused with %i is decided by reading', async (refusal) => {
  counter.service.set(counter.service.last.paymentId, 'PENDING_MERCHANT_ACKNOWLEDGEMENT');
  counter.service.fail('acknowledge', { error: reset(), acts: false });
  failing(() => status('service.refused', refusal), 'acknowledge');
  await counter.clock.advance(8_000);
  expect(counter.view(saleId).stage).toBe('authorised');
  expect(counter.journal.sale(saleId)?.acknowledge).toBe('due');
  expect(counter.service.count('acknowledge')).toBeLessThanOrEqual(5);
  paid();
  await counter.clock.advance(USUAL_MS);
  expect(counter.view(saleId)).toMatchObject({ stage: 'paid' });
  expect(counter.view(saleId).problem).toBeUndefined();
});

test.each([
  ['before the till was off', 3_000],
  ['while the till was off', 0],
])('acknowledges after three days a payment waiting since %s', async (_when, seenForMs) => {
  const { paymentId } = counter.service.last;
  counter.service.weather = (operation) =>
    operation === 'acknowledge' ? { error: status('service.unavailable', 503), acts: false } : undefined;
  if (seenForMs > 0) counter.service.set(paymentId, 'PENDING_MERCHANT_ACKNOWLEDGEMENT');
  await counter.clock.advance(seenForMs);
  await counter.restart();
  counter.service.set(paymentId, 'PENDING_MERCHANT_ACKNOWLEDGEMENT');
  counter.service.weather = () => undefined;
  await counter.clock.advance(3 * 24 * 3_600_000);
  await counter.recover();
  await counter.clock.advance(5_000);
  expect(counter.service.acknowledged).toMatchObject([{ id: paymentId }]);
  expect(counter.view(saleId).stage).toBe('paid');
});

test("a creation answered with a paid sale's id starts a search", async () => {
  const { service, clock } = counter;
  await counter.sales.cancel(saleId);
  await clock.advance(100);
  await counter.sales.dismiss(saleId);
  const first = await counter.waiting(1250, { reference: 'order 7' });
  const { paymentId } = service.last;
  paid();
  await clock.advance(USUAL_MS);
  await counter.sales.dismiss(first);
  const create = service.createStaticQr.bind(service);
  service.createStaticQr = async (body, options) => ({ ...(await create(body, options)), paymentId });
  const second = await counter.charge(1250, { reference: 'order 7' });
  await clock.advance(USUAL_MS);
  counter.sales.decide(second, service.last.paymentId, 'same', { role: 'cashier' });
  await clock.advance(USUAL_MS);
  expect(counter.view(second)).toMatchObject({ stage: 'waiting', paymentId: service.last.paymentId });
  expect(counter.view(first)).toMatchObject({ stage: 'paid', paymentId });
  paid();
  await clock.advance(USUAL_MS);
  expect(counter.view(second)).toMatchObject({ stage: 'paid', paymentId: service.last.paymentId });
});
