import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { launchApp } from '../../test/e2e/harness/index.ts';
import { liveFortnight } from './fortnight.ts';
import { beginTillTour, click, type Look, openView as open, settled } from './tour.ts';

/**
 * Plays every view of a manager in the real window after two weeks of training, from the payments to the last setting;
 * screenshots and index.html go to `folder`. Returns the titles of the failed chapters.
 */
export async function managersTour(folder: string, say: (line: string) => void): Promise<readonly string[]> {
  const userDataDir = mkdtempSync(join(tmpdir(), 'tillmate-demo-'));
  const tour = beginTillTour(folder, say);
  say('Two weeks in training: sales, refunds, payouts.');
  await liveFortnight(userDataDir);
  const app = await launchApp({ args: ['--training'], userDataDir });
  try {
    await app.till.getByRole('button', { name: 'Charge', exact: true }).waitFor();
    for (const { title, play } of chapters) await tour.chapter(title, app.till, play);
  } finally {
    await app.stop();
    rmSync(userDataDir, { recursive: true, force: true });
  }
  tour.finish("Tillmate: the manager's tour");
  return tour.stopped;
}

const chapters = [
  { title: 'Payments', play: payments },
  { title: 'The day, up to its Z report', play: day },
  { title: 'Where the money is', play: payouts },
  { title: 'Settings', play: settings },
  { title: 'The sticker for the counter', play: sticker },
  { title: 'Export', play: exporting },
  { title: 'People', play: people },
];

async function payments(till: Page, look: Look): Promise<void> {
  await open(till, 'Payments');
  await till.getByRole('row').nth(3).waitFor();
  await look('Two weeks of payments, the newest in front.', 'payments');
  await till.getByRole('combobox', { name: 'State' }).selectOption({ label: 'Refunded' });
  await till.getByRole('row').filter({ hasText: 'efunded' }).first().click();
  await till.getByText('Brought back').first().waitFor();
  await look('One that went back, with all that is known of it.', 'payment-details');
}

async function exporting(till: Page, look: Look): Promise<void> {
  await open(till, 'Payments');
  await click(till, 'Export');
  await till.getByRole('dialog', { name: 'Export' }).waitFor();
  await look('What is exported, and as which file.', 'export');
  await till.keyboard.press('Escape');
}

async function day(till: Page, look: Look): Promise<void> {
  await open(till, 'Day');
  await till.getByRole('button', { name: 'Close shift' }).waitFor();
  await look('What the shift has taken so far.', 'day-shift');
  await click(till, 'Compare with the service');
  await till.getByRole('status', { name: 'Compared with the service' }).waitFor({ timeout: 60_000 });
  await look('Counted against the payment service, payment by payment.', 'day-compared');
  await till.getByRole('tab', { name: 'Figures' }).click();
  await till.getByRole('table', { name: 'Sales by day' }).waitFor();
  await look('Pictures of the day and the week, with the numbers beside them.', 'day-figures');
  await till.getByRole('table', { name: 'Refunds by day' }).scrollIntoViewIfNeeded();
  await look('How the payments ended, and what went back.', 'day-figures-below');
  await till.getByRole('tab', { name: 'This shift' }).click();
  await click(till, 'Close shift');
  await till.getByRole('button', { name: 'Close it now' }).waitFor();
  await look('Closing asks first: a Z report does not change any more.', 'day-closing');
  await click(till, 'Close it now');
  await till.getByRole('button', { name: 'Close it now' }).waitFor({ state: 'hidden', timeout: 60_000 });
  await settled(till);
  await look('Closed: the Z report, ready to be printed.', 'day-closed');
  await till.getByRole('tab', { name: 'Earlier shifts' }).click();
  await settled(till);
  await look('Every shift that was closed.', 'day-earlier');
}

async function payouts(till: Page, look: Look): Promise<void> {
  await open(till, 'Payouts');
  await till.getByRole('button', { name: 'Fetch' }).waitFor();
  await look('Payouts: what will be here, and how it comes.', 'payouts-none');
  const twoWeeks = new Date(Date.now() - 13 * 86_400_000).toISOString().slice(0, 10);
  await till.getByLabel('From', { exact: true }).fill(twoWeeks);
  await click(till, 'Fetch');
  await till.getByText(/as the service counts days/).waitFor({ timeout: 60_000 });
  await settled(till);
  await look('Two weeks, held against the payments of this till.', 'payouts');
  await till.getByText('Payouts by day', { exact: true }).first().click();
  await till.getByRole('table', { name: 'Payouts by day' }).waitFor();
  await look('What of each day was paid out, and what is outstanding.', 'payouts-by-day');
  await till.keyboard.press('Escape');
  await till.getByRole('main').getByRole('row').nth(2).click();
  await settled(till);
  await look('One payout, with what is in it.', 'payout');
}

async function settings(till: Page, look: Look): Promise<void> {
  await open(till, 'Settings');
  await settled(till);
  const tabs = till.getByRole('main').getByRole('tab');
  for (const [index, part] of (await tabs.allInnerTexts()).entries()) {
    await tabs.nth(index).click();
    await settled(till);
    await look(`${part}.`, `settings-${part.toLowerCase().replaceAll(/[^a-z]+/g, '-')}`);
  }
}

async function sticker(till: Page, look: Look): Promise<void> {
  await open(till, 'Settings');
  await till.getByRole('tab', { name: 'Shop and till' }).click();
  await click(till, "Sticker with this till's code");
  await till.getByRole('dialog', { name: 'Sticker for the counter' }).waitFor();
  await settled(till);
  await look('The sticker with the code of this POS: printed, or saved as PDF, SVG or PNG.', 'sticker');
  await till.keyboard.press('Escape');
}

async function people(till: Page, look: Look): Promise<void> {
  await open(till, 'Settings');
  await till.getByRole('tab', { name: 'People' }).click();
  await click(till, 'Add person');
  await settled(till);
  await look('The first person is a manager; from then on the till asks for PINs.', 'people-add');
}
