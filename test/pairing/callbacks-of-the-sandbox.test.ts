import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { systemClock } from '../../main/base/clock.ts';
import type { Callback, PaymentMatch } from '../../main/callback/callback-payload.ts';
import { type CallbackListener, startCallbackListener } from '../../main/callback/listener.ts';
import { callbackPaths } from '../../main/callback/path-claims.ts';
import { type Choices, type Sandbox, startSandbox } from '../../main/sandbox/index.ts';
import { createServiceVerifier } from '../../main/service/client.ts';
import { notingLog } from '../base/noting-log.ts';
import { type OurClient, ourClient } from './client-over-sockets.ts';
import { accessTo } from './sandbox-access.ts';

let sandbox: Sandbox;
let till: OurClient;
let listener: CallbackListener;
let told: Callback[];
let refused: unknown[];
let match: PaymentMatch;
beforeEach(async () => {
  told = [];
  refused = [];
  match = { known: true };
  sandbox = await startSandbox({ pace: { settleMs: 0, callbackRetryMs: 5 } });
  till = ourClient(accessTo(sandbox));
  listener = await listen();
  tell({});
});
afterEach(async () => {
  await listener.close();
  await till[Symbol.asyncDispose]();
  await sandbox.close();
});

describe('the callback listener and the callbacks of the embedded service', () => {
  it('hears of the scan and of the payment', async () => {
    const paymentId = await create();
    pay(paymentId);
    await expect.poll(statuses).toEqual(expect.arrayContaining(['IDENTIFIED', 'SUCCEEDED']));
    expect(refused).toEqual([]);
    const paid = told.find(({ payment }) => payment.status === 'SUCCEEDED');
    expect(paid?.payment).toMatchObject({ paymentId, amount: 1250, reference: 'CB', succeededAt: expect.any(Number) });
    expect(paid?.payment.debtor?.iban).toMatch(/\*/);
  });

  it('takes them however often they are repeated, and none under the same jti twice', async () => {
    sandbox.engine.callbackFaults.repeat = 4;
    const paymentId = await create();
    sandbox.payer.scan(paymentId);
    sandbox.payer.refuse(paymentId);
    await expect.poll(statuses).toHaveLength(10);
    expect(new Set(statuses())).toEqual(new Set(['IDENTIFIED', 'CANCELLED']));
    expect(new Set(told.map((callback) => callback.jti)).size).toBe(told.length);
    expect(refused).toEqual([]);
  });

  it('hears of all of them when they overtake each other', async () => {
    sandbox.engine.callbackFaults.shuffleMs = 40;
    const ids = [await create(), await create(), await create()];
    for (const paymentId of ids) pay(paymentId);
    const succeeded = () => told.filter(({ payment }) => payment.status === 'SUCCEEDED').map(idOf);
    await expect.poll(() => succeeded().sort()).toEqual([...ids].sort());
    expect(refused).toEqual([]);
  });

  it('hears of it at the third attempt when the first two are lost', async () => {
    sandbox.engine.callbackFaults.drop = 2;
    sandbox.payer.scan(await create());
    await expect.poll(statuses).toEqual(['IDENTIFIED']);
  });

  it('takes those of a key that the service has just begun to use', async () => {
    const before = await create();
    sandbox.payer.scan(before);
    await expect.poll(statuses).toContain('IDENTIFIED');
    sandbox.faults.rotateKeys();
    sandbox.payer.refuse(before);
    await expect.poll(statuses).toContain('CANCELLED');
    expect(refused).toEqual([]);
  });

  it('refuses those of a service whose clock is a day ahead', async () => {
    const paymentId = await create();
    sandbox.faults.setClockOffset(86_400_000);
    sandbox.payer.fail(paymentId);
    await expect.poll(() => refused).toContainEqual(expect.objectContaining({ code: 'verify.from-future' }));
    expect(told).toEqual([]);
  });

  it('refuses those that are addressed to another profile', async () => {
    const other = sandbox.addProfile(urls());
    const client = ourClient(accessTo(sandbox, other));
    const body = client.service.preparePayment({ amount: 1, reference: 'THEIRS' });
    sandbox.payer.scan((await client.service.createPayment(body)).paymentId);
    await expect.poll(() => refused).toContainEqual(expect.objectContaining({ code: 'verify.addressee' }));
    expect(told).toEqual([]);
    await client[Symbol.asyncDispose]();
  });

  it.each([
    ['path', ['/cb', '/scan']],
    ['path-and-query', ['/cb?shop=1&till=%C3%A9', '/scan?shop=1']],
  ] as const)('takes those to a URL with a query, where the claim is the %s', async (pathClaim, expected) => {
    const shop = {
      callbackUrl: 'https://shop.test/cb?shop=1&till=é',
      identifyCallbackUrl: 'https://shop.test/scan?shop=1',
    };
    const paths = callbackPaths({ callbacks: shop, tuning: { ...till.settings.tuning, pathClaim } });
    expect(paths).toEqual(expected);
    await using other = await another({ pathClaim }, paths);
    other.pay({
      callbackUrl: `${other.url}/cb?shop=1&till=é`,
      identifyCallbackUrl: `${other.url}/scan?shop=1`,
    });
    await expect.poll(statuses).toEqual(expect.arrayContaining(['IDENTIFIED', 'AUTHORIZED', 'SUCCEEDED']));
    expect(refused).toEqual([]);
  });

  it('accepts a payment synchronously: it succeeds after the till has taken it', async () => {
    tell({ synchronousCallback: true });
    const paymentId = await create();
    pay(paymentId);
    await expect.poll(() => statusOf(paymentId)).toBe('SUCCEEDED');
    expect(told.length).toBeGreaterThan(0);
  });

  it("refuses a payment synchronously that is not the till's own: it does not succeed", async () => {
    tell({ synchronousCallback: true });
    match = { known: false, why: 'nobody sold it' };
    const paymentId = await create();
    pay(paymentId);
    await expect.poll(() => statusOf(paymentId)).not.toMatch(/^(PENDING|IDENTIFIED|AUTHORIZED)$/);
    expect(statusOf(paymentId)).not.toBe('SUCCEEDED');
  });
});

