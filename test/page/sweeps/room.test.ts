import { expect, test } from 'vitest';
import { language, paperSize } from '../../../preload/contract/setting-values.ts';
import type { SaleView } from '../../../preload/contract/views.ts';
import { expectPage } from '../../base/expect-page.ts';
import { crowdedOf, cutOf, overflowOf, targetsOf } from '../layout-measurements.ts';
import { openPayout } from '../pictures/manager-shots.ts';
import { opens, settledShot, tillShot } from '../pictures/shot.ts';
import { logAnswers } from '../sample-logs.ts';
import { payoutAnswers } from '../sample-payouts.ts';
import { peopleAnswers } from '../sample-people.ts';
import { AT, found, live, sale, storedSettings, till } from '../sample-snapshots.ts';
import { finder } from '../texts.ts';
import { expectCalls, windows } from '../windows.ts';

/** Views with the most content, in the sizes and languages with the least room. */

test("the customer's app suits a finger in every size", async () => {
  const { page } = await windows.till(till({ sale: sale('waiting') }));
  await page.getByRole('button', { name: 'Pay as the customer' }).click();
  await page.getByRole('button', { name: 'Time runs out' }).waitFor();
  for (const [width, height] of [
    [1024, 528],
    [1280, 640],
    [1024, 768],
    [1920, 1080],
  ] as const) {
    await page.setViewportSize({ width, height });
    const faults = [...(await overflowOf(page)), ...(await cutOf(page)), ...(await crowdedOf(page))];
    expect(faults, `${width} × ${height}`).toEqual([]);
    expect((await targetsOf(page)).filter((target) => target.height < 56)).toEqual([]);
  }
});

test('the display settings suit a finger', async () => {
  const { page } = await windows.till(live(), {
    width: 1024,
    height: 528,
    answers: storedSettings,
    view: ['Settings', 'Display'],
  });
  await page.getByRole('button', { name: 'Add an app' }).click();
  for (const height of [528, 768]) {
    await page.setViewportSize({ width: 1024, height });
    await page.getByRole('textbox', { name: 'Name of app 1' }).scrollIntoViewIfNeeded();
    const outside = (await overflowOf(page)).filter((fault) => !/scrolls|is outside/.test(fault));
    expect([...outside, ...(await crowdedOf(page))]).toEqual([]);
    expect((await targetsOf(page)).filter((target) => target.name !== '' && target.height < 56)).toEqual([]);
  }
});

test('a long list of changes leaves Save in reach', async () => {
  const { page } = await windows.till(live(), { width: 1024, height: 560, answers: storedSettings });
  const box = (name: string) => page.getByRole('textbox', { name, exact: true });
  await page.getByRole('link', { name: 'Settings' }).click();
  for (const name of ['Shop name', 'Shop id', 'POS id', 'Usual description', 'Bulk id']) await box(name).fill('x');
  for (const [width, height] of [
    [1024, 560],
    [1920, 1080],
  ] as const) {
    await page.setViewportSize({ width, height });
    await box('Bulk id').scrollIntoViewIfNeeded();
    expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBe(height);
    await expectPage(page.getByRole('button', { name: 'Save' })).toBeInViewport({ ratio: 1 });
    await expectPage(box('Bulk id')).toBeInViewport();
  }
});

test.each(language.options)('the header fits all views at 1024 px: %s', async (spoken) => {
  const snapshot = live({ role: 'manager', person: { name: 'Maximiliane', role: 'manager' }, signsIn: true });
  const { page } = await windows.till(snapshot, { width: 1024, height: 768, language: spoken });
  await page.getByRole('link', { name: finder(spoken)('nav.day') }).waitFor();
  const measured = await page.getByRole('banner').evaluate((header) => {
    const links = [...header.querySelectorAll('nav a')];
    return {
      links: links.length,
      cut: links.filter((one) => one.scrollWidth > one.clientWidth).map((one) => one.textContent),
      wide: header.scrollWidth - header.clientWidth,
      right: Math.max(...[...header.querySelectorAll('*')].map((one) => one.getBoundingClientRect().right)),
      shop: header.firstElementChild?.getBoundingClientRect().width ?? 0,
    };
  });
  expect(measured).toMatchObject({ links: 6, cut: [], wide: 0 });
  expect(measured.right).toBeLessThanOrEqual(1024);
  expect(measured.shop).toBeGreaterThan(100);
});

const lists = [
  tillShot('payments', live(), opens('nav.payments'), found(40)),
  tillShot('payments-training', till(), opens('nav.payments'), found(40)),
  tillShot('payout', live(), openPayout(0), payoutAnswers()),
  tillShot('payout-training', till(), openPayout(0), payoutAnswers()),
  tillShot('record', live(), opens('nav.settings', 'settings.part.record'), peopleAnswers),
  tillShot('record-training', till(), opens('nav.settings', 'settings.part.record'), peopleAnswers),
  tillShot('logs', live(), opens('nav.support', 'support.tab.logs'), logAnswers),
  tillShot('logs-training', till(), opens('nav.support', 'support.tab.logs'), logAnswers),
];

