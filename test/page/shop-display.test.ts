import type { Page } from '@playwright/test';
import { describe, expect, test } from 'vitest';
import { expectPage } from '../base/expect-page.ts';
import { readQr } from '../e2e/harness/pictures.ts';
import { overflowOf } from './layout-measurements.ts';
import { apps, display, shopDisplay, waitingScene } from './sample-snapshots.ts';
import { windows } from './windows.ts';

const receipt = 'https://bakery.example/receipts/TILL42-261120-0042';
const missing = `0${'0'.repeat(63)}.png`;

describe('a shop with its own display settings', () => {
  test('shows its logo and message while idle', async () => {
    const window = await windows.display(shopDisplay({ kind: 'idle' }));
    await window.page.getByText('Fresh bread from six in the morning').waitFor();
    await expectPage(window.page.getByText('Welcome!')).toHaveCount(0);
    const logo = window.page.locator('img');
    await expect.poll(() => logo.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(96);
    expect(window.faults).toEqual([]);
  });

  const [first = '', second = ''] = apps.map(({ picture = '' }) => picture);
  const idle = {
    name: true,
    logo: true,
    message: true,
    pictures: true,
    slides: [first, second],
    slideSeconds: 60,
  };
  const MINUTE_MS = 60_000;
  const pictureOn = (page: Page) =>
    page.locator('img').evaluateAll((images) => images.map((image) => image.getAttribute('src')?.split('/').at(-1)));

  test('alternates its pictures with its message', async () => {
    const at = (minute: number) => ({ ...shopDisplay({ kind: 'idle' }, { idle }), at: minute * MINUTE_MS });
    const window = await windows.display(at(0));
    const words = window.page.getByText('Fresh bread from six in the morning');
    await expect.poll(() => pictureOn(window.page)).toEqual([first]);
    await expectPage(words).toHaveCount(0);
    await expectPage(window.page.getByRole('heading', { level: 1 })).toHaveText('Bakkerij Zoë');
    await window.push(at(1));
    await expect.poll(() => pictureOn(window.page)).toEqual([second]);
    await window.push(at(2));
    await words.waitFor();
    await window.push(at(3));
    await expect.poll(() => pictureOn(window.page)).toEqual([first]);
    expect(await overflowOf(window.page)).toEqual([]);
    expect(window.faults).toEqual([]);
  });

  test('hides disabled pictures and texts', async () => {
    const only = { ...idle, pictures: false, logo: false, message: false };
    const window = await windows.display(shopDisplay({ kind: 'idle' }, { idle: only }));
    await expectPage(window.page.getByRole('heading', { level: 1 })).toBeInViewport();
    await expectPage(window.page.locator('img')).toHaveCount(0);
    await expectPage(window.page.getByText('Fresh bread')).toHaveCount(0);
  });

  test('shows only pictures when all texts are off', async () => {
    const pictures = { ...idle, name: false, logo: false, message: false };
    const window = await windows.display({ ...shopDisplay({ kind: 'idle' }, { idle: pictures }), at: 2 * MINUTE_MS });
    await expect.poll(() => pictureOn(window.page)).toEqual([first]);
  });

  test('shows Welcome without its own message', async () => {
    const window = await windows.display(shopDisplay({ kind: 'idle' }, { message: '' }));
    await window.page.getByText('Welcome!').waitFor();
  });

  test('lists payment apps, with names replacing missing pictures', async () => {
    const window = await windows.display(
      shopDisplay(waitingScene, { apps: [...apps.slice(0, 2), { name: 'Lost', picture: missing }] }),
    );
    const items = window.page.getByRole('listitem');
    await expectPage(items).toHaveText(['Bancontact', 'Wero', 'Lost']);
    await expectPage(items.nth(0).locator('img')).toBeVisible();
    await expectPage(items.nth(2).locator('img')).toHaveCount(0);
  });

  test('shows the receipt as a code after Paid', async () => {
    const window = await windows.display(shopDisplay({ kind: 'paid', amount: 1250, debtorName: 'Zoë', receipt }));
    await expectPage(window.page.getByRole('status', { name: 'Payment status' })).toHaveText('Paid');
    await window.page.getByText('Thank you, Zoë!').waitFor();
    await window.page.getByText('Scan the code for your receipt.').waitFor();
    expect(await readQr(window.page)).toBe(receipt);
    const code = window.page.getByRole('img', { name: 'Receipt QR code' });
    expect(await code.evaluate((svg) => [...svg.children].map((child) => child.getAttribute('fill')))).toEqual([
      '#ffffff',
      '#000000',
    ]);
    await expectPage(window.page.locator('h1 svg')).toHaveCount(1);
    await expectPage(window.page.getByRole('img', { name: 'Payment QR code' })).toHaveCount(0);
    await window.push(display({ kind: 'idle' }));
    await code.waitFor({ state: 'detached' });
  });
});
