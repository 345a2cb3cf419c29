import { expect, test } from 'vitest';
import { tourPage } from '../../../tools/demo/tour-page.ts';

test('shows each step, and each scene in every language', () => {
  const page = tourPage({
    title: 'A tour',
    chapters: [
      {
        title: 'Bread & cake',
        steps: [{ sentence: 'Somebody types "12,50" <Enter>', pictures: ['01-a-till.png', '01-a-display.png'] }],
      },
      { title: 'Refunds', steps: [] },
    ],
    languages: ['English', 'Français'],
    scenes: [{ name: 'till-paid', pictures: ['en/till-paid.png', 'fr/till-paid.png'] }],
  });
  expect([...page.matchAll(/src="([^"]+)"/g)].map(([, file]) => file)).toEqual([
    '01-a-till.png',
    '01-a-display.png',
    'en/till-paid.png',
    'fr/till-paid.png',
  ]);
  expect(page).toContain('<h2 id="chapter-1">Bread &amp; cake</h2>');
  expect(page).toContain('<a href="#chapter-2">Refunds</a>');
  expect(page).toContain('alt="Somebody types &quot;12,50&quot; &lt;Enter>"');
  expect(page).toContain('<th scope="col">Français</th>');
});
