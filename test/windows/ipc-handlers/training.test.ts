import { expect, test } from 'vitest';
import type { TrainingAct } from '../../../preload/contract/contract.ts';
import { pastedSettings, tillWithHandlers } from './till-with-handlers.ts';

const baseUrl = 'http://127.0.0.1:40123';

interface Given {
  readonly baseUrl: string;
  readonly live?: boolean;
  /** How the service's addresses of payers' pages begin. */
  readonly pages?: string;
  readonly pin?: string;
}

async function charged({ baseUrl, live = false, pages = 'http://127.0.0.1:40123/', pin }: Given) {
  const { handlers, counter, opened, played, till, store } = await tillWithHandlers({ baseUrl, ...(pin && { pin }) });
  counter.service.payerPages = pages;
  if (live) await handlers['settings.save'](pastedSettings(), 'till');
  const saleId = await counter.charge(1250);
  await counter.clock.advance(100);
  const act = (name: TrainingAct) => handlers['training.act']({ saleId, act: name }, 'till');
  return {
    open: () => handlers['training.open-payer']({ saleId }, 'till'),
    act,
    opened,
    played,
    till,
    store,
    ...counter.view(saleId),
  };
}

test("the payer's page of the embedded service opens in training", async () => {
  const { open, opened, deeplink } = await charged({ baseUrl });
  await open();
  expect(opened).toEqual([deeplink]);
});

test.each([
  ['a page of any other host', { baseUrl: 'http://127.0.0.1:40124' }],
  ['a page of a service elsewhere', { baseUrl: 'https://payer.example', pages: 'https://payer.example/' }],
  ['a program of the system, by its scheme', { baseUrl, pages: 'ms-msdt://127.0.0.1:40123/' }],
  ['a page with TLS', { baseUrl, pages: 'https://127.0.0.1:40123/' }],
  ['a page with a user name', { baseUrl, pages: 'http://evil.test@127.0.0.1:40123/' }],
  ['a page of a live till', { baseUrl, live: true }],
])('%s does not', async (_what, given) => {
  const { open, opened } = await charged(given);
  await expect(open()).rejects.toMatchObject({ code: 'training.no-payer' });
  expect(opened).toEqual([]);
});

test('in kiosk no cashier opens a browser, which leads out of it; a manager does', async () => {
  const { open, opened, deeplink, till, store } = await charged({ baseUrl, pin: '4711' });
  store.write({ ...store.file, counter: { ...store.file.counter, kiosk: { on: true, atStart: false } } });
  await expect(open()).rejects.toMatchObject({ code: 'pin.required' });
  expect(opened).toEqual([]);
  await till.roles.unlock('4711');
  await open();
  expect(opened).toEqual([deeplink]);
});

test('the customer of a training sale is played at the till, by the payment that the service knows', async () => {
  const { act, played, paymentId } = await charged({ baseUrl });
  expect(paymentId).toBeDefined();
  await act('scan');
  expect(played).toEqual([{ paymentId, act: 'scan' }]);
});

test('a customer who can no longer do that is said to be too late', async () => {
  const { act } = await charged({ baseUrl });
  await expect(act('confirm')).rejects.toMatchObject({ code: 'training.too-late' });
});

test('a live till cannot pay itself', async () => {
  const { act, played } = await charged({ baseUrl, live: true });
  await expect(act('scan')).rejects.toMatchObject({ code: 'training.no-payer' });
  expect(played).toEqual([]);
});
