import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
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

  const taken = { open: [] as number[], start: [] as number[], startEmpty: [] as number[] };
  for (let run = 0; run < STARTS; run += 1) taken.open.push(await openedMs(full));
  for (let run = -WARM_UP; run < STARTS; run += 1) {
    const [ms, emptyMs] = [await restartedMs(full), await restartedMs(empty)];
    if (run < 0) continue;
    taken.start.push(ms);
    taken.startEmpty.push(emptyMs);
  }
  return [
    row('journal, sales and refunds ready with 1,000,000 sales', median(taken.open), 'ms', {
      yardstick: ['a whole start with none', median(taken.startEmpty)],
      atMost: 0.5,
    }),
    row('restart with 1,000,000 sales, to both windows usable', median(taken.start), 'ms', {
      yardstick: ['with none', median(taken.startEmpty)],
      atMost: 1.5,
    }),
    ...(await searches(full)),
  ];
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

/**
 * Measures "Find a payment": texts with many matches, one or none, also inside a word. Yardstick: SQLite's own query of
 * the same rows, parsed: the query ends early for a text with many matches and reads every row for the others.
 */
async function searches(folder: string): Promise<readonly Row[]> {
  const { till } = await opened(folder);
  const database = new DatabaseSync(join(folder, 'training', 'journal.sqlite'), { readOnly: true });
  const bare = database.prepare('SELECT data FROM sales WHERE search LIKE ? ORDER BY at DESC, sale_id DESC LIMIT ?');
  try {
    const search = (text: string) => till.sales.find({ text }, undefined, PAGE);
    const oldest = search('').rows.at(-1)?.reference ?? '';
    const sought = [
      { what: 'the newest page', text: '', atMost: 10 },
      { what: 'a name that many have', text: 'fatima', atMost: 10 },
      { what: 'one reference', text: oldest, atMost: 0.2 },
      { what: 'a part of a payment id', text: partOf(till, oldest), atMost: 0.2 },
      { what: 'a text that none has', text: 'no such payment', atMost: 0.2 },
    ];
    return sought.map(({ what, text, atMost }) => {
      const ours = medianMs(() => search(text));
      const query = medianMs(() =>
        bare.all(`%${text.toLowerCase()}%`, PAGE).map(({ data }) => JSON.parse(String(data))),
      );
      const yardstick = ["SQLite's own query of the same rows", query] as const;
      return row(`find a payment among 1,000,000: ${what}`, ours, 'ms', { yardstick, atMost });
    });
  } finally {
    database.close();
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
