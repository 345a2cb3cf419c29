import Fastify from 'fastify';
import { describe, expect, test } from 'vitest';
import { openDatabase } from '../../database/open.ts';
import { restoreAdmin } from '../../web/members.ts';
import { chainPage } from '../../web/page.ts';
import { freePort, openPage } from './open-page.ts';
import { Browser, CLIENT, startSignInService } from './sign-in-service.ts';

const HOUR_MS = 3_600_000;
const isCallback = ({ pathname }: URL) => pathname === '/sign-in/callback';

async function openWithService(isEmailTrusted = false) {
  const port = await freePort();
  const service = await startSignInService(`http://127.0.0.1:${port}`);
  const page = await openPage({ port, signIn: { issuer: service.issuer, ...CLIENT, isEmailTrusted } });
  await page.app.listen({ port, host: '127.0.0.1' });
  const browser = new Browser();
  const ask = async (name = 'me') => {
    const cookie = [...(browser.cookies.get(page.address) ?? [])].map((pair) => pair.join('=')).join('; ');
    const headers = { cookie, 'content-type': 'application/json', origin: page.address };
    const answer = await fetch(`${page.address}/api/${name}`, { method: 'POST', body: '{}', headers });
    return { status: answer.status, ...(await answer.json()) };
  };
  const sessions = async () => (await page.database.query('SELECT * FROM sessions')).rows;
  return { page, service, browser, ask, sessions };
}

test('a member signs in and out with the service', async () => {
  const { page, browser, ask, sessions } = await openWithService();
  expect(await ask()).toMatchObject({ status: 401, code: 'page.signed-out' });
  const { url, setCookies } = await browser.open(`${page.address}/sign-in`);
  expect(url.href).toBe(`${page.address}/`);
  const cookie = setCookies.find((one) => one.startsWith('chain=')) ?? '';
  expect(cookie).toMatch(/^chain=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax; Max-Age=43200$/);
  expect(await ask()).toMatchObject({ status: 200, email: 'manager@example.org', role: 'manager', shops: ['A'] });
  const [session] = await sessions();
  expect(session.name).toBe('Name of manager@example.org');
  expect(JSON.stringify(session)).not.toContain(/^chain=([\w-]+)/.exec(cookie)?.[1]);

  const { to } = await ask('sign-out');
  expect(to).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/session\/end\?/);
  expect(new URL(to).searchParams.get('post_logout_redirect_uri')).toBe(`${page.address}/`);
  expect(await ask()).toMatchObject({ status: 401 });
  expect(await sessions()).toEqual([]);
});

test('a session ends after twelve hours or with membership', async () => {
  const { page, browser, ask } = await openWithService();
  await browser.open(`${page.address}/sign-in`);
  page.wait(12 * HOUR_MS - 1);
  expect(await ask()).toMatchObject({ status: 200 });
  page.wait(1);
  expect(await ask()).toMatchObject({ status: 401, code: 'page.signed-out' });
  await browser.open(`${page.address}/sign-in`);
  await page.database.query("UPDATE members SET role = 'viewer' WHERE email = 'manager@example.org'");
  expect(await ask()).toMatchObject({ role: 'viewer' });
  await page.database.query("DELETE FROM members WHERE email = 'manager@example.org'");
  expect(await ask()).toMatchObject({ status: 401, code: 'page.signed-out' });
});

test('refuses a wrong state, wrong nonce or used code', async () => {
  const { page, browser, sessions } = await openWithService();
  const why = async (url: URL | string) => (await browser.open(String(url))).url.searchParams.get('sign-in');
  const kept = () => browser.cookies.get(page.address) ?? new Map<string, string>();
  const asked = async () => (await browser.open(`${page.address}/sign-in`, isCallback)).url;

  const otherState = await asked();
  otherState.searchParams.set('state', 'of-another');
  expect(await why(otherState)).toBe('refused');

  const otherNonce = await asked();
  kept().set(
    'signing-in',
    kept()
      .get('signing-in')
      ?.replace(/\.[^.]+\./, '.of-another.') ?? '',
  );
  expect(await why(otherNonce)).toBe('refused');

  const otherVerifier = await asked();
  kept().set(
    'signing-in',
    kept()
      .get('signing-in')
      ?.replace(/[^.]+$/, 'v'.repeat(43)) ?? '',
  );
  expect(await why(otherVerifier)).toBe('refused');

  const withoutCookie = await asked();
  kept().delete('signing-in');
  expect(await why(withoutCookie)).toBe('again');
  expect(await sessions()).toEqual([]);

  const used = await asked();
  const pending = kept().get('signing-in') ?? '';
  expect((await browser.open(used.href)).url.search).toBe('');
  expect(await sessions()).toHaveLength(1);
  kept().set('signing-in', pending);
  expect(await why(used)).toBe('refused');
  expect(await sessions()).toHaveLength(1);
});

