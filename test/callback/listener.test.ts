import { describe, expect, test } from 'vitest';
import type { PaymentMatch } from '../../main/callback/callback-payload.ts';
import { serviceError } from '../../main/service/service-error.ts';
import { body, setUp } from './posted-callbacks.ts';

describe('a genuine callback', () => {
  test('is told to the till and answered with 200 and an empty JSON object', async () => {
    const { deliver, heard } = await setUp();
    await expect(deliver()).resolves.toMatchObject({ status: 200, body: '{}' });
    expect(heard).toMatchObject([
      {
        repeated: false,
        raw: JSON.stringify(body),
        payment: {
          paymentId: body.paymentId,
          amount: 1250,
          status: 'SUCCEEDED',
          reference: body.reference,
          expiresAt: Date.parse(body.expireAt),
          debtor: { name: 'Zoë' },
        },
      },
    ]);
  });

  test('is answered only after the journal has it', async () => {
    const order: string[] = [];
    let release: (match: PaymentMatch) => void = () => undefined;
    let begun: () => void = () => undefined;
    const asked = new Promise<void>((resolve) => {
      begun = resolve;
    });
    const { deliver } = await setUp({
      accept: () => {
        begun();
        return new Promise((resolve) => {
          release = resolve;
        });
      },
    });
    const delivering = deliver().then(() => order.push('answered'));
    await asked;
    order.push('journalled');
    release({ known: true });
    await delivering;
    expect(order).toEqual(['journalled', 'answered']);
  });

  test('with only what is required', async () => {
    const { deliver, heard } = await setUp();
    const { expireAt: _expire, succeededAt: _succeeded, reference: _reference, ...rest } = body;
    await expect(deliver({ ...rest, debtor: { iban: 'BE**' } })).resolves.toMatchObject({ status: 200 });
    expect(heard).toHaveLength(1);
  });

  test('with a status and a field that the specification does not list', async () => {
    const { deliver, heard } = await setUp();
    await expect(deliver({ ...body, status: 'ON_HOLD', tip: 5 })).resolves.toMatchObject({ status: 200 });
    expect(heard).toMatchObject([{ payment: { status: 'ON_HOLD', extra: { tip: 5 } } }]);
  });

  test.each<readonly [string, readonly string[], string, string, number]>([
    ['signed for its path', ['/cb'], '/cb?shop=1', '/cb', 200],
    ['signed with a query that is not to be', ['/cb'], '/cb?shop=1', '/cb?shop=1', 401],
    ['signed with its query', ['/cb?shop=1'], '/cb?shop=1', '/cb?shop=1', 200],
    ['signed without the query that is to be', ['/cb?shop=1'], '/cb?shop=1', '/cb', 401],
    ['handed on by a proxy to another path', ['/cb?shop=1'], '/inside/7?shop=1', '/cb?shop=1', 200],
    ['handed on without its query', ['/cb?shop=1'], '/cb', '/cb?shop=1', 200],
    ['on one of two that differ in their query', ['/cb?on=paid', '/cb?on=scan'], '/cb?on=scan', '/cb?on=scan', 200],
    ['meant for the other of the two', ['/cb?on=paid', '/cb?on=scan'], '/cb?on=scan', '/cb?on=paid', 401],
    ['meant for the one without a query', ['/cb?on=paid', '/cb'], '/cb?on=paid', '/cb', 401],
    ['that our paths have not, handed on to another path', ['/cb', '/id'], '/inside/7', '/id', 200],
    ['that our paths have not, meant for the other', ['/cb', '/id'], '/cb?till=1', '/id', 401],
    ['without one, meant for the other of our paths', ['/cb', '/id'], '/cb', '/id', 401],
  ])('at a URL with a query, %s', async (_how, paths, url, claim, status) => {
    const { side, post } = await setUp({ paths });
    const text = JSON.stringify(body);
    const signature = side.detached(side.callback(claim), text);
    await expect(post(text, { signature }, url)).resolves.toMatchObject({ status });
  });

  test('is in the log with what support looks for, and says whether it came again', async () => {
    const { deliver, logged } = await setUp();
    await deliver(body, { jti: 'one' });
    await deliver(body, { jti: 'one' });
    const facts = { paymentId: body.paymentId, status: 'SUCCEEDED' };
    expect(logged).toEqual([
      { message: 'A callback was accepted', facts },
      { message: 'A callback came once more', facts },
    ]);
  });

  test('with a status that the specification does not list is reported as one of a callback', async () => {
    const found: unknown[] = [];
    const { deliver } = await setUp({ report: (finding) => found.push(finding) });
    await deliver({ ...body, status: 'ON_HOLD' });
    expect(found).toMatchObject([{ api: 'callback', value: 'ON_HOLD' }]);
  });

  test('without a configured URL is held against the path that it came to', async () => {
    const { deliver } = await setUp({ paths: [] });
    await expect(deliver(body, {}, '/profile-default')).resolves.toMatchObject({ status: 200 });
  });
});

