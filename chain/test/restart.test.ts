import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { addShop, newCode } from '../demo/head-office.ts';
import { readOptions } from '../options.ts';
import { startEmbedded } from '../postgres/embedded.ts';
import { startChain } from '../start.ts';
import { type Request, TestJournal, TestTill } from './till.ts';
import { freePort } from './web/open-page.ts';

test('tills wait through a PostgreSQL restart and lose no event', async () => {
  const faults: unknown[] = [];
  const log = { error: (fault: unknown) => void faults.push(fault) };
  const folder = mkdtempSync(join(tmpdir(), 'tillmate-restart-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const place = { folder, port: await freePort() };
  let postgres = await startEmbedded(place);
  onTestFinished(() => postgres.stop());
  const [url, port] = [await postgres.database('chain'), String(await freePort())];
  const chain = await startChain(readOptions({ DATABASE_URL: url, CHAIN_PORT: port }), log);
  onTestFinished(chain.close);
  const send = async ({ path, body, headers }: Request) => {
    const answer = await fetch(new URL(path, chain.address), { method: 'POST', body: new Uint8Array(body), headers });
    return { status: answer.status, body: await answer.json(), wait: Number(answer.headers.get('retry-after')) };
  };

  await addShop(chain.database, 'shop', 'Shop');
  const till = new TestTill();
  till.till = (await send(till.enrolment(await newCode(chain.database, 'shop')))).body.till;
  const journal = new TestJournal();
  const at = Date.now() - 60_000;
  for (let sale = 1; sale <= 30; sale += 1) {
    const about = {
      saleId: `sale-${sale}`,
      reference: `R-${sale}`,
      amount: 100,
      operation: 'static-qr',
      body: '{}',
    } as const;
    journal.add({ type: 'sale.intent', ...about, skewMs: 0 }, at + sale);
  }
  expect(await send(till.batch(journal, 0, 20, at))).toMatchObject({ status: 200, body: { next: 21 } });

  await postgres.stop();
  const batch = till.batch(journal, 20, 30, at + 1);
  const refused = await send(batch);
  expect(refused).toMatchObject({ status: 503, body: { code: 'collector.busy' } });
  expect(refused.wait).toBeGreaterThan(0);

  postgres = await startEmbedded(place);
  await expect.poll(async () => (await send(batch)).status).toBe(200);
  expect(await send(batch)).toMatchObject({ status: 200, body: { next: 31 } });
  const events = await chain.database.query('SELECT seq FROM events ORDER BY seq');
  expect(events.rows.map(({ seq }) => seq)).toEqual(Array.from({ length: 30 }, (_, index) => index + 1));
  // The projector resumes without a restart.
  await expect
    .poll(async () => (await chain.database.query('SELECT count(*)::int AS sales FROM sales')).rows)
    .toEqual([{ sales: 30 }]);
  expect(faults.length).toBeGreaterThan(0);
});
