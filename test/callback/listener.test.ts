import { describe, expect, test } from 'vitest';
import type { PaymentMatch } from '../../main/callback/callback-payload.ts';
import { serviceError } from '../../main/service/service-error.ts';
import { body, setUp, setUrl } from './posted-callbacks.ts';

describe('a genuine callback', () => {
  test('is accepted and answered with 200 and {}', async () => {
    const { deliver, heard } = await setUp();
    await expect(deliver()).resolves.toMatchObject({ status: 200, body: '{}' });
    expect(heard).toMatchObject([
      {
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

  test('is answered only after the journal write', async () => {
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

  test('is accepted with required fields only', async () => {
    const { deliver, heard } = await setUp();
    const { expireAt: _expire, succeededAt: _succeeded, reference: _reference, debtor: _debtor, ...rest } = body;
    for (const debtor of [undefined, null, {}, { name: 'Zoë' }, { iban: '*************12345' }])
      await expect(deliver({ ...rest, debtor })).resolves.toMatchObject({ status: 200 });
    expect(heard.map(({ payment }) => payment.debtor)).toEqual([
      undefined,
      undefined,
      {},
      { name: 'Zoë' },
      { iban: '*************12345' },
    ]);
  });

  test('is accepted with an unspecified status and field', async () => {
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
    ['signed for the whole address', ['/cb?shop=1'], '/cb?shop=1', 'https://shop.test/cb?shop=1', 200],
    ['signed for the address of the other', ['/cb', '/id'], '/cb', 'https://shop.test/id', 401],
    ['handed on, signed for the whole address', ['/cb', '/id'], '/inside/7', 'https://shop.test/id', 200],
    ['signed for an address that is not set', [], '/cb', 'https://shop.test/cb', 401],
  ])('at a URL with a query, %s', async (_how, paths, url, claim, status) => {
    const { side, post } = await setUp({ urls: paths.map(setUrl) });
    const text = JSON.stringify(body);
    const signature = side.detached(side.callback(claim), text);
    await expect(post(text, { signature }, url)).resolves.toMatchObject({ status });
  });

  test('is logged, and logged as repeated when posted again', async () => {
    const { deliver, logged } = await setUp();
    await deliver(body, { jti: 'one' });
    await deliver(body, { jti: 'one' });
    const facts = { paymentId: body.paymentId, status: 'SUCCEEDED' };
    expect(logged).toEqual([
      { message: 'Callback accepted', facts },
      { message: 'Callback repeated', facts },
    ]);
  });

  test('with an unspecified status is reported as deviation', async () => {
    const found: unknown[] = [];
    const { deliver } = await setUp({ report: (finding) => found.push(finding) });
    await deliver({ ...body, status: 'ON_HOLD' });
    expect(found).toMatchObject([{ api: 'callback', value: 'ON_HOLD' }]);
  });

  test('without a configured URL is verified against its path', async () => {
    const { deliver } = await setUp({ urls: [] });
    await expect(deliver(body, {}, '/profile-default')).resolves.toMatchObject({ status: 200 });
  });
});

describe('a repeated callback', () => {
  test('is answered again but handled once', async () => {
    const { deliver, heard } = await setUp();
    for (let times = 0; times < 3; times += 1)
      await expect(deliver(body, { jti: 'one' })).resolves.toMatchObject({ status: 200, body: '{}' });
    expect(heard).toHaveLength(1);
  });

  test('is answered after a restart but handled once', async () => {
    const journal = new Set<string>();
    for (const times of [1, 0]) {
      const { deliver, heard } = await setUp({ journal });
      await expect(deliver(body, { jti: 'one' })).resolves.toMatchObject({ status: 200 });
      expect(heard).toHaveLength(times);
    }
  });

  test('is accepted unchanged a day after a 503', async () => {
    let isFull = true;
    const { clock, side, post, heard } = await setUp({
      accept: async (callback) => {
        if (isFull) throw new Error('disk full');
        heard.push(callback);
        return { known: true };
      },
    });
    const text = JSON.stringify(body);
    const signature = side.detached(side.callback('/callback'), text);
    await expect(post(text, { signature })).resolves.toMatchObject({ status: 503 });
    isFull = false;
    clock.tick(24 * 3_600_000);
    for (const _time of [1, 2]) await expect(post(text, { signature })).resolves.toMatchObject({ status: 200 });
    expect(heard).toHaveLength(1);
  });

  test('is handled after the first attempt failed', async () => {
    let tries = 0;
    const { deliver, logged } = await setUp({
      accept: async () => {
        tries += 1;
        if (tries === 1) throw new Error('disk full: /secret/place');
        return { known: true };
      },
    });
    const first = await deliver(body, { jti: 'one' });
    expect(first).toMatchObject({ status: 503, headers: { 'retry-after': '5' } });
    expect(first.body).not.toContain('disk');
    expect(logged[0]?.facts['thrown']).toMatchObject({ message: 'disk full: /secret/place' });
    await expect(deliver(body, { jti: 'one' })).resolves.toMatchObject({ status: 200 });
    expect(tries).toBe(2);
  });

  test('is handled again after a refusal or an unknown payment', async () => {
    const matches: PaymentMatch[] = [
      { known: false, why: 'not-accepted-here' },
      { known: false, why: 'no-such-sale' },
      { known: true },
    ];
    const { deliver } = await setUp({ accept: async () => matches.shift() ?? { known: true } });
    for (const status of [422, 200, 200, 200])
      await expect(deliver(body, { jti: 'one' })).resolves.toMatchObject({ status });
    expect(matches).toEqual([]);
  });

  test('keeps its time of issue when out of order', async () => {
    const { clock, deliver, heard } = await setUp();
    await deliver({ ...body, status: 'SUCCEEDED' }, { iat: clock.now() });
    await deliver({ ...body, status: 'IDENTIFIED' }, { iat: clock.now() - 20_000 });
    const [later, earlier] = heard;
    expect([later?.payment.status, earlier?.payment.status]).toEqual(['SUCCEEDED', 'IDENTIFIED']);
    expect((later?.issuedAt ?? 0) - (earlier?.issuedAt ?? 0)).toBe(20_000);
  });
});

test.each([
  ['no-such-sale', 200],
  ['not-accepted-here', 422],
] as const)('logs a callback for an unknown payment: %s, %i', async (why, status) => {
  const { deliver, logged } = await setUp({ accept: async () => ({ known: false, why }) });
  await expect(deliver()).resolves.toMatchObject({ status });
  expect(logged).toMatchObject([{ facts: { reason: why, paymentId: body.paymentId } }]);
});

describe('a genuine but unreadable callback', () => {
  test.each<readonly [string, object]>([
    ['no member at all', {}],
    ['an amount that is text', { ...body, amount: '1' }],
    ['another currency', { ...body, currency: 'USD' }],
  ])('is answered with 200 and ignored: %s', async (_what, value) => {
    const { deliver, heard, logged } = await setUp();
    await expect(deliver(value)).resolves.toMatchObject({ status: 200, body: '{}' });
    expect([heard, logged]).toMatchObject([[], [{ message: 'Verified callback unreadable' }]]);
  });

  test('names its payment for a read by the till', async () => {
    const { deliver, named } = await setUp();
    await deliver({ ...body, amount: '1' });
    expect(named).toEqual([body.paymentId]);
  });
});

describe('an unproven callback', () => {
  test.each<readonly [string, string, readonly string[]]>([
    ['names its payment', JSON.stringify(body), [body.paymentId]],
    ['has no payment id', '{"paymentId":7}', []],
    ['is not JSON', '{"paymentId":', []],
  ])('is refused with 401: %s', async (_what, text, ids) => {
    const { post, named, heard } = await setUp();
    await expect(post(text, { signature: 'a..b' })).resolves.toMatchObject({ status: 401 });
    expect([named, heard]).toEqual([ids, []]);
  });

  test("names no payment beyond the address's failure limit", async () => {
    const { post, named } = await setUp({ limits: { failuresPerMinute: 2 } });
    for (const status of [401, 401, 429, 429])
      await expect(post(JSON.stringify(body), {})).resolves.toMatchObject({ status });
    expect(named).toHaveLength(2);
  });
});

describe('other requests', () => {
  test('with an empty body get 401', async () => {
    const { post } = await setUp();
    await expect(post('', {})).resolves.toMatchObject({ status: 401 });
  });

  test('signed without JSON get 200', async () => {
    const { side, post } = await setUp();
    const signature = side.detached(side.callback('/callback'), '{"a":');
    await expect(post('{"a":', { signature })).resolves.toMatchObject({ status: 200 });
  });
});

test("answers 503 while the service's keys are unavailable", async () => {
  const { deliver, heard } = await setUp({
    verify: () => Promise.reject(serviceError('verify.keys-unavailable', 'test')),
  });
  await expect(deliver()).resolves.toMatchObject({ status: 503, headers: { 'retry-after': '5' } });
  expect(heard).toEqual([]);
});

test('reports a port already in use', async () => {
  const { listener } = await setUp();
  const refused: unknown = await setUp({ listen: listener.address }).catch((thrown: unknown) => thrown);
  expect(refused).toMatchObject({ code: 'callback.port-taken' });
  // The values are sent to the windows, so only plain text and numbers are allowed.
  expect(refused).toHaveProperty('values', { ...listener.address });
});
