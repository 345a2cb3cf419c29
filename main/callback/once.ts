/**
 * Takes each `jti` once. What has been accepted is answered again without being told again; what was refused or failed
 * may come again, because the payment may be known by then; what comes twice at the same moment is one.
 */
export interface Once {
  /**
   * Runs `take` unless it has been done; answers whether the message was accepted.
   * `repeated` says that an earlier run of the till took it: what it did then is in the journal or not.
   */
  run<T extends { readonly known: boolean }>(
    jti: string,
    untilMs: number,
    take: (repeated: boolean) => Promise<T>,
  ): Promise<T | 'done'>;
}

/** Bounded: at this many the oldest are forgotten. The journal's memory (`seenJti`) still has them. */
const MOST = 20_000;

/** `seenJti` remembers a `jti` until that time, over restarts, and says whether it was remembered before. */
export function createOnce(seenJti: (jti: string, untilMs: number) => boolean): Once {
  /** What this run has taken, and whether it was accepted. */
  const taken = new Map<string, boolean>();
  const underWay = new Map<string, Promise<{ readonly known: boolean }>>();

  const note = (jti: string, accepted: boolean) => {
    taken.delete(jti);
    taken.set(jti, accepted);
    for (const [oldest] of taken) {
      if (taken.size <= MOST) break;
      taken.delete(oldest);
    }
  };

  return {
    async run(jti, untilMs, take) {
      while (underWay.has(jti)) await underWay.get(jti);
      if (taken.get(jti) === true) return 'done';
      const before = seenJti(jti, untilMs);
      const taking = take(before && !taken.has(jti));
      note(jti, false);
      underWay.set(jti, taking);
      try {
        const verdict = await taking;
        note(jti, verdict.known);
        return verdict;
      } finally {
        underWay.delete(jti);
      }
    },
  };
}
