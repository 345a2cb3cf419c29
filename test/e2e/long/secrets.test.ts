import { randomBytes, randomInt } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join, sep } from 'node:path';
import type { Locator, Page } from '@playwright/test';
import keytar from 'keytar';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeSigningKey, publicHalf } from '../../../main/service/signing-key.ts';
import {
  charge,
  ends,
  enter,
  filesIn,
  givenShop,
  heapTexts,
  logOf,
  newSale,
  type OverheardService,
  overhear,
  processesFrom,
  provisioningFor,
  reads,
  settingsPart,
  unlocks,
  WHOLE_TEXTS,
} from '../harness/index.ts';

/**
 * Plants secrets through every input of the app and searches for them wherever a program or a person without rights
 * could look. Each secret has allowed places. The same search must find texts planted as control.
 */

const PLACES = ['memory of the till', 'memory of the display', 'log', 'files', 'output', 'processes'] as const;
type Place = (typeof PLACES)[number];

interface Planted {
  readonly name: string;
  readonly text: string;
  /** Places where the secret is allowed; the search covers all other places. */
  readonly may?: readonly Place[];
}

const marked = (bytes = 18) => `m${randomBytes(bytes).toString('hex')}`;
const pin = () => String(randomInt(10_000_000, 99_999_999));
const nextKey = makeSigningKey('till-42-2027');
const undoneKey = makeSigningKey('till-42-undone');
const mismatched = { ...makeSigningKey('till-42-wrong'), x: makeSigningKey('other').x };
const apiKey = marked();
const typed = {
  rightPin: pin(),
  nextPin: pin(),
  wrongPin: pin(),
  keypadPin: pin(),
  refundPin: pin(),
  unsentPin: pin(),
  undonePin: pin(),
  undoneApiKey: marked(),
  personPin: pin(),
  nextPersonPin: pin(),
  keptPersonPin: pin(),
  differentPin: pin(),
  signInPin: pin(),
  chargePin: pin(),
};
const payer = { name: `Zoë ${marked(6)}`, iban: 'BE71096123456769' };
const otherPayer = { name: 'Liam', iban: 'NL91ABNA0417164300' };
const shopAccount = { name: `Company ${marked(6)}`, iban: 'BE68539007547034' };
const addresses = { callback: marked(), identify: marked() };
/** Controls, not secrets: the search must find each of them where the text is shown or written. */
const shown = { reference: 'SHOWN1SALE7', inHeap: marked(), longText: marked() };

let service: OverheardService;
const shop = givenShop({
  sandbox: { profiles: [{ apiKey, ...shopAccount }] },
  async provisioning(sandbox) {
    service = await overhear(sandbox.baseUrl);
    return {
      service: { ...provisioningFor(sandbox, nextKey).service, baseUrl: service.origin },
      callbacks: {
        callbackUrl: `https://shop.example/${addresses.callback}`,
        identifyCallbackUrl: `https://shop.example/${addresses.identify}`,
      },
      till: { chargeWith: 'static-qr', sticker: false, refundPinAbove: 500 },
      managerPin: typed.rightPin,
    };
  },
  launch: { args: [WHOLE_TEXTS] },
});
/** Texts of each place at the end. */
let found: Record<Place, string>;
let planted: readonly Planted[];
let nextApiKey: string;

beforeAll(async () => {
  const { sandbox, app } = shop;
  sandbox.registerKey(sandbox.profile.profileId, publicHalf(nextKey));
  nextApiKey = sandbox.addApiKey({ profileId: sandbox.profile.profileId });
  await sellAndRefund();
  await guessAtTheLock();
  await changeKeysAndPin();
  await addPersonAndSignIn();
  await sell(otherPayer);
  await newSale(app);
  await takeBackLargeSale();
  await holdTexts();
  planted = [...whatIsKnown(), ...(await whatTheKeychainHolds())];
  found = await everyPlace();
});
afterAll(() => service[Symbol.asyncDispose]());

