import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { freePort } from '../base/free-port.ts';
import {
  charge,
  dialogsAnswer,
  ends,
  givenFolder,
  givenShop,
  logOf,
  newSale,
  onlyOnHost,
  reads,
  runHeadless,
  shows,
  snapshotOf,
} from './harness/index.ts';

const folder = givenFolder();
const port = await freePort();
const address = `http://127.0.0.1:${port}/tillmate/callback`;
/** The service as in public sources (docs/service.md): payments by API key alone, callbacks in their real form. */
const PUBLISHED_FORM = {
  paymentKeys: 'unknown-refused',
  callbackSubject: 'prefixed',
  callbackThumbprint: 'absent',
  kidOfTestEnvironment: 'names-rsa-key',
  iatDecimals: '9',
  issuerCase: 'other-case',
  maskedIban: 'stars-and-five-digits',
} as const;
/** Responses to the callbacks of the service, in order. */
const answered: unknown[] = [];
const shop = givenShop({
  sandbox: {
    picks: { payoutRun: 'on-request', ...PUBLISHED_FORM },
    // A till may be busy for some seconds and respond late; the service must not repeat the callback meanwhile.
    pace: { callbackTimeoutMs: 60_000 },
    profiles: [{ callbackUrl: address, identifyCallbackUrl: address }],
    log: {
      info: (fields, message) => {
        if (message === 'callback answered' && 'answered' in fields) answered.push(fields.answered);
      },
      warn: () => undefined,
    },
  },
  provisioning: {
    callbacks: { listen: { host: '127.0.0.1', port } },
    tuning: { paymentAuthentication: 'key' },
  },
  launch: { env: dialogsAnswer({ filePath: join(folder, 'payments.csv') }) },
});
test('shows each customer action from callbacks, without a read', async () => {
  const { app, sandbox } = shop;
  await app.till.getByRole('textbox', { name: 'Description' }).fill('=HYPERLINK("evil.test")');
  await app.till.getByRole('textbox', { name: 'Amount' }).focus();
  await charge(app, '12,50');
  const paymentId = shop.newest();
  // No further read of the till gets a response: callbacks are the only source.
  await shop.holdNextRead();
  sandbox.payer.scan(paymentId, { name: 'Anke', iban: 'NL91ABNA0417164300' });
  await Promise.all([shows(app.till, 'Scanned'), shows(app.display, 'Scanned')]);
  sandbox.payer.confirm(paymentId);
  await Promise.all([shows(app.till, 'Confirmed'), shows(app.display, 'Confirmed')]);
  sandbox.engine.settle(paymentId);
  await ends(app, 'Paid', 'Paid');
  await reads(app.display, 'Thank you, Anke!');
  // The till shows the new status before its response reaches the service.
  await expect.poll(() => answered).toEqual([200, 200, 200]);
  await newSale(app);
});

test("shows a payment's history and copies the transfer account", async () => {
  const { app, sandbox } = shop;
  await app.till.getByRole('link', { name: 'Payments' }).click();
  await app.till.getByRole('table', { name: 'Payments' }).getByRole('row').first().click();
  const history = app.till.getByRole('region', { name: 'What happened' });
  await reads(history, /^Charged/);
  await reads(history, 'Paid (SUCCEEDED)');

  await app.till.getByRole('button', { name: 'Account for a transfer' }).click();
  const account = app.till.getByRole('region', { name: 'Account for a transfer back' });
  await account.getByRole('button', { name: 'Copy' }).click();
  await reads(account, /^Copied\./);
  await reads(history, /^The account for a transfer was copied/);
  const iban = sandbox.engine.store.payments.get(shop.newest())?.debtor?.iban ?? '';
  expect(iban).toMatch(/^[A-Z]{2}\d{2}/);
  const page = (await app.till.content()).replaceAll(/\s/g, '');
  expect(page).toContain(iban.slice(-2));
  expect(page).not.toContain(iban.slice(2, -4));
  expect(JSON.stringify(await snapshotOf(app))).not.toContain(iban.slice(2, -4));
});

