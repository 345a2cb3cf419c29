import type { Page } from '@playwright/test';
import type { Sandbox } from '../../main/sandbox/options.ts';
import type { SigningKey } from '../../main/service/signing-key.ts';
import { pressLast } from '../../test/e2e/harness/index.ts';
import { click, type Look, openView, settled } from './tour.ts';

export interface Desk {
  readonly sandbox: Sandbox;
  readonly signingKey: SigningKey;
  readonly pin: string;
  readonly passphrase: string;
}

const dialog = (till: Page, name: string) => till.getByRole('dialog', { name });

async function open(till: Page, tab: string): Promise<void> {
  await openView(till, 'Support');
  await till.getByRole('tab', { name: tab, exact: true }).click();
  await settled(till);
}

/** From a new terminal's first screen through the setup guide to a till that charges at the service. */
export async function firstRun(till: Page, look: Look, { sandbox, signingKey, pin }: Desk): Promise<void> {
  const { profile, baseUrl, jwksUrl, claimPrefix, issuer } = sandbox;
  await till.getByRole('heading', { name: 'What is this terminal for?' }).waitFor();
  await look('A new terminal asks what it is for: training, or real payments.', 'first-screen');
  await click(till, /^Training/);
  await till.getByRole('button', { name: 'Charge', exact: true }).waitFor();
  await look('One press, and somebody can practise.', 'training');
  await open(till, 'Terminal');
  await click(till, 'Set up this terminal');
  const step = async (title: string, slug: string, boxes: Readonly<Record<string, string>> = {}) => {
    await till.getByRole('heading', { level: 2, name: title }).waitFor();
    for (const [name, text] of Object.entries(boxes)) await till.getByLabel(name, { exact: true }).fill(text);
    await look(title, `guide-${slug}`);
    await click(till, 'Continue');
  };
  await till.getByRole('heading', { level: 2, name: 'Which payment service?' }).waitFor();
  await click(till, 'Continue');
  await settled(till);
  await look('What is missing is told at its field, and the guide stays where it is.', 'guide-missing');
  await step('Which payment service?', 'service', {
    'Service address': baseUrl,
    "Address of the service's keys (JWKS)": jwksUrl,
    'Claim prefix': claimPrefix,
    Issuer: issuer,
  });
  await step('Whose payments are they?', 'account', {
    'Merchant id': profile.merchantId,
    'Profile id': profile.profileId,
  });
  await step('Which key does the till sign with?', 'keys', {
    'Signing key (JWK or PEM)': JSON.stringify(signingKey),
    'API key': profile.apiKey,
  });
  const shop = { 'Shop name': 'Bakkerij Zoë', 'Shop id': 'SHOP7', 'POS id': 'TILL42' };
  await step('Which shop and which till?', 'shop', shop);
  await step('Who may refund and change settings?', 'pin', { 'Manager PIN': pin, 'The same PIN again': pin });
  await till.getByRole('heading', { level: 2, name: 'Is this right?' }).waitFor();
  await look('All of it once more, before anything is kept.', 'guide-check');
  await click(till, 'Save and start');
  await till.getByRole('dialog').getByRole('button').last().click();
  await till.getByRole('heading', { level: 2, name: 'This terminal is set up' }).waitFor();
  await till.getByText('Everything was checked.').waitFor({ timeout: 30_000 });
  await look('Kept, and looked at from the keychain to the printer.', 'guide-done');
  await click(till, 'To the till');
}

export async function checks(till: Page, look: Look, { sandbox }: Desk): Promise<void> {
  await open(till, 'Checks');
  sandbox.faults.inject({ operation: 'readRefund', kind: 'status', status: 403, times: 1 });
  await click(till, 'Run checks');
  await till.getByRole('main').getByRole('status').filter({ hasText: 'To fix: ' }).waitFor({ timeout: 30_000 });
  await till.getByRole('button', { name: 'Check again: Right to refunds' }).scrollIntoViewIfNeeded();
  await look('The key may not refund: what failed, what that means, and where it is mended.', 'checks-failed');
  await click(till, 'Check again: Right to refunds');
  await settled(till);
  await look('Mended, and looked at again by itself.', 'checks-again');
}

