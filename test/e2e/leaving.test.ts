import { once } from 'node:events';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { notOnWindows } from '../base/only-where.ts';
import {
  amountOn,
  charge,
  chooseRuntime,
  ends,
  expectPage,
  newSale,
  onlyOnHost,
  openShop,
  pressLast,
  type RunningApp,
  reads,
  type Shop,
  shows,
  shredButton,
} from './harness/index.ts';

/** Only the host can play a person who presses a window's cross, and a system that shuts down. */
const CROSS = { host: 'close-window', title: 'Tillmate' } as const;

let shop: Shop;
beforeAll(async () => {
  shop = await openShop();
  await shredButton(shop.app).click();
});
afterAll(() => shop.close());

const question = ({ till }: RunningApp) => till.getByRole('alertdialog', { name: 'End Tillmate?' });

describe(
  'the cross of the till, in the middle of a sale',
  onlyOnHost('a person presses the cross, a system shuts down'),
  () => {
    test('asks: Stay has the focus, and the sale is paid as if nothing had been', async () => {
      const { app } = shop;
      await charge(app, '12,50');
      app.play(CROSS);
      await reads(question(app), /^The sale of €\s12,50 \(\S+\) is not finished: Waiting\.$/);
      await expectPage(question(app).getByRole('button', { name: 'Stay' })).toBeFocused();
      await app.till.keyboard.press('Enter');
      await question(app).waitFor({ state: 'hidden' });
      shop.pay();
      await ends(app, 'Paid', 'Paid');
      await newSale(app);
    });

    test('ended all the same: the customer pays, and started again the till says so', async () => {
      const { app } = shop;
      await charge(app, '4,40');
      const paymentId = shop.newest();
      app.play(CROSS);
      const ended = once(app.process, 'exit');
      await pressLast(question(app).getByRole('button', { name: 'End Tillmate' }));
      expect((await ended)[0]).toBe(0);
      shop.pay(paymentId);
      await shop.restart('quit');
      await shop.app.till.getByRole('heading', { name: 'Paid', exact: true }).waitFor();
      await expect.poll(() => amountOn(shop.app.till)).toBe('€ 4,40');
      await newSale(shop.app);
    });

    test('the system that shuts down is never held up, and the sale goes on after it', async () => {
      const { app } = shop;
      await charge(app, '5,50');
      const ended = once(app.process, 'exit');
      app.play({ host: 'shutdown' });
      expect((await ended)[0]).toBe(0);
      await shop.restart('quit');
      await shows(shop.app.till, 'Waiting');
    });
  },
);

test(
  'a signal ends the app in the middle of a sale, without a question',
  notOnWindows('Windows has no signals'),
  async () => {
    if (chooseRuntime().name === 'electron') await charge(shop.app, '5,50');
    const ended = once(shop.app.process, 'exit');
    shop.app.process.kill('SIGTERM');
    expect(await ended).toEqual([0, null]);
  },
);
