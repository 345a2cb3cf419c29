import {
  type CheckId,
  type CheckReport,
  type CheckResult,
  type ChecksView,
  checkIds,
} from '../../../preload/contract/checks.ts';
import { afterAwake, type Clock } from '../../base/clock.ts';
import { type Check, type Found, failed, failedWith } from './check.ts';

export interface Round {
  readonly checks: readonly Check[];
  close(): Promise<void>;
}

interface ChecksParts {
  readonly clock: Pick<Clock, 'now' | 'monotonic' | 'after'>;
  readonly version: string;
  begin(): Round;
  found?(result: CheckResult): void;
}

export type Checks = ReturnType<typeof createChecks>;

/** After this time a check reports `no-answer`. A keychain that waits for its user reports within five seconds. */
const WITHIN_MS = 8_000;

const LONGEST_VALUE = 400;

export function createChecks(parts: ChecksParts) {
  const { clock, version } = parts;
  const closing = new AbortController();
  const results = new Map<CheckId, CheckResult>();
  const running = new Set<CheckId>();
  let at: number | undefined;
  let underWay: Promise<unknown> = Promise.resolve();

  async function look(
    round: Round,
    due: readonly Check[],
    found: (result: CheckResult) => void,
    given?: AbortSignal,
  ): Promise<void> {
    const signal = given === undefined ? closing.signal : AbortSignal.any([closing.signal, given]);
    try {
      await Promise.all(due.map(async (check) => found(await timed(check, signal))));
    } finally {
      await round.close();
    }
  }

  async function timed(check: Check, signal: AbortSignal): Promise<CheckResult> {
    const begun = clock.monotonic();
    const { values, ...found } = await withDeadline(check, signal, clock);
    const ms = Math.max(0, Math.round(clock.monotonic() - begun));
    const result: CheckResult = { id: check.id, ms, ...found, values: shortened(values ?? {}) };
    parts.found?.(result);
    return result;
  }

  function keep(result: CheckResult): void {
    results.set(result.id, result);
    running.delete(result.id);
  }

  function report(of: Iterable<CheckResult>, began: number): CheckReport {
    const found = new Map([...of].map((result) => [result.id, result]));
    return { at: began, version, checks: checkIds.flatMap((id) => found.get(id) ?? []) };
  }

  return {
    /** Resolves within ten seconds. Never rejects. */
    async run(signal?: AbortSignal): Promise<CheckReport> {
      const began = clock.now();
      const found: CheckResult[] = [];
      const round = parts.begin();
      await look(round, round.checks, (result) => found.push(result), signal);
      return report(found, began);
    },
    /** Results are in `view`. Running checks continue. */
    begin(only?: CheckId): void {
      if (closing.signal.aborted) return;
      const round = parts.begin();
      const due = round.checks.filter(({ id }) => (only === undefined || id === only) && !running.has(id));
      if (only === undefined || at === undefined) at = clock.now();
      for (const { id } of due) {
        results.delete(id);
        running.add(id);
      }
      underWay = Promise.allSettled([underWay, look(round, due, keep)]);
    },
    view: (): ChecksView => ({
      running: checkIds.filter((id) => running.has(id)),
      report: at === undefined ? null : report(results.values(), at),
    }),
    async close(): Promise<void> {
      closing.abort();
      await underWay;
    },
  };
}

/** The result of a late check is ignored. */
function withDeadline(check: Check, given: AbortSignal, clock: Pick<Clock, 'after'>): Promise<Found> {
  const late = new AbortController();
  const signal = AbortSignal.any([given, late.signal]);
  const { promise, resolve } = Promise.withResolvers<Found>();
  const stop = afterAwake(clock, WITHIN_MS, () => {
    resolve(failed('no-answer', { seconds: WITHIN_MS / 1_000 }));
    late.abort();
  });
  const brokenOff = () => resolve({ state: 'skipped', finding: 'broken-off' });
  if (given.aborted) brokenOff();
  given.addEventListener('abort', brokenOff, { once: true });
  Promise.resolve()
    .then(() => check.run(signal))
    .catch((thrown: unknown) => failedWith(thrown))
    .then(resolve);
  return promise.finally(() => {
    stop();
    given.removeEventListener('abort', brokenOff);
  });
}

/** Values from outside, such as the name in a certificate, may have any length. */
function shortened(values: NonNullable<Found['values']>): CheckResult['values'] {
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      typeof value === 'string' ? value.slice(0, LONGEST_VALUE) : value,
    ]),
  );
}
