import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { TillError } from '../../main/base/till-error.ts';
import type { PaymentId } from '../../main/domain/payment-service.ts';
import { Counter } from './counter.ts';
import { refused, reset } from './scripted-service.ts';

let counter: Counter;

beforeEach(() => {
  counter = new Counter();
});

afterEach(async () => {
  await counter.close();
});

/** A sale that waits for the customer. */
async function waiting(amount = 1250): Promise<{ saleId: string; paymentId: PaymentId }> {
  const saleId = await counter.charge(amount);
  await counter.clock.advance(100);
  expect(counter.view(saleId).stage).toBe('waiting');
  return { saleId, paymentId: counter.service.last.paymentId };
}

describe('cancel against confirm', () => {
  test('a payment authorised before the cancel arrives is followed on to paid', async () => {
    const { saleId, paymentId } = await waiting();
    counter.service.set(paymentId, 'AUTHORIZED');
    await counter.sales.cancel(saleId);
    await counter.clock.advance(200);
    expect(counter.view(saleId)).toMatchObject({ stage: 'authorised', cancel: 'too-late' });
    counter.service.set(paymentId, 'SUCCEEDED');
    await counter.clock.advance(2_000);
    expect(counter.view(saleId).stage).toBe('paid');
  });

  test('a cancel whose answer was lost is found out by reading', async () => {
    const { saleId, paymentId } = await waiting();
    counter.service.fail('cancel', { error: reset(), acts: true });
    await counter.sales.cancel(saleId);
    await counter.clock.advance(30);
    expect(counter.view(saleId).stage).toBe('waiting');
    await counter.clock.advance(3_000);
    expect(counter.view(saleId)).toMatchObject({ stage: 'cancelled', ending: 'cashier' });
    expect(counter.service.payments.get(paymentId)?.status).toBe('CANCELLED');
  });

  test('a cancel that was lost on the way is sent again', async () => {
    const { saleId } = await waiting();
    counter.service.fail('cancel', { error: reset(), acts: false });
    await counter.sales.cancel(saleId);
    await counter.clock.advance(4_000);
    expect(counter.view(saleId)).toMatchObject({ stage: 'cancelled', ending: 'cashier' });
    expect(counter.service.count('cancel')).toBe(2);
  });

  test('a cancel that the service refuses while the payment waits is told and dropped', async () => {
    const { saleId } = await waiting();
    const denied = new TillError('auth.authority', 'not yours', { status: 403, acted: 'no' });
    counter.service.fail('cancel', { error: denied, acts: false });
    await counter.sales.cancel(saleId);
    await counter.clock.advance(5_000);
    expect(counter.view(saleId)).toMatchObject({
      stage: 'waiting',
      cancel: 'no',
      problem: { code: 'auth.authority' },
    });
  });

  test('a cancel does not wait for a read that hangs', async () => {
    const { saleId } = await waiting();
    counter.service.fail('read', { error: reset(), acts: false, takesMs: 20_000 });
    await counter.clock.advance(2_000);
    await counter.sales.cancel(saleId);
    await counter.clock.advance(100);
    expect(counter.view(saleId).stage).toBe('cancelled');
  });
});

