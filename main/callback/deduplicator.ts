/**
 * Takes each `jti` once. What has been accepted is answered again without being told again; what was refused or failed
 * may come again, because the payment may be known by then; what comes twice at the same moment is one.
 */
export interface Deduplicator<Outcome extends { readonly known: boolean }> {
  /**
   * Runs `take` unless it has been done; answers whether the message was accepted. Those that come while one of the same
   * `jti` is under way have its outcome, or its failure.
   * `repeated` says that an earlier run of the till took it: what it did then is in the journal or not.
   */
  run(jti: string, untilMs: number, take: (repeated: boolean) => Promise<Outcome>): Promise<Outcome | 'done'>;
}

/** Bounded: at this many the oldest are forgotten. The journal's memory (`seenJti`) still has them. */
const MOST = 20_000;

/** `seenJti` remembers a `jti` until that time, over restarts, and says whether it was remembered before. */
export function createDeduplicator<Outcome extends { readonly known: boolean }>(
  seenJti: (jti: string, untilMs: number) => boolean,
): Deduplicator<Outcome> {
  /** What this run has taken, and whether it was accepted. */
  const taken = new Map<string, boolean>();
  const underWay = new Map<string, Promise<Outcome>>();

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
      const atTheSameMoment = underWay.get(jti);
      if (atTheSameMoment !== undefined) return atTheSameMoment;
      if (taken.get(jti) === true) return 'done';
      const before = seenJti(jti, untilMs);
      const taking = take(before && !taken.has(jti));
      note(jti, false);
      underWay.set(jti, taking);
      try {
        const outcome = await taking;
        note(jti, outcome.known);
        return outcome;
      } finally {
        underWay.delete(jti);
      }
    },
  };
}
