import { describe, expect, test } from 'vitest';
import { expectPage } from '../base/expect-page.ts';
import {
  AT,
  found,
  live,
  neverMade,
  offline,
  parkedSummary,
  preprod,
  SALE_ID,
  sale,
  storedSettings,
  summary,
  till,
} from './sample-snapshots.ts';
import { expectCalls, windows } from './windows.ts';

const trouble = { code: 'network.refused', message: '', retryable: true } as const;

describe('offline', () => {
  test('shows a single message without an address', async () => {
    const waiting = sale('waiting', { problem: trouble, doing: { code: 'offline', sinceMs: AT - 20_000 } });
    const window = await windows.till(live({ service: { ...offline, host: 'api.pay.example.org' }, sale: waiting }));
    await window.page.getByText('No connection to the payment service. The payment is kept').waitFor();
    await expectPage(window.page.getByText(/connection to|cannot be reached|could not be reached/)).toHaveCount(1);
    await expectPage(window.page.getByText('example.org')).toHaveCount(0);
  });

  test('explains a payment that was never made', async () => {
    const window = await windows.till(live({ service: offline, sale: neverMade() }));
    await window.page.getByText('This payment did not get as far as the payment service.').waitFor();
    await expectPage(window.page.getByText(/is kept|tries again/)).toHaveCount(0);
  });

  test('advises against charging again while a fault persists', async () => {
    const window = await windows.till(live({ sale: neverMade('auth.clock-wrong') }));
    await window.page.getByText('Charge again once the clock is set.').waitFor();
    await expectPage(window.page.getByText(/was never created/)).toHaveCount(0);
    await window.push(live({ sale: neverMade('auth.key') }));
    await window.page.getByText('Ask for another way to pay until support has fixed it.').waitFor();
    await expectPage(window.page.getByText(/was never created/)).toHaveCount(0);
  });

  test('shows only the cause known to main', async () => {
    const notices = [{ id: 'service.refuses', code: 'network.proxy-auth', severity: 'alarm' }] as const;
    const window = await windows.till(live({ service: offline, notices: [...notices], sale: sale('waiting') }));
    await window.page.getByText('asks for a name and a password').waitFor();
    await expectPage(window.page.getByText('No connection to the payment service.')).toHaveCount(0);
  });
});

describe('parking', () => {
  const park = { name: 'Park it, new sale' } as const;

  test.each(['unknown', 'waiting'] as const)('parks a sale (%s) with a single click', async (stage) => {
    const window = await windows.till(live({ service: offline, sale: sale(stage, { leavable: true }) }));
    await window.page.getByText('serve the next customer').waitFor();
    await window.page.getByRole('button', park).and(window.page.locator(':enabled')).click();
    await expectCalls(window, 'sale.dismiss').toEqual([{ saleId: SALE_ID }]);
  });

  test('lists the parked sale first, linked to its actions', async () => {
    const window = await windows.till(live({ parked: [parkedSummary('waiting')] }), { answers: found(5) });
    const first = window.page.getByRole('contentinfo').getByRole('link').first();
    await expectPage(first).toHaveText(/^Parked€\s12,50Waiting$/);
    await first.click();
    await expectCalls(window, 'payments.open').toEqual([{ saleId: SALE_ID }]);
    await window.push(live({ opened: sale('waiting', { parked: true }), parked: [parkedSummary('waiting')] }));
    await window.page.getByText('The till keeps asking while you serve other customers').waitFor();
    await window.page.getByRole('button', { name: 'Customer says they paid' }).click();
    await expectCalls(window, 'sale.customer-says-paid').toEqual([{ saleId: SALE_ID }]);
    await window.page.getByRole('button', { name: 'Cancel payment' }).click();
    await window.page.getByRole('button', { name: 'Press again: cancel payment' }).click();
    await expectCalls(window, 'sale.cancel').toEqual([{ saleId: SALE_ID }]);
  });
});

