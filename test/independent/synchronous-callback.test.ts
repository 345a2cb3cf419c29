import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { callbackReceiver, type Receiver } from './callback-receiver.ts';
import type { IndependentClient } from './client.ts';
import { created, object } from './expectations.ts';
import { type ServiceUnderTest, startService } from './service-under-test.ts';

let service: ServiceUnderTest;
let receiver: Receiver;
let client: IndependentClient;
beforeEach(async () => {
  service = await startService({ pace: { callbackTimeoutMs: 86_400_000 } });
  receiver = await callbackReceiver();
  client = await service.profile({ synchronousCallback: true });
});
afterEach(async () => {
  await receiver[Symbol.asyncDispose]();
  await service[Symbol.asyncDispose]();
});

const confirmed = async () => {
  const fields = { posId: 'P', amount: 100, callbackUrl: receiver.at('/payout') };
  const id = created(await client.createStaticQr(fields));
  await service.payer.pay(id);
  return id;
};
const statusOf = async (id: string) => object(await client.readPayment(id))['status'];
const until = async (id: string, wanted: (status: unknown) => boolean) => {
  while (!wanted(await statusOf(id))) service.clock.tick(50);
  return statusOf(id);
};

describe('a synchronous callback', () => {
  it('answered 200, the merchant accepts the payment', async () => {
    const id = await confirmed();
    expect(await until(id, (status) => status !== 'AUTHORIZED')).toBe('SUCCEEDED');
  });

  it('answered 422, the merchant does not: the payment never succeeds', async () => {
    receiver.answerWith(422);
    const id = await confirmed();
    expect(await until(id, (status) => status !== 'AUTHORIZED')).not.toBe('SUCCEEDED');
    service.clock.tick(3600_000);
    expect(await statusOf(id)).not.toBe('SUCCEEDED');
  });
});
