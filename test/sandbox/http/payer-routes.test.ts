import { request } from 'node:http';
import { describe, expect, test } from 'vitest';
import { seededRandom } from '../../../main/sandbox/random.ts';
import type { Answer } from '../../independent/client.ts';
import { object } from '../../independent/expectations.ts';
import { givenService, startService } from '../../independent/service-under-test.ts';

const till = givenService('each', {}, { name: 'Bakkerij <Zoë>' });

async function deeplink(fields: object = {}): Promise<string> {
  return linkOf(await till.client.readPayment(await till.charge(fields)), 'deeplink');
}

function linkOf(answer: Answer, name: string): string {
  return Object(object(answer)['_links'])[name].href;
}

const press = async (page: string, act: string) => (await fetch(`${page}/${act}`, { method: 'POST' })).json();

/** Sends a request with headers that a browser does not let a page set. */
function raw(url: string, method: string, headers: Record<string, string>): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    request(url, { method, headers }, (answer) => {
      answer.resume();
      resolve(answer.statusCode);
    })
      .on('error', reject)
      .end();
  });
}

test('the code leads to the payment page of the merchant', async () => {
  const answer = await fetch(await deeplink({ description: 'Brood & koffie', shopName: 'Centrum' }));
  const html = await answer.text();
  expect(answer.status).toBe(200);
  expect(html).toContain('€\u00a012,50');
  expect(html).toContain('Bakkerij &#60;Zoë&#62;');
  expect(html).toContain('Brood &#38; koffie');
  for (const name of ['Scan', 'Confirm payment', 'Refuse', 'Walk away']) expect(html).toContain(`>${name}</button>`);
  expect(answer.headers.get('content-security-policy')).toContain("default-src 'none'");
});

test('a payment with an arbitrary id has a working page', async () => {
  await using till = await startService({ picks: { identifiers: 'any' }, random: seededRandom(7) });
  for (let time = 0; time < 20; time += 1) {
    const creation = await till.client.createStaticQr({ posId: 'POS1', amount: 100 + time });
    const page = linkOf(creation, 'deeplink');
    expect(new URL(page).href).toBe(page);
    const html = await (await fetch(page)).text();
    const [, base = ''] = /data-base="([^"]*)"/.exec(html) ?? [];
    const plain = base.replace(/&#(\d+);/g, (_all, code) => String.fromCharCode(Number(code)));
    expect(till.sandbox.baseUrl + plain).toBe(page);
    expect(await press(page, 'scan')).toMatchObject({ status: 'IDENTIFIED' });
    const { paymentId } = object(creation);
    const read = await till.client.readPayment(encodeURIComponent(String(paymentId)));
    expect(read.body).toMatchObject({ paymentId, status: 'IDENTIFIED' });
  }
});

test.each([
  ['refuse', 'CANCELLED'],
  ['bank-refuses', 'AUTHORIZATION_FAILED'],
  ['walk-away', 'IDENTIFIED'],
])('scan, then %s: %s', async (act, status) => {
  const page = await deeplink();
  await press(page, 'scan');
  expect(await press(page, act)).toMatchObject({ status });
});

test('a late action changes nothing', async () => {
  const page = await deeplink();
  till.clock.tick(till.sandbox.engine.choices.lifetimeMs);
  expect(await press(page, 'scan')).toMatchObject({ status: 'EXPIRED', title: 'Expired' });
});

test("a paid payment links to the shop's returnUrl", async () => {
  const creation = await till.client.createPayment({ amount: 1, returnUrl: 'https://shop.example/done' });
  const page = linkOf(creation, 'checkout');
  const acts = ['confirm', 'refuse', 'walk-away', 'bank-refuses'];
  expect(await press(page, 'scan')).toMatchObject({ status: 'IDENTIFIED', acts });
  expect(await press(page, 'confirm')).toMatchObject({ status: 'AUTHORIZED', acts: [] });
  till.clock.tick(1_000);
  const paid = { status: 'SUCCEEDED', title: 'Paid', returnUrl: 'https://shop.example/done' };
  expect(await (await fetch(`${page}/state`)).json()).toMatchObject(paid);
});

test('a POS sticker leads to its newest payment', async () => {
  const sticker = `${till.sandbox.baseUrl}/l/1/${till.sandbox.profile.profileId}/POS1`;
  expect((await fetch(sticker)).status).toBe(404);
  await deeplink();
  const page = await deeplink();
  expect((await fetch(sticker)).url).toBe(page);
});

test('the qrcode link is an SVG image', async () => {
  const answer = await fetch(linkOf(await till.client.readPayment(await till.charge()), 'qrcode'));
  expect(answer.headers.get('content-type')).toContain('image/svg+xml');
});

test('an unknown code shows "Nothing to pay"', async () => {
  const answer = await fetch(`${till.sandbox.baseUrl}/pay/${'f'.repeat(24)}`);
  expect([answer.status, (await answer.text()).includes('Nothing to pay')]).toEqual([404, true]);
});

describe('requests of foreign pages', () => {
  test.each<[string, Record<string, string>, number]>([
    ['from another origin', { Origin: 'https://evil.example' }, 403],
    ['from an opaque origin', { Origin: 'null' }, 403],
    ['from another port of this machine', { Origin: 'http://127.0.0.1:1' }, 403],
    ['that a browser marks as cross-site', { 'Sec-Fetch-Site': 'cross-site' }, 403],
    ['from a host name of somebody else', { Host: 'evil.example' }, 403],
    ['from this page', { 'Sec-Fetch-Site': 'same-origin' }, 200],
  ])('a click %s', async (_name, headers, status) => {
    const page = await deeplink();
    expect(await raw(`${page}/scan`, 'POST', headers)).toBe(status);
    expect(await till.status(page.slice(-24))).toBe(status === 200 ? 'IDENTIFIED' : 'PENDING');
  });

  test('a page is not served under a foreign host name', async () => {
    expect(await raw(await deeplink(), 'GET', { Host: 'rebound.example:80' })).toBe(403);
  });
});