test('explains the refusal of an unknown or unverified address', async () => {
  const { page, service, browser, sessions } = await openWithService();
  service.account = { email: 'nobody@example.org', isVerified: true };
  const nobody = await browser.open(`${page.address}/sign-in`);
  expect(nobody.url.search).toBe('?sign-in=no-member');
  service.account = { email: 'manager@example.org', isVerified: false };
  const unverified = await new Browser().open(`${page.address}/sign-in`);
  expect(unverified.url.search).toBe('?sign-in=no-email');
  expect(await sessions()).toEqual([]);
});

describe('the claim email_verified', () => {
  test.each([
    [true, false, ''],
    ['true', false, ''],
    [false, true, '?sign-in=no-email'],
    ['false', true, '?sign-in=no-email'],
    [0, true, '?sign-in=no-email'],
    [null, true, '?sign-in=no-email'],
    [undefined, false, '?sign-in=unverified'],
    [undefined, true, ''],
  ])('%j, with OIDC_EMAIL_TRUSTED %s', async (isVerified, isEmailTrusted, refused) => {
    const { page, service, browser } = await openWithService(isEmailTrusted);
    service.account = { email: 'manager@example.org', isVerified };
    expect((await browser.open(`${page.address}/sign-in`)).url.search).toBe(refused);
  });
});

describe('the account of the first sign-in', () => {
  const signIn = async (address: string) => (await new Browser().open(`${address}/sign-in`)).url.search;
  const [email, isVerified] = ['manager@example.org', true];

  test('blocks another account with the same address', async () => {
    const { page, service } = await openWithService();
    service.account = { email, isVerified, subject: 'first' };
    expect(await signIn(page.address)).toBe('');
    service.account = { email, isVerified, subject: 'second' };
    expect(await signIn(page.address)).toBe('?sign-in=other-account');
    service.account = { email: 'renamed@example.org', isVerified: false, subject: 'first' };
    expect(await signIn(page.address)).toBe('');
    const { rows } = await page.database.query("SELECT who, did FROM audit WHERE did LIKE 'member%'");
    expect(rows).toEqual([{ who: email, did: 'member.bound' }]);
  });

  test('is unbound by an administrator', async () => {
    const { page, service, browser, ask } = await openWithService();
    service.account = { email, isVerified, subject: 'first' };
    await browser.open(`${page.address}/sign-in`);
    expect((await page.ask('admin@example.org', 'members', {})).rows).toContainEqual(
      expect.objectContaining({ email, isBound: true }),
    );
    expect(await page.refusal(email, 'member.unbind', { email })).toMatchObject({ status: 403 });
    await page.ask('admin@example.org', 'member.unbind', { email });
    expect(await ask()).toMatchObject({ status: 401 });
    service.account = { email, isVerified, subject: 'second' };
    expect(await signIn(page.address)).toBe('');
  });
});

test('the server restores the first administrator', async () => {
  const { page, service } = await openWithService();
  const email = 'viewer@example.org';
  service.account = { email, isVerified: true, subject: 'lost' };
  await new Browser().open(`${page.address}/sign-in`);
  await restoreAdmin(page.database, 'Viewer@example.org');
  service.account = { email, isVerified: true, subject: 'new' };
  expect((await new Browser().open(`${page.address}/sign-in`)).url.search).toBe('');
  expect(await page.ask(email, 'me', {})).toMatchObject({ role: 'admin', shops: null });
  await restoreAdmin(page.database, 'new@example.org');
  expect(await page.ask('new@example.org', 'me', {})).toMatchObject({ role: 'admin', shops: null });
});

test('the first administrator exists at the start', async () => {
  const page = await openPage({ admin: 'First@Example.org' });
  expect(await page.ask('first@example.org', 'me', {})).toMatchObject({ role: 'admin', shops: null });
  const kept = await openPage({ admin: 'viewer@example.org' });
  expect(await kept.ask('viewer@example.org', 'me', {})).toMatchObject({ role: 'viewer' });
});

