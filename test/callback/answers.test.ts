import { readFileSync } from 'node:fs';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { Payment } from '../../main/domain/payment-service.ts';
import { serviceError } from '../../main/service/service-error.ts';
import { publicJwk, serviceKey } from '../../main/service/service-key.ts';
import { createVerifier, type Verifier } from '../../main/service/signature-verifier.ts';
import { makeSigningKey } from '../../main/service/signing-key.ts';
import { receiveCallbacks } from '../../main/till/receive-callbacks.ts';
import { createConnection } from '../../main/till/service-connection.ts';
import { counter, givenCounter, silent } from '../sale/counter.ts';
import { serveHttp } from '../service/loopback-server.ts';
import { createServiceSide } from '../service/service-side-signer.ts';
import { config } from '../service/vectors.ts';
import { liveSettings } from '../till/counter-till.ts';
import { send } from './posted-callbacks.ts';

/** Plays the answers of docs/service.md, Events, against a till with a real listener, verifier, journal and sales. */

givenCounter();

const page = readFileSync(new URL('../../docs/service.md', import.meta.url), 'utf8');
const table = page.split('| Situation | Response |')[1]?.split('\n\n')[0] ?? '';
const documented = [...table.matchAll(/^\| ([^|]+) \| (\d{3}) \|$/gm)].map(([, what = '', status]) => [
  what,
  Number(status),
]);

type Till = Awaited<ReturnType<typeof openTill>>;

async function openTill(verify?: Verifier['verify']) {
  const side = createServiceSide(() => counter.clock.now());
  const key = serviceKey(publicJwk.parse(side.jwk));
  const keys = { find: async () => key, all: () => [key] };
  const ours = createVerifier({ ...config, toleranceMs: config.toleranceSeconds * 1_000, keys });
  const port = await freePort();
  const settings = liveSettings({
    callbacks: { callbackUrl: 'https://shop.test/callback', listen: { host: '127.0.0.1', port } },
  });
  const { clock, random } = counter;
  const signingKey = makeSigningKey('till-42');
  const connection = createConnection({ settings, signingKey, apiKey: undefined, clock, random, log: silent });
  const received = await receiveCallbacks({
    settings,
    connection: { ...connection, verifier: { verify: verify ?? ours.verify } },
    journal: counter.journal,
    sales: counter.sales,
    clock,
    log: silent,
  });
  onTestFinished(async () => {
    await received.close();
    await connection.close();
  });
  const post = async (text: string, signature: string) =>
    (await send({ host: '127.0.0.1', port }, { text, headers: { signature } })).status;
  const posted = (value: object, claims: Parameters<typeof side.callback>[1] = {}) => {
    const text = JSON.stringify(value);
    return post(text, side.detached(side.callback('/callback', claims), text));
  };
  const postPayment = (change: Partial<Payment> = {}, claims = {}) =>
    posted(bodyOf({ ...counter.service.last, ...change }), claims);
  return { postPayment, posted, post };
}

function bodyOf({ paymentId, amount, reference, status, createdAt }: Payment) {
  return { paymentId, amount, reference, status, createdAt: new Date(createdAt).toISOString(), currency: 'EUR' };
}

async function freePort(): Promise<number> {
  const server = await serveHttp((_request, response) => response.end());
  await server[Symbol.asyncDispose]();
  return Number(new URL(server.origin).port);
}

async function endUnpaid(): Promise<void> {
  counter.service.set(counter.service.last.paymentId, 'CANCELLED');
  await counter.clock.advance(3_000);
}

const WAITS = 'PENDING_MERCHANT_ACKNOWLEDGEMENT';
const underWay = ['IDENTIFIED', 'AUTHORIZED', WAITS] as const;
const ends = ['SUCCEEDED', 'AUTHORIZATION_FAILED', 'FAILED', 'CANCELLED', 'EXPIRED', 'VOIDED'] as const;

/** Plays each situation and returns the distinct statuses. A sale waits for its payment beforehand. */
const plays: Readonly<Record<string, (till: Till) => Promise<readonly (number | undefined)[]>>> = {
  'a payment of this till, under way': ({ postPayment }) => each(underWay, (status) => postPayment({ status })),
  'a payment of this till, at its end': ({ postPayment }) => each(ends, (status) => postPayment({ status })),
  'a status that the specification does not list': ({ postPayment }) =>
    each(['ON_HOLD'], (status) => postPayment({ status })),
  'the same message again': ({ postPayment }) =>
    each(['1', '2', '3'], () => postPayment({ status: WAITS }, { jti: 'one' })),
  'a payment of another till of the profile': ({ posted }) =>
    each([...underWay, ...ends], (status) =>
      posted(
        bodyOf({
          ...counter.service.last,
          reference: 'other',
          status,
          paymentId: 'f'.repeat(24) as Payment['paymentId'],
        }),
      ),
    ),
  'a signed body that cannot be parsed': ({ posted }) => each([{}, { paymentId: 7 }, []], posted),
  'another amount or reference, under way': ({ postPayment }) =>
    each(underWay, async (status) =>
      (await postPayment({ status, amount: 1 })) === 422 ? postPayment({ status, reference: 'x' }) : 0,
    ),
  'another amount or reference, at its end': ({ postPayment }) =>
    each(ends, (status) => postPayment({ status, amount: 1 })),
  'under way, but shown by this till as ended unpaid': async ({ postPayment }) => {
    await endUnpaid();
    return each(underWay, (status) => postPayment({ status }));
  },
  'the journal cannot be written': async ({ postPayment }) => {
    counter.disk.full = true;
    return each(underWay, (status) => postPayment({ status }));
  },
  'the keys of the service cannot be fetched': async () => {
    const { postPayment } = await openTill(() => Promise.reject(serviceError('verify.keys-unavailable', 'test')));
    return each(underWay, (status) => postPayment({ status }));
  },
  'no valid signature': ({ post }) => each(['', 'a..b', 'a.b.c'], (signature) => post('{}', signature)),
  'issued more than 25 hours ago': ({ postPayment }) =>
    each(underWay, (status) => postPayment({ status }, { iat: counter.clock.now() - 25 * 3_600_000 - 1 })),
  'the 61st unproven request of a minute from one address': async ({ post }) => {
    for (let count = 0; count < 60; count += 1) await post('{}', '');
    return each(['61'], () => post('{}', ''));
  },
};

async function each<T>(cases: readonly T[], play: (one: T) => Promise<number | undefined>) {
  const answers = new Set<number | undefined>();
  for (const one of cases) answers.add(await play(one));
  return [...answers];
}

describe('the answer to a callback', () => {
  test.each(documented)('%s: %i', async (what, status) => {
    await counter.waiting();
    expect(await plays[what]?.(await openTill())).toEqual([status]);
  });

  test('is documented for each situation', () => {
    expect(documented.map(([what]) => what).sort()).toEqual(Object.keys(plays).sort());
  });
});
