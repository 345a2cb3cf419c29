import type { Locator, Page } from '@playwright/test';
import type { TillSnapshot } from '../../../preload/contract/views.ts';
import { until } from '../../base/until.ts';
import { enter } from './hands.ts';
import type { RunningApp } from './launch.ts';

type Windows = Pick<RunningApp, 'till' | 'display'>;

/**
 * Types and charges the amount by keyboard; waits until the till shows the sale and the customer display the QR code.
 */
export async function charge({ till, display }: Windows, amount: string): Promise<void> {
  const button = till.getByRole('button', { name: 'Charge', exact: true });
  await button.waitFor();
  await enter(till, amount);
  await display.getByRole('img', { name: 'Payment QR code' }).waitFor();
  // The display is updated before the till, whose keys still edit the amount until then.
  await button.waitFor({ state: 'hidden' });
}

/**
 * Waits until both windows have drawn all data sent by main so far, so that a test can check for missing elements. The
 * response to a call comes after every earlier snapshot, even if the call is refused.
 */
export async function drawn({ till, display }: Windows): Promise<void> {
  const draw = async () => {
    await window.tillmate.call('till.snapshot', {});
    await new Promise((done) => requestAnimationFrame(done));
  };
  await Promise.all([till.evaluate(draw), display.evaluate(draw)]);
}

export async function newSale({ till }: Windows): Promise<void> {
  await till.getByRole('button', { name: 'New sale' }).click();
  await till.getByRole('button', { name: 'Charge', exact: true }).waitFor();
}

/** Cancels the payment on the screen by mouse: the first click asks, the second click in the same place confirms. */
export async function cancelPayment({ till }: Pick<RunningApp, 'till'>): Promise<void> {
  const button = till.getByRole('button', { name: 'Cancel payment' });
  await button.click();
  await till.getByText('Cancel this payment?').waitFor();
  await button.click();
}

export async function settingsPart({ till }: Pick<RunningApp, 'till'>, name: string): Promise<void> {
  await till.getByRole('tab', { name, exact: true }).click();
}

export async function shows(window: Page, word: string): Promise<void> {
  await statusOf(window)
    .filter({ hasText: new RegExp(`^${word}$`) })
    .waitFor();
}

/**
 * Waits for the end's heading on the till and its word on the customer display: for both in parallel, because the
 * display leaves the end by itself.
 */
export async function ends({ till, display }: Windows, heading: string, customer: string): Promise<void> {
  await Promise.all([till.getByRole('heading', { name: heading, exact: true }).waitFor(), shows(display, customer)]);
}

export async function reads(window: Page | Locator, text: string | RegExp): Promise<void> {
  await window.getByText(text).first().waitFor();
}

/** Returns the payment's amount in a window, with normal spaces. */
export async function amountOn(window: Page): Promise<string> {
  const text = await window.locator('[data-place="amount"]').innerText();
  return text.replaceAll(/\s/g, ' ').trim();
}

/** Locates the training band of a window, for tests of its presence and of its absence. */
export function trainingBand(window: Page): Locator {
  return window.getByText('TRAINING', { exact: true });
}

export function preprodBand(window: Page): Locator {
  return window.getByText('PREPROD – test environment');
}

export function shredButton({ till }: Pick<RunningApp, 'till'>): Locator {
  return till.getByRole('button', { name: 'Shred the file' });
}

export function provisioningQuestion({ till }: Pick<RunningApp, 'till'>): Locator {
  return till.getByRole('dialog', { name: 'Set up this terminal again?' });
}

/** Accepts the provisioning file in the question, and clears the resulting alarm; no PIN is set. */
export async function takesFileIn(app: Pick<RunningApp, 'till'>): Promise<void> {
  await usesFile(app);
  await app.till.getByRole('button', { name: 'I have checked it' }).click();
}

/** Clicks *Use this file* and waits until the settings apply: the dialog closes before the till has opened again. */
export async function usesFile(app: Pick<RunningApp, 'till'>): Promise<void> {
  const dialog = provisioningQuestion(app);
  await dialog.getByRole('button', { name: 'Use this file' }).click();
  await dialog.waitFor({ state: 'hidden' });
  const isOpenAnew = async () => (await snapshotOf(app)).notices.some(({ code }) => code === 'provision.shred');
  await until('the till has opened with the file', isOpenAnew, 60_000);
}

/** Enters the manager PIN in the dialog and waits until the window shows the manager's role. */
export async function unlocks({ till }: Pick<RunningApp, 'till'>, pin: string): Promise<void> {
  const unlock = till.getByRole('dialog', { name: 'Manager needed' });
  await unlock.getByLabel('Manager PIN').fill(pin);
  await unlock.getByRole('button', { name: 'Unlock' }).click();
  await unlock.waitFor({ state: 'hidden' });
  // The dialog closes with the response to the PIN; the snapshot with the role comes later.
  await till.getByRole('button', { name: 'Lock', exact: true }).waitFor();
}

/**
 * Clicks the button that ends the app: the window may close before confirming the click. Later steps show the effect.
 */
export async function pressLast(button: Locator): Promise<void> {
  await button.click().catch((thrown: Error) => {
    if (!thrown.message.includes('has been closed')) throw thrown;
  });
}

export async function snapshotOf({ till }: Pick<RunningApp, 'till'>): Promise<TillSnapshot> {
  const outcome = await till.evaluate(() => window.tillmate.call('till.snapshot', {}));
  if (!outcome.ok) throw new Error(`No snapshot: ${outcome.error.message}`);
  return outcome.value;
}

function statusOf(window: Page): Locator {
  return window.getByRole('status', { name: 'Payment status' });
}
