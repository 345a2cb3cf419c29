import { describe, expect, test } from 'vitest';
import { expectPage } from '../base/expect-page.ts';
import { hold } from '../e2e/harness/hands.ts';
import type { OpenWindow } from './open-windows.ts';
import { answerWith, callsTo, refusal } from './recorded-calls.ts';
import { AT, display, found, live, refundedView, SALE_ID, sale, summary, till } from './sample-snapshots.ts';
import { expectCalls, windows } from './windows.ts';

const cancelButton = ({ page }: OpenWindow) => page.getByRole('button', { name: 'Cancel payment' });
const question = ({ page }: OpenWindow) => page.getByText('Cancel this payment?');

describe('Cancel payment', () => {
  test('Escape asks, a second Escape disarms, then Enter cancels', async () => {
    const window = await windows.till(till({ sale: sale('waiting') }));
    await window.page.keyboard.press('Escape');
    await question(window).waitFor();
    await window.page.keyboard.press('Escape');
    await question(window).waitFor({ state: 'detached' });
    await window.page.keyboard.press('Enter');
    await window.page.keyboard.press('Space');
    await window.page.keyboard.press('F3');
    await expectCalls(window, 'sale.customer-says-paid').toHaveLength(1);
    expect(await callsTo(window, 'sale.cancel')).toEqual([]);
    await window.page.keyboard.press('Escape');
    await window.page.keyboard.press('Enter');
    await expectCalls(window, 'sale.cancel').toEqual([{ saleId: SALE_ID }]);
  });

  test('asks by mouse like by key, in the same place', async () => {
    const window = await windows.till(till({ sale: sale('waiting') }));
    const before = await cancelButton(window).boundingBox();
    await cancelButton(window).click();
    await question(window).waitFor();
    expect(await callsTo(window, 'sale.cancel')).toEqual([]);
    expect(await cancelButton(window).boundingBox()).toEqual(before);
    await cancelButton(window).click();
    await expectCalls(window, 'sale.cancel').toEqual([{ saleId: SALE_ID }]);
  });

  test('asks nothing more while a cancel waits for its response', async () => {
    const window = await windows.till(till({ sale: sale('waiting', { cancel: 'asked' }) }));
    await window.page.keyboard.press('Escape');
    await cancelButton(window).evaluate((button: HTMLButtonElement) => button.click());
    await window.page.keyboard.press('F3');
    await expectCalls(window, 'sale.customer-says-paid').toHaveLength(1);
    await expectPage(question(window)).toHaveCount(0);
    expect(await callsTo(window, 'sale.cancel')).toEqual([]);
  });

  test('a double click asks without answering', async () => {
    const window = await windows.till(till({ sale: sale('waiting') }));
    await cancelButton(window).evaluate((button: HTMLButtonElement) => {
      button.click();
      button.click();
    });
    await question(window).waitFor();
    expect(await callsTo(window, 'sale.cancel')).toEqual([]);
  });

  test('"Go on waiting" and a click elsewhere close the question', async () => {
    const window = await windows.till(till({ sale: sale('waiting') }));
    await cancelButton(window).click();
    await window.page.getByRole('button', { name: 'Go on waiting' }).click();
    await question(window).waitFor({ state: 'detached' });
    await cancelButton(window).click();
    await question(window).waitFor();
    await window.page.getByText('€\u00a012,50').first().click();
    await question(window).waitFor({ state: 'detached' });
    await window.page.keyboard.press('Enter');
    await window.page.keyboard.press('F3');
    await expectCalls(window, 'sale.customer-says-paid').toHaveLength(1);
    expect(await callsTo(window, 'sale.cancel')).toEqual([]);
  });

  test('a double click on "Go on waiting" leaves F3 unclicked', async () => {
    const window = await windows.till(till({ sale: sale('waiting') }));
    const { page } = window;
    const says = page.getByRole('button', { name: 'Customer says they paid' });
    await says.waitFor();
    await cancelButton(window).click();
    // A quick second click arrives as soon as the other button appears.
    await page.getByRole('button', { name: 'Go on waiting' }).evaluate(async (button: HTMLButtonElement) => {
      button.click();
      const inItsPlace = () => document.querySelector<HTMLButtonElement>('button[aria-keyshortcuts="F3"]');
      while (inItsPlace() === null) await new Promise((later) => setTimeout(later, 5));
      inItsPlace()?.click();
    });
    await question(window).waitFor({ state: 'detached' });
    await page.keyboard.press('F3');
    await expectCalls(window, 'sale.customer-says-paid').toHaveLength(1);
    await says.click();
    await expectCalls(window, 'sale.customer-says-paid').toHaveLength(2);
    expect(await callsTo(window, 'sale.cancel')).toEqual([]);
  });

  test('holding F3 or Escape asks only once', async () => {
    const window = await windows.till(till({ sale: sale('waiting') }));
    await hold(window.page, 'F3', 3);
    await hold(window.page, 'Escape', 3);
    await question(window).waitFor();
    expect(await callsTo(window, 'sale.customer-says-paid')).toHaveLength(1);
  });

  test('neither window invites to pay while cancelling', async () => {
    const window = await windows.till(till());
    const customer = await windows.display(display({ kind: 'cancelling', amount: 1250 }));
    for (const stage of ['creating', 'waiting', 'scanned'] as const) {
      await window.show(till({ sale: sale(stage, { cancel: 'asked' }) }));
      for (const { page } of [window, customer]) {
        await expectPage(page.getByRole('status', { name: 'Payment status' })).toHaveText('Being cancelled');
        await expectPage(page.getByRole('img', { name: 'Payment QR code' })).toHaveCount(0);
      }
    }
  });
});

