import { describe, expect, test } from 'vitest';
import type { UpdatesView } from '../../preload/contract/views.ts';
import { expectPage } from '../base/expect-page.ts';
import { callsTo, refusal } from './recorded-calls.ts';
import { live, storedSettings } from './sample-snapshots.ts';
import { expectCalls, windows } from './windows.ts';

async function openUpdates(updates: UpdatesView, answers: object = {}) {
  return windows.till(live({ updates }), { answers: { ...storedSettings, ...answers }, view: ['Settings', 'Updates'] });
}

const ready: UpdatesView = {
  version: '1.0.0',
  state: 'ready',
  newest: '1.1.0',
  waitsFor: 'opening-hours',
  lastLookAt: Date.UTC(2026, 10, 20, 8, 30),
};

describe('updates', () => {
  test('a manager can install a waiting update at once', async () => {
    const window = await openUpdates(ready);
    const { page } = window;
    await page.getByText('Version 1.1.0 is ready. It is installed outside opening hours').waitFor();
    const picture = process.env['TILLMATE_PICTURE'];
    if (picture !== undefined) await page.screenshot({ path: picture });
    await page.getByRole('button', { name: 'Install now' }).click();
    const question = page.getByRole('dialog', { name: 'Install version 1.1.0 now?' });
    await question.getByRole('button', { name: 'Not now' }).click();
    await question.waitFor({ state: 'detached' });
    expect(await callsTo(window, 'updates.install')).toEqual([]);
    await page.getByRole('button', { name: 'Install now' }).click();
    await question.getByRole('button', { name: 'Install now' }).click();
    await expectCalls(window, 'updates.install').toEqual([{}]);
  });

  test('an open payment refuses the installation, with the reason', async () => {
    const window = await openUpdates(ready, { 'updates.install': refusal('update.sale-open') });
    const { page } = window;
    await page.getByRole('button', { name: 'Install now' }).click();
    const question = page.getByRole('dialog', { name: 'Install version 1.1.0 now?' });
    await question.getByRole('button', { name: 'Install now' }).click();
    await question.getByText('A payment or refund is under way. Install when it has ended.').waitFor();
  });

  test('a forged update shows advice and allows a new check', async () => {
    const problem = { code: 'update.signature', message: 'not signed', retryable: false };
    const window = await openUpdates({ version: '1.0.0', state: 'failed', problem });
    const { page } = window;
    await page.getByText('that the makers of Tillmate have not signed. Nothing was installed. Call support.').waitFor();
    await expectPage(page.getByRole('button', { name: 'Install now' })).toHaveCount(0);
    await page.getByRole('button', { name: 'Check now' }).click();
    await expectCalls(window, 'updates.look').toEqual([{}]);
  });

  test('a till without updates explains why and does not check', async () => {
    const window = await openUpdates({ version: '1.0.0', state: 'off', off: 'no-server' });
    const { page } = window;
    await page.getByText('No update server is set').waitFor();
    await expectPage(page.getByRole('button', { name: 'Check now' })).toHaveAttribute('aria-disabled', 'true');
  });

  test('saves server and opening hours with the counter', async () => {
    const window = await openUpdates({ version: '1.0.0', state: 'off', off: 'no-server' });
    const { page } = window;
    await page.getByRole('textbox', { name: 'Update server' }).fill('https://updates.shop.example/tillmate');
    await page.getByRole('textbox', { name: 'Shop opens' }).fill('8.30');
    await page.getByText('Type a time such as 08:00.').waitFor();
    await page.getByRole('textbox', { name: 'Shop opens' }).fill('08:30');
    await page.getByRole('switch', { name: 'Install in opening hours too' }).check({ force: true });
    await page.getByRole('button', { name: 'Save' }).click();
    const updates = {
      on: true,
      server: 'https://updates.shop.example/tillmate',
      opens: '08:30',
      closes: '23:00',
      whenOpen: true,
    };
    await expectCalls(window, 'settings.counter.save').toEqual([
      expect.objectContaining({ counter: expect.objectContaining({ updates }) }),
    ]);
  });
});
