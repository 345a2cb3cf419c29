import { expect, test } from 'vitest';
import type { TrainingAct } from '../../../preload/contract.ts';
import { pastedSettings, tillWithHandlers } from './till-with-handlers.ts';

// The counter's service makes deeplinks on this host.
const baseUrl = 'https://payer.example';

async function charged({ baseUrl, live = false }: { readonly baseUrl: string; readonly live?: boolean }) {
  const { handlers, counter, opened, played } = await tillWithHandlers({ baseUrl });
  if (live) await handlers['settings.save'](pastedSettings(), 'till');
  const saleId = await counter.charge(1250);
  await counter.clock.advance(100);
  const act = (name: TrainingAct) => handlers['training.act']({ saleId, act: name }, 'till');
  return {
    open: () => handlers['training.open-payer']({ saleId }, 'till'),
    act,
    opened,
    played,
    ...counter.view(saleId),
  };
}

test("the payer's page of the embedded service opens in training", async () => {
  const { open, opened, deeplink } = await charged({ baseUrl });
  await open();
  expect(opened).toEqual([deeplink]);
});

test.each([
  ['a page of any other host', { baseUrl: 'https://service.example' }],
  ['a page of a live till', { baseUrl, live: true }],
])('%s does not', async (_what, given) => {
  const { open, opened } = await charged(given);
  await expect(open()).rejects.toMatchObject({ code: 'training.no-payer' });
  expect(opened).toEqual([]);
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