describe('expiry', () => {
  test('is never shown before the service says so', async () => {
    const { saleId } = await waiting();
    await counter.clock.advance(62_000);
    expect(counter.view(saleId)).toMatchObject({ stage: 'waiting', timeLeftMs: 0, doing: { code: 'checking-expiry' } });
    counter.service.set(counter.service.last.paymentId, 'EXPIRED');
    await counter.clock.advance(3_000);
    expect(counter.view(saleId).stage).toBe('expired');
    expect(counter.view(saleId).ending).toBeUndefined();
  });

  test('is read at its second', async () => {
    await waiting();
    await counter.clock.advance(60_100);
    const reads = counter.service.calls.filter((call) => call.operation === 'read').map((call) => call.at);
    expect(reads.some((at) => at >= 60_020 && at <= 60_200)).toBe(true);
  });

  test('met by a scan at its very second keeps following: the payment may still be confirmed', async () => {
    const { saleId, paymentId } = await waiting();
    await counter.clock.advance(59_900);
    counter.service.set(paymentId, 'IDENTIFIED');
    await counter.clock.advance(3_000);
    expect(counter.view(saleId)).toMatchObject({ stage: 'scanned', timeLeftMs: 0 });
    counter.service.set(paymentId, 'AUTHORIZED');
    await counter.clock.advance(3_000);
    expect(counter.view(saleId).stage).toBe('authorised');
    counter.service.set(paymentId, 'SUCCEEDED');
    await counter.clock.advance(3_000);
    expect(counter.view(saleId)).toMatchObject({ stage: 'paid' });
    expect(counter.sales.alarms()).toEqual([]);
  });

  test('after a cancel that succeeded, a success raises the alarm too', async () => {
    const { saleId, paymentId } = await waiting();
    await counter.sales.cancel(saleId);
    await counter.clock.advance(100);
    expect(counter.view(saleId).stage).toBe('cancelled');
    counter.service.set(paymentId, 'SUCCEEDED');
    await counter.clock.advance(3_000);
    expect(counter.view(saleId)).toMatchObject({ stage: 'paid', alarm: { shownAs: 'cancelled', acknowledged: false } });
  });

  test('followed by a success raises an alarm that stays until it is acknowledged', async () => {
    const { saleId, paymentId } = await waiting();
    await counter.clock.advance(58_000);
    counter.service.set(paymentId, 'EXPIRED');
    await counter.clock.advance(3_500);
    expect(counter.view(saleId).stage).toBe('expired');
    await counter.sales.dismiss(saleId);
    counter.service.set(paymentId, 'SUCCEEDED');
    await counter.clock.advance(12_000);
    expect(counter.view(saleId)).toMatchObject({ stage: 'paid', alarm: { shownAs: 'expired', acknowledged: false } });
    expect(counter.sales.alarms()).toHaveLength(1);
    await counter.restart();
    expect(counter.sales.alarms()).toHaveLength(1);
    await counter.sales.acknowledgeAlarm(saleId);
    expect(counter.sales.alarms()).toEqual([]);
  });
});

test('another till that takes the posId is told by name', async () => {
  const { saleId, paymentId } = await waiting();
  counter.service.set(paymentId, 'CANCELLED');
  await counter.clock.advance(2_000);
  expect(counter.view(saleId)).toMatchObject({ stage: 'cancelled', ending: 'elsewhere', posId: 'TILL42' });
  expect(counter.logged).toContainEqual(
    expect.objectContaining({ code: 'sale.ended-elsewhere', facts: expect.objectContaining({ posId: 'TILL42' }) }),
  );
});

test('a payer who scanned and cancelled is told as the payer', async () => {
  const { saleId, paymentId } = await waiting();
  counter.service.set(paymentId, 'IDENTIFIED');
  await counter.clock.advance(2_000);
  counter.service.set(paymentId, 'CANCELLED');
  await counter.clock.advance(2_000);
  expect(counter.view(saleId)).toMatchObject({ stage: 'cancelled', ending: 'payer' });
});

test("a bank's refusal is told as one", async () => {
  const { saleId, paymentId } = await waiting();
  counter.service.set(paymentId, 'AUTHORIZATION_FAILED');
  await counter.clock.advance(2_000);
  expect(counter.view(saleId)).toMatchObject({ stage: 'failed', ending: 'bank-refused' });
});

test('a status that nobody knows is kept, shown and no end', async () => {
  const { saleId, paymentId } = await waiting();
  counter.service.set(paymentId, 'ON_HOLD');
  await counter.clock.advance(2_000);
  expect(counter.view(saleId)).toMatchObject({ stage: 'unknown', status: 'ON_HOLD' });
  counter.service.set(paymentId, 'SUCCEEDED');
  await counter.clock.advance(4_000);
  expect(counter.view(saleId).stage).toBe('paid');
});

test('an answer that belongs to another payment is refused and told', async () => {
  const { saleId, paymentId } = await waiting();
  counter.service.set(paymentId, 'SUCCEEDED', { amount: 1 });
  await counter.clock.advance(2_000);
  expect(counter.view(saleId)).toMatchObject({ stage: 'waiting', problem: { code: 'sale.other-payment' } });
  counter.service.set(paymentId, 'SUCCEEDED', { amount: 1250 });
  await counter.clock.advance(2_000);
  expect(counter.view(saleId).stage).toBe('paid');
});

