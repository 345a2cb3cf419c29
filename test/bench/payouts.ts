import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'rolldown';
import { type Sandbox, startSandbox } from '../../main/sandbox/index.ts';
import { makeSigningKey, publicHalf } from '../../main/service/signing-key.ts';
import { threads } from '../../tools/build/threads.mjs';
import { fieldsForService } from '../settings/fields-for-service.ts';
import { terminalSettings } from '../settings/terminal-settings.ts';
import { howMany } from './how-many.ts';
import type { Reconciled, Work } from './payouts/reconciling-process.ts';
import { type Row, row } from './result-row.ts';
import { median } from './statistics.ts';

export const name = 'payouts';

const TRANSACTIONS = Number(process.env['TILLMATE_BENCH_TRANSACTIONS'] ?? howMany(1_000_000, 40_000));
const DAYS = 20;
const DAY_MS = 86_400_000;
/** Number of early and late pages to compare. */
const ENDS = 20;

/**
 * Measures the reconciliation of payouts with the journal: pages of 10,000, a million transactions, in a separate
 * process.
 */
export async function bench(): Promise<readonly Row[]> {
  const sandbox = await startSandbox({ dataset: { seed: 1, transactions: TRANSACTIONS } });
  try {
    return rows(await reconciled(sandbox));
  } finally {
    await sandbox.close();
  }
}

function rows(found: Reconciled): readonly Row[] {
  const { pageMs, holdMs, transactions, matched, offCents, seconds, idleMiB, peakMiB, bare } = found;
  if (transactions !== TRANSACTIONS || matched !== 10_000 || offCents !== 0)
    throw new Error(`${transactions} transactions, ${matched} matched, ${offCents} cents apart.`);
  // The last pages of each list are not full.
  const full = pageMs.slice(1, Math.floor((TRANSACTIONS * 0.95) / 10_000));
  const early = median(full.slice(0, ENDS));
  const page = Math.max(pageMs[0] ?? Number.NaN, median(full));
  const of = `${transactions.toLocaleString('en')} transactions`;
  const what = 'a page of 10,000 fetched, verified, matched with 10,000 sales, its first screen read';
  return [
    row(`payouts: ${what}`, page, 'ms', {
      yardstick: ['the same page only fetched and parsed', median(bare.pageMs)],
      atMost: 8,
    }),
    row(`payouts: a page towards the end of ${of}`, median(full.slice(-ENDS)), 'ms', {
      yardstick: ['one at their beginning', early],
      atMost: 1.5,
    }),
    row(`payouts: peak memory of the process that reconciles ${of}, in ${seconds.toFixed(0)} s`, peakMiB, 'MiB', {
      yardstick: ['the same process before', idleMiB],
      atMost: 3,
    }),
    row(`payouts: longest that anything else of the till waited for it, among ${of}`, holdMs, 'ms', {
      yardstick: ['while pages are only fetched and parsed', bare.holdMs],
      atMost: 2,
    }),
  ];
}

async function reconciled(sandbox: Sandbox): Promise<Reconciled> {
  const signingKey = makeSigningKey('bench');
  sandbox.registerKey(sandbox.profile.profileId, publicHalf(signingKey));
  const settings = terminalSettings.parse(fieldsForService(sandbox));
  const day = (back: number) => new Date(Date.now() - back * DAY_MS).toISOString().slice(0, 10);
  const folder = mkdtempSync(join(tmpdir(), 'tillmate-bench-payouts-'));
  const program = await built(join(folder, 'program'));
  const work = { settings, signingKey, folder, from: day(DAYS - 1), to: day(0) };
  try {
    await inProcess(program, { ...work, step: 'charge' });
    return (await inProcess(program, { ...work, step: 'reconcile' })) as Reconciled;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Bundles as in the shipped app: otherwise Node's TypeScript loader would count once for each thread. */
async function built(folder: string): Promise<string> {
  const root = join(import.meta.dirname, '..', '..');
  await build({
    input: {
      'reconciling-process': join(import.meta.dirname, 'payouts', 'reconciling-process.ts'),
      'load-thread': join(root, 'main', 'reconcile', 'load-thread.ts'),
    },
    platform: 'node',
    plugins: [threads()],
    output: { dir: folder, format: 'es', entryFileNames: '[name].js', chunkFileNames: 'chunks/[name].js' },
  });
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
  return join(folder, 'reconciling-process.js');
}

async function inProcess(program: string, work: Work): Promise<unknown> {
  const child = fork(program, { stdio: 'inherit' });
  child.send(work);
  const ended = once(child, 'exit').then(([code]) => Promise.reject(new Error(`The process ended with ${code}.`)));
  ended.catch(() => undefined);
  const [done] = await Promise.race([once(child, 'message'), ended]);
  return done;
}
