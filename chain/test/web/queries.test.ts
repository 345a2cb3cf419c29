import { expect, test } from 'vitest';
import { migrate } from '../../database/migrate.ts';
import { type CallName, calls, type Sent } from '../../web/contract.ts';
import { openPage } from './open-page.ts';

const ADMIN = 'admin@example.org';
const MANAGER = 'manager@example.org';
const OTHER = 'other@example.org';
const VIEWER = 'viewer@example.org';
const DAYS = { from: '2026-11-20', to: '2026-11-27' };
const PAYOUT = { merchant: 'm', payoutId: 'payout-1', show: 'all' } as const;

/** A request about shop B for each call. */
const ofShopB: { readonly [Name in Exclude<CallName, 'sign-out'>]: Sent<Name> } = {
  me: {},
  today: { day: '2026-11-27', environment: 'PROD', shop: 'B' },
  alerts: {},
  'alert.seen': { alert: 2 },
  'alert.decide': { alert: 4, accept: true },
  tills: { show: 'all', shop: 'B' },
  'till.save': { till: 3, name: 'Mine' },
  'till.end': { till: 3 },
  'shop.save': { shop: 'B', name: 'Mine' },
  'enrol.make': { shop: 'B' },
  sales: { ...DAYS, show: 'found', text: 'TILL3' },
  sale: { till: 3, saleId: 's14', day: '2026-11-27' },
  refunds: { ...DAYS, environment: 'PROD' },
  'refunds.of': { ...DAYS, environment: 'PROD', shop: 'B', name: 'Zoë' },
  payouts: DAYS,
  payout: PAYOUT,
  settings: { scope: { kind: 'shop', shop: 'B' } },
  'settings.save': { scope: { kind: 'till', till: 3 }, values: { 'counter.maximum': 1 } },
  members: {},
  'member.save': { email: MANAGER, name: 'Max', role: 'admin', shops: null },
  'member.unbind': { email: 'viewer@example.org' },
  'member.remove': { email: OTHER },
  audit: {},
};
const names = Object.keys(ofShopB) as (keyof typeof ofShopB)[];

test('no call shows or changes a foreign shop', async () => {
  const page = await openPage();
  const everything = () =>
    page.database
      .query(`SELECT (SELECT json_agg(t ORDER BY till) FROM tills t) AS tills, (SELECT json_agg(s) FROM settings s) AS settings,
        (SELECT json_agg(s) FROM shops s) AS shops, (SELECT json_agg(m) FROM members m) AS members,
        (SELECT json_agg(a) FROM alerts a) AS alerts, (SELECT count(*) FROM enrol_codes) AS codes`)
      .then(({ rows }) => rows);
  const before = await everything();
  for (const name of names) {
    const refusal = await page.refusal(MANAGER, name, ofShopB[name]);
    expect(JSON.stringify(refusal), name).not.toMatch(/Café Noir|"Bar"|TILL3|Mine/);
    if (calls[name].writes) expect([403, 404], name).toContain(refusal.status);
  }
  expect(await everything()).toEqual(before);
  for (const name of names) if (!calls[name].writes) await page.ask(ADMIN, name, ofShopB[name]);
});

test('every view answers after a start restores privileges', async () => {
  const page = await openPage();
  await page.database.query('DROP OWNED BY chain_page');
  expect(await page.refusal(ADMIN, 'tills', ofShopB.tills)).toMatchObject({ status: 500 });
  await migrate(page.url);
  for (const name of names) if (!calls[name].writes) await page.ask(ADMIN, name, ofShopB[name]);
});

test('each call refuses members below its role', async () => {
  const page = await openPage();
  for (const name of names) {
    if (calls[name].role === 'viewer') continue;
    const asked = await page.refusal(VIEWER, name, ofShopB[name]);
    expect(asked, name).toMatchObject({ status: 403, code: 'page.role', values: { role: calls[name].role } });
    if (calls[name].role === 'admin')
      expect(await page.refusal(OTHER, name, ofShopB[name]), name).toMatchObject({ status: 403, code: 'page.role' });
  }
});

