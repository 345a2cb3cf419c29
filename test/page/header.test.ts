import { expect, test } from 'vitest';
import { language } from '../../preload/contract/counter.ts';
import { live } from './sample-snapshots.ts';
import { finder } from './texts.ts';
import { windows } from './windows.ts';

/** The longest words that other views are called by, in each language. */
const MORE = {
  en: ['Payouts', 'Support'],
  nl: ['Uitbetalingen', 'Helpdesk'],
  fr: ['Versements', 'Assistance'],
  de: ['Auszahlungen', 'Support'],
};

test.each(language.options)(
  'six views, a person and the shop have room in the header at 1024 px: %s',
  async (spoken) => {
    const snapshot = live({ role: 'manager', person: { name: 'Maximiliane', role: 'manager' }, signsIn: true });
    const { page } = await windows.till(snapshot, { width: 1024, height: 768, language: spoken });
    await page.getByRole('link', { name: finder(spoken)('nav.day') }).waitFor();
    const measured = await page.evaluate((words) => {
      const nav = document.querySelector('header nav');
      const links = nav?.querySelectorAll('a') ?? [];
      for (const word of words.slice(0, 6 - links.length)) {
        const link = links[0]?.cloneNode(true) as HTMLElement;
        link.textContent = word;
        nav?.append(link);
      }
      const header = document.querySelector('header');
      const right = Math.max(
        ...[...document.querySelectorAll('header *')].map((one) => one.getBoundingClientRect().right),
      );
      return {
        links: nav?.querySelectorAll('a').length,
        cut: [...(nav?.querySelectorAll('a') ?? [])]
          .filter((one) => one.scrollWidth > one.clientWidth)
          .map((one) => one.textContent),
        wide: (header?.scrollWidth ?? 0) - (header?.clientWidth ?? 0),
        right,
        shop: header?.firstElementChild?.getBoundingClientRect().width ?? 0,
      };
    }, MORE[spoken]);
    expect(measured).toMatchObject({ links: 6, cut: [], wide: 0 });
    expect(measured.right).toBeLessThanOrEqual(1024);
    expect(measured.shop).toBeGreaterThan(100);
  },
);
