import { afterAll, beforeAll, expect, test } from 'vitest';
import { charge, ends, expectPage, logOf, newSale, openShop, reads, type Shop, shows } from './harness/index.ts';

let shop: Shop;
beforeAll(async () => {
  shop = await openShop();
});
afterAll(() => shop.close());

test('the service goes down in the middle of a sale and comes back: the till says so, keeps the sale, follows it to Paid', async () => {
  const { app, sandbox } = shop;
  await charge(app, '12,50');
  await sandbox.faults.goDown();
  await reads(
    app.till,
    'No connection to the payment service. The payment is kept, and the till keeps trying by itself.',
  );
  await app.till.getByRole('status', { name: 'Payment service' }).filter({ hasText: 'offline' }).waitFor();
  await expectPage(app.till.getByText(/connection to the payment service|cannot be reached/)).toHaveCount(1);
  await shows(app.display, 'Scan to pay');
  await expectPage(app.display.getByRole('img', { name: 'Payment QR code' })).toHaveCount(1);

  await app.till.keyboard.press('F3');
  await reads(
    app.till,
    /could not be reached at \d\d:\d\d:\d\d, so it is not known yet\. Ask the customer to wait; do not charge again\./,
  );

  shop.pay();
  await sandbox.faults.comeUp();
  await ends(app, 'Paid', 'Paid');
  await app.till.getByRole('status', { name: 'Payment service' }).filter({ hasText: 'online' }).waitFor();
  await newSale(app);
});

test('the answer to Charge is lost: the till looks the payment up by its reference and charges only once', async () => {
  const { app, sandbox } = shop;
  const before = sandbox.engine.store.payments.size;
  sandbox.faults.inject({ operation: 'createStaticQrPayment', kind: 'reset-after' });
  await charge(app, '3,35');
  expect(sandbox.engine.store.payments.size).toBe(before + 1);
  shop.pay();
  await ends(app, 'Paid', 'Paid');
  await newSale(app);
});

test('the service answers a web page in place of a payment: the sale is kept and followed on to Paid', async () => {
  const { app, sandbox } = shop;
  await charge(app, '2,20');
  const page = sandbox.faults.inject({ operation: 'readPayment', kind: 'html', times: 0 });
  await reads(
    app.till,
    /The payment service answered something the till cannot read\. The till keeps the payment and keeps asking\.|Another server answered in place of the payment service\./,
  );
  sandbox.faults.remove(page);
  shop.pay();
  await ends(app, 'Paid', 'Paid');
  await newSale(app);
});

test('an answer that does not fit: the sale is Unknown, support has trace id and raw answer, and it is followed on', async () => {
  const { app, sandbox } = shop;
  await charge(app, '2,75');
  const payment = sandbox.engine.store.payments.get(shop.newest());
  Object.assign(payment ?? {}, { amount: 'two euros' });
  await app.till.getByRole('heading', { name: 'Unknown', exact: true }).waitFor();
  await reads(app.till, 'The payment service answered something the till cannot read.');
  await reads(app.till, /For support: \S+\./);
  await reads(app.till, 'Do not charge again for now');
  await reads(app.display, 'We are checking your payment. Please do not pay again.');
  const raw = (await logOf(app)).flatMap((line) => line.raw ?? []);
  // Its form and no text of it, which may be somebody's name.
  expect(raw).toContainEqual(expect.stringMatching(/"amount":"(?!two)/));

  Object.assign(payment ?? {}, { amount: 275 });
  shop.pay();
  await ends(app, 'Paid', 'Paid');
  await newSale(app);
});

test('the service no longer knows the payment: the sale is Unknown until it does, and is followed on', async () => {
  const { app, sandbox } = shop;
  await charge(app, '3,75');
  const refused = sandbox.faults.inject({ operation: 'readPayment', kind: 'status', status: 404, times: 0 });
  await app.till.getByRole('heading', { name: 'Unknown', exact: true }).waitFor();
  await reads(app.till, /For support: [0-9a-f]{32}\./);
  await reads(app.till, 'The till keeps asking the payment service. The payment is kept.');
  sandbox.faults.remove(refused);
  shop.pay();
  await ends(app, 'Paid', 'Paid');
  await newSale(app);
});

test('an answer about another payment is not believed: the till says so and goes on asking about its own', async () => {
  const { app, sandbox } = shop;
  await charge(app, '4,75');
  const payment = sandbox.engine.store.payments.get(shop.newest());
  const { reference = '' } = payment ?? {};
  Object.assign(payment ?? {}, { reference: 'SOMEBODY-ELSE', status: 'SUCCEEDED', succeededAt: Date.now() });
  await reads(app.till, /answered about another payment/);
  await expectPage(app.till.getByRole('heading', { name: 'Paid', exact: true })).toHaveCount(0);
  Object.assign(payment ?? {}, { reference });
  await ends(app, 'Paid', 'Paid');
  await newSale(app);
});

test('the service is overloaded and asks to wait: the till says that it waits, and goes on by itself', async () => {
  const { app, sandbox } = shop;
  await charge(app, '1,10');
  const busy = sandbox.faults.inject({
    operation: 'readPayment',
    kind: 'status',
    status: 503,
    retryAfter: '1',
    times: 0,
  });
  await reads(app.till, 'The payment service asked the till to wait a moment.');
  sandbox.faults.remove(busy);
  shop.pay();
  await ends(app, 'Paid', 'Paid');
  await newSale(app);
});