test('answers that cannot be understood keep the sale as unknown and follow it on; a single one is not told', async () => {
  const { saleId, paymentId } = await waiting();
  const schema = new TillError('answer.schema', 'does not fit', { retryable: true, traceId: 'trace-7', status: 200 });
  counter.service.fail('read', { error: schema, acts: false });
  await counter.clock.advance(1_200);
  expect(counter.service.count('read')).toBe(1);
  expect(counter.view(saleId)).toMatchObject({ stage: 'waiting' });
  expect(counter.view(saleId).problem).toBeUndefined();
  for (let time = 0; time < 2; time += 1) counter.service.fail('read', { error: schema, acts: false });
  await counter.clock.advance(1_600);
  expect(counter.view(saleId)).toMatchObject({ stage: 'unknown', problem: { traceId: 'trace-7' } });
  counter.service.set(paymentId, 'SUCCEEDED');
  await counter.clock.advance(4_000);
  expect(counter.view(saleId).stage).toBe('paid');
});

describe('a payment that waits for the merchant', () => {
  test("is acknowledged with the journal's amount and reference", async () => {
    const { saleId, paymentId } = await waiting();
    counter.service.set(paymentId, 'PENDING_MERCHANT_ACKNOWLEDGEMENT');
    await counter.clock.advance(3_000);
    expect(counter.service.acknowledged).toEqual([
      { id: paymentId, amount: 1250, reference: counter.view(saleId).reference },
    ]);
    expect(counter.view(saleId).stage).toBe('paid');
  });

  test('is refused when it is not the amount that was charged', async () => {
    const { saleId, paymentId } = await waiting();
    counter.service.set(paymentId, 'PENDING_MERCHANT_ACKNOWLEDGEMENT', { amount: 999 });
    await counter.clock.advance(3_000);
    expect(counter.service.acknowledged).toEqual([]);
    counter.service.set(paymentId, 'FAILED', { amount: 1250 });
    await counter.clock.advance(3_000);
    expect(counter.view(saleId)).toMatchObject({ stage: 'failed', ending: 'merchant-refused' });
  });

  test('is acknowledged again when the answer was lost', async () => {
    const { saleId, paymentId } = await waiting();
    counter.service.fail('acknowledge', { error: reset(), acts: false });
    counter.service.set(paymentId, 'PENDING_MERCHANT_ACKNOWLEDGEMENT');
    await counter.clock.advance(5_000);
    expect(counter.service.count('acknowledge')).toBe(2);
    expect(counter.view(saleId).stage).toBe('paid');
  });
});

describe('"Customer says they paid"', () => {
  test('is answered by a read at once', async () => {
    const { saleId, paymentId } = await waiting();
    await counter.sales.customerSaysPaid(saleId);
    await counter.clock.advance(50);
    expect(counter.view(saleId).verdict?.kind).toBe('not-paid');
    counter.service.set(paymentId, 'SUCCEEDED', { debtor: { name: 'Zoë' } });
    await counter.sales.customerSaysPaid(saleId);
    expect(counter.view(saleId).verdict?.kind).toBe('asking');
    await counter.clock.advance(50);
    expect(counter.view(saleId)).toMatchObject({ stage: 'paid', verdict: { kind: 'paid' }, debtor: { name: 'Zoë' } });
  });

  test('says when the service cannot be reached', async () => {
    const { saleId } = await waiting();
    counter.service.offline = true;
    await counter.sales.customerSaysPaid(saleId);
    await counter.clock.advance(50);
    expect(counter.view(saleId).verdict?.kind).toBe('unreachable');
  });

  test('is answered about a sale that is over, too', async () => {
    const saleId = await counter.paidSale(1250);
    await counter.sales.customerSaysPaid(saleId);
    await counter.clock.advance(50);
    expect(counter.view(saleId).verdict).toMatchObject({ kind: 'paid' });
  });
});

