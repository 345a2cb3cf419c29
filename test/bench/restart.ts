import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { systemClock, systemRandom } from '../../main/base/clock.ts';
import { makeSigningKey } from '../../main/service/signing-key.ts';
import { createLog } from '../../main/support/log.ts';
import { type OpenTill, openTill } from '../../main/till/open-till.ts';
import { createConnection } from '../../main/till/service-connection.ts';
import { stateNotices } from '../../main/windows/state-notices.ts';
import { launchApp } from '../e2e/harness/index.ts';
import { terminalSettings } from '../settings/terminal-settings.ts';
import { actsInMemory } from '../till/acts-in-memory.ts';
import { largestPaintAt } from './app/page-clock.ts';
import { howMany } from './how-many.ts';
import { folderWithSales } from './journal/many-sales.ts';
import type { Row } from './result-row.ts';
import { median } from './statistics.ts';

export const name = 'restart';

const SALES = howMany(1_000_000, 2_000);
const STARTS = howMany(5);
const PAGE = 50;
const RECENT = 20;

/** A till with a million sales in its journal, beside one that has sold nothing: started again, and searched. */
export async function bench(): Promise<readonly Row[]> {
  const parent = join(import.meta.dirname, '..', '..', 'out', 'bench');
  const full = folderWithSales(parent, SALES).folder;
  const empty = folderWithSales(parent, 0).folder;

  const taken = { open: [] as number[], openEmpty: [] as number[], start: [] as number[], startEmpty: [] as number[] };
  for (let run = 0; run < STARTS; run += 1) {
    taken.open.push(await openedMs(full));
    taken.openEmpty.push(await openedMs(empty));
  }
  // The first start in a folder also makes the browser's profile.
  for (const folder of [full, empty]) await startedMs(folder);
  for (let run = 0; run < STARTS; run += 1) {
    taken.start.push(await startedMs(full));
    taken.startEmpty.push(await startedMs(empty));
  }
  return [
    later('journal, sales and refunds ready with 1,000,000 sales', median(taken.open), median(taken.openEmpty)),
    later('restart with 1,000,000 sales, to both windows usable', median(taken.start), median(taken.startEmpty)),
    ...(await searches(full)),
  ];
}

function later(figure: string, value: number, none: number): Row {
  return {
    figure,
    value,
    unit: 'ms',
    yardstick: 'with none',
    yardstickValue: none,
    bar: '≤ 1000 ms later',
    ok: value - none <= 1_000,
  };
}

/** From nothing to everything that the first snapshot needs, the file not in memory, as after the machine was off. */
async function openedMs(folder: string): Promise<number> {
  forget(join(folder, 'training', 'journal.sqlite'));
  const { till, ms } = await opened(folder);
  await till.close();
  return ms;
}

async function opened(folder: string): Promise<{ readonly till: OpenTill; readonly ms: number }> {
  const options = {
    folder: join(folder, 'training'),
    terminalId: 'bench',
    settings,
    clock: systemClock,
    random: systemRandom,
    log: createLog({ write: () => undefined, close: () => undefined }),
  };
  const connection = createConnection({ ...options, signingKey: makeSigningKey('bench'), apiKey: undefined });
  const acts = actsInMemory(options);
  const began = performance.now();
  const till = await openTill({ ...options, connection, changed: () => undefined, onEvent: () => undefined, acts });
  till.sales.current();
  till.sales.recent(RECENT);
  till.sales.nextReference();
  stateNotices({ opened: till, openError: undefined, pinError: undefined });
  return { till, ms: performance.now() - began };
}

/** No service answers there: a till must be ready without one. */
const settings = terminalSettings.parse({
  service: {
    environment: 'PREPROD',
    baseUrl: 'http://127.0.0.1:9',
    jwksUrl: 'http://127.0.0.1:9/jwks',
    claimPrefix: 'https://claims.example',
    issuer: 'Issuer',
  },
  merchant: { merchantId: 'a'.repeat(24), profileId: 'b'.repeat(24) },
  shop: { shopId: 'training', shopName: 'Training shop' },
  pos: { posId: 'TRAIN1' },
});

/** The real app, from its main script beginning to load to the last of both windows painted. */
async function startedMs(folder: string): Promise<number> {
  forget(join(folder, 'training', 'journal.sqlite'));
  const script = join(import.meta.dirname, 'app', 'watched-main.mjs');
  const app = await launchApp({ args: ['--training'], userDataDir: folder, script });
  try {
    await app.till.getByRole('button', { name: 'Charge', exact: true }).waitFor();
    await app.display.getByText('Welcome').waitFor();
    const painted = Math.max(await largestPaintAt(app.till), await largestPaintAt(app.display));
    const [, loadingAt] = /^WATCHED \{"kind":"loading","at":(\d+)/m.exec(app.output()) ?? [];
    return painted - Number(loadingAt);
  } finally {
    await app.stop();
  }
}

/** Takes a file out of the system's memory, where there is GNU dd to do it; elsewhere the file stays as it is. */
function forget(file: string): void {
  spawnSync('dd', [`if=${file}`, 'iflag=nocache', 'count=0'], { stdio: 'ignore' });
}

/** "Find a payment": the newest page, and texts that many sales, one or none have, inside a word too. */
async function searches(folder: string): Promise<readonly Row[]> {
  const { till } = await opened(folder);
  try {
    const newest = medianMs(() => till.sales.find({ text: '' }, undefined, PAGE));
    const oldest = till.sales.find({ text: '' }, undefined, PAGE).rows.at(-1)?.reference ?? '';
    return [
      searched(
        'a name that many have',
        medianMs(() => till.sales.find({ text: 'fatima' }, undefined, PAGE)),
        newest,
      ),
      searched(
        'one reference',
        medianMs(() => till.sales.find({ text: oldest }, undefined, PAGE)),
        newest,
      ),
      searched(
        'a part of a payment id',
        medianMs(() => till.sales.find({ text: partOf(till, oldest) }, undefined, PAGE)),
        newest,
      ),
      searched(
        'a text that none has',
        medianMs(() => till.sales.find({ text: 'no such payment' }, undefined, PAGE)),
        newest,
      ),
    ];
  } finally {
    await till.close();
  }
}

/** Six characters of the payment id, which few other sales have. */
function partOf({ journal }: OpenTill, reference: string): string {
  return journal.salesOfReference(reference)[0]?.paymentId?.slice(9, 15) ?? '';
}

function searched(text: string, value: number, newest: number): Row {
  return {
    figure: `find a payment among 1,000,000: ${text}`,
    value,
    unit: 'ms',
    yardstick: 'the newest page',
    yardstickValue: newest,
    bar: '≤ 50 ms',
    ok: value <= 50,
  };
}

function medianMs(work: () => unknown): number {
  const taken = Array.from({ length: 5 }, () => {
    const began = performance.now();
    work();
    return performance.now() - began;
  });
  return median(taken);
}