test.each(language.options)('lists show nine whole rows at 1024 × 768: %s', async (spoken) => {
  for (const list of lists) {
    const { window } = await settledShot(windows, list, { width: 1024, height: 768, language: spoken });
    const { whole, cut } = await window.page.evaluate(() => {
      const rows = [...([...document.querySelectorAll('main table')].at(-1)?.querySelectorAll('tbody tr') ?? [])];
      const inSight = rows.filter((row) => {
        const { left, top, bottom } = row.getBoundingClientRect();
        return [top + 2, bottom - 2].every((y) => row.contains(document.elementFromPoint(left + 20, y)));
      });
      const texts = rows.flatMap((row) => [...row.querySelectorAll<HTMLElement>('span, [class*="_level_"]')]);
      const selects = [...document.querySelectorAll('select')].filter((select) => {
        const room = select.offsetWidth;
        Object.assign(select.style, { fieldSizing: 'content', width: 'max-content', maxWidth: 'none' });
        return select.offsetWidth > room;
      });
      return {
        whole: inSight.length,
        cut: [
          ...texts.filter((text) => text.scrollWidth > text.clientWidth).map((text) => text.innerText),
          ...selects.map((select) => select.selectedOptions[0]?.label),
        ],
      };
    });
    expect.soft(whole, list.name).toBeGreaterThanOrEqual(9);
    expect.soft(cut, list.name).toEqual([]);
    await window.close();
  }
});

test('shows the end of an overlong reference', async () => {
  const reference = 'TILL42-261120-0042-ABCDEFGHIJKLMNOP';
  const [row] = found(1)['payments.find'].rows;
  const answers = { 'payments.find': { rows: [{ ...row, reference }], next: null } };
  const { page } = await windows.till(live(), { width: 1024, height: 768, answers, view: ['Payments'] });
  const places = await page.getByText(reference).evaluate((text) => {
    const end = document.createRange();
    end.selectNodeContents(text.firstChild ?? text);
    end.setStart(end.endContainer, end.endOffset - 1);
    const box = text.parentElement?.getBoundingClientRect();
    const { left, right } = end.getBoundingClientRect();
    return { left, right, from: box?.left ?? 0, to: box?.right ?? 0, wide: text.getBoundingClientRect().left };
  });
  expect(places.wide).toBeLessThan(places.from);
  expect(places.left).toBeGreaterThan(places.from);
  expect(places.right).toBeLessThanOrEqual(places.to + 1);
});

const longest: Partial<SaleView> = {
  reference: 'TILL42-261120-0042-ABCDEFGHIJKLMNOP',
  description: 'Zwölf Brötchen, Käse & Schinken 3×!',
  amount: 99_999_999,
  debtor: { iban: 'NL** **** **** **43 00' },
  succeededAt: AT,
  refunds: [
    {
      refundKey: '1b9d9d4e-5c0e-4c39-9c8d-1f2b6f0c7a11',
      refundId: '75f1c0ffee65f1c0ffee65f2',
      amount: 99_999_998,
      stage: 'refunded',
      at: AT,
      reason: 'Broken',
    },
  ],
  refunded: 99_999_998,
  refundable: 1,
};

test('the longest receipt fits on every paper and language', async () => {
  const shop = { environment: 'TRAINING', shopName: 'Bakkerij van den Heuvelenbroek-Zuid1' } as const;
  const change = { terminal: { ...live().terminal, ...shop }, opened: sale('paid', longest) };
  const { counter } = live();
  const window = await windows.till(live(change), {
    answers: { ...found(0), 'receipt.issued': { issued: 2, firstAt: AT }, 'receipt.print': { printed: true } },
    view: ['Payments'],
  });
  const { page } = window;
  const buttons = ['Print receipt', 'Print refund receipt'].map((name) =>
    page.getByRole('button', { name, exact: true, includeHidden: true }),
  );
  await buttons[1]?.waitFor();
  await page.emulateMedia({ media: 'print' });
  let printed = 0;
  for (const paper of paperSize.options)
    for (const spoken of language.options) {
      const printing = { printer: 'FRONT', paper, silent: true, automatic: false };
      const languages = { till: 'en', display: spoken } as const;
      await window.push(live({ ...change, counter: { ...counter, printing, languages } }));
      for (const button of buttons) {
        await button.dispatchEvent('click');
        printed += 1;
        await expectCalls(window, 'receipt.print').toHaveLength(printed);
        const wide = await page.locator('[data-paper]').evaluate((sheet) => {
          const { right, width } = sheet.getBoundingClientRect();
          const texts = [...sheet.querySelectorAll('h1, p, dt, dd')];
          return { width, over: texts.filter((text) => text.getBoundingClientRect().right > right + 0.5).length };
        });
        expect(wide.over, `${paper}, ${spoken}`).toBe(0);
        expect(Math.round((wide.width / 96) * 25.4)).toBe({ '58mm': 48, '80mm': 72, A4: 174 }[paper]);
      }
    }
});
