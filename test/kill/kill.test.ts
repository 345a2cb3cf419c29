import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ensureBuilt } from '../../tools/build/ensure-built.mjs';
import { projectRoot } from '../e2e/harness/runtime.ts';
import { accessTo, ourClient } from '../pairing/client-over-sockets.ts';
import { killCampaign, killTable } from './campaign.ts';
import { builtApp } from './headless-app.ts';
import { startHeldService } from './held-service.ts';
import { disagreements } from './journal-against-service.ts';
import { points } from './points-of-each-operation.ts';
import { killRestore, restoreTable } from './restore-under-kill.ts';

test('survives a kill at each point between intent and outcome', {
  timeout: 600_000,
}, async () => {
  expect(await ensureBuilt(projectRoot)).not.toBe('failed');
  const ran = await killCampaign({ runs: points.length, jobs: 6, firstSeed: 0, script: builtApp });
  console.log(killTable(ran));
  expect(new Set(ran.map(({ point }) => point))).toEqual(new Set(points));
  const faults = ran.flatMap(({ seed, result }) => result.faults.map((fault) => `seed ${seed}: ${fault}`));
  expect(faults).toEqual([]);
});

test('a killed restore completes or leaves everything as before', async () => {
  const runs = await killRestore();
  console.log(restoreTable(runs));
  expect(runs.length).toBeGreaterThan(10);
  expect(new Set(runs.map(({ found }) => found))).toEqual(new Set(['as before', 'as after']));
  expect(runs.flatMap(({ phase, change, faults }) => faults.map((fault) => `${phase}, ${change}: ${fault}`))).toEqual(
    [],
  );
});

test('detects a payment missing from the journal', async () => {
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
