import { expect, test } from 'vitest';
import { expectPage } from '../base/expect-page.ts';
import { AT, found, SALE_ID, sale, summary, till } from './sample-snapshots.ts';
import { expectCalls, windows } from './windows.ts';

const HOUR_MS = 3_600_000;
const waitingUntil = (untilMs: number) =>
  till({ sale: sale('waiting', { doing: { code: 'asked-to-wait', sinceMs: AT - 10_000, untilMs } }) });

test('a long wait shows its end, if needed with day', async () => {
  const window = await windows.till(waitingUntil(AT + HOUR_MS));
  await window.page.getByText('asked the till to wait until 15:02.').waitFor();
  await window.push(waitingUntil(AT + 23 * HOUR_MS));
  await window.page.getByText('asked the till to wait until 21 Nov, 13:02.').waitFor();
  await window.push(waitingUntil(AT + 5_000));
  await window.page.getByText('asked the till to wait a moment.').waitFor();
});

test('a silent sale can be left, with its consequences explained', async () => {
  const window = await windows.till(till({ sale: sale('waiting') }));
  await window.page.getByRole('button', { name: 'Cancel payment' }).waitFor();
  await expectPage(window.page.getByRole('button', { name: 'New sale' })).toHaveCount(0);
  await window.push(till({ sale: sale('waiting', { leavable: true }) }));
  await window.page.getByText('raises an alarm if it turns out paid').waitFor();
  await window.page.getByRole('button', { name: 'New sale' }).click();
  await expectCalls(window, 'sale.dismiss').toEqual([{ saleId: SALE_ID }]);
});

test("end screen and receipt show the service's time of payment", async () => {
  const window = await windows.till(till({ sale: sale('paid', { succeededAt: AT - 65_000 }) }));
  await window.page.getByText('Zoë paid at 14:01:26.').waitFor();
  await window.page.getByRole('button', { name: 'Print receipt' }).click();
  await window.page.emulateMedia({ media: 'print' });
  const printed = window.page.locator('body');
  await expectPage(printed).toContainText('14:01:26', { useInnerText: true });
  await expectPage(printed).toContainText('Till TILL42', { useInnerText: true });
});

test('marks a payment of a different till in every view', async () => {
  const { posId: _own, ...payment } = sale('paid', { elsewhere: true, succeededAt: AT - 65_000 });
  const row = summary('paid', { at: AT - 24 * HOUR_MS, succeededAt: AT, elsewhere: true });
  const answers = { ...found(0), 'payments.find': { rows: [row], next: null } };
  const window = await windows.till(till({ opened: payment }), { answers });
  await window.page.keyboard.press('F2');
  const line = window.page.getByRole('row');
  await line.getByText('Another till').waitFor();
  await expectPage(line).toContainText('14:02');
  const details = await window.page.getByRole('region', { name: 'Payment' }).innerText();
  expect(details).toMatch(/POS id\s+Another till/);
  expect(details).toMatch(/Paid\s+20 Nov 2026, 14:01:26/);
  expect(details).not.toContain('Noticed by the till');
  await window.page.getByRole('button', { name: 'Print receipt' }).click();
  await window.page.emulateMedia({ media: 'print' });
  await expectPage(window.page.locator('body')).toContainText('Another till');
});

test('shows when the till noticed the payment', async () => {
  const window = await windows.till(till({ opened: sale('paid', { succeededAt: AT - 65_000 }) }), {
    answers: found(3),
  });
  await window.page.keyboard.press('F2');
  await window.page.getByText('Noticed by the till').waitFor();
  await expectPage(window.page.getByRole('region', { name: 'Payment' })).toContainText(
    /Noticed by the till\s+20 Nov 2026, 14:02:31/,
    { useInnerText: true },
  );
});