export async function keys(till: Page, look: Look, { sandbox }: Desk): Promise<void> {
  await open(till, 'Keys');
  await till.getByRole('list', { name: 'Keys of this terminal' }).waitFor();
  await look('The key in use, and the last four characters of the API key.', 'keys');
  await click(till, 'Make a new key');
  const making = dialog(till, 'Make a new key');
  await making.getByLabel('Key id (kid)').fill('till-42-2027');
  await look('A new pair is made here; its private half never leaves the keychain.', 'keys-make');
  await click(making, 'Make it');
  await till.getByText('The key till-42-2027 is made.').first().waitFor();
  await click(till, 'Test the key till-42-2027');
  await till.getByText('does not accept the key till-42-2027 yet').first().waitFor();
  await look('Beside the old one, and tested: the service does not know it yet.', 'keys-not-yet');
  await click(till, 'Show QR code');
  const code = till.getByRole('img', { name: 'QR code of the public key till-42-2027' });
  await code.waitFor();
  await look('The public half, for whoever hosts it.', 'keys-code');
  await till.keyboard.press('Escape');
  const made = await till.evaluate(() => window.tillmate.call('keys.read', {}));
  const next = made.ok ? made.value.keys.find(({ place }) => place === 'next') : undefined;
  if (next === undefined) throw new Error('The new key cannot be read.');
  sandbox.registerKey(sandbox.profile.profileId, JSON.parse(next.jwk));
  await click(till, 'Test the key till-42-2027');
  await till.getByText('The payment service accepts the key till-42-2027').first().waitFor();
  await click(till, 'Take into use the key till-42-2027');
  const asking = dialog(till, 'Take the new key into use?');
  await look('Taken into use only after it was accepted.', 'keys-into-use');
  await click(asking, 'Take into use');
  await till.getByText('The key till-42-2027 signs from now on.').first().waitFor();
  await look('The old key is the way back, until it is removed.', 'keys-taken');
}

export async function backup(till: Page, look: Look, { passphrase }: Desk): Promise<void> {
  await open(till, 'Backup');
  await look('By hand, and by itself each day.', 'backup');
  await click(till, 'Create backup');
  const creating = dialog(till, 'Create backup');
  await creating.getByLabel('Passphrase', { exact: true }).fill('too short');
  await creating.getByLabel('The same passphrase again').fill('too short');
  await click(creating, 'Save as…');
  await creating.getByText('At least 12 characters.').first().waitFor();
  await look('A short passphrase is told at its field.', 'backup-short');
  await creating.getByLabel('Passphrase', { exact: true }).fill(passphrase);
  await creating.getByLabel('The same passphrase again').fill(passphrase);
  await creating.getByRole('checkbox').check();
  await click(creating, 'Save as…');
  await till.getByText(/^The backup is saved: /).waitFor({ timeout: 30_000 });
  await look('Saved, with the keys in it because that was asked for.', 'backup-saved');
}

export async function logs(till: Page, look: Look): Promise<void> {
  await open(till, 'Logs');
  const lines = till.getByRole('table', { name: 'Lines of the log' });
  await click(till, 'Write more for an hour');
  await till.getByText('More until').waitFor();
  await settled(till);
  await look('The log, telling more for an hour.', 'logs');
  await till.getByRole('searchbox', { name: 'Find in the log' }).fill('createStaticQr');
  await settled(till);
  await lines.getByRole('row').nth(1).click();
  await settled(till);
  await look('Found by a word or a trace id, and one line with all that it says.', 'logs-line');
  await till.getByRole('searchbox', { name: 'Find in the log' }).fill('');
  await click(till, 'Save support pack');
  const pack = dialog(till, 'Support pack');
  await pack.getByRole('button', { name: 'Look at journal.jsonl' }).waitFor({ timeout: 30_000 });
  await look('A support pack: what is in it, before it is saved.', 'pack');
  await click(pack, 'Look at journal.jsonl');
  await pack.getByRole('textbox', { name: 'journal.jsonl' }).waitFor();
  await look('Each part can be read: no names, no keys, no account numbers.', 'pack-part');
  await click(pack, 'Back to the list');
  await click(pack, 'Save the file');
  await pack.getByText(/^Saved as /).waitFor();
  await till.keyboard.press('Escape');
}