describe('words for a cashier', () => {
  test('the service status appears only in the details', async () => {
    const failed = sale('failed', { ending: 'bank-refused' });
    const window = await windows.till(live({ sale: failed }), { answers: found(1) });
    await window.page.getByRole('heading', { name: 'Failed' }).waitFor();
    await expectPage(window.page.getByText('AUTHORIZATION_FAILED')).toHaveCount(0);
    await window.page.getByRole('link', { name: 'Payments' }).click();
    await window.push(live({ sale: failed, opened: failed }));
    await window.page.getByText('AUTHORIZATION_FAILED').waitFor();
  });

  test('training hides key messages, PREPROD hides real payments', async () => {
    const memory = till();
    const window = await windows.till({ ...memory, terminal: { ...memory.terminal, keychain: 'memory' } });
    await window.page.getByRole('button', { name: 'Charge' }).waitFor();
    await expectPage(window.page.getByText(/keychain|memory/)).toHaveCount(0);
    await window.close();
    const test = await windows.till(preprod(), { answers: storedSettings, view: ['Settings'] });
    await test.page.getByText('This terminal is set to PREPROD').waitFor();
    await expectPage(test.page.getByText(/real payments/)).toHaveCount(0);
  });
});

describe('room', () => {
  test('other views replace the strip with a link back', async () => {
    const window = await windows.till(live({ sale: sale('waiting') }), { answers: found(5) });
    const { page } = window;
    const date = page.getByText('Friday 20 November');
    await date.waitFor();
    await page.getByRole('link', { name: 'Payments' }).click();
    await expectPage(page.getByRole('contentinfo')).toHaveCount(0);
    await expectPage(date).toHaveCount(0);
    await page.getByRole('banner').getByRole('link', { name: 'Back to €\u00a012,50 Waiting' }).click();
    await expectPage(page.getByRole('contentinfo')).toBeVisible();
    await expectPage(page.getByRole('link', { name: 'Back to' })).toHaveCount(0);
  });

  test('the strip shows only payments that fit completely', async () => {
    const rows = Array.from({ length: 8 }, (_, index) =>
      summary('paid', {
        saleId: `00000000-0000-4000-8000-00000000000${index}`,
        amount: 123_456_789,
        refunded: index % 2 === 0 ? 23_456_789 : 0,
      }),
    );
    for (const width of [1024, 1280, 1920]) {
      const window = await windows.till(live({ recent: rows, parked: [parkedSummary('unknown')] }), {
        width,
        height: 800,
      });
      const strip = window.page.getByRole('contentinfo');
      const right = await strip.evaluate((bar) => {
        const shown = [...bar.children].filter((item) => item.checkVisibility());
        return { items: shown.length, most: Math.max(...shown.map((item) => item.getBoundingClientRect().right)) };
      });
      expect(right.items).toBeGreaterThan(1);
      expect(right.most).toBeLessThanOrEqual(width);
      await window.close();
    }
  });

  test('a long shop name leaves views and service state visible', async () => {
    const base = live();
    const shopName = 'Bakkerij en banketbakkerij Van der Westerlaken-Oudenhoven en Zonen, sinds 1897';
    const window = await windows.till(
      { ...base, terminal: { ...base.terminal, shopName } },
      { width: 1024, height: 768 },
    );
    const banner = window.page.getByRole('banner');
    for (const target of [...(await banner.getByRole('link').all()), banner.getByRole('status')]) {
      const box = await target.boundingBox();
      expect(box?.x).toBeGreaterThan(0);
      expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(1024);
    }
  });

  test('a choice is as high as every other field', async () => {
    const window = await windows.till(live(), { answers: storedSettings, view: ['Settings'] });
    const options = window.page.getByRole('radiogroup').first().locator('label');
    await options.first().waitFor();
    for (const option of await options.all()) expect((await option.boundingBox())?.height).toBeGreaterThanOrEqual(56);
  });

  test('the notice band shows date and time without notices', async () => {
    const window = await windows.till(live());
    const band = window.page.getByRole('region', { name: 'Notices' });
    await expectPage(band).toHaveText(/^Friday,? 20 November 14:02$/);
    await window.push(live({ display: 'closed' }));
    await expectPage(band).not.toContainText('20 November');
  });
});