test('finds control texts in every place', async () => {
  const { app } = shop;
  expect(found['memory of the till']).toContain(shown.reference);
  expect(found.files).toContain(shown.reference);
  expect(found.log).toContain('Tillmate starts');
  expect(found['memory of the display']).toContain('Bakkerij Zoë');
  if (process.platform === 'linux') expect(found.processes).toContain(shop.userDataDir);
  for (const memory of [found['memory of the till'], found['memory of the display']])
    expect([shown.inHeap, shown.longText].filter((text) => !tracesOf({ name: '', text }, memory))).toEqual([]);
  await app.till.getByRole('link', { name: 'Settings' }).click();
  const dialog = app.till.getByRole('dialog', { name: 'Manager needed' });
  await dialog.getByLabel('Manager PIN').click();
  const digits = pin();
  await app.till.keyboard.type(digits);
  expect(tracesOf({ name: '', text: digits }, await heapTexts(app, 'till'))).toBe(true);
  expect(await app.till.evaluate(() => document.documentElement.outerHTML)).not.toContain(digits);
  await app.till.keyboard.press('Enter');
  await reads(dialog, 'The PIN is not right. Try again.');
  expect(tracesOf({ name: '', text: digits }, await heapTexts(app, 'till'))).toBe(false);
  await dialog.getByRole('button', { name: 'Not now' }).click();
});

test('finds no secret in memory, log, files, output or processes', () => {
  expect(planted.length).toBeGreaterThanOrEqual(30);
  expect(new Set(planted.map(({ text }) => text)).size).toBe(planted.length);
  expect(planted.filter(({ text }) => text.length < 8)).toEqual([]);
  const traces = PLACES.flatMap((place) =>
    planted
      .filter((secret) => !secret.may?.includes(place) && tracesOf(secret, found[place]))
      .map(({ name }) => `${name}, in the ${place}`),
  );
  expect(traces).toEqual([]);
});

async function sell(debtor: { readonly name: string; readonly iban: string }): Promise<void> {
  await charge(shop.app, '12,50');
  shop.sandbox.payer.scan(shop.newest(), debtor);
  shop.sandbox.payer.confirm(shop.newest());
  shop.sandbox.engine.settle(shop.newest());
  await ends(shop.app, 'Paid', 'Paid');
}

async function sellAndRefund(): Promise<void> {
  const { till } = shop.app;
  await till.getByRole('textbox', { name: 'Reference' }).fill(shown.reference);
  await till.getByRole('textbox', { name: 'Amount' }).click();
  await sell(payer);
  shop.sandbox.faults.inject({ operation: 'readRefund', kind: 'truncate' });
  await till.getByRole('button', { name: 'Refund', exact: true }).click();
  const dialog = till.getByRole('dialog', { name: 'Refund payment' });
  for (const digits of [typed.refundPin, typed.rightPin]) {
    await dialog.getByLabel('Manager PIN').click();
    await till.keyboard.type(digits);
    await dialog.getByRole('button', { name: 'Confirm refund' }).click();
    if (digits !== typed.rightPin) await reads(dialog, 'The PIN is not right. Try again.');
  }
  await dialog.waitFor({ state: 'hidden' });
  await newSale(shop.app);
}

async function guessAtTheLock(): Promise<void> {
  const { till } = shop.app;
  const dialog = till.getByRole('dialog', { name: 'Manager needed' });
  const open = async () => {
    await till.getByRole('link', { name: 'Settings' }).click();
    await dialog.getByLabel('Manager PIN').click();
  };
  await open();
  await till.keyboard.type(typed.unsentPin);
  await dialog.getByRole('button', { name: 'Not now' }).click();
  await open();
  await till.keyboard.type(typed.wrongPin);
  await till.keyboard.press('Enter');
  await reads(dialog, 'The PIN is not right. Try again.');
  for (const digit of typed.keypadPin) await dialog.getByRole('button', { name: digit, exact: true }).click();
  await dialog.getByRole('button', { name: 'Unlock' }).click();
  await reads(dialog, 'The PIN is not right. Try again.');
  await dialog.getByLabel('Manager PIN').click();
  await till.keyboard.type(typed.rightPin);
  await till.keyboard.press('Enter');
  await dialog.waitFor({ state: 'hidden' });
}

async function changeKeysAndPin(): Promise<void> {
  const { till } = shop.app;
  const write = async (part: string, label: string, text: string) => {
    await settingsPart(shop.app, part);
    await till.getByLabel(label, { exact: true }).click();
    await till.keyboard.press('ControlOrMeta+A');
    await till.keyboard.insertText(text);
  };
  const key = ['Service and keys', 'Signing key (JWK or PEM)'] as const;
  await write(...key, JSON.stringify(undoneKey));
  await write('Service and keys', 'API key', typed.undoneApiKey);
  await write('Money and limits', 'Manager PIN', typed.undonePin);
  await write('Money and limits', 'The same PIN again', typed.undonePin);
  await till.getByRole('button', { name: 'Undo' }).click();
  await write(...key, JSON.stringify(mismatched));
  await till.getByRole('button', { name: 'Save' }).click();
  await till.getByLabel(key[1], { exact: true }).and(till.locator('[aria-invalid="true"]')).waitFor();
  await write(...key, JSON.stringify(nextKey));
  await write('Service and keys', 'API key', nextApiKey);
  await write('Money and limits', 'Manager PIN', typed.nextPin);
  await write('Money and limits', 'The same PIN again', typed.nextPin);
  await till.getByRole('button', { name: 'Save' }).click();
  await reads(till, /^Saved\.$/);
  await till.getByRole('link', { name: 'Sale' }).click();
  const lock = till.getByRole('button', { name: 'Lock' });
  await lock.click();
  await lock.waitFor({ state: 'hidden' });
}