describe('while a payment waits', () => {
  test('no button takes the place of Charge', async () => {
    const window = await windows.till(till());
    const charge = await window.page.getByRole('button', { name: 'Charge', exact: true }).boundingBox();
    await window.push(till({ sale: sale('waiting') }));
    await cancelButton(window).waitFor();
    const boxes = await Promise.all(
      (await window.page.getByRole('button').all()).map((button) => button.boundingBox()),
    );
    const below = boxes.filter(
      (box) =>
        box !== null &&
        charge !== null &&
        box.x + box.width > charge.x &&
        box.y < charge.y + charge.height &&
        box.y + box.height > charge.y,
    );
    expect(charge).not.toBeNull();
    expect(below).toEqual([]);
  });

  test('"Customer says they paid" appears after ten seconds', async () => {
    const window = await windows.till(till());
    const { clock } = window.page;
    await window.stopClock();
    await window.push(till({ sale: sale('waiting', { startedAt: AT - 5_000 }) }));
    const says = window.page.getByRole('button', { name: 'Customer says they paid' });
    const before = await cancelButton(window).boundingBox();
    await clock.runFor(4_900);
    expect(await says.count()).toBe(0);
    await clock.runFor(200);
    await says.waitFor();
    expect(await cancelButton(window).boundingBox()).toEqual(before);
    await clock.runFor(500);
    await says.click();
    await expectCalls(window, 'sale.customer-says-paid').toEqual([{ saleId: SALE_ID }]);
  });

  test('a verdict disappears when the stage changes or ends', async () => {
    const verdict = { at: AT, kind: 'not-paid' } as const;
    const window = await windows.till(till({ sale: sale('waiting', { verdict }) }));
    await window.page.getByText('Not paid as of').waitFor();
    await window.push(till({ sale: sale('scanned', { verdict }) }));
    await expectPage(window.page.getByText('Not paid as of')).toHaveCount(0);
    const later = { at: AT + 1_000, kind: 'not-paid' } as const;
    await window.push(till({ sale: sale('scanned', { verdict: later }) }));
    await window.page.getByText('Not paid as of 14:02:32.').waitFor();
    await window.push(till({ sale: sale('paid', { verdict: later }) }));
    await window.page.getByRole('heading', { name: 'Paid' }).waitFor();
    await expectPage(window.page.getByText('Not paid as of')).toHaveCount(0);
  });
});