describe('the network', () => {
  test('gone and back is noticed at once when told, and the payment is followed on', async () => {
    const { saleId, paymentId } = await waiting();
    counter.service.offline = true;
    await counter.clock.advance(20_000);
    expect(counter.view(saleId)).toMatchObject({ stage: 'waiting', doing: { code: 'offline' } });
    counter.service.offline = false;
    counter.service.set(paymentId, 'SUCCEEDED');
    counter.sales.networkReturned();
    await counter.clock.advance(100);
    expect(counter.view(saleId).stage).toBe('paid');
  });

  test('a wish to wait is obeyed, whoever asks', async () => {
    const { saleId } = await waiting();
    const busy = new TillError('service.busy', 'wait', { status: 429, retryable: true, retryAfterMs: 9_000 });
    counter.service.fail('read', { error: busy, acts: false });
    await counter.clock.advance(1_500);
    const reads = counter.service.count('read');
    counter.sales.networkReturned();
    await counter.sales.customerSaysPaid(saleId);
    expect(counter.view(saleId).verdict?.kind).toBe('unreachable');
    await counter.clock.advance(8_000);
    expect(counter.service.count('read')).toBe(reads);
    await counter.clock.advance(1_500);
    expect(counter.service.count('read')).toBeGreaterThan(reads);
  });
});

describe('the clock', () => {
  test.each([3_600_000, -3_600_000, 86_400_000, -86_400_000])('jumping by %i ms changes nothing', async (jump) => {
    const { saleId, paymentId } = await waiting();
    await counter.clock.advance(5_000);
    counter.clock.jump(jump);
    counter.skewMs = -jump;
    await counter.clock.advance(5_000);
    const left = counter.view(saleId).timeLeftMs ?? 0;
    expect(left).toBeGreaterThan(49_000);
    expect(left).toBeLessThan(51_000);
    counter.service.set(paymentId, 'SUCCEEDED');
    await counter.clock.advance(2_000);
    expect(counter.view(saleId).stage).toBe('paid');
  });

  test('of a machine that slept is put right by the first answer', async () => {
    const { saleId } = await waiting();
    counter.clock.sleep(40_000);
    await counter.clock.advance(2_000);
    const left = counter.view(saleId).timeLeftMs ?? 0;
    expect(left).toBeLessThan(19_000);
    expect(left).toBeGreaterThan(15_000);
  });
});

describe('a callback', () => {
  test('does what a read does, sooner', async () => {
    const { saleId, paymentId } = await waiting();
    counter.service.set(paymentId, 'SUCCEEDED');
    expect(await counter.sales.onCallback({ ...counter.service.last })).toBe('known');
    expect(counter.view(saleId).stage).toBe('paid');
  });

  test('that is older changes nothing', async () => {
    const { saleId, paymentId } = await waiting();
    counter.service.set(paymentId, 'SUCCEEDED');
    await counter.clock.advance(2_000);
    expect(await counter.sales.onCallback({ ...counter.service.last, status: 'IDENTIFIED' })).toBe('known');
    expect(counter.view(saleId)).toMatchObject({ stage: 'paid', status: 'SUCCEEDED' });
  });

  test('about a payment that is not ours, or not with this amount, is not known', async () => {
    const { saleId } = await waiting();
    const ours = counter.service.last;
    const other = { ...ours, paymentId: 'X'.padStart(24, '0') as PaymentId, reference: 'someone else' };
    expect(await counter.sales.onCallback(other)).toBe('unknown');
    expect(await counter.sales.onCallback({ ...ours, amount: 1, status: 'SUCCEEDED' })).toBe('unknown');
    expect(counter.view(saleId).stage).toBe('waiting');
  });
});

test('a sale on the screen costs no more than one read a second, and never two requests at once', async () => {
  const { paymentId } = await waiting();
  await counter.clock.advance(50_000);
  counter.service.set(paymentId, 'IDENTIFIED');
  await counter.clock.advance(6_000);
  counter.service.set(paymentId, 'AUTHORIZED');
  await counter.clock.advance(3_900);
  expect(counter.service.count('read')).toBeLessThanOrEqual(60);
  expect(counter.service.count('read')).toBeGreaterThan(50);
  expect(counter.service.mostUnderway).toBe(1);
});

test('charging again while an unknown sale is open tells that one as ended by this till', async () => {
  counter.service.fail('create', { error: reset(), acts: true });
  const first = await counter.charge(1250);
  counter.service.fail('search', { error: refused(), acts: false });
  await counter.clock.advance(50);
  await counter.sales.dismiss(first);
  const { paymentId } = counter.service.last;
  await counter.charge(500);
  counter.service.set(paymentId, 'CANCELLED');
  await counter.clock.advance(40_000);
  expect(counter.view(first)).toMatchObject({ stage: 'cancelled', ending: 'cashier' });
});
