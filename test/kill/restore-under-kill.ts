import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, sep } from 'node:path';
import { completeRestore } from '../../main/backup/staged-restore.ts';
import { layTerminal, startOf } from './restore-confirmed.ts';

/**
 * A restore, or a start that completes a restore, killed at one disk write, and the state found by the next start.
 */
export interface RestoreRun {
  readonly phase: 'confirmed' | 'made ready' | 'decided';
  readonly change: number;
  readonly found: 'as before' | 'as after';
  readonly faults: readonly string[];
}

const OLD = JSON.stringify({ of: 'before', seal: { generation: 3 } });
const NEW = JSON.stringify({ of: 'the backup', seal: { generation: 4 } });
const PLAN = JSON.stringify({ kept: 'replaced-now', file: 'a.tillmate', madeAt: 1, over: 3 });

/** Files by path: a terminal with journals of two profiles; the restore replaces one of them and adds a third. */
const before = {
  'terminal.json': OLD,
  'pictures/old.png': 'old picture',
  'journals/PROD-a/journal.sqlite': 'old a',
  'journals/PROD-a/payouts.sqlite': 'old payouts',
  'journals/PROD-b/journal.sqlite': 'old b',
} as const;
const laidReady = {
  'terminal.json': NEW,
  'plan.json': PLAN,
  'pictures/new.png': 'new picture',
  'journals/PROD-a/journal.sqlite': 'new a',
  'journals/PROD-c/journal.sqlite': 'new c',
} as const;
const after = {
  'terminal.json': NEW,
  'pictures/new.png': 'new picture',
  'journals/PROD-a/journal.sqlite': 'new a',
  'journals/PROD-b/journal.sqlite': 'old b',
  'journals/PROD-c/journal.sqlite': 'new c',
  'replaced-now/terminal.json': OLD,
  'replaced-now/pictures/old.png': 'old picture',
  'replaced-now/journals/PROD-a/journal.sqlite': 'old a',
  'replaced-now/journals/PROD-a/payouts.sqlite': 'old payouts',
} as const;

/**
 * Kills a confirmed restore, and then the start that completes a restore, before each of its disk changes in turn,
 * until one run ends by itself.
 */
export async function killRestore(): Promise<readonly RestoreRun[]> {
  const laid = await mkdtemp(join(tmpdir(), 'tillmate-kill-laid-'));
  try {
    await layTerminal(laid);
    const confirmed = await killEach('confirmed', (folder) => cp(laid, folder, { recursive: true }), startOf);
    const laying = (ready: string) => async (folder: string) => {
      await lay(folder, before);
      await lay(join(folder, ready), laidReady);
    };
    return [
      ...confirmed,
      ...(await killEach('made ready', laying('restoring-draft'), completing('as before', before))),
      ...(await killEach('decided', laying('restoring'), completing('as after', after))),
    ];
  } finally {
    await rm(laid, { recursive: true, force: true });
  }
}

type Judged = Pick<RestoreRun, 'found' | 'faults'>;

function completing(found: Judged['found'], wanted: Readonly<Record<string, string>>) {
  return async (folder: string): Promise<Judged> => {
    completeRestore(folder);
    return { found, faults: differences(await lie(folder), wanted) };
  };
}

/** Returns all runs; the last one ended without a kill. */
async function killEach(
  phase: RestoreRun['phase'],
  prepare: (folder: string) => Promise<void>,
  startAgain: (folder: string) => Promise<Judged>,
): Promise<readonly RestoreRun[]> {
  const runs: RestoreRun[] = [];
  for (let change = 1; ; change += 1) {
    const folder = await mkdtemp(join(tmpdir(), 'tillmate-kill-restore-'));
    try {
      await prepare(folder);
      const ended = await runAndDie(phase, folder, change);
      runs.push({ phase, change, ...(await startAgain(folder)) });
      if (ended === 'whole') return runs;
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  }
}

export function restoreTable(runs: readonly RestoreRun[]): string {
  const row = ({ phase, change, found, faults }: RestoreRun) =>
    `restore  ${phase.padEnd(10)}  before change ${String(change).padStart(2)}  ${found.padEnd(9)}  ${faults.length === 0 ? 'agrees' : `FAILED: ${faults.join('; ')}`}`;
  return runs.map(row).join('\n');
}

async function runAndDie(phase: RestoreRun['phase'], folder: string, change: number): Promise<'killed' | 'whole'> {
  const script = join(import.meta.dirname, 'die-at-change.ts');
  const child = spawn(process.execPath, [script, phase, folder, String(change)], {
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  const [code, signal] = await once(child, 'exit');
  if (code !== 0 && signal !== 'SIGKILL') throw new Error(`${phase} ended with ${code ?? signal}`);
  return code === 0 ? 'whole' : 'killed';
}

async function lay(folder: string, files: Readonly<Record<string, string>>): Promise<void> {
  for (const [name, text] of Object.entries(files)) {
    await mkdir(join(folder, name, '..'), { recursive: true });
    await writeFile(join(folder, name), text);
  }
}

async function lie(folder: string): Promise<Readonly<Record<string, string>>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  const texts = files.map(async (path) => {
    const name = path.slice(folder.length + 1).replaceAll(sep, '/');
    return [name, await readFile(path, 'utf8')] as const;
  });
  return Object.fromEntries(await Promise.all(texts));
}

function differences(found: Readonly<Record<string, string>>, wanted: Readonly<Record<string, string>>): string[] {
  const names = [...new Set([...Object.keys(found), ...Object.keys(wanted)])];
  return names.filter((name) => found[name] !== wanted[name]).map((name) => `${name}: ${found[name] ?? 'not there'}`);
}