describe('after the end', () => {
  test('typing begins the next sale without losing a key', async () => {
    const window = await windows.till(till({ sale: sale('paid') }));
    await window.page.keyboard.type('7,25');
    await expectCalls(window, 'sale.dismiss').toEqual([{ saleId: SALE_ID }]);
    await window.push(till());
    await expectPage(window.page.getByRole('textbox', { name: 'Amount' })).toHaveValue('7,25');
    await window.page.keyboard.press('Enter');
    await expectCalls(window, 'sale.start').toEqual([{ amount: 725 }]);
  });

  test('typing does not leave an unknown outcome', async () => {
    const window = await windows.till(till({ sale: sale('unknown') }));
    await window.page.keyboard.type('7,25');
    await window.page.keyboard.press('F3');
    await expectCalls(window, 'sale.customer-says-paid').toHaveLength(1);
    expect(await callsTo(window, 'sale.dismiss')).toEqual([]);
    await window.push(till());
    await expectPage(window.page.getByRole('textbox', { name: 'Amount' })).toHaveValue('');
  });

  test.each(['cancelled', 'expired', 'failed'] as const)(
    'Charge again of a sale %s starts a new sale',
    async (stage) => {
      const window = await windows.till(till({ sale: sale(stage, { description: 'Two loaves' }) }));
      await window.page.getByRole('button', { name: 'Charge again' }).click();
      await expectCalls(window, 'sale.dismiss').toEqual([{ saleId: SALE_ID }]);
      await window.push(till());
      await expectCalls(window, 'sale.start').toEqual([{ amount: 1250, description: 'Two loaves' }]);
    },
  );

  test('a double click on Charge again charges once', async () => {
    const window = await windows.till(till({ sale: sale('failed', { amount: 124_950 }) }));
    const again = window.page.getByRole('button', { name: 'Charge again' });
    await expectPage(again).toBeEnabled();
    // The second click arrives after the response to the first, before the snapshot without the sale.
    await again.evaluate(async (button: HTMLButtonElement) => {
      button.click();
      await new Promise((answered) => setTimeout(answered));
      button.click();
    });
    await window.push(till());
    await expectCalls(window, 'sale.start').toEqual([{ amount: 124_950 }]);
    await window.push(till({ sale: sale('waiting') }));
    await cancelButton(window).waitFor();
    await window.push(till());
    await expectPage(window.page.getByRole('textbox', { name: 'Amount' })).toHaveValue('');
    expect(await callsTo(window, 'sale.start')).toHaveLength(1);
    expect(await callsTo(window, 'sale.dismiss')).toHaveLength(1);
  });

  test('Charge again charges nothing after a change of view', async () => {
    const window = await windows.till(till({ sale: sale('failed') }), { answers: found(1) });
    await window.page.getByRole('button', { name: 'Charge again' }).click();
    await expectCalls(window, 'sale.dismiss').toEqual([{ saleId: SALE_ID }]);
    await window.page.keyboard.press('F2');
    await window.page.getByRole('searchbox', { name: 'Find a payment' }).waitFor();
    await window.push(till());
    await window.page.keyboard.press('F2');
    await expectPage(window.page.getByRole('textbox', { name: 'Amount' })).toHaveValue('12,50');
    expect(await callsTo(window, 'sale.start')).toEqual([]);
  });

  test('Charge again charges nothing when the dismissal is refused', async () => {
    const refused = { ok: false, error: { code: 'sale.open', message: '', retryable: false } };
    const window = await windows.till(till({ sale: sale('failed') }), { answers: { 'sale.dismiss': refused } });
    await window.page.getByRole('button', { name: 'Charge again' }).click();
    await window.page.getByText('The sale is still running').waitFor();
    await window.push(till());
    await expectPage(window.page.getByRole('textbox', { name: 'Amount' })).toHaveValue('');
    expect(await callsTo(window, 'sale.start')).toEqual([]);
  });

  test('the next click retries a refused dismissal', async () => {
    const answers = { 'sale.dismiss': refusal('sale.open') };
    const window = await windows.till(till({ sale: sale('failed') }), { answers });
    const again = window.page.getByRole('button', { name: 'Charge again' });
    await again.click();
    await window.page.getByText('The sale is still running').waitFor();
    await answerWith(window, { 'sale.dismiss': {} });
    await again.click();
    await expectCalls(window, 'sale.dismiss').toHaveLength(2);
    await window.push(till());
    await expectCalls(window, 'sale.start').toEqual([{ amount: 1250 }]);
  });

  test('the refunded amount replaces Paid on every screen', async () => {
    const part = refundedView(500);
    const window = await windows.till(live({ sale: sale('paid', { amount: 2_000, refunded: 500, refunds: [part] }) }));
    await window.page.getByRole('heading', { name: '€\u00a05,00 of €\u00a020,00 refunded' }).waitFor();
    await expectPage(window.page.locator('[data-flood]')).toHaveCount(0);
    const whole = sale('paid', { amount: 500, refunded: 500, refundable: 0, refunds: [part] });
    await window.push(live({ sale: whole }));
    await window.page.getByRole('heading', { name: 'Refunded' }).waitFor();
    await expectPage(window.page.getByRole('heading', { name: 'Paid' })).toHaveCount(0);
    await window.push(live({ recent: [summary('paid', { amount: 2_000, refunded: 500 })] }));
    await window.page.getByRole('link', { name: '€\u00a05,00 of €\u00a020,00 refunded' }).waitFor();
  });
});