test('today compares with a week before by hour, shop, till', async () => {
  const page = await openPage();
  const day = await page.ask(ADMIN, 'today', { day: '2026-11-27', environment: 'PROD' });
  expect(day).toMatchObject({ before: '2026-11-20', paid: { count: 57, cents: 58_758 }, unknown: 1, more: false });
  expect(day.sameTime).toEqual({ hour: 14, now: 58_758, before: 65_370 });
  expect(day.hours[0]).toEqual({ hour: 8, paid: { count: 7, cents: 7_033 }, before: { count: 10, cents: 10_645 } });
  expect(day.parts.map(({ name, paid }) => [name, paid.cents])).toEqual([
    ['Bakkerij Zoë', 39_153],
    ['Café Noir', 19_605],
  ]);
  const shop = await page.ask(MANAGER, 'today', { day: '2026-11-27', environment: 'PROD', shop: 'A' });
  expect(shop.parts.map(({ key, name }) => [key, name]).sort()).toEqual([
    ['1', 'Counter'],
    ['2', 'TILL2'],
  ]);
  const till = await page.ask(MANAGER, 'today', { day: '2026-11-27', environment: 'PROD', shop: 'A', till: 1 });
  expect(till.paid.cents + shop.parts.reduce((all, { key, paid }) => all + (key === '2' ? paid.cents : 0), 0)).toBe(
    39_153,
  );
  const past = await page.ask(ADMIN, 'today', { day: '2026-11-20', environment: 'PROD' });
  expect(past.sameTime).toEqual({ hour: 24, now: 65_370, before: 0 });
});

test('sums beyond the safe integers are shown', async () => {
  const page = await openPage();
  await page.database.query('UPDATE day_hours SET paid_sum = 9223372036854775807, refund_sum = 9223372036854775807');
  await page.database.query('UPDATE refunds SET amount = 9007199254740991');
  const day = await page.ask(ADMIN, 'today', { day: '2026-11-27', environment: 'PROD' });
  expect(day.paid.cents).toBeGreaterThan(1e19);
  const [person] = (await page.ask(ADMIN, 'refunds', { ...DAYS, environment: 'PROD' })).rows;
  expect(person?.refunded.cents).toBeGreaterThan(1e16);
  expect((await page.ask(ADMIN, 'sale', { till: 1, saleId: 's12', day: '2026-11-27' })).sale.refunded).toBeGreaterThan(
    1e15,
  );
});

test('a sale is found by text and shown without payer', async () => {
  const page = await openPage();
  const found = async (text: string, shop?: string) =>
    (await page.ask(ADMIN, 'sales', { ...DAYS, show: 'found', text, ...(shop && { shop }) })).rows.map(
      (row) => row.saleId,
    );
  expect(await found('TILL1-261127-0012')).toEqual(['s12']);
  expect(await found('TILL1-261127-00')).toContain('s12');
  expect(await found('payment00000000000000012')).toEqual(['s12']);
  expect(await found('€ 10,12', 'A')).toEqual(['s12']);
  expect(await found('TILL1%')).toEqual([]);
  expect(await page.refusal(ADMIN, 'sales', { ...DAYS, show: 'found', text: '10,12' })).toMatchObject({
    status: 400,
    code: 'sales.amount-needs-shop',
  });
  const { sale, refunds, payout, events } = await page.ask(ADMIN, 'sale', {
    till: 1,
    saleId: 's12',
    day: '2026-11-27',
  });
  expect(sale).toMatchObject({ tillName: 'Counter', shopName: 'Bakkerij Zoë', amount: 1_012, refunded: 506 });
  expect(refunds).toMatchObject([{ amount: 506, byName: 'Zoë', allowedName: 'Anna' }]);
  expect(payout).toMatchObject({ payoutId: 'payout-1' });
  expect(events.map(({ type }) => type)).toEqual([
    ...['sale.intent', 'sale.created', 'sale.moved', 'refund.intent', 'refund.answered', 'sale.sparkled'],
  ]);
  expect(JSON.stringify(events)).not.toContain('Jan');
});