async function addPersonAndSignIn(): Promise<void> {
  const { till } = shop.app;
  await till.getByRole('link', { name: 'Settings' }).click();
  await unlocks(shop.app, typed.nextPin);
  await settingsPart(shop.app, 'People');
  const press = (name: string, within: Locator | Page = till) =>
    within.getByRole('button', { name, exact: true }).click();
  const write = async (dialog: Locator, label: string, text: string) => {
    await dialog.getByLabel(label, { exact: true }).click();
    await till.keyboard.type(text);
  };
  await press('Add person');
  const add = till.getByRole('dialog', { name: 'Add person' });
  await write(add, 'Name', 'Ava');
  await write(add, 'PIN', typed.personPin);
  await write(add, 'The same PIN again', typed.differentPin);
  await press('Save', add);
  await reads(add, 'The two are not the same. Type the PIN twice.');
  for (const label of ['PIN', 'The same PIN again']) await add.getByLabel(label, { exact: true }).fill('');
  await write(add, 'PIN', typed.personPin);
  await write(add, 'The same PIN again', typed.personPin);
  await press('Save', add);
  await add.waitFor({ state: 'hidden' });
  const change = till.getByRole('dialog', { name: 'Change Ava' });
  const changeTo = async (digits: string) => {
    await press('Change Ava');
    await write(change, 'New PIN', digits);
    await write(change, 'The same PIN again', digits);
  };
  await changeTo(typed.keptPersonPin);
  await till.keyboard.press('Escape');
  await change.waitFor({ state: 'hidden' });
  await changeTo(typed.nextPersonPin);
  await press('Save', change);
  await change.waitFor({ state: 'hidden' });
  await till.getByRole('link', { name: 'Sale' }).click();
  await press('Lock');
  await press('Sign in');
  const signIn = till.getByRole('dialog', { name: 'Sign in' });
  await write(signIn, 'Your PIN', typed.signInPin);
  await press('Sign in', signIn);
  await reads(signIn, 'The PIN is not right. Try again.');
  await write(signIn, 'Your PIN', typed.nextPersonPin);
  await press('Sign in', signIn);
  await till.getByRole('button', { name: 'At the till: Ava' }).waitFor();
}

async function takeBackLargeSale(): Promise<void> {
  const { till } = shop.app;
  await enter(till, '3000');
  const asked = till.getByLabel('Manager PIN');
  await asked.click();
  await till.keyboard.type(typed.chargePin);
  await till.keyboard.press('Escape');
  await asked.waitFor({ state: 'detached' });
}

async function holdTexts(): Promise<void> {
  for (const page of [shop.app.till, shop.app.display])
    await page.evaluate(
      ([text, end]) => {
        Object.assign(globalThis, { held: text, long: `${'x'.repeat(50_000)}${end}` });
      },
      [shown.inHeap, shown.longText] as const,
    );
}

/** Whether a text contains the secret, whole or in large part, in any usual encoding. */
function tracesOf({ text }: Planted, where: string): boolean {
  const bytes = Buffer.from(text);
  const forms = [
    text,
    JSON.stringify(text).slice(1, -1),
    encodeURIComponent(text),
    bytes.toString('base64').replace(/=+$/, ''),
    bytes.toString('base64url'),
    bytes.toString('hex'),
    ...(/^[\w-]{32,}$/.test(text) ? [text.slice(0, 20), text.slice(-20)] : []),
  ];
  return forms.some((form) => where.includes(form));
}

