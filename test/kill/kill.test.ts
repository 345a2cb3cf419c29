import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ensureBuilt } from '../../tools/build/ensure-built.mjs';
import { projectRoot } from '../e2e/harness/runtime.ts';
import { ourClient } from '../pairing/client-over-sockets.ts';
import { accessTo } from '../pairing/sandbox-access.ts';
import { disagreements } from './agreement.ts';
import { builtApp } from './app.ts';
import { killCampaign } from './campaign.ts';
import { points } from './points.ts';
import { startHeldService } from './service.ts';
import { killTable } from './table.ts';

test('the app killed once at each point between intent and outcome loses nothing and does nothing twice', async () => {
  expect(await ensureBuilt(projectRoot)).not.toBe('failed');
  const ran = await killCampaign({ runs: points.length, jobs: 6, firstSeed: 0, script: builtApp });
  console.log(killTable(ran));
  const faults = ran.flatMap(({ seed, result }) => result.faults.map((fault) => `seed ${seed}: ${fault}`));
  expect(faults).toEqual([]);
});

test('a payment that the till knows nothing of would be found out', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'tillmate-agreement-'));
  const { sandbox } = await startHeldService({ acknowledgement: false });
  const till = ourClient(accessTo(sandbox));
  const body = till.service.preparePayment({ amount: 1250, reference: 'LOST' });
  const { paymentId } = await till.service.createPayment(body);
  expect(disagreements(join(folder, 'journal.sqlite'), sandbox)).toEqual([
    'there was no journal',
    `payment ${paymentId} (PENDING) without a sale`,
  ]);
  await till[Symbol.asyncDispose]();
  await sandbox.close();
  rmSync(folder, { recursive: true });
});