test('a sale with a non-JSON event is still shown', async () => {
  const page = await openPage();
  await page.database.query(
    `UPDATE events SET payload = '{"saleId":"s12", half' WHERE type = 'sale.created' AND seq = 37`,
  );
  const { events } = await page.ask(ADMIN, 'sale', { till: 1, saleId: 's12', day: '2026-11-27' });
  expect(events.find(({ type }) => type === 'sale.created')).toMatchObject({ facts: {} });
});

test('a list continues where its page ended', async () => {
  const page = await openPage();
  const ask = { ...DAYS, show: 'found', text: 'TILL' } as const;
  const first = await page.ask(ADMIN, 'sales', ask);
  expect(first.rows).toHaveLength(50);
  const second = await page.ask(ADMIN, 'sales', { ...ask, after: first.next ?? undefined });
  const third = await page.ask(ADMIN, 'sales', { ...ask, after: second.next ?? undefined });
  expect(third.next).toBeNull();
  const all = [first, second, third].flatMap(({ rows }) => rows.map(({ saleId }) => saleId));
  expect(new Set(all).size).toBe(119);
  expect(await page.refusal(ADMIN, 'sales', { ...ask, from: '2026-11-28' })).toMatchObject({ code: 'page.range' });
  expect(await page.refusal(ADMIN, 'sales', { ...ask, from: '2026-01-01' })).toMatchObject({ code: 'page.range' });
});

test("a payout names each payment's till and counts unknown payments", async () => {
  const page = await openPage();
  const whole = await page.ask(ADMIN, 'payout', PAYOUT);
  expect(whole).toMatchObject({ known: { count: 4 }, unknown: { count: 1, cents: 1_161 } });
  expect(whole.rows.map(({ kind, sale }) => [kind, sale?.tillName, sale?.shopName])).toEqual([
    ['payment', 'Counter', 'Bakkerij Zoë'],
    ['payment', 'TILL2', 'Bakkerij Zoë'],
    ['payment', 'Bar', 'Café Noir'],
    ['payment', undefined, undefined],
    ['refund', 'Counter', 'Bakkerij Zoë'],
  ]);
  const unknown = await page.ask(ADMIN, 'payout', { ...PAYOUT, show: 'unknown' });
  expect(unknown.rows).toMatchObject([{ id: 'payment-of-nobody-at-all', sale: null }]);
  for (const name of ['payout', 'payouts'] as const)
    expect(await page.refusal(MANAGER, name, { ...PAYOUT, ...DAYS })).toMatchObject({ code: 'payouts.all-shops' });
});

test('each write takes effect and is audited', async () => {
  const page = await openPage();
  await page.ask(MANAGER, 'till.save', { till: 1, name: 'Window' });
  await page.ask(MANAGER, 'till.end', { till: 2 });
  expect(await page.refusal(MANAGER, 'alert.seen', { alert: 1 })).toMatchObject({ status: 404 });
  await page.ask(OTHER, 'alert.seen', { alert: 2 });
  const { code, expiresAt } = await page.ask(MANAGER, 'enrol.make', { shop: 'A' });
  expect(code).toMatch(/^[0-9A-F]{5}(-[0-9A-F]{5}){3}$/);
  expect(expiresAt - Date.parse('2026-11-27T13:30Z')).toBe(3_600_000);
  expect(await page.refusal(MANAGER, 'enrol.make', { till: 3 })).toMatchObject({ status: 404 });
  expect(await page.refusal(ADMIN, 'enrol.make', { shop: 'A', tills: 2 })).toMatchObject({ code: 'page.merchants' });
  expect(await page.refusal(ADMIN, 'enrol.make', { shop: 'A', tills: 501 })).toMatchObject({ code: 'page.count' });
  await page.ask(ADMIN, 'shop.save', { shop: 'C', name: 'New' });
  await page.ask(ADMIN, 'member.save', { email: 'New@Example.org', name: 'N', role: 'viewer', shops: ['C'] });
  await page.ask(ADMIN, 'member.remove', { email: 'new@example.org' });
  expect((await page.ask(ADMIN, 'tills', { show: 'all', shop: 'A' })).rows).toMatchObject([
    { name: 'Window', alerts: [] },
  ]);
  const { rows } = await page.ask(ADMIN, 'audit', {});
  expect(rows.map(({ who, did }) => `${who} ${did}`)).toEqual([
    ...['admin@example.org member.removed', 'admin@example.org member.saved', 'admin@example.org shop.saved'],
    ...['manager@example.org enrol.code-made', 'other@example.org alert.seen', 'manager@example.org till.ended'],
    'manager@example.org till.named',
  ]);
  expect(JSON.stringify(rows)).not.toContain(code);
  await page.ask(ADMIN, 'member.save', { email: 'b@example.org', name: 'B', role: 'admin', shops: ['A'] });
  expect(await page.ask('b@example.org', 'me', {})).toMatchObject({ role: 'admin', shops: null });
  const self = { email: ADMIN, name: 'Ada', role: 'viewer', shops: null } as const;
  expect(await page.refusal(ADMIN, 'member.save', self)).toMatchObject({ code: 'member.self' });
  expect(await page.refusal(ADMIN, 'member.remove', { email: ADMIN })).toMatchObject({ code: 'member.self' });
});

