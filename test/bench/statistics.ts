/** Returns the quantile `share` (0 to 1) of the samples by nearest rank. Throws on an empty list. */
export function quantile(samples: readonly number[], share: number): number {
  const sorted = [...samples].sort((one, other) => one - other);
  const value = sorted[Math.min(sorted.length - 1, Math.max(0, Math.ceil(share * sorted.length) - 1))];
  if (value === undefined) throw new Error('There are no samples to take a quantile of.');
  return value;
}

export function median(samples: readonly number[]): number {
  return quantile(samples, 0.5);
}

/**
 * Times two functions alternately, so that other load on the machine slows both alike. Returns the ms of each run
 * without the warm-up, the first tenth of the runs.
 */
export function inTurn(
  runs: number,
  subject: (run: number) => void,
  yardstick: (run: number) => void,
): { readonly subject: readonly number[]; readonly yardstick: readonly number[] } {
  const taken = { subject: [] as number[], yardstick: [] as number[] };
  const warmUp = Math.ceil(runs / 10);
  for (let run = 0; run < runs + warmUp; run += 1) {
    const first = msOf(() => subject(run));
    const second = msOf(() => yardstick(run));
    if (run < warmUp) continue;
    taken.subject.push(first);
    taken.yardstick.push(second);
  }
  return taken;
}

function msOf(work: () => void): number {
  const started = performance.now();
  work();
  return performance.now() - started;
}
