import { beforeEach, describe, expect, test } from 'vitest';
import type { PaymentId } from '../../main/domain/payment-service.ts';
import { Counter } from './counter.ts';
import { reset } from './scripted-service.ts';

let counter: Counter;

beforeEach(() => {
  counter = new Counter();
});

/** A sale that waits for the customer. */
async function waiting(amount = 1250): Promise<{ saleId: string; paymentId: PaymentId }> {
  const saleId = await counter.waiting(amount);
  expect(counter.view(saleId).stage).toBe('waiting');
  return { saleId, paymentId: counter.service.last.paymentId };
}

describe('a creation of unknown outcome', () => {
  test('is found by its reference and followed on, never created again', async () => {
    counter.service.fail('create', { error: reset(), acts: true });
    const saleId = await counter.charge(1250);
    await counter.clock.advance(30);
    expect(counter.view(saleId)).toMatchObject({ stage: 'unknown', doing: { code: 'searching' } });
    await counter.clock.advance(3_000);
    expect(counter.view(saleId)).toMatchObject({ stage: 'waiting', deeplink: counter.service.last.links.deeplink });
    expect(counter.service.count('create')).toBe(1);
  });

  test('that arrives after the till gave it up is cancelled, since nobody waits for it', async () => {
    counter.service.fail('create', { error: reset(), acts: true, actsAfterMs: 29_000 });
    const saleId = await counter.charge(1250);
    await counter.clock.advance(28_000);
    expect(counter.view(saleId)).toMatchObject({ stage: 'failed', ending: 'never-created' });
    await counter.clock.advance(26 * 3_600_000);
    expect(counter.service.last.status).toBe('CANCELLED');
    expect(counter.view(saleId)).toMatchObject({ stage: 'failed', cancel: 'no' });
    expect(counter.journal.openSales()).toEqual([]);
  });

  test('that never arrived does not take, nor cancel, what another till charges for the same order a minute later', async () => {
    counter.service.fail('create', { error: reset(), acts: false });
    const saleId = await counter.charge(700, { reference: 'order 7' });
    await counter.clock.advance(61_000);
    expect(counter.view(saleId)).toMatchObject({ stage: 'failed', ending: 'never-created' });
    const body = counter.service.prepareStaticQr({ amount: 700, reference: 'order 7' });
    const made = counter.service.createStaticQr(body);
    await counter.clock.advance(120_000);
    const { paymentId } = await made;
    expect(counter.view(saleId).paymentId).toBeUndefined();
    expect(counter.service.payments.get(paymentId)?.status).toBe('PENDING');
  });

  test('is found under its typed reference though the machine slept meanwhile', async () => {
    counter.service.fail('create', { error: reset(), acts: true, takesMs: 5_000 });
    const saleId = await counter.charge(700, { reference: 'order 7' });
    await counter.clock.advance(1_000);
    counter.clock.sleep(300_000);
    await counter.clock.advance(10_000);
    expect(counter.view(saleId).paymentId).toBe(counter.service.last.paymentId);
  });

  test('is found under its typed reference though the machine slept and its wrong clock was put right', async () => {
    counter.service.fail('create', { error: reset(), acts: false, takesMs: 5_000 });
    const saleId = await counter.charge(700, { reference: 'order 7' });
    // It did arrive, at a service whose clock is a minute and a half behind.
    const made = counter.service.createStaticQr(counter.service.prepareStaticQr({ amount: 700, reference: 'order 7' }));
    await counter.clock.advance(1_000);
    const { paymentId, createdAt } = await made;
    counter.service.set(paymentId, 'PENDING', { createdAt: createdAt - 90_000 });
    counter.clock.sleep(60_000);
    counter.clock.jump(-3_600_000);
    counter.skewMs = 3_510_000;
    await counter.clock.advance(10_000);
    expect(counter.view(saleId).paymentId).toBe(paymentId);
  });

  test('is cancelled when the cashier asked while it was being created', async () => {
    counter.service.fail('create', { error: reset(), acts: true });
    const saleId = await counter.charge(1250);
    await counter.sales.cancel(saleId);
    await counter.clock.advance(3_000);
    expect(counter.view(saleId)).toMatchObject({ stage: 'cancelled', ending: 'cashier' });
    expect(counter.service.last.status).toBe('CANCELLED');
  });
});

test('a second sale is refused while one is on the screen', async () => {
  const { saleId } = await waiting();
  await expect(counter.charge(100)).rejects.toMatchObject({ code: 'sale.busy' });
  await expect(counter.sales.dismiss(saleId)).rejects.toMatchObject({ code: 'sale.open' });
});