test('settings are saved all or none', async () => {
  const page = await openPage();
  const scope = { kind: 'till', till: 1 } as const;
  await page.ask(MANAGER, 'settings.save', {
    scope: { kind: 'shop', shop: 'A' },
    values: { 'counter.maximum': 50_000 },
  });
  await page.ask(MANAGER, 'settings.save', { scope, values: { 'counter.sound.muted': true } });
  const refused = await page.refusal(MANAGER, 'settings.save', {
    scope,
    values: { 'counter.sound.muted': false, 'counter.sound.volume': 101 },
  });
  expect(refused).toMatchObject({ status: 400, code: 'volume.range', path: 'counter.sound.volume' });
  const unknown = await page.refusal(MANAGER, 'settings.save', { scope, values: { 'service.baseUrl': 'https://x' } });
  expect(unknown).toMatchObject({ status: 400, code: 'settings.unknown' });
  const chain = await page.refusal(MANAGER, 'settings.save', { scope: { kind: 'chain' }, values: {} });
  expect(chain).toMatchObject({ status: 403, code: 'settings.chain-is-for-all' });
  const { fields } = await page.ask(MANAGER, 'settings', { scope });
  const field = (path: string) => fields.find((one) => one.path === path);
  expect(field('counter.maximum')).toMatchObject({ own: null, wider: { from: 'shop', value: 50_000 } });
  expect(field('counter.sound.muted')).toMatchObject({ own: { value: true, by: MANAGER }, wider: null });
  await page.ask(MANAGER, 'settings.save', { scope, values: { 'counter.sound.muted': null } });
  expect((await page.ask(MANAGER, 'settings', { scope })).fields.every(({ own }) => own === null)).toBe(true);
});

test('tills report applied and failed settings', async () => {
  const page = await openPage();
  const { revisionOf } = await import('../../../main/upload/wire.ts');
  const report = (till: number, settings: object) =>
    page.database.query(
      `UPDATE tills SET status = status || jsonb_build_object('settings', $2::jsonb) WHERE till = $1`,
      [...[till, JSON.stringify(settings)]],
    );
  const revision = revisionOf({ 'counter.maximum': 100_000 });
  await report(1, { revision, state: 'applied' });
  await report(2, { revision, state: 'failed', why: { code: 'amount.too-large', path: 'counter.maximum' } });
  await report(3, { revision: 'older', state: 'applied' });
  const { rows } = await page.ask(ADMIN, 'tills', { show: 'all' });
  expect(rows.map(({ settings }) => settings)).toEqual(['applied', 'failed', 'waits']);
  expect(rows[1]?.settingsWhy).toEqual({ code: 'amount.too-large', path: 'counter.maximum' });
  const { tills } = await page.ask(ADMIN, 'settings', { scope: { kind: 'chain' } });
  expect(tills).toEqual({ applied: 1, failed: 1, waits: 1 });
});
