import { afterEach, expect, it } from 'vitest';
import { systemClock } from '../../main/base/clock.ts';
import type { Callback, PaymentMatch } from '../../main/callback/callback-payload.ts';
import { startCallbackListener } from '../../main/callback/listener.ts';
import { callbackPaths } from '../../main/callback/path-claims.ts';
import { type Choices, type ProfileDraft, startSandbox } from '../../main/sandbox/index.ts';
import { createServiceVerifier } from '../../main/service/client.ts';
import { notingLog } from '../base/noting-log.ts';
import { accessTo, ourClient } from './client-over-sockets.ts';

/** The till's listener and the callbacks of the embedded service. */

const closing: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

interface Pair {
  readonly picks?: Partial<Choices>;
  readonly profile?: ProfileDraft;
  /** Query of both callback URLs. */
  readonly query?: string;
  readonly match?: PaymentMatch;
}

/** In a shop the callback URLs are https at a reverse proxy, here they are the listener itself. */
async function pair({ picks = {}, profile = {}, query = '', match = { known: true } }: Pair) {
  const told: Callback[] = [];
  const refused: unknown[] = [];
  const sandbox = await startSandbox({ pace: { settleMs: 0, callbackRetryMs: 5 }, picks });
  const { pathClaim = 'path' } = picks;
  const till = ourClient(accessTo(sandbox), { pathClaim });
  const proxied = {
    callbackUrl: `https://shop.test/cb${query}`,
    identifyCallbackUrl: `https://shop.test/scan${query}`,
  };
  const paths = callbackPaths({ callbacks: proxied, tuning: till.settings.tuning });
  const seen = new Set<string>();
  const listener = await startCallbackListener({
    listen: { host: '127.0.0.1', port: 0 },
    paths,
    verify: createServiceVerifier(till.settings, till.keys).verify,
    async accept(callback) {
      told.push(callback);
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
  closing.push(
    () => sandbox.close(),
    () => till[Symbol.asyncDispose](),
    () => listener.close(),
  );
  const { profileId } = sandbox.profile;
  const url = `http://127.0.0.1:${listener.address.port}`;
  sandbox.addProfile({
    profileId,
    callbackUrl: `${url}/cb${query}`,
    identifyCallbackUrl: `${url}/scan${query}`,
    ...profile,
  });
  return {
    ...{ sandbox, told, refused, paths },
    statuses: () => told.map(({ payment }) => payment.status),
    async create() {
      const body = till.service.preparePayment({ amount: 1250, reference: 'CB' });
      return (await till.service.createPayment(body)).paymentId;
    },
    pay(paymentId: string) {
      sandbox.payer.scan(paymentId);
      sandbox.payer.confirm(paymentId);
      sandbox.engine.runDue();
    },
    statusOf(paymentId: string) {
      sandbox.engine.runDue();
      return sandbox.engine.store.payments.get(paymentId)?.status;
    },
  };
}

it.each([
  ['path', '', ['/cb', '/scan']],
  ['path', '?shop=1&till=é', ['/cb', '/scan']],
  ['path-and-query', '?shop=1&till=é', ['/cb?shop=1&till=%C3%A9', '/scan?shop=1&till=%C3%A9']],
] as const)('the till hears of scan and payment, where the claim is the %s and the query %j', async (...row) => {
  const [pathClaim, query, expected] = row;
  const { create, pay, statuses, told, refused, paths } = await pair({ picks: { pathClaim }, query });
  expect(paths).toEqual(expected);
  const paymentId = await create();
  pay(paymentId);
  await expect.poll(statuses).toEqual(expect.arrayContaining(['IDENTIFIED', 'AUTHORIZED', 'SUCCEEDED']));
  expect(refused).toEqual([]);
  const paid = told.find(({ payment }) => payment.status === 'SUCCEEDED');
  expect(paid?.payment).toMatchObject({ paymentId, amount: 1250, reference: 'CB', succeededAt: expect.any(Number) });
  expect(paid?.payment.debtor?.iban).toMatch(/\*/);
});

it('it hears of them repeated, shuffled and of a new key, and of none under the same jti twice', async () => {
  const { sandbox, create, statuses, told, refused } = await pair({});
  Object.assign(sandbox.engine.callbackFaults, { repeat: 4, shuffleMs: 40 });
  const paymentId = await create();
  sandbox.payer.scan(paymentId);
  await expect.poll(statuses).toHaveLength(5);
  sandbox.faults.rotateKeys();
  sandbox.payer.refuse(paymentId);
  await expect.poll(statuses).toHaveLength(10);
  expect(new Set(statuses())).toEqual(new Set(['IDENTIFIED', 'CANCELLED']));
  expect(new Set(told.map(({ jti }) => jti)).size).toBe(10);
  expect(refused).toEqual([]);
});

it.each<readonly [string, PaymentMatch, string]>([
  ['the till takes succeeds', { known: true }, 'SUCCEEDED'],
  ['is not its own does not', { known: false, why: 'nobody sold it' }, 'VOIDED'],
])('where the service asks synchronously, a payment that %s', async (_row, match, status) => {
  const { create, pay, statusOf, told } = await pair({ profile: { synchronousCallback: true }, match });
  const paymentId = await create();
  pay(paymentId);
  await expect.poll(() => statusOf(paymentId)).toBe(status);
  expect(told.length).toBeGreaterThan(0);
});
