import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { expect, test } from 'vitest';
import { signCallback } from '../../main/sandbox/http/sign.ts';
import { charge, ends, givenShop, newSale, reads, shows } from './harness/index.ts';

const PATH = '/tillmate/callback';

const port = await freePort();
const address = `http://127.0.0.1:${port}${PATH}`;
/** What the service was answered, in order. */
const answered: unknown[] = [];
const shop = givenShop({
  sandbox: {
    // A till that is busy for some seconds answers late, and is not called again meanwhile.
    pace: { callbackTimeoutMs: 60_000 },
    profiles: [{ callbackUrl: address, identifyCallbackUrl: address }],
    log: {
      info: (fields, message) => {
        if (message === 'callback answered' && 'answered' in fields) answered.push(fields.answered);
      },
      warn: () => undefined,
    },
  },
  provisioning: { callbacks: { listen: { host: '127.0.0.1', port } } },
});

test('what the customer does is on both windows at once through callbacks, without a single read', async () => {
  const { app, sandbox } = shop;
  await charge(app, '12,50');
  const paymentId = shop.newest();
  // From here on no read of the till is answered: it can learn only from callbacks.
  await shop.holdNextRead();
  sandbox.payer.scan(paymentId, { name: 'Anke', iban: 'NL91ABNA0417164300' });
  await Promise.all([shows(app.till, 'Scanned'), shows(app.display, 'Scanned')]);
  sandbox.payer.confirm(paymentId);
  await Promise.all([shows(app.till, 'Confirmed'), shows(app.display, 'Confirmed')]);
  sandbox.engine.settle(paymentId);
  await ends(app, 'Paid', 'Paid');
  await reads(app.display, 'Thank you, Anke!');
  // The till shows what it was told before its answer is at the service.
  await expect.poll(() => answered).toEqual([200, 200, 200]);
  await newSale(app);
});

test('a forged callback is refused with 401, one about another payment with 422, and the sale goes on waiting', async () => {
  const { app } = shop;
  await charge(app, '7,50');
  const paymentId = shop.newest();
  const paid = bodyOf(paymentId, { status: 'SUCCEEDED' });
  const repeated = signed(paid, { jti: 'the-same-one' });
  expect(await post(paid, undefined)).toMatchObject({ status: 401 });
  expect(await post(paid, signed(`${paid} `))).toMatchObject({ status: 401 });
  expect(await post(paid, signed(paid, { path: '/elsewhere' }))).toMatchObject({ status: 401 });
  const dearer = bodyOf(paymentId, { status: 'SUCCEEDED', amount: 751 });
  expect(await post(dearer, signed(dearer))).toMatchObject({ status: 422 });
  const foreign = bodyOf(paymentId, { paymentId: 'f'.repeat(24), reference: 'SOMEBODY-ELSE', status: 'SUCCEEDED' });
  expect(await post(foreign, signed(foreign))).toMatchObject({ status: 422 });
  await shows(app.till, 'Waiting');

  // The same body with a true signature is believed. When it comes again it is answered, and has no effect.
  expect(await post(paid, repeated)).toEqual({ status: 200, body: {} });
  await ends(app, 'Paid', 'Paid');
  expect(await post(paid, repeated)).toEqual({ status: 200, body: {} });
  await newSale(app);
});

/** Free now, and not among the ports that the system gives to others until the till listens at it. */
async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(20_000, 32_000);
    const server = createServer();
    const isFree = await new Promise<boolean>((resolve) => {
      server.once('error', () => resolve(false)).listen(port, '127.0.0.1', () => resolve(true));
    });
    if (!isFree) continue;
    server.close();
    await once(server, 'close');
    return port;
  }
}

/** A callback's body about that payment, with what is said otherwise. */
function bodyOf(paymentId: string, otherwise: object): string {
  const payment = shop.sandbox.engine.store.payments.get(paymentId);
  if (payment === undefined) throw new Error(`The service has no payment ${paymentId}.`);
  const { amount, reference, createdAt } = payment;
  const debtor = { name: 'Anke', iban: 'NL**********4300' };
  const fields = {
    paymentId,
    currency: 'EUR',
    amount,
    reference,
    createdAt: new Date(createdAt).toISOString(),
    debtor,
  };
  return JSON.stringify({ ...fields, ...otherwise });
}

let count = 0;

/** The service's own signature over that body. */
function signed(body: string, otherwise: { readonly jti?: string; readonly path?: string } = {}): string {
  count += 1;
  const { claimPrefix, issuer, serviceKeys, profile } = shop.sandbox;
  const claims = { claimPrefix, iss: issuer, sub: profile.profileId, iat: Date.now(), jti: `e2e-${count}`, path: PATH };
  return signCallback(serviceKeys.current('ES256'), Buffer.from(body), { ...claims, ...otherwise });
}

async function post(body: string, signature: string | undefined): Promise<{ status: number; body: unknown }> {
  const headers = { 'content-type': 'application/json', ...(signature === undefined ? {} : { signature }) };
  const answer = await fetch(address, { method: 'POST', headers, body });
  return { status: answer.status, body: await answer.json() };
}