test('a manager exports the shown payments', onlyOnHost('its save dialogs answer by themselves'), async () => {
  const { till } = shop.app;
  await till.getByRole('link', { name: 'Payments' }).click();
  await till.getByRole('button', { name: 'Export', exact: true }).click();
  await till.getByRole('dialog').getByRole('button', { name: 'Save as…' }).click();
  await reads(till, 'payments.csv is saved: 1 row.');
  expect((await logOf(shop.app)).filter(({ msg }) => /without a thread/.test(msg))).toEqual([]);
  const [head, row, end] = readFileSync(join(folder, 'payments.csv'), 'utf8').split('\r\n');
  expect(head).toMatch(/^\ufeffCharged at;Reference;Amount;/);
  expect(row).toContain(';12,50;EUR;paid;SUCCEEDED;');
  expect(row).toContain(`;"'=HYPERLINK(""evil.test"")";`);
  expect(end).toBe('');
  await till.getByRole('dialog').getByRole('button', { name: 'Close' }).last().click();
});

test('a nightly job exports while the till runs', async () => {
  const file = join(folder, 'night.jsonl');
  const { status, out } = await runHeadless(
    shop.userDataDir,
    '--export=payments',
    '--from=today',
    '--to=today',
    `--out=${file}`,
  );
  expect(status).toBe(0);
  expect(JSON.parse(out)).toMatchObject({ export: 'payments', rows: 1, file, format: 'jsonl', environment: 'PREPROD' });
  const [line] = readFileSync(file, 'utf8').trim().split('\n');
  expect(JSON.parse(line ?? '')).toMatchObject({ amountCents: 1_250, paidCents: 1_250, status: 'SUCCEEDED' });
  await shop.app.till.getByRole('link', { name: 'Sale' }).click();
});

const today = () => new Date().toISOString().slice(0, 10);

test('fetches payouts and finds differences to the cent', async () => {
  const { app, sandbox } = shop;
  const { till } = app;
  await shop.sellAndLeave('4');
  payAt('TILL43', 'TILL43-261122-00010001', 700);
  payAt('TILL42', 'TILL42-261122-99990001', 333);
  sandbox.engine.runPayout();
  await shop.sellAndLeave('1,05');

  await till.getByRole('link', { name: 'Payouts' }).click();
  await till.getByLabel('From').fill(today());
  await till.getByRole('button', { name: 'Fetch' }).click();
  const payouts = till.getByRole('table', { name: 'Payouts' }).getByRole('row');
  await payouts.first().waitFor();
  await reads(till, /Fetched/);
  expect((await logOf(app)).filter(({ msg }) => /without a thread/.test(msg))).toEqual([]);
  await expect.poll(() => payouts.count()).toBe(1);
  await reads(payouts.first(), /€\s26,83/);
  await reads(till.getByRole('button', { name: 'Not yet paid out' }), /€\s1,05/);

  await payouts.first().click();
  const match = till.getByRole('status', { name: 'Match' });
  await reads(match, /2 match this till/);
  await reads(match, /1 to look at/);
  await reads(match, /Totals agree/);
  const rows = till.getByRole('table', { name: 'Payout', exact: true }).getByRole('row');
  await expect
    .poll(() => rows.allInnerTexts())
    .toEqual([
      expect.stringMatching(/^Missing at the till[\s\S]*TILL42-261122-99990001[\s\S]*€\s3,33$/),
      expect.stringMatching(/^Another till[\s\S]*TILL43-261122-00010001[\s\S]*€\s7,00$/),
      expect.stringMatching(/^Matches[\s\S]*€\s12,50$/),
      expect.stringMatching(/^Matches[\s\S]*€\s4,00$/),
    ]);
  await till.getByLabel('Show').selectOption({ label: 'Another till (1)' });
  await expect.poll(() => rows.count()).toBe(1);
});

function payAt(posId: string, reference: string, amount: number): void {
  const { engine, profile } = shop.sandbox;
  const caller = engine.signer(profile.profileId);
  if (caller === undefined) throw new Error('The service has no such profile.');
  engine.handle({ caller, operation: 'createStaticQrPayment', body: { posId, reference, amount, currency: 'EUR' } });
  shop.pay();
}
