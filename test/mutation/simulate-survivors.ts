import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { Planted } from './planted-fault.ts';

const PLAYER = fileURLToPath(new URL('./play-seeds-with-fault.ts', import.meta.url));
/** Far more than the seeds take. A fault that makes the simulation hang is found by this limit. */
const LIMIT_MS = 180_000;

/** Exit code of the simulation: 0 all seeds held, 1 one failed, other codes a program that does not run. Undefined: it was stopped at the limit. */
export type Played = number | undefined;

/**
 * Runs the simulation on each fault that the quick tests did not find, in a process of its own, `jobs` at once. Throws
 * when the simulation fails without a fault: then a failure would prove nothing.
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
    // A program that ends before it has read its input closes the pipe. Its exit code tells the outcome.
    child.stdin.on('error', () => undefined);
    child.stdin.end(JSON.stringify(planted === undefined ? null : { file: planted.file, source: planted.source }));
  });
}
