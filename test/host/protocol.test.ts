import type { Page } from '@playwright/test';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Fixture, startFixture } from './fixture-process.ts';

describe('under a policy that allows it', () => {
  let fixture: Fixture;
  let page: Page;
  beforeAll(async () => {
    fixture = await startFixture({ env: { FIXTURE_CSP: "script-src 'unsafe-inline' app:; connect-src app://till" } });
    page = await fixture.page('/');
  });
  afterAll(() => fixture.stop());

  test('a script in the page itself runs', async () => {
    expect(await page.evaluate('inlineRan')).toBe(true);
  });

  test('status, type and body are the handler’s', async () => {
    const seen = await page.evaluate(
      "fetch('/teapot').then(async (r) => [r.status, r.headers.get('content-type'), await r.text()])",
    );
    expect(seen).toEqual([418, 'text/plain', 'short and stout']);
  });

  test('the handler sees method, headers and body, at its own address', async () => {
    const seen = await page.evaluate(
      "fetch('/mirror?a=1', { method: 'POST', headers: { 'x-a': 'b' }, body: 'é' }).then((r) => r.json())",
    );
    expect(seen).toEqual({
      url: 'app://till/mirror?a=1',
      method: 'POST',
      header: 'b',
      origin: 'app://till',
      body: 'é',
    });
  });

  test('what the handler does not have is what it says', async () => {
    expect(await page.evaluate("fetch('/absent').then((r) => r.status)")).toBe(404);
  });

  test('a handler that throws is a failed request', async () => {
    expect(await page.evaluate("fetch('/throws').catch((e) => e.message)")).toBe('Failed to fetch');
  });
});
