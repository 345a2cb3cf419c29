import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Sandbox, startSandbox } from '../../main/sandbox/index.ts';
import { makeSigningKey, publicHalf } from '../../main/service/signing-key.ts';
import {
  cancelPayment,
  charge,
  ends,
  expectPage,
  filesHolding,
  givenApp,
  newSale,
  preprodBand,
  reads,
  settingsPart,
  snapshotOf,
  trainingBand,
} from './harness/index.ts';

const key = makeSigningKey('till-by-hand');

let sandbox: Sandbox;
beforeAll(async () => {
  sandbox = await startSandbox();
  sandbox.registerKey(sandbox.profile.profileId, publicHalf(key));
});
afterAll(() => sandbox.close());
const app = givenApp();

test('filled in by hand and saved, the terminal is live at once, sells, and has its key in no file', async () => {
  await app.till.getByRole('link', { name: 'Settings' }).click();
  await reads(app.till, 'This terminal is in training. To take real payments, fill in Shop and till');
  await fillAll();
  await app.till.getByRole('button', { name: 'Save' }).click();
  await preprodBand(app.till).waitFor();
  await expectPage(trainingBand(app.till)).toHaveCount(0);
  await app.till.getByRole('link', { name: 'Sale' }).click();
  await charge(app, '5,25');
  const paymentId = [...sandbox.engine.store.payments.keys()].at(-1) ?? '';
  sandbox.payer.scan(paymentId);
  sandbox.payer.confirm(paymentId);
  await ends(app, 'Paid', 'Paid');
  await newSale(app);
  expect(await filesHolding(app.userDataDir, 'TILL42')).toContainEqual(expect.stringMatching(/terminal\.json$/));
  expect(await filesHolding(app.userDataDir, key.d)).toEqual([]);
});

test('what is set for each payment reaches the service, and the last change is undone after a look at it', async () => {
  await app.till.getByRole('link', { name: 'Settings' }).click();
  await box('Usual description').fill('Brood en gebak');
  await box('Form of the references').fill('Zoë {yyMMdd}/{sequence}');
  const changes = app.till.getByRole('region', { name: 'What will be saved' });
  await reads(changes, '{posId}-{yyMMdd}-{sequence}Zoë {yyMMdd}/{sequence}');
  await app.till.getByRole('button', { name: 'Save' }).click();
  await reads(app.till, 'Saved.');
  await app.till.getByRole('link', { name: 'Sale' }).click();
  await charge(app, '4');
  const payment = [...sandbox.engine.store.payments.values()].at(-1);
  expect(payment).toMatchObject({
    description: 'Brood en gebak',
    reference: expect.stringMatching(/^Zoë \d{6}\/\d{8}$/),
  });
  await cancelPayment(app);
  await ends(app, 'Cancelled', 'Cancelled');
  await newSale(app);
  await app.till.getByRole('link', { name: 'Settings' }).click();
  await app.till.getByRole('button', { name: 'Undo the last change' }).click();
  await app.till.getByRole('button', { name: 'Undo it' }).click();
  await reads(app.till, 'Saved.');
  await expectPage(box('Usual description')).toHaveValue('');
  expect((await snapshotOf(app)).nextReference).toMatch(/^TILL42-/);
  await app.till.getByRole('link', { name: 'Sale' }).click();
});

test('limits and PIN are saved while a sale is under way, and hold at once', async () => {
  await charge(app, '3');
  await app.till.getByRole('link', { name: 'Settings' }).click();
  await settingsPart(app, 'Money and limits');
  await box('Refunds above this ask for the PIN').fill('50');
  await box('Manager PIN').fill('471147');
  await box('The same PIN again').fill('471147');
  await app.till.getByRole('button', { name: 'Save' }).click();
  await reads(app.till, 'Saved.');
  expect(await snapshotOf(app)).toMatchObject({
    counter: { refundPinAbove: 5_000, maximum: 250_000 },
    terminal: { pinSet: true },
    role: 'manager',
    sale: { stage: 'waiting' },
  });
  await app.till.getByRole('link', { name: 'Sale' }).click();
  await cancelPayment(app);
  await ends(app, 'Cancelled', 'Cancelled');
  await newSale(app);
});

const box = (label: string) => app.till.getByLabel(label, { exact: true });

async function fillAll(): Promise<void> {
  const { profile } = sandbox;
  await settingsPart(app, 'Shop and till');
  await box('Shop name').fill('Bakkerij Zoë');
  await box('Shop id').fill('SHOP7');
  await box('POS id').fill('TILL42');
  await settingsPart(app, 'Service and keys');
  await box('Merchant id').fill(profile.merchantId);
  await box('Profile id').fill(profile.profileId);
  await box('Service address').fill(sandbox.baseUrl);
  await box("Address of the service's keys (JWKS)").fill(sandbox.jwksUrl);
  await box('Claim prefix').fill(sandbox.claimPrefix);
  await box('Issuer').fill(sandbox.issuer);
  await box('Signing key (JWK or PEM)').fill(JSON.stringify(key));
  await box('API key').fill(profile.apiKey);
}
