import type { Page } from '@playwright/test';
import { describe, expect, test } from 'vitest';
import { expectPage } from '../base/expect-page.ts';
import type { OpenWindow } from './open-windows.ts';
import { accessibilityNodes, liveRegions } from './page-structure.ts';
import { AT, display, displayScenes, found, live, offline, sale, till, tillScenes } from './sample-snapshots.ts';
import { windows } from './windows.ts';

const regionsOf = async ({ page }: OpenWindow) =>
  [...(await liveRegions(page))].sort((one, other) => one.live.localeCompare(other.live));

/** The text of the polite region in the browser's accessibility tree. */
async function said(page: Page): Promise<string> {
  const nodes = await accessibilityNodes(page);
  const region = nodes.find(({ properties }) =>
    properties?.some(({ name, value }) => name === 'live' && value.value === 'polite'),
  );
  const textOf = (id: string): string => {
    const node = nodes.find(({ nodeId }) => nodeId === id);
    if (node?.role?.value === 'StaticText') return String(node.name?.value ?? '');
    return (node?.childIds ?? []).map(textOf).join('');
  };
  return region === undefined ? '' : textOf(region.nodeId);
}

test('the live regions stay the same in every view', async () => {
  const window = await windows.till(till(), { answers: found(3) });
  const first = await regionsOf(window);
  expect(first.map(({ live: kind }) => kind)).toEqual(['assertive', 'polite']);
  for (const [name, snapshot] of tillScenes) {
    await window.push(snapshot());
    expect.soft(await regionsOf(window), name).toEqual(first);
  }
  await window.push(live({ opened: sale('paid') }));
  await window.page.getByRole('link', { name: 'Payments' }).click();
  await window.page.getByRole('row').first().waitFor();
  expect.soft(await regionsOf(window), 'payments').toEqual(first);
  await window.page.getByRole('button', { name: 'Refund' }).click();
  await window.page.getByRole('textbox', { name: 'Refund amount' }).fill('60');
  expect.soft(await regionsOf(window), 'refund').toEqual(first);
});

test('reads out changes of state, notices and faults', async () => {
  const window = await windows.till(till());
  const { page } = window;
  await window.push(till({ sale: sale('waiting') }));
  await expect.poll(() => said(page)).toContain('Waiting. The customer scans the QR code');
  await window.push(till({ sale: sale('scanned') }));
  await expect.poll(() => said(page)).toContain('Scanned. The customer has the payment in their app');
  await window.push(till({ sale: sale('paid') }));
  await expect.poll(() => said(page)).toContain('Paid. Zoë paid at');
  await window.push(till({ service: offline }));
  await expect.poll(() => said(page)).toContain('No connection to the payment service.');
  await page.getByRole('textbox', { name: 'Reference' }).fill('Order 😀');
  await expect.poll(() => said(page)).toContain('cannot be used here');
});

test('reads out the reason of a wait, not every second', async () => {
  const doing = { code: 'creating', sinceMs: AT - 60_000 };
  const window = await windows.till(till());
  const { page } = window;
  await window.push(till({ sale: sale('creating', { doing }) }));
  await page.getByText(/\d+ seconds so far/).waitFor();
  await expect.poll(() => said(page)).toContain('Waiting for the payment service to make the code.');
  expect(await said(page)).not.toContain('seconds so far');
});

test('reads out a question to the service only when slow', async () => {
  const shows = (kind: 'asking' | 'not-paid') => till({ sale: sale('waiting', { verdict: { at: AT, kind } }) });
  const window = await windows.till(till({ sale: sale('waiting') }));
  const { page } = window;
  await window.stopClock();
  const soon = async () => {
    await page.clock.runFor(100);
    return said(page);
  };
  for (let question = 1; question <= 2; question += 1) {
    await window.push(shows('asking'));
    await page.clock.runFor(200);
    expect(await said(page)).not.toContain('Asking the payment service');
    await expect.poll(soon).toContain('Asking the payment service whether it is paid.');
    await window.push(shows('not-paid'));
    await expect.poll(soon).toContain('Not paid as of');
  }
});

test('reads out the confirmation for cancelling a parked payment', async () => {
  const parked = sale('waiting', { parked: true });
  const window = await windows.till(live({ opened: parked }), { answers: found(3), view: ['Payments'] });
  const { page } = window;
  await page.getByRole('row').first().click();
  await page.getByRole('button', { name: 'Cancel payment' }).click();
  await expect.poll(() => said(page)).toContain('Press again: cancel payment');
  expect(await said(page)).not.toContain('Go on waiting');
});

test('only alarms are in the alert region', async () => {
  const window = await windows.till(till({ display: 'closed' }));
  const alarms = window.page.getByRole('alert');
  await window.page.getByText('The customer display is closed').waitFor();
  await expectPage(alarms).toHaveText('');
  await window.push(till({ notices: [{ id: 'j', code: 'journal.full', severity: 'alarm' }] }));
  await expectPage(alarms).toContainText('The disk is full');
});

describe('the focus', () => {
  const amount = ({ page }: OpenWindow) => page.getByRole('textbox', { name: 'Amount' });
  const state = ({ page }: OpenWindow, name: string) => page.getByRole('heading', { level: 1, name });

  test('follows the sale from Charge to New sale', async () => {
    const window = await windows.till(till());
    await expectPage(amount(window)).toBeFocused();
    await window.page.keyboard.type('12,50');
    await window.push(till({ sale: sale('creating') }));
    await expectPage(state(window, 'Preparing')).toBeFocused();
    await window.push(till({ sale: sale('waiting') }));
    await expectPage(state(window, 'Waiting')).toBeFocused();
    await window.push(till({ sale: sale('paid') }));
    await expectPage(state(window, 'Paid')).toBeFocused();
    await window.push(till());
    await expectPage(amount(window)).toBeFocused();
  });

  test('stays in an open dialog when the screen changes', async () => {
    const alarm = { shownAs: 'cancelled', at: AT, acknowledged: false } as const;
    const window = await windows.till(till({ sale: sale('cancelled') }));
    await window.push(till({ sale: sale('paid', { alarm }) }));
    const understood = window.page.getByRole('button', { name: 'Understood' });
    await understood.waitFor();
    await window.push(till({ opened: sale('paid', { alarm }) }));
    await expectPage(amount(window)).not.toBeFocused();
  });

  test('keeps text typed at an end before further typing', async () => {
    const window = await windows.till(till({ sale: sale('paid') }));
    await window.page.keyboard.type('7');
    await window.page.waitForFunction(() => document.querySelector('[data-settling]') === null);
    await window.push(till());
    await expectPage(amount(window)).toBeFocused();
    await window.page.keyboard.type(',25');
    await expectPage(amount(window)).toHaveValue('7,25');
  });
});

test('the customer display keeps a single polite region', async () => {
  const window = await windows.display(display({ kind: 'idle' }));
  const first = await regionsOf(window);
  expect(first.map(({ live: kind }) => kind)).toEqual(['polite']);
  for (const scene of displayScenes) {
    await window.push(display(scene));
    expect.soft(await regionsOf(window), scene.kind).toEqual(first);
  }
  await window.push(display({ kind: 'unknown', amount: 1250 }));
  await expect.poll(() => said(window.page)).toContain('One moment');
});
