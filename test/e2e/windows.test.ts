import { once } from 'node:events';
import { beforeAll, describe, expect, test } from 'vitest';
import { notOnWindows } from '../base/only-where.ts';
import {
  amountOn,
  cancelPayment,
  charge,
  chooseRuntime,
  ends,
  expectPage,
  givenShop,
  newSale,
  onlyOnHost,
  pressLast,
  type RunningApp,
  readQr,
  reads,
  shows,
  shredButton,
} from './harness/index.ts';

/** Only the host can play a click on the window's close button and a system shutdown. */
const CROSS = { host: 'close-window', title: 'Tillmate' } as const;

const shop = givenShop();
beforeAll(() => shredButton(shop.app).click());

describe('the customer display', () => {
  test('can be closed and reopened during a sale', async () => {
    const { app } = shop;
    await charge(app, '12,50');
    await app.display.close();
    await reads(app.till, 'The customer display is closed. Customers can scan the code on this screen.');
    await app.till.getByRole('img', { name: 'Payment QR code' }).waitFor();
    await expect.poll(() => readQr(app.till)).toContain(shop.newest());

    await app.till.getByRole('button', { name: 'Open the display' }).click();
    await app.reconnect();
    await shows(app.display, 'Scan to pay');
    await expect.poll(() => readQr(app.display)).toContain(shop.newest());
    await app.till.getByText('The customer display is closed.').waitFor({ state: 'hidden' });
    await cancelPayment(app);
    await app.till.getByRole('heading', { name: 'Cancelled', exact: true }).waitFor();
    await newSale(app);
  });
});

test(
  'finds a payment made during sleep without network',
  onlyOnHost('the machine is sent to sleep and woken'),
  async () => {
    const { app, sandbox } = shop;
    await charge(app, '2,40');
    await sandbox.faults.goDown();
    await reads(app.till, 'No connection to the payment service.');
    await app.play({ host: 'suspend' });
    shop.pay();
    await sandbox.faults.comeUp();
    await app.play({ host: 'resume' });
    await ends(app, 'Paid', 'Paid');
    await newSale(app);
  },
);

const question = ({ till }: RunningApp) => till.getByRole('alertdialog', { name: 'End Tillmate?' });

describe('closing the till during a sale', onlyOnHost('a person presses the cross, a system shuts down'), () => {
  test('asks first, and Stay continues the sale', async () => {
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

  test('ends the app, and a later start shows the payment', async () => {
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

  test('never delays a shutdown and keeps the sale', async () => {
    const { app } = shop;
    await charge(app, '5,50');
    const ended = once(app.process, 'exit');
    app.play({ host: 'shutdown' });
    expect((await ended)[0]).toBe(0);
    await shop.restart('quit');
    await shows(shop.app.till, 'Waiting');
  });
});

test('a signal ends the app without a question', notOnWindows('Windows has no signals'), async () => {
  if (chooseRuntime().name === 'electron') await charge(shop.app, '5,50');
  const ended = once(shop.app.process, 'exit');
  shop.app.process.kill('SIGTERM');
  expect(await ended).toEqual([0, null]);
});
