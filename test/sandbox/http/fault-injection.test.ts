import { describe, expect, test } from 'vitest';
import { serviceKeys } from '../../independent/client.ts';
import { givenService } from '../../independent/service-under-test.ts';

const till = givenService('each');

const charge = () => till.client.createStaticQr({ posId: 'A', amount: 1 });
const created = () => till.sandbox.engine.store.payments.size;

/** Charges and reads the whole answer; throws after 300 ms without an answer. */
async function readCharge(): Promise<void> {
  const response = await fetch(`${till.sandbox.baseUrl}/v3/payments/pos`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${till.sandbox.profile.apiKey}` },
    body: JSON.stringify({ posId: 'A', amount: 1 }),
    signal: AbortSignal.timeout(300),
  });
  await response.arrayBuffer();
}

test.each([
  ['reset-before', 0],
  ['reset-after', 1],
  ['stall-headers', 1],
  ['stall-body', 1],
  ['truncate', 1],
] as const)('%s: no complete answer arrives, and %i payments are made', async (kind, made) => {
  till.sandbox.faults.inject({ operation: 'createStaticQrPayment', kind });
  await expect(readCharge()).rejects.toThrow();
  expect(created()).toBe(made);
});

test('latency: the answer arrives after the delay', async () => {
  till.sandbox.faults.inject({ operation: 'createStaticQrPayment', kind: 'latency', ms: 3_000 });
  let answered = false;
  const answer = charge().finally(() => {
    answered = true;
  });
  await expect.poll(() => till.sandbox.faults.list().length).toBe(0);
  expect([answered, created()]).toEqual([false, 0]);
  till.clock.tick(3_000);
  expect((await answer).status).toBe(201);
});

test('broken JSON, and an HTML page', async () => {
  till.sandbox.faults.inject({ operation: 'listPayouts', kind: 'broken-json' });
  await expect(till.client.payouts()).rejects.toThrow('the answer is no JSON');
  till.sandbox.faults.inject({ operation: '*', kind: 'html', status: 502 });
  const page = await fetch(`${till.sandbox.baseUrl}/v3/reconciliation/payouts`);
  expect([page.status, page.headers.get('content-type')]).toEqual([502, 'text/html; charset=utf-8']);
});

describe('a status', () => {
  test('carries a published code', async () => {
    till.sandbox.faults.inject({ operation: '*', kind: 'status', status: 422, code: 'UNABLE_TO_PAY_CREDITOR' });
    expect(await charge()).toMatchObject({ status: 422, body: { code: 'UNABLE_TO_PAY_CREDITOR' } });
  });

  test.each([
    [503, '7'],
    [429, 'Wed, 21 Oct 2037 07:28:00 GMT'],
    [500, 'soon'],
    [409, undefined],
  ])('%i with Retry-After %j, before acting', async (status, retryAfter) => {
    till.sandbox.faults.inject({ operation: '*', kind: 'status', status, ...(retryAfter && { retryAfter }) });
    const answer = await charge();
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([status, retryAfter ?? null]);
    expect(created()).toBe(0);
  });

  test('after acting', async () => {
    till.sandbox.faults.inject({ operation: '*', kind: 'status', status: 500, afterActing: true });
    expect((await charge()).status).toBe(500);
    expect(created()).toBe(1);
  });
});

describe('signatures', () => {
  test('wrong, and missing', async () => {
    till.sandbox.faults.inject({ operation: 'listPayouts', kind: 'wrong-signature' });
    expect((await till.client.payouts()).verdict).toEqual({ ok: false, why: 'signature does not match' });
    till.sandbox.faults.inject({ operation: 'listPayouts', kind: 'no-signature' });
    expect((await till.client.payouts()).verdict).toEqual({ ok: false, why: 'no signature' });
  });

  test('rotated keys: the old key stays until forgotten', async () => {
    const kids = async () => (await serviceKeys(till.sandbox.jwksUrl)).map((key) => key['kid']);
    const [old] = await kids();
    till.sandbox.faults.rotateKeys();
    expect(await kids()).toEqual([old, expect.any(String)]);
    const { verdict } = await till.client.payouts();
    expect(verdict).toMatchObject({ ok: true, header: { kid: expect.not.stringMatching(String(old)) } });
    till.sandbox.faults.rotateKeys({ forget: true });
    expect(await kids()).not.toContain(old);
  });
});

test('a clock offset affects Date, timestamps and signature freshness', async () => {
  till.sandbox.faults.setClockOffset(3_600_000);
  const refused = await charge();
  expect([refused.status, refused.headers.get('date')]).toEqual([401, 'Mon, 09 Mar 2026 11:15:30 GMT']);
  const answer = await till.client.createStaticQr({ posId: 'A', amount: 1 }, { with: 'bearer' });
  expect(answer.body).toMatchObject({ createdAt: '2026-03-09T11:15:30.250Z' });
});

test('a fault can skip calls, repeat and be removed', async () => {
  const { faults } = till.sandbox;
  const statuses = async () => [(await charge()).status, (await charge()).status, (await charge()).status];
  faults.inject({ operation: 'createStaticQrPayment', kind: 'status', status: 500, skip: 1 });
  expect(await statuses()).toEqual([201, 500, 201]);
  const id = faults.inject({ operation: '*', kind: 'status', status: 500, times: 0 });
  expect(await statuses()).toEqual([500, 500, 500]);
  expect(faults.list()).toMatchObject([{ id, met: 3 }]);
  faults.remove(id);
  expect(await statuses()).toEqual([201, 201, 201]);
});

describe('act, lose the answer, then answer the next with a status', () => {
  const lost = { operation: 'createRefund', kind: 'act-lose-then-status', status: 401, times: 2 } as const;
  const refund = (paymentId: string) => till.client.createRefund(paymentId, { amount: 1, currency: 'EUR' }, 'k');
  const made = () => till.sandbox.engine.store.refunds.size;

  test('acts once, refuses twice, then answers normally', async () => {
    const id = await till.paid();
    till.sandbox.faults.inject({ ...lost, retryAfter: '7' });
    await expect(refund(id)).rejects.toThrow('fetch failed');
    expect(made()).toBe(1);
    for (const _time of [1, 2]) {
      const answer = await refund(id);
      expect([answer.status, answer.headers.get('retry-after')]).toEqual([401, '7']);
      expect(answer.headers.get('signaturebank')).not.toBeNull();
    }
    expect(till.sandbox.faults.list()).toEqual([]);
    expect([(await refund(id)).status, made()]).toEqual([201, 1]);
  });

  test('holds the answer back instead of closing the connection', async () => {
    const id = await till.paid();
    till.sandbox.faults.inject({ ...lost, lose: 'stall' });
    const answer = refund(id);
    await expect.poll(made).toBe(1);
    expect((await refund(id)).status).toBe(401);
    await till.sandbox.close();
    await expect(answer).rejects.toThrow('fetch failed');
  });

  test.each([
    ['signed', 'application/json; charset=utf-8', true],
    ['unsigned', 'application/json; charset=utf-8', false],
    ['html', 'text/html; charset=utf-8', false],
  ] as const)('answered %s', async (as, type, signed) => {
    const id = await till.paid();
    till.sandbox.faults.inject({ ...lost, as });
    await expect(refund(id)).rejects.toThrow('fetch failed');
    const { status, headers } = await refund(id);
    expect([status, headers.get('content-type'), headers.has('signaturebank')]).toEqual([401, type, signed]);
  });

  test('repeats until removed', async () => {
    const id = await till.paid();
    const fault = till.sandbox.faults.inject({ ...lost, times: 0 });
    await expect(refund(id)).rejects.toThrow('fetch failed');
    for (let time = 0; time < 9; time += 1) expect((await refund(id)).status).toBe(401);
    till.sandbox.faults.remove(fault);
    expect((await refund(id)).status).toBe(201);
  });
});

test('a fault with a duration ends after the duration', async () => {
  till.sandbox.faults.inject({ operation: '*', kind: 'status', status: 429, times: 0, forMs: 60_000 });
  till.clock.tick(59_999);
  expect((await charge()).status).toBe(429);
  till.clock.tick(1);
  await expect.poll(() => till.sandbox.faults.list()).toEqual([]);
  expect((await charge()).status).toBe(201);
});

test('a stopped service refuses connections and returns on its port', async () => {
  const { faults } = till.sandbox;
  await faults.goDown(60_000);
  await expect(charge()).rejects.toThrow('fetch failed');
  till.clock.tick(60_000);
  await expect.poll(() => faults.isDown).toBe(false);
  expect((await charge()).status).toBe(201);
});

test('stopping again cancels the earlier automatic restart', async () => {
  const { faults } = till.sandbox;
  await faults.goDown(60_000);
  await faults.comeUp();
  await faults.goDown();
  till.clock.tick(60_000);
  await expect(charge()).rejects.toThrow('fetch failed');
  expect(faults.isDown).toBe(true);
});