describe('a callback that comes again', () => {
  test('is answered again and told once', async () => {
    const { deliver, heard } = await setUp();
    for (let times = 0; times < 3; times += 1)
      await expect(deliver(body, { jti: 'one' })).resolves.toMatchObject({ status: 200, body: '{}' });
    expect(heard).toHaveLength(1);
  });

  test('after a restart is told as repeated, so that it is never accepted on a memory alone', async () => {
    const journal = new Set<string>(['one']);
    const { deliver, heard } = await setUp({ journal });
    await expect(deliver(body, { jti: 'one' })).resolves.toMatchObject({ status: 200 });
    expect(heard).toMatchObject([{ repeated: true }]);
  });

  test('after the till could not take it is taken then', async () => {
    const tried: boolean[] = [];
    const { deliver, logged } = await setUp({
      accept: async ({ repeated }) => {
        tried.push(repeated);
        if (tried.length === 1) throw new Error('disk full: /secret/place');
        return { known: true };
      },
    });
    const first = await deliver(body, { jti: 'one' });
    expect(first).toMatchObject({ status: 503, headers: { 'retry-after': '5' } });
    expect(first.body).not.toContain('disk');
    expect(logged[0]?.facts['thrown']).toMatchObject({ message: 'disk full: /secret/place' });
    await expect(deliver(body, { jti: 'one' })).resolves.toMatchObject({ status: 200 });
    expect(tried).toEqual([false, false]);
  });

  test('for a payment that was not known yet is judged anew', async () => {
    const matches: PaymentMatch[] = [{ known: false, why: 'no such payment' }, { known: true }];
    const { deliver } = await setUp({ accept: async () => matches.shift() ?? { known: true } });
    await expect(deliver(body, { jti: 'one' })).resolves.toMatchObject({ status: 422 });
    await expect(deliver(body, { jti: 'one' })).resolves.toMatchObject({ status: 200 });
  });

  test('in any order is told in the order of arrival, with its time of issue', async () => {
    const { clock, deliver, heard } = await setUp();
    await deliver({ ...body, status: 'SUCCEEDED' }, { iat: clock.now() });
    await deliver({ ...body, status: 'IDENTIFIED' }, { iat: clock.now() - 20_000 });
    const [later, earlier] = heard;
    expect([later?.payment.status, earlier?.payment.status]).toEqual(['SUCCEEDED', 'IDENTIFIED']);
    expect((later?.issuedAt ?? 0) - (earlier?.issuedAt ?? 0)).toBe(20_000);
  });
});

test('a payment whose amount, reference or id is not the till’s own is answered with 422', async () => {
  const { deliver, logged } = await setUp({ accept: async () => ({ known: false, why: 'amount differs' }) });
  const got = await deliver();
  expect(got.status).toBe(422);
  expect(JSON.parse(got.body)).toMatchObject({ code: 'UNKNOWN_PAYMENT' });
  expect(logged).toMatchObject([{ facts: { reason: 'amount differs', paymentId: body.paymentId } }]);
});

describe('what is no callback', () => {
  test('with a signature over something else than a callback is 400', async () => {
    const { deliver, heard } = await setUp();
    for (const value of [{}, { ...body, debtor: undefined }, { ...body, amount: '1' }, { ...body, currency: 'USD' }])
      await expect(deliver(value)).resolves.toMatchObject({ status: 400 });
    expect(heard).toEqual([]);
  });

  test('with an empty body is 401', async () => {
    const { post } = await setUp();
    await expect(post('', {})).resolves.toMatchObject({ status: 401 });
  });

  test('signed and not JSON is 400', async () => {
    const { side, post } = await setUp();
    const signature = side.detached(side.callback('/callback'), '{"a":');
    await expect(post('{"a":', { signature })).resolves.toMatchObject({ status: 400 });
  });
});

test('while the service’s keys cannot be read, it is asked to come again', async () => {
  const { deliver, heard } = await setUp({
    verify: () => Promise.reject(serviceError('verify.keys-unavailable', 'test')),
  });
  await expect(deliver()).resolves.toMatchObject({ status: 503, headers: { 'retry-after': '5' } });
  expect(heard).toEqual([]);
});

test('a port that somebody else has is said to be taken', async () => {
  const { listener } = await setUp();
  const refused: unknown = await setUp({ listen: listener.address }).catch((thrown: unknown) => thrown);
  expect(refused).toMatchObject({ code: 'callback.port-taken' });
  // These values go to the windows, so they are plain text and numbers.
  expect(refused).toHaveProperty('values', { ...listener.address });
});
