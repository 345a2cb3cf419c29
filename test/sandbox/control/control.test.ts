import { beforeEach, describe, expect, test } from 'vitest';
import { panelOffers } from '../../../main/sandbox/control/panel-data.ts';
import { openPoints } from '../../../main/sandbox/open-points.ts';
import { independentClient } from '../../independent/client.ts';
import { text } from '../../independent/expectations.ts';
import { givenService } from '../../independent/service-under-test.ts';

const till = givenService('each', { controlPort: 0 });
let control: string;
beforeEach(() => {
  control = till.sandbox.controlUrl ?? '';
});

const send = (method: string, path: string, body?: object) =>
  fetch(control + path, {
    method,
    ...(body && { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
  });
const post = async (path: string, body?: object) => (await send('POST', path, body)).status;
const state = async () => (await send('GET', '/state')).json();

test('serves its page and assets under a strict CSP', async () => {
  const page = await send('GET', '/');
  const html = await page.text();
  expect(page.headers.get('content-security-policy')).toContain("default-src 'none'");
  for (const address of ['/pages.css', '/panel.js']) {
    expect(html).toContain(address);
    expect((await send('GET', address)).status).toBe(200);
  }
  expect((await send('GET', '/dom.js')).headers.get('content-type')).toBe('text/javascript; charset=utf-8');
});

test('settles a payment and fails a refund', async () => {
  const id = await till.charge();
  expect(await (await send('POST', `/payments/${id}/scan`)).json()).toEqual({ done: true, status: 'IDENTIFIED' });
  await post(`/payments/${id}/confirm`);
  expect(await post(`/payments/${id}/settle`)).toBe(204);
  const refund = await till.client.createRefund(id, { amount: 1, currency: 'EUR' }, 'k');
  expect(await post(`/refunds/${text(refund, 'refundId')}/FAILED`)).toBe(204);
  expect(await state()).toMatchObject({
    payments: [{ paymentId: id, status: 'SUCCEEDED', posId: 'POS1' }],
    refunds: [{ status: 'FAILED' }],
  });
});

test('runs a payout and fails a payout', async () => {
  await till.paid();
  const [payout] = (await (await send('POST', '/payouts')).json()) as { payoutId: string }[];
  expect(await post(`/payouts/${payout?.payoutId}/fail`)).toBe(204);
  expect((await till.client.payouts()).body).toMatchObject({
    payouts: [{ payoutId: payout?.payoutId, payoutStatus: 'FAILED' }],
  });
});

test('rotates keys, shifts the clock and disturbs callbacks', async () => {
  expect(await post('/keys/rotate', { forget: true })).toBe(204);
  expect(await post('/clock', { offsetMs: -60_000 })).toBe(204);
  expect(await post('/callbacks', { repeat: 2, shuffleMs: 100, drop: 1 })).toBe(200);
  expect(await state()).toMatchObject({
    service: { clockOffset: -60_000, now: '2026-03-09T10:14:30.250Z' },
    callbacks: { repeat: 2, shuffleMs: 100, drop: 1 },
  });
});

test('stays reachable while the service is down', async () => {
  expect(await post('/service/down')).toBe(204);
  expect(await state()).toMatchObject({ service: { down: true } });
  await expect(till.charge()).rejects.toThrow('fetch failed');
  expect(await post('/service/up')).toBe(204);
  expect(await till.charge()).toHaveLength(24);
});

test('each preset takes a single request', async () => {
  for (const { name, path, body } of panelOffers.presets) {
    expect(await post(path, body), name).toBeLessThan(300);
    const { faults, service } = (await state()) as { faults: { id: number }[]; service: { down: boolean } };
    expect(faults.length + Number(service.down), name).toBe(1);
    for (const { id } of faults) await send('DELETE', `/faults/${id}`);
    await post('/service/up');
  }
});

test('toggles the case of the issuer name', async () => {
  const { issuer } = till.sandbox;
  expect(await post('/issuer/case')).toBe(204);
  const answered = async (name: string) => {
    const { verdict } = await independentClient({ ...till.access, issuer: name }).payouts();
    expect(verdict).toMatchObject({ ok: true });
  };
  await answered(issuer.toUpperCase());
  expect(await state()).toMatchObject({ service: { issuer: issuer.toUpperCase() } });
  expect(await post('/issuer/case')).toBe(204);
  await answered(issuer);
});

test('shows the options of each open point', async () => {
  const { picks } = (await state()) as { picks: { name: string }[] };
  expect(picks.map(({ name }) => name)).toEqual(Object.keys(openPoints));
  expect(picks.find(({ name }) => name === 'cancelStatus')).toEqual({
    name: 'cancelStatus',
    value: '204',
    others: '200, 202',
    question: 'Status code of a cancellation',
    spec: 'Endpoints, operation 2',
  });
});

test('adds a merchant', async () => {
  const answer = await send('POST', '/profiles', { name: 'Café', bulking: true });
  const profile = (await answer.json()) as { profileId: string; apiKey: string };
  const client = independentClient({ ...till.access, ...profile });
  expect((await client.createPayment({ amount: 1 }, { with: 'bearer' })).body).toMatchObject({
    creditor: { profileId: profile.profileId, name: 'Café' },
  });
});

describe('invalid requests are refused', () => {
  test.each([
    ['/payments/nobody/scan', undefined, 404],
    ['/payments/nobody/explode', undefined, 400],
    ['/payouts/nobody/fail', undefined, 404],
    ['/faults', { operation: 'readPayment', kind: 'explode' }, 400],
    ['/faults', { kind: 'html' }, 400],
    ['/faults', { operation: '*', kind: 'status', retryAfter: 'a\r\nb' }, 400],
    ['/faults', { operation: '*', kind: 'act-lose-then-status', lose: 'everything' }, 400],
    ['/service/down', { forMs: -1 }, 400],
    ['/clock', { offsetMs: 'much' }, 400],
  ])('%s %j', async (path, body, status) => {
    expect(await post(path, body)).toBe(status);
  });

  test.each([
    ['by a page of another site', { Origin: 'https://evil.example' }],
    ["by the payer's page", { Origin: 'the service' }],
  ])('%s', async (_name, { Origin }) => {
    const origin = Origin === 'the service' ? till.sandbox.baseUrl : Origin;
    const answer = await fetch(`${control}/service/down`, { method: 'POST', headers: { Origin: origin } });
    expect([answer.status, till.sandbox.faults.isDown]).toEqual([403, false]);
  });
});