function whatIsKnown(): readonly Planted[] {
  const tokens = [...service.tokens];
  const signature = (which: string, name: string): Planted => ({ name, text: which });
  const jws = tokens.filter((token) => token.startsWith('eyJ')).map((token) => token.split('.').at(-1) ?? '');
  const window = (name: string, text: string): Planted => ({ name, text, may: ['memory of the till', 'files'] });
  return [
    { name: 'signing key', text: shop.signingKey.d },
    { name: 'API key', text: apiKey },
    { name: 'provisioning file', text: readFileSync(shop.provisioningFile, 'utf8') },
    { name: 'manager PIN', text: typed.rightPin },
    { name: 'wrong PIN, typed', text: typed.wrongPin },
    { name: 'wrong PIN, pressed on the keypad', text: typed.keypadPin },
    { name: 'wrong PIN, typed for a refund', text: typed.refundPin },
    { name: 'PIN, typed and not sent', text: typed.unsentPin },
    { name: 'PIN, typed in the settings and undone', text: typed.undonePin },
    { name: 'new PIN', text: typed.nextPin },
    { name: "person's PIN", text: typed.personPin },
    { name: "person's PIN, typed otherwise the second time", text: typed.differentPin },
    { name: "person's PIN, typed and not saved", text: typed.keptPersonPin },
    { name: "person's new PIN, signed in with", text: typed.nextPersonPin },
    { name: 'wrong PIN, typed to sign in', text: typed.signInPin },
    { name: 'PIN, typed for a large sale that was taken back', text: typed.chargePin },
    { name: 'new signing key', text: nextKey.d },
    { name: 'new signing key, as it was pasted', text: JSON.stringify(nextKey) },
    { name: 'signing key, pasted and undone', text: undoneKey.d },
    { name: 'signing key that was refused', text: mismatched.d },
    { name: 'new API key', text: nextApiKey },
    { name: 'API key, typed and undone', text: typed.undoneApiKey },
    { name: "payer's account", text: payer.iban },
    { name: "payer's account, of the second sale", text: otherPayer.iban },
    { name: "shop's account", text: shopAccount.iban },
    { name: "shop's name at the service", text: shopAccount.name },
    window("payer's family name", payer.name.split(' ')[1] ?? ''),
    window('secret of the callback address', addresses.callback),
    window('secret of the other callback address', addresses.identify),
    window('merchant id', shop.sandbox.profile.merchantId),
    ...jws.slice(0, 4).map((text, index) => signature(text, `signature ${index + 1} on the wire`)),
    ...jws.slice(-2).map((text, index) => signature(text, `signature ${index + 1} from the last on the wire`)),
  ];
}

/** Returns every longer text of the app in the keychain, whatever its form: keys, salts, hashes. */
async function whatTheKeychainHolds(): Promise<readonly Planted[]> {
  const { terminalId } = JSON.parse(await readFile(join(shop.userDataDir, 'terminal.json'), 'utf8'));
  const items = await keytar.findCredentials('Tillmate');
  const ours = items.filter(({ account }) => account.startsWith(terminalId));
  expect(ours.length).toBeGreaterThan(0);
  const known = new Set([nextKey.d, nextApiKey]);
  const publicParts = new Set([nextKey.kid, nextKey.x, nextKey.y, terminalId, ...Object.values(shop.sandbox.profile)]);
  const texts = ours.flatMap(({ password }) => withoutOpenParts(password).match(/[\w-]{16,}/g) ?? []);
  return [...new Set(texts)]
    .filter((text) => !known.has(text) && !publicParts.has(text) && !/^[0-9a-f]{8}-/.test(text))
    .map((text, index) => ({ name: `text ${index + 1} of the keychain`, text }));
}

/** Returns a keychain item without its public parts: the ends of the journals, and the owner of the keys. */
function withoutOpenParts(item: string): string {
  if (!item.startsWith('{')) return item;
  return JSON.stringify(JSON.parse(item), (name, value) => (/^(?:anchors|keysFor)$/.test(name) ? undefined : value));
}

async function everyPlace(): Promise<Record<Place, string>> {
  const { app } = shop;
  const log = await logOf(app);
  // Only Linux shows command line and environment of other processes.
  const processes = process.platform === 'linux' ? processesFrom(app.process.pid ?? 0) : [];
  const files = (await filesIn(shop.userDataDir)).filter(({ path }) => !path.includes(`${sep}logs${sep}`));
  return {
    'memory of the till': await heapTexts(app, 'till'),
    'memory of the display': await heapTexts(app, 'display'),
    log: log.map((line) => JSON.stringify(line)).join('\n'),
    files: files.map(({ bytes }) => `${bytes.toString('latin1')}${bytes.toString('utf8')}`).join('\n'),
    output: app.output(),
    processes: processes.map(({ commandLine, environment }) => `${commandLine}\n${environment}`).join('\n'),
  };
}
