import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  charge,
  ends,
  logOf,
  newSale,
  onlyOnHost,
  openShop,
  reads,
  type Shop,
  shows,
  shredButton,
  snapshotOf,
} from './harness/index.ts';

/** What becomes of a page on a real machine. The host plays the machine; on Electron it cannot be asked to. */

let shop: Shop;
beforeAll(async () => {
  shop = await openShop();
  await shredButton(shop.app).click();
});
afterAll(() => shop.close());

const endsOf = async (window: string) =>
  (await logOf(shop.app)).filter((line) => line.window === window && line.code?.startsWith('window.'));

describe('a page in trouble', onlyOnHost('a page ends as a system ends it, a printer answers'), () => {
  test('a customer display that stands still and that nobody touches is found and comes back; the sale goes on', async () => {
    const { app } = shop;
    await charge(app, '7,70');
    standStill(app.display);
    shop.sandbox.payer.scan(shop.newest());
    await shows(app.till, 'Scanned');
    await expect.poll(() => endsOf('display'), { timeout: 60_000 }).toHaveLength(1);
    expect((await endsOf('display'))[0]?.msg).toMatch(/hung/);
    await app.reconnect();
    await shows(app.display, 'Scanned');
    await finish();
  });

  test('a page that the system ended is not told as hung; the log keeps reason and exit code', async () => {
    const { app } = shop;
    await app.play({ host: 'end-page', contents: 2, details: { reason: 'killed', exitCode: 9 } });
    await expect.poll(() => endsOf('display')).toHaveLength(2);
    const [, line] = await endsOf('display');
    expect(line?.msg).not.toMatch(/hung/);
    expect(line?.reason).toBe('killed (9)');
    await app.reconnect();
  });

  test('a page that is away: nothing is pushed to it, and it has the newest when it is there again', async () => {
    const { app } = shop;
    await charge(app, '6,60');
    await app.play({ host: 'end-page', contents: 2, details: { reason: 'crashed', exitCode: 5 } });
    await expect.poll(() => endsOf('display')).toHaveLength(3);
    shop.sandbox.payer.scan(shop.newest());
    await shows(app.till, 'Scanned');
    await app.reconnect();
    await shows(app.display, 'Scanned');
    expect(app.output()).not.toContain('Error sending from webFrameMain');
    await finish();
  });

  test('a page that ran out of memory: the till says what to do, and brings the display back when asked', async () => {
    const { app } = shop;
    await app.play({ host: 'end-page', contents: 2, details: { reason: 'oom', exitCode: 137 } });
    await reads(app.till, 'The customer display keeps failing.');
    await app.till.getByRole('button', { name: 'Open the display' }).click();
    await reads(app.till, 'This computer is short of memory');
    await app.till.getByRole('button', { name: 'Understood' }).click();
    await reads(app.till, 'The customer display had a problem and was opened again.');
    await app.reconnect();
  });

  test('the end of the process for graphics is in the log', async () => {
    const { app } = shop;
    await app.play({ host: 'end-child', details: { type: 'GPU', reason: 'crashed', exitCode: 11 } });
    await expect.poll(async () => (await logOf(app)).some(({ msg }) => /GPU/.test(String(msg)))).toBe(true);
  });
});

describe('a receipt', onlyOnHost('a page ends as a system ends it, a printer answers'), () => {
  beforeAll(async () => {
    const { app } = shop;
    await charge(app, '8,80');
    shop.pay();
    await ends(app, 'Paid', 'Paid');
  });
  const press = (options = {}) => shop.app.till.getByRole('button', { name: 'Print receipt' }).click(options);

  test('is printed on the paper of the printer, not on A4', async () => {
    const folder = join(shop.userDataDir, 'printed');
    await press();
    await expect.poll(() => readdir(folder).catch(() => [])).toHaveLength(1);
    const [name = ''] = await readdir(folder);
    // Points: 80 mm are 227, A4 is 595 wide.
    const width = async () => Number(/MediaBox \[0 0 ([\d.]+)/.exec(await readFile(join(folder, name), 'latin1'))?.[1]);
    await expect.poll(width).toBeCloseTo(226.8, 0);
  });

  test.each([
    ['missing', 'Nothing was printed: this computer has no printer.'],
    ['fails', 'Nothing was printed. Check that the printer is on and has paper'],
    ['refuses', 'Nothing was printed. Check that the printer is on and has paper'],
  ] as const)('on a printer that is %s: the cashier reads what to do', async (answer, text) => {
    const { app } = shop;
    await app.play({ host: 'printer', answer });
    await press();
    await reads(app.till, text);
  });

  test('that the person cancels is no error', async () => {
    const { app } = shop;
    await app.play({ host: 'printer', answer: 'cancelled' });
    const saleId = (await snapshotOf(app)).sale?.saleId ?? '';
    const outcome = await app.till.evaluate(async (id) => {
      const { value } = (await window.tillmate.call('receipt.issued', { saleId: id })) as { value: { issued: number } };
      return window.tillmate.call('receipt.print', { saleId: id, issued: value.issued, paper: '80mm', heightMm: 100 });
    }, saleId);
    expect(outcome).toEqual({ ok: true, value: { printed: false } });
  });

  test('behind an open print dialog the till stands still, and is not taken for hung', async () => {
    const { app } = shop;
    await app.play({ host: 'printer', answer: 'asks' });
    // The press is over when the dialog is, once the display has been found.
    const pressed = press({ timeout: 90_000 });
    // The display, which hangs now, is found after 15 s; the till has then been silent for as long.
    standStill(app.display);
    await expect.poll(() => endsOf('display'), { timeout: 60_000 }).toHaveLength(5);
    await app.play({ host: 'printer', answer: 'prints' });
    await pressed;
    await app.till.getByRole('heading', { name: 'Paid', exact: true }).waitFor();
    expect(await endsOf('till')).toEqual([]);
  });
});

/** The customer who has scanned pays. */
async function finish(): Promise<void> {
  const { app, sandbox } = shop;
  sandbox.payer.confirm(shop.newest());
  sandbox.engine.settle(shop.newest());
  await ends(app, 'Paid', 'Paid');
  await newSale(app);
}

function standStill(page: Page): void {
  page
    .evaluate(() => {
      for (;;) performance.now();
    })
    .catch(() => 'its page is gone');
}
