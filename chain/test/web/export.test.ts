import { type IncomingMessage, request } from 'node:http';
import { expect, test } from 'vitest';
import { openPage } from './open-page.ts';

const DAYS = 'from=2026-11-20&to=2026-11-27';

test("exports are limited to the member's shops and audited", async () => {
  const page = await openPage();
  const save = async (email: string, query: string) =>
    page.app.inject({ url: `/export?${query}`, headers: { cookie: await page.cookieOf(email) } });
  const { headers, body, statusCode } = await save('manager@example.org', `table=sales&${DAYS}`);
  expect(statusCode).toBe(200);
  expect(headers).toMatchObject({
    'content-type': 'text/csv; charset=utf-8',
    'content-disposition': 'attachment; filename="sales-2026-11-20-2026-11-27.csv"',
  });
  const lines = body.split('\r\n');
  expect(lines[0]).toBe(
    '\ufeffday;shop;shop_name;till;till_name;at;reference;amount;stage;status;payment_id;paid_at;by;origin;counted;environment',
  );
  expect(lines.find((line) => line.includes('TILL1-261127-0012'))).toBe(
    '2026-11-27;A;Bakkerij Zoë;1;Counter;2026-11-27T09:12:00.000+01:00;TILL1-261127-0012;10,12;paid;SUCCEEDED;payment00000000000000012;2026-11-27T09:12:20.000+01:00;Zoë;here;yes;PROD',
  );
  expect(lines).toHaveLength(82);
  expect(body).not.toContain('Café Noir');
  expect(body).toContain(`"'=HYPERLINK(""x"")"`);

  for (const query of [`table=refunds&${DAYS}`, `table=tills&${DAYS}&shop=A`]) {
    const saved = await save('manager@example.org', query);
    expect([saved.statusCode, saved.body.split('\r\n').length > 2, saved.body.includes('Café')]).toEqual([
      200,
      true,
      false,
    ]);
  }
  const payout = `table=payout&${DAYS}&merchant=m&payoutId=payout-1`;
  expect((await save('manager@example.org', payout)).statusCode).toBe(403);
  expect((await save('admin@example.org', payout)).body).toContain(';10,14;;B;Café Noir;3;Bar;2026-11-27');
  const { rows } = await page.ask('admin@example.org', 'audit', {});
  expect(rows.filter(({ did }) => did === 'exported').map(({ detail }) => detail?.['table'])).toEqual([
    ...['payout', 'tills', 'refunds', 'sales'],
  ]);
  expect((await save('manager@example.org', 'table=sales&from=2026-01-01&to=2026-11-27')).statusCode).toBe(400);
  const elsewhere = await page.app.inject({
    url: `/export?table=sales&${DAYS}`,
    headers: { cookie: await page.cookieOf('manager@example.org'), 'sec-fetch-site': 'cross-site' },
  });
  expect(elsewhere.statusCode).toBe(403);
  expect((await page.app.inject(`/export?table=sales&${DAYS}`)).statusCode).toBe(401);
});

test('unread exports leave connections to the page', async () => {
  const deadlines: AbortController[] = [];
  const exportDeadline = () => {
    const deadline = new AbortController();
    deadlines.push(deadline);
    return deadline.signal;
  };
  const page = await openPage({ exportDeadline });
  await page.database.query(
    `INSERT INTO sales (till, day, sale_id, shop, environment, terminal, at, reference, amount, stage, settled, origin, seq)
       SELECT 3, '2026-11-27', 'large' || n, 'B', 'PROD', 't', timestamptz '2026-11-27 08:00Z', repeat('x', 200), 1, 'paid',
         true, 'here', n FROM generate_series(1, 60000) n`,
  );
  await page.database.query(
    "INSERT INTO members (email, name, role) VALUES ('fourth@example.org', 'Fourth', 'viewer')",
  );
  const address = await page.app.listen({ port: 0, host: '127.0.0.1' });
  const begin = async (email: string) => {
    const { promise, resolve } = Promise.withResolvers<IncomingMessage>();
    const headers = { cookie: await page.cookieOf(email) };
    request(`${address}/export?table=sales&${DAYS}`, { headers }, resolve).end();
    return await promise;
  };
  const [viewer = '', ...others] = ['viewer', 'admin', 'fourth', 'manager'].map((name) => `${name}@example.org`);
  const unread = await begin(viewer);
  expect((await begin(viewer)).statusCode).toBe(429);
  expect(
    [unread.statusCode, ...(await Promise.all(others.map(async (email) => (await begin(email)).statusCode)))].sort(),
  ).toEqual([200, 200, 200, 429]);
  expect(await page.ask(viewer, 'today', { day: '2026-11-27', environment: 'PROD' })).toMatchObject({
    day: '2026-11-27',
  });

  const broken = new Promise((resolve) => unread.once('error', resolve));
  for (const deadline of deadlines) deadline.abort();
  unread.resume();
  expect(await broken).toMatchObject({ code: 'ECONNRESET' });
  await expect.poll(async () => (await begin(viewer)).statusCode).toBe(200);
});
