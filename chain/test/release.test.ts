import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { expect, onTestFinished, test } from 'vitest';
import { openDatabase } from '../database/open.ts';
import { addShop, newCode } from '../demo/head-office.ts';
import { ShopDay } from '../demo/shop-day.ts';
import { SimulatedTill } from '../demo/simulated-till.ts';
import { emptyDatabase } from './database.ts';
import { freePort } from './web/open-page.ts';

const root = join(import.meta.dirname, '../..');

test('the release collects, projects and serves with Node alone', { timeout: 300_000 }, async () => {
  const folder = mkdtempSync(join(tmpdir(), 'tillmate-release-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const archive = execFileSync(process.execPath, ['tools/chain-release.mjs'], { cwd: root, encoding: 'utf8' });
  execFileSync('tar', ['-xzf', archive.trim().split('\n').at(-1) ?? '', '--strip-components=1'], { cwd: folder });

  const url = await emptyDatabase();
  const [port, health] = [String(await freePort()), String(await freePort())];
  const env = { DATABASE_URL: url, CHAIN_PORT: port, CHAIN_HEALTH_PORT: health };
  const collector = spawn(process.execPath, ['chain/cli.js'], { cwd: folder, env });
  const said = text(collector.stderr);
  onTestFinished(() => void collector.kill('SIGKILL'));
  const isHealthy = () => {
    const check = spawn(process.execPath, ['deploy/healthy.js'], { cwd: folder, env });
    return once(check, 'exit').then(([code]) => code === 0);
  };
  await expect.poll(isHealthy).toBe(true);

  const address = `http://127.0.0.1:${port}`;
  const page = await (await fetch(address)).text();
  const [, script = ''] = /<script[^>]* src="([^"]+)"/.exec(page) ?? [];
  expect((await fetch(new URL(script, address))).status).toBe(200);
  const database = openDatabase(url);
  onTestFinished(() => database.end());
  await addShop(database, 'shop', 'Shop');
  const till = new SimulatedTill({ address, shop: 'shop', pos: 'TILL1' });
  await till.enrol(await newCode(database, 'shop'));
  const day = new ShopDay(till, 'TILL1', () => 0.5);
  day.sell(Date.now() - 60_000);
  await till.ship();
  const sold = async () => (await database.query('SELECT sum(paid_count)::integer AS paid FROM day_hours')).rows;
  await expect.poll(sold).toEqual([{ paid: 1 }]);

  collector.kill('SIGTERM');
  expect(await once(collector, 'exit')).toEqual([0, null]);
  expect(
    (await said)
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line).level),
  ).toEqual(['info']);
});
