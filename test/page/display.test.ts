import { describe, expect, test } from 'vitest';
import { expectPage } from '../base/expect-page.ts';
import { readQr } from '../e2e/harness/pictures.ts';
import { DEEPLINK, display, displayScenes, waitingScene } from './sample-snapshots.ts';
import { windows } from './windows.ts';

describe('the code on the customer display', () => {
  test.each([
    [1024, 768, false],
    [1280, 800, true],
    [1920, 1080, false],
  ])('is readable from a screenshot of %i × %i', async (width, height, dark) => {
    const window = await windows.display(display(waitingScene), { width, height, dark });
    await expect.poll(() => readQr(window.page)).toBe(DEEPLINK);
    const box = await window.page.getByRole('img', { name: 'Payment QR code' }).boundingBox();
    expect(box?.width).toBeGreaterThanOrEqual(0.4 * Math.min(width, height));
  });

  test('is black on white with quiet zone and whole pixels', async () => {
    const window = await windows.display(display(waitingScene), { dark: true });
    const code = window.page.getByRole('img', { name: 'Payment QR code' });
    const { side, modules, start, fills } = await code.evaluate((svg) => ({
      side: svg.getBoundingClientRect().width,
      modules: (svg as SVGSVGElement).viewBox.baseVal.width,
      start: svg.querySelector('path')?.getAttribute('d')?.slice(0, 4),
      fills: [...svg.children].map((child) => child.getAttribute('fill')),
    }));
    expect(Number.isInteger(side / modules)).toBe(true);
    expect(start).toBe('M4 4');
    expect(fills).toEqual(['#ffffff', '#000000']);
  });
});

describe('the customer display', () => {
  test('shows shop name and time while idle', async () => {
    const window = await windows.display(display({ kind: 'idle' }));
    for (const text of ['Bakkerij Zoë', 'Welcome!', '14:02', 'TRAINING'])
      await expectPage(window.page.getByText(text, { exact: true }), text).toBeVisible();
    await expectPage(window.page).toHaveTitle('Tillmate – customer display');
  });

  test('shows state, amount and TRAINING in every scene, without cursor', async () => {
    const window = await windows.display(display({ kind: 'idle' }));
    for (const scene of displayScenes.filter(({ kind }) => kind !== 'idle')) {
      await window.push(display(scene));
      await expectPage(window.page.getByRole('status', { name: 'Payment status' }), scene.kind).not.toBeEmpty();
      await expectPage(window.page.locator('[data-place="amount"]'), scene.kind).toHaveText('€\u00a012,50');
      await expectPage(window.page.getByText('TRAINING'), scene.kind).toBeVisible();
    }
    expect(await window.page.evaluate(() => getComputedStyle(document.body).cursor)).toBe('none');
    expect(window.faults).toEqual([]);
  });

  test('shows the next amount directly after an end', async () => {
    const window = await windows.display(display({ kind: 'paid', amount: 1250 }));
    await window.push(display({ ...waitingScene, amount: 805 }));
    await expectPage(window.page.locator('[data-place="amount"]')).toHaveText('€\u00a08,05');
  });

  test('marks every scene at PREPROD, and none at PROD', async () => {
    const window = await windows.display(display({ kind: 'idle' }, { training: false, environment: 'PREPROD' }));
    const band = window.page.getByText('PREPROD – test environment');
    for (const scene of displayScenes) {
      await window.push(display(scene, { training: false, environment: 'PREPROD' }));
      await expectPage(band, scene.kind).toBeVisible();
    }
    await window.push(display({ kind: 'idle' }, { training: false, environment: 'PROD' }));
    await band.waitFor({ state: 'detached' });
  });

  test('thanks by first name and removes the name afterwards', async () => {
    const window = await windows.display(display({ kind: 'paid', amount: 1250, debtorName: 'Zoë' }));
    await window.page.getByText('Thank you, Zoë!').waitFor();
    await window.push(display({ kind: 'idle' }, { shopName: 'Shop' }));
    await window.page.getByText('Welcome!').waitFor();
    await expectPage(window.page.locator('body')).not.toContainText(/Zoë|12,50/);
  });
});
