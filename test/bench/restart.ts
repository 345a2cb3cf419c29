import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { systemClock, systemRandom } from '../../main/base/clock.ts';
import { makeSigningKey } from '../../main/service/signing-key.ts';
import { createLog } from '../../main/support/log.ts';
import { type OpenTill, openTill } from '../../main/till/open-till.ts';
import { createConnection } from '../../main/till/service-connection.ts';
import { stateNotices } from '../../main/windows/state-notices.ts';
import { actsInMemory } from '../audit/audit-log-in-memory.ts';
import { terminalSettings } from '../settings/terminal-settings.ts';
import { startedMs } from './app/watched-app.ts';
import { benchFolder } from './bench-folder.ts';
import { howMany } from './how-many.ts';
import { folderWithSales } from './journal/many-sales.ts';
import { type Row, row } from './result-row.ts';
import { median } from './statistics.ts';

export const name = 'restart';

const SALES = howMany(1_000_000, 2_000);
const STARTS = howMany(5, 1);
/** The first start in a folder also creates the browser profile. */
const WARM_UP = howMany(1, 0);
const PAGE = 50;
const RECENT = 20;

/** Measures start and search of a till with a million sales. Yardstick: a till without sales. */
export async function bench(): Promise<readonly Row[]> {
  const full = folderWithSales(benchFolder, SALES);
  const empty = folderWithSales(benchFolder, 0);

  const taken = { open: [] as number[], openEmpty: [] as number[], start: [] as number[], startEmpty: [] as number[] };
  for (let run = 0; run < STARTS; run += 1) {
    taken.open.push(await openedMs(full));
    taken.openEmpty.push(await openedMs(empty));
  }
  for (let run = -WARM_UP; run < STARTS; run += 1) {
    const [ms, emptyMs] = [await restartedMs(full), await restartedMs(empty)];
    if (run < 0) continue;
    taken.start.push(ms);
    taken.startEmpty.push(emptyMs);
  }
  return [
    later('journal, sales and refunds ready with 1,000,000 sales', median(taken.open), median(taken.openEmpty)),
    later('restart with 1,000,000 sales, to both windows usable', median(taken.start), median(taken.startEmpty)),
    ...(await searches(full)),
  ];
}

function later(figure: string, value: number, none: number): Row {
  return row(figure, value, 'ms', { yardstick: ['with none', none], atMost: none + 1_000, bar: '≤ 1000 ms later' });
}

/** Opens all that the first snapshot needs. The file is not in memory, as after a reboot. */
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

/** No service listens at the address: a till must be ready without the service. */
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

/** Starts the real app; the file is not in memory. */
function restartedMs(folder: string): Promise<number> {
  forget(join(folder, 'training', 'journal.sqlite'));
  return startedMs('watched-main.mjs', folder);
}

/** Drops the file from the system's cache with GNU dd. Without GNU dd the file stays in the cache. */
function forget(file: string): void {
  spawnSync('dd', [`if=${file}`, 'iflag=nocache', 'count=0'], { stdio: 'ignore' });
}

/** Measures "Find a payment": the newest page, and texts with many matches, one or none, also inside a word. */
async function searches(folder: string): Promise<readonly Row[]> {
  const { till } = await opened(folder);
  try {
    const search = (text: string) => till.sales.find({ text }, undefined, PAGE);
    const newest = medianMs(() => search(''));
    const oldest = search('').rows.at(-1)?.reference ?? '';
    const part = partOf(till, oldest);
    const sought = {
      'a name that many have': 'fatima',
      'one reference': oldest,
      'a part of a payment id': part,
      'a text that none has': 'no such payment',
    };
    return Object.entries(sought).map(([what, text]) =>
      row(
        `find a payment among 1,000,000: ${what}`,
        medianMs(() => search(text)),
        'ms',
        {
          yardstick: ['the newest page', newest],
          atMost: 50,
        },
      ),
    );
  } finally {
    await till.close();
  }
}

/** Six characters of the payment ID, rare in other sales. */
function partOf({ journal }: OpenTill, reference: string): string {
  return journal.salesOfReference(reference)[0]?.paymentId?.slice(9, 15) ?? '';
}

function medianMs(work: () => unknown): number {
  const taken = Array.from({ length: 5 }, () => {
    const began = performance.now();
    work();
    return performance.now() - began;
  });
  return median(taken);
}