export async function diagnosis(till: Page, look: Look): Promise<void> {
  await openView(till, 'Payments');
  await till.getByRole('row').filter({ hasText: '12,50' }).first().click();
  await click(till, 'Diagnosis');
  await dialog(till, 'What happened to this payment').getByRole('textbox').waitFor();
  await settled(till);
  await look('Everything that happened to one payment, and what the till concluded.', 'diagnosis');
  await till.keyboard.press('Escape');
}

export async function kiosk(till: Page, look: Look): Promise<void> {
  await open(till, 'Terminal');
  await look('This terminal: its versions, its screens, and how it is set up.', 'terminal');
  await click(till, 'Show test pictures');
  await settled(till);
  await look('Each screen shows its number.', 'test-pictures');
  await till.getByText('12 seconds').waitFor();
}

/** Tries a faulty file, then an encrypted file for the whole shop, without POS id and PIN. */
export async function fromFile(till: Page, look: Look, { pin, passphrase }: Desk): Promise<void> {
  await till.getByRole('button', { name: 'Charge', exact: true }).waitFor();
  await open(till, 'Terminal');
  await click(till, 'Set up from a file');
  const faulty = dialog(till, 'This file cannot be used');
  await faulty.waitFor();
  await look('Every fault with its place in the file; nothing has changed.', 'file-faults');
  await click(faulty, 'Close');
  await click(till, 'Set up from a file');
  const asking = dialog(till, 'This file is encrypted');
  await asking.getByLabel('Passphrase').fill('wrong horse battery');
  await click(asking, 'Open the file');
  await asking.getByText('This passphrase does not open the file.').waitFor();
  await look('An encrypted file, and a passphrase that is not its own.', 'file-passphrase');
  await asking.getByLabel('Passphrase').fill(passphrase);
  await click(asking, 'Open the file');
  const missing = dialog(till, 'Something is missing from the file');
  await missing.getByLabel('POS id').fill('TILL7');
  await missing.getByLabel('PIN for the manager').fill(pin);
  await look('What the file of a whole shop leaves out is asked for.', 'file-missing');
  await click(missing, 'Go on');
  const asked = dialog(till, 'Set this terminal up?');
  await asked.waitFor();
  await look('What will change, before it does.', 'file-preview');
  await click(asked, 'Use this file');
  await asked.waitFor({ state: 'hidden' });
  await settled(till);
  await look('Set up. The file with the keys should not stay behind.', 'file-taken');
}

/** Until the click that restarts the till from the backup. */
export async function restore(till: Page, look: Look, { passphrase }: Desk): Promise<void> {
  await open(till, 'Backup');
  await click(till, 'Restore');
  const restoring = dialog(till, 'Restore a backup');
  await restoring.getByLabel('Passphrase').fill('wrong horse battery');
  await click(restoring, /^Open /);
  await restoring.getByText('This passphrase does not open the file').first().waitFor({ timeout: 30_000 });
  await look('A wrong passphrase changes nothing.', 'restore-passphrase');
  await restoring.getByLabel('Passphrase').fill(passphrase);
  await click(restoring, /^Open /);
  await restoring.getByRole('region', { name: 'What would change' }).waitFor({ timeout: 30_000 });
  await look('What would change, before it does.', 'restore-preview');
  await pressLast(restoring.getByRole('button', { name: 'Restore and start again' }));
}

export async function restored(till: Page, look: Look): Promise<void> {
  await till.getByText('The record of payments comes from a backup').first().waitFor({ timeout: 30_000 });
  await settled(till);
  await look('Back in service. The service was asked for what happened since the backup.', 'restored');
}
