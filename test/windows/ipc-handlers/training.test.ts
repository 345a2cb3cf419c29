import { expect, test } from 'vitest';
import { pastedSettings, tillWithHandlers } from './till-with-handlers.ts';

// The counter's service makes deeplinks on this host.
const baseUrl = 'https://payer.example';

async function openPayer({ baseUrl, live = false }: { readonly baseUrl: string; readonly live?: boolean }) {
  const { handlers, counter, opened } = await tillWithHandlers({ baseUrl });
  if (live) await handlers['settings.save'](pastedSettings(), 'till');
  const saleId = await counter.charge(1250);
  await counter.clock.advance(100);
  const { deeplink } = counter.view(saleId);
  return { opening: handlers['training.open-payer']({ saleId }, 'till'), opened, deeplink };
}

test("the payer's page of the embedded service opens in training", async () => {
  const { opening, opened, deeplink } = await openPayer({ baseUrl });
  await opening;
  expect(opened).toEqual([deeplink]);
});

test.each([
  ['a page of any other host', { baseUrl: 'https://service.example' }],
  ['a page of a live till', { baseUrl, live: true }],
])('%s does not', async (_what, given) => {
  const { opening, opened } = await openPayer(given);
  await expect(opening).rejects.toMatchObject({ code: 'training.no-payer' });
  expect(opened).toEqual([]);
});
