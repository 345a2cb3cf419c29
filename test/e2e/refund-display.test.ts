import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { charge, ends, expectPage, launchApp, newSale, type RunningApp, snapshotOf } from './harness/index.ts';

let app: RunningApp;
beforeAll(async () => {
  app = await launchApp({ args: ['--training'] });
});
afterAll(() => app.stop());

test('the customer who paid sees what goes back, and the next one sees nothing of it', async () => {
  await charge(app, '20,00');
  for (const name of ['Pay as the customer', 'Scan', 'Confirm'])
    await app.till.getByRole('button', { name, exact: true }).click();
  await ends(app, 'Paid', 'Paid');
  const saleId = (await snapshotOf(app)).sale?.saleId ?? '';
  const refund = (amount: number) =>
    app.till.evaluate((draft) => window.tillmate.call('refund.start', draft), {
      wish: randomUUID(),
      saleId,
      amount,
      seen: amount,
    });

  const said = await whatTheDisplaySays();
  await refund(500);
  await expect
    .poll(said)
    .toContainEqual(expect.stringMatching(/€ 5,00\s+Partly refunded\s+€ 5,00 of the € 20,00 you paid has gone back/));
  await refund(1_500);
  await expect.poll(said).toContainEqual(expect.stringMatching(/€ 15,00\s+Refunded/));

  await newSale(app);
  await charge(app, '3,00');
  await expectPage(app.display.locator('body')).not.toContainText(/15,00|20,00|efunded/);
  await app.till.getByRole('button', { name: 'Refuse', exact: true }).click();
  await ends(app, 'Cancelled', 'Cancelled');
});

/** All that it has said since, each time that it changed: what went back stands there for ten seconds only. */
async function whatTheDisplaySays(): Promise<() => Promise<readonly string[]>> {
  const said = await app.display.evaluateHandle(() => {
    const texts: string[] = [];
    const listen = () => texts.push(document.body.innerText.replaceAll('\u00a0', ' '));
    new MutationObserver(listen).observe(document.body, { subtree: true, childList: true, characterData: true });
    return texts;
  });
  return () => said.jsonValue();
}
