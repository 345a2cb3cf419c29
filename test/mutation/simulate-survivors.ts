import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import pLimit from 'p-limit';
import type { Planted } from './planted-fault.ts';

const PLAYER = fileURLToPath(new URL('./play-seeds-with-fault.ts', import.meta.url));
/** Time limit, far above the time of the seeds. A hanging simulation counts as found. */
const LIMIT_MS = 180_000;

/**
 * Runs the simulation on each surviving mutant, each in a separate process, `jobs` in parallel. Throws when the
 * simulation fails without a mutant: then a failure would prove nothing.
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
  await pLimit(jobs).map(left, async (one) => {
    const played = await play(one, seeds);
    process.stderr.write(played === 0 ? 'o' : '.');
    if (played !== 0) found.set(one, { ...one, fate: played === null ? 'timed out' : 'killed' });
  });
  process.stderr.write('\n');
  return planted.map((one) => found.get(one) ?? one);
}

/** Exit code of the simulation: 0 all seeds passed, 1 a seed failed, other codes a broken program, null a time-out. */
async function play(planted: Planted | undefined, seeds: number): Promise<number | null> {
  const child = spawn(process.execPath, [PLAYER, String(seeds)], {
    stdio: ['pipe', 'ignore', 'ignore'],
    timeout: LIMIT_MS,
    killSignal: 'SIGKILL',
  });
  // A program that ends before reading its input closes the pipe. The exit code gives the result.
  child.stdin.on('error', () => undefined);
  child.stdin.end(JSON.stringify(planted === undefined ? null : { file: planted.file, source: planted.source }));
  const [code] = await once(child, 'exit');
  return code;
}