test('an unreachable sign-in service is reported, then retried', async () => {
  const [port, at] = [await freePort(), await freePort()];
  const page = await openPage({ port, signIn: { issuer: `http://127.0.0.1:${at}`, ...CLIENT, isEmailTrusted: false } });
  await page.app.listen({ port, host: '127.0.0.1' });
  const browser = new Browser();
  expect((await browser.open(`${page.address}/sign-in`)).url.search).toBe('?sign-in=unreachable');
  await startSignInService(page.address, at);
  expect((await browser.open(`${page.address}/sign-in`)).url.search).toBe('');
});

test('the link signs in an administrator, once', async () => {
  const page = await openPage({ signIn: { token: 'a-token' } });
  const wrong = await page.app.inject('/sign-in/link?token=another');
  expect(wrong.headers.location).toBe('/?sign-in=link-used');
  const first = await page.app.inject('/sign-in/link?token=a-token');
  expect(first.headers.location).toBe('/');
  const again = await page.app.inject('/sign-in/link?token=a-token');
  expect(again.headers.location).toBe('/?sign-in=link-used');
  const [cookie] = String(first.headers['set-cookie']).split(';');
  const headers = { cookie: cookie ?? '', 'sec-fetch-site': 'same-origin' };
  const me = await page.app.inject({ method: 'POST', url: '/api/me', payload: {}, headers });
  expect(me.json()).toMatchObject({ role: 'admin', shops: null });
});

test('calls from another site are refused', async () => {
  const page = await openPage();
  const cookie = await page.cookieOf('admin@example.org');
  const status = async (headers: Record<string, string>) =>
    (await page.app.inject({ method: 'POST', url: '/api/me', payload: {}, headers: { cookie, ...headers } }))
      .statusCode;
  expect(await status({ 'sec-fetch-site': 'same-origin' })).toBe(200);
  expect(await status({ origin: page.address })).toBe(200);
  for (const headers of [
    {},
    { origin: 'https://evil.example' },
    { 'sec-fetch-site': 'cross-site', origin: page.address },
  ])
    expect(await status(headers)).toBe(403);
  for (const site of ['cross-site', 'same-site', 'none']) expect(await status({ 'sec-fetch-site': site })).toBe(403);
});

test('https cookies are bound to the host', async () => {
  const page = await openPage({ address: 'https://chain.example' });
  const first = await page.app.inject('/sign-in/link?token=once');
  expect(first.headers['set-cookie']).toMatch(
    /^__Host-chain=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax; Max-Age=43200; Secure$/,
  );
  for (const answer of [first, await page.app.inject({ method: 'POST', url: '/api/me' })])
    expect(answer.headers).toMatchObject({
      'content-security-policy': expect.stringMatching(/^default-src 'none'; script-src 'self'; style-src 'self';/),
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'cache-control': 'no-store',
      'strict-transport-security': 'max-age=31536000',
    });
});

test('explains a malformed request and hides internal faults', async () => {
  const page = await openPage();
  const none = await page.refusal('admin@example.org', 'sale', { till: 0, saleId: 's1', day: '2026-11-27' });
  expect(none).toMatchObject({ status: 400, code: 'page.ask', path: 'till' });
  expect(
    (await page.app.inject({ method: 'POST', url: '/api/none', headers: { origin: page.address } })).statusCode,
  ).toBe(404);
  await page.database.query('ALTER TABLE day_hours RENAME TO away');
  const broken = await page.refusal('admin@example.org', 'today', { day: '2026-11-27', environment: 'PROD' });
  const message = 'Internal error of the collector; the reason is in its log.';
  expect(broken).toEqual({ status: 500, code: 'page.fault', message });
});

test('an unreachable database is reported as temporary', async () => {
  const app = Fastify();
  const database = openDatabase(`postgres://nobody@127.0.0.1:${await freePort()}/none`);
  const address = 'http://127.0.0.1:1';
  await app.register(chainPage, {
    ...{ database, address, signIn: { token: 'once' }, now: Date.now, chain: 'Zoë & Co', timeZone: 'Europe/Brussels' },
    files: import.meta.dirname,
  });
  const answer = await app.inject({ method: 'POST', url: '/api/me', headers: { origin: address } });
  expect([answer.statusCode, answer.json().code]).toEqual([503, 'page.database-away']);
  await Promise.all([app.close(), database.end()]);
});
