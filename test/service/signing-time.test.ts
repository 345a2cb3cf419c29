import { decodeProtectedHeader } from 'jose';
import { describe, expect, test } from 'vitest';
import { serviceError } from '../../main/service/service-error.ts';
import type { HttpRequest } from '../../main/service/transport.ts';
import { createTill, json } from './client-under-test.ts';
import { payment, paymentId } from './sample-responses.ts';
import { config } from './vectors.ts';

/** How the Date of responses affects signing: the till signs with a corrected time, or does not sign at all. */

const MINUTE_MS = 60_000;

/** Creates a till whose service reports a time offset from this machine's clock, in ms. */
function tillHearing({ fromKeys }: { readonly fromKeys?: () => number | 'none' } = {}) {
  const asked: HttpRequest[] = [];
  let offsetMs = 0;
  let held = Promise.resolve();
  const till = createTill(() => json(200, payment, { date: new Date(till.clock.now() + offsetMs).toUTCString() }), {
    apiKey: 'api-key-of-this-till',
    keysAnswer: async (request) => {
      asked.push(request);
      await held;
      const offset = fromKeys === undefined ? offsetMs : fromKeys();
      if (offset === 'none') throw serviceError('network.refused', 'test', { acted: 'no' });
      return { date: new Date(till.clock.now() + offset).toUTCString() };
    },
  });
  return {
    ...till,
    asked,
    says: (ms: number) => {
      offsetMs = ms;
    },
    /** Delays the next JWKS responses until the returned function is called. */
    holdKeys: () => {
      const { promise, resolve } = Promise.withResolvers<void>();
      held = promise;
      return resolve;
    },
    read: () => till.service.readPayment(paymentId, { retry: 'never' }),
    /** Difference between the time in the last signature and this machine's clock, in ms. */
    signedApart: () => {
      const header = decodeProtectedHeader({ protected: till.sent.at(-1)?.headers['signature']?.split('.')[0] });
      return Date.parse(String(header[`${config.claimPrefix}/iat`])) - till.clock.now();
    },
  };
}

describe('the time of a signature', () => {
  test.each([-14, -3, 3, 14])('is corrected by %d minutes', async (minutes) => {
    const { read, says, signedApart } = tillHearing();
    says(minutes * MINUTE_MS);
    await read();
    await read();
    expect(Math.abs(signedApart() - minutes * MINUTE_MS)).toBeLessThan(2_000);
  });

  test.each([-365 * 24 * 60, -60, -16, 16, 60, 365 * 24 * 60])(
    'is not corrected by %d minutes: nothing is signed',
    async (minutes) => {
      const { read, says, sent } = tillHearing();
      says(minutes * MINUTE_MS);
      await read();
      await expect(read()).rejects.toMatchObject({
        ...{ code: 'auth.clock-wrong', acted: 'no', retryable: true, values: { minutes: Math.abs(minutes) } },
      });
      expect(sent).toHaveLength(1);
    },
  );

  test("is always corrected from this machine's own clock", async () => {
    const { read, says, sent } = tillHearing();
    says(14 * MINUTE_MS);
    await read();
    says(28 * MINUTE_MS);
    await read();
    await expect(read()).rejects.toMatchObject({ code: 'auth.clock-wrong' });
    expect(sent).toHaveLength(2);
  });
});

describe('a till whose clock seems wrong', () => {
  test('requests the time without signature or API key', async () => {
    const { read, says, asked } = tillHearing();
    says(60 * MINUTE_MS);
    await read();
    await expect(read()).rejects.toMatchObject({ code: 'auth.clock-wrong' });
    expect(asked.map(({ method, path }) => `${method} ${path}`)).toEqual(['GET /keys']);
    expect(Object.keys(asked[0]?.headers ?? {})).toEqual(['accept', 'accept-encoding']);
    expect(JSON.stringify(asked)).not.toContain('api-key');
  });

  test('continues at once when a single response was wrong', async () => {
    const { read, says, sent, signedApart, reachability } = tillHearing({ fromKeys: () => 0 });
    says(24 * 60 * MINUTE_MS);
    await read();
    says(0);
    await read();
    expect(sent).toHaveLength(2);
    expect(Math.abs(signedApart())).toBeLessThan(2_000);
    expect(reachability.skewMs).toBe(0);
  });

  test('lets every call wait for the running time request', async () => {
    const { read, says, sent, asked, holdKeys, service } = tillHearing({ fromKeys: () => 0 });
    says(24 * 60 * MINUTE_MS);
    await read();
    says(0);
    const release = holdKeys();
    const calls = Promise.allSettled([read(), service.cancelPayment(paymentId, { retry: 'never' })]);
    await new Promise(setImmediate);
    expect([sent.length, asked.length]).toEqual([1, 1]);
    release();
    await calls;
    expect([sent.length, asked.length]).toEqual([3, 1]);
  });

  test('continues at once when the clock is set', async () => {
    const { read, says, sent, clock } = tillHearing({ fromKeys: () => 'none' });
    says(60 * MINUTE_MS);
    await read();
    await expect(read()).rejects.toMatchObject({ code: 'auth.clock-wrong' });
    clock.jump(60 * MINUTE_MS);
    says(0);
    await read();
    expect(sent).toHaveLength(2);
  });

  test('requests the time at most every five seconds', async () => {
    const { read, says, asked, clock } = tillHearing();
    says(60 * MINUTE_MS);
    await read();
    for (let call = 0; call < 20; call += 1) await expect(read()).rejects.toMatchObject({ code: 'auth.clock-wrong' });
    expect(asked).toHaveLength(1);
    clock.tick(5_000);
    await Promise.all([1, 2, 3].map(() => expect(read()).rejects.toMatchObject({ code: 'auth.clock-wrong' })));
    expect(asked).toHaveLength(2);
  });

  test('requests the time again although the clock went back', async () => {
    const { read, says, asked, clock } = tillHearing();
    says(60 * MINUTE_MS);
    await read();
    await expect(read()).rejects.toMatchObject({ code: 'auth.clock-wrong' });
    clock.jump(-10 * MINUTE_MS);
    clock.tick(5_000);
    await read();
    await expect(read()).rejects.toMatchObject({ code: 'auth.clock-wrong' });
    expect(asked).toHaveLength(2);
  });

  test('trusts the JWKS time over repeatedly wrong responses', async () => {
    const { read, says, sent, asked } = tillHearing({ fromKeys: () => 0 });
    says(60 * MINUTE_MS);
    for (let call = 0; call < 5; call += 1) await read();
    expect([sent.length, asked.length]).toEqual([5, 4]);
  });
});

test('a cached JWKS tells the time with its Age', async () => {
  const till = createTill(() => json(200, payment, { date: new Date(till.clock.now() + hourAhead).toUTCString() }), {
    keysAnswer: () => ({ date: new Date(till.clock.now() - 1_800_000).toUTCString(), age: '1800' }),
  });
  let hourAhead = 3_600_000;
  await till.service.readPayment(paymentId);
  hourAhead = 0;
  await till.service.readPayment(paymentId);
  expect(till.sent).toHaveLength(2);
});
