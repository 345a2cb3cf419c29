import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { Planted } from './planted-fault.ts';

const PLAYER = fileURLToPath(new URL('./play-seeds-with-fault.ts', import.meta.url));
/** Far more than the seeds take; a till that stands still for ever is as well noticed as one that is wrong. */
const LIMIT_MS = 180_000;

/** How the simulation ended: 0 held, 1 a seed failed, anything else a program that does not run; undefined: in time it did not. */
export type Played = number | undefined;

/**
 * Lets the simulation loose on what the quick tests did not find, each in a process of its own, `jobs` at once. Throws
 * when it fails without any fault: then it proves nothing.
 */
export async function simulate(
  planted: readonly Planted[],
  { seeds, jobs }: { readonly seeds: number; readonly jobs: number },
): Promise<readonly Planted[]> {
  const left = planted.filter(({ fate }) => fate === 'survived' || fate === 'unreached');
  if (left.length === 0) return planted;
  if ((await play(undefined, seeds)) !== 0)
    throw new Error(`The simulation fails with no fault planted (${seeds} seeds).`);
  const found = new Map<Planted, Planted>();
  const worker = async () => {
    for (let one = left.shift(); one !== undefined; one = left.shift()) {
      const played = await play(one, seeds);
      process.stderr.write(played === 0 ? 'o' : '.');
      if (played !== 0) found.set(one, { ...one, fate: played === undefined ? 'timed out' : 'killed' });
    }
  };
  await Promise.all(Array.from({ length: jobs }, worker));
  process.stderr.write('\n');
  return planted.map((one) => found.get(one) ?? one);
}

function play(planted: Planted | undefined, seeds: number): Promise<Played> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [PLAYER, String(seeds)], { stdio: ['pipe', 'ignore', 'ignore'] });
    const timer = setTimeout(() => child.kill('SIGKILL'), LIMIT_MS);
    child.on('error', reject);
    child.on('exit', (code) => {
      clearTimeout(timer);
      resolve(code ?? undefined);
    });
    // A program that ends before it has read everything is no news: its exit says so.
    child.stdin.on('error', () => undefined);
    child.stdin.end(JSON.stringify(planted === undefined ? null : { file: planted.file, source: planted.source }));
  });
}