function statuses(): readonly string[] {
  return told.map(({ payment }) => payment.status);
}

function idOf({ payment }: Callback): string {
  return payment.paymentId;
}

function statusOf(paymentId: string): string | undefined {
  sandbox.engine.runDue();
  return sandbox.engine.store.payments.get(paymentId)?.status;
}

async function create(): Promise<string> {
  const body = till.service.preparePayment({ amount: 1250, reference: 'CB' });
  return (await till.service.createPayment(body)).paymentId;
}

function pay(paymentId: string): void {
  sandbox.payer.scan(paymentId);
  sandbox.payer.confirm(paymentId);
  sandbox.engine.runDue();
}

/** The profile's callback URLs: in a shop these are https at a reverse proxy, here the listener itself. */
function tell(settings: { readonly synchronousCallback?: boolean }): void {
  const { profileId } = sandbox.profile;
  sandbox.addProfile({ profileId, ...urls(), ...settings });
}

function urls() {
  const url = `http://127.0.0.1:${listener.address.port}/callback`;
  return { identifyCallbackUrl: url, callbackUrl: url };
}

/** Another service, with choices of its own, and a listener for it. */
async function another(picks: Partial<Choices>, paths: readonly string[]) {
  const service = await startSandbox({ pace: { settleMs: 0, callbackRetryMs: 5 }, picks });
  const client = ourClient(accessTo(service), picks.pathClaim === undefined ? {} : { pathClaim: picks.pathClaim });
  const hears = await listen(client, paths);
  const { profileId } = service.profile;
  return {
    url: `http://127.0.0.1:${hears.address.port}`,
    pay(urls: { readonly callbackUrl: string; readonly identifyCallbackUrl: string }): void {
      service.addProfile({ profileId, ...urls });
      const caller = service.engine.signer(profileId);
      if (caller === undefined) throw new Error('nobody signs');
      const body = { posId: 'A', amount: 1250 };
      const { paymentId } = service.engine.handle({ caller, operation: 'createStaticQrPayment', body }).body as {
        readonly paymentId: string;
      };
      service.payer.scan(paymentId);
      service.payer.confirm(paymentId);
      service.engine.runDue();
    },
    async [Symbol.asyncDispose]() {
      await hears.close();
      await client[Symbol.asyncDispose]();
      await service.close();
    },
  };
}

function listen(client = till, paths: readonly string[] = ['/callback']): Promise<CallbackListener> {
  const seen = new Set<string>();
  // What the listener of an earlier test still takes is not this test's.
  const mine = told;
  return startCallbackListener({
    listen: { host: '127.0.0.1', port: 0 },
    paths,
    verify: createServiceVerifier(client.settings, client.keys).verify,
    async accept(callback) {
      mine.push(callback);
      return match;
    },
    seenJti(jti) {
      const before = seen.has(jti);
      seen.add(jti);
      return before;
    },
    clock: systemClock,
    log: notingLog((_message, fields, level) => level === 'warn' && refused.push(fields)),
  });
}
