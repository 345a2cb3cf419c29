import type { Clock } from '../base/clock.ts';
import { type TillError, toTillError } from '../base/till-error.ts';
import type { PaymentService } from '../domain/payment-service.ts';
import type { Reachability } from '../service/reachability.ts';

export type ServiceProbe = ReturnType<typeof probeService>;

/** After the windows and the recovery of open sales, whose requests give the same information. */
const FIRST_AFTER_MS = 1_000;
/** Pause after the service's last response, also to a sale. Below 15 s together with `PATIENCE_MS`. */
const QUIET_MS = 10_000;
/** Pause after minutes offline: fewer requests, but the return is still noticed within 15 s. */
const LONG_AWAY_MS = 14_000;
const LONG_AWAY_AFTER = 12;
/** Time limit of the smallest request. A slower service counts as offline: a customer would not wait. */
const PATIENCE_MS = 4_500;
/** Long, because a refusal lasts until a person changes something, here or at the service. */
const REFUSED_AGAIN_MS = 60_000;
/** Temporary refusals are shown from the second in a row. */
const SHOWN_FROM = 2;

/** Errors that last until a person changes a setting of this machine or network. */
const FOR_A_PERSON: ReadonlySet<string> = new Set([
  'network.tls',
  'network.proxy',
  'network.proxy-auth',
  'network.proxy-unsupported',
]);

/** An abort is no refusal, and the windows show a wrong clock from the skew. */
const SHOWN_ELSEWHERE: ReadonlySet<string> = new Set(['aborted', 'auth.clock-wrong']);

interface Parts {
  readonly service: Pick<PaymentService, 'searchPage'>;
  readonly reachability: Pick<Reachability, 'state' | 'heardAt' | 'offline' | 'onChange'>;
  readonly clock: Clock;
  /** Longest silence of a working service, ms; simulations of many days use more. */
  readonly quietMs?: number;
}

/**
 * Checks between sales whether the service is usable, with a search for one payment. The search is signed and
 * authorised like any request, so its response proves address, key, permissions and clock before the next customer.
 */
export function probeService(parts: Parts, changed: () => void) {
  const { reachability, clock, quietMs = QUIET_MS } = parts;
  const closing = new AbortController();
  let refusal: TillError | undefined;
  let refusals = 0;
  let failures = 0;
  let asking = false;
  let askedAt = clock.monotonic();
  let cancelNext: (() => void) | undefined;

  async function ask(): Promise<void> {
    if (asking || closing.signal.aborted) return;
    asking = true;
    askedAt = clock.monotonic();
    const before = refusal?.code;
    const error = await search(parts, closing.signal);
    asking = false;
    refusal = shownErrorOf(error);
    failures = reachability.state === 'online' ? 0 : failures + 1;
    if (refusal?.code !== before) changed();
    scheduleNext(error?.retryAfterMs);
  }

  /** Omits an unreachable service, which the connection state shows, unless waiting cannot help. */
  function shownErrorOf(error: TillError | undefined): TillError | undefined {
    const isRefused = error !== undefined && !SHOWN_ELSEWHERE.has(error.code) && reachability.state === 'online';
    refusals = isRefused ? refusals + 1 : 0;
    if (isRefused) return error.retryable && refusals < SHOWN_FROM ? refusal : error;
    return error !== undefined && FOR_A_PERSON.has(error.code) ? error : undefined;
  }

  /** Counts from the last response or request, so that no probe runs in parallel with a sale's requests. */
  function scheduleNext(askedToWaitMs = 0): void {
    cancelNext?.();
    if (closing.signal.aborted) return;
    const since = Math.max(askedAt, reachability.heardAt ?? 0);
    const dueIn = since + pause() - clock.monotonic();
    cancelNext = clock.after(Math.max(0, dueIn, askedToWaitMs), askIfQuiet);
  }

  function pause(): number {
    if (reachability.state !== 'online') return failures > LONG_AWAY_AFTER ? LONG_AWAY_MS : QUIET_MS;
    return refusal === undefined ? quietMs : REFUSED_AGAIN_MS;
  }

  function askIfQuiet(): void {
    const quietFor = clock.monotonic() - Math.max(askedAt, reachability.heardAt ?? 0);
    // Accepts 1 ms less: a timer that fires early would only set a timer of almost 0 ms.
    if (quietFor + 1 < Math.min(pause(), quietMs)) scheduleNext();
    else void ask();
  }

  const stop = reachability.onChange(() => asking || scheduleNext());
  cancelNext = clock.after(FIRST_AFTER_MS, () => void ask());
  return {
    /** The error that needs a person, e.g. a wrong key; undefined after a success. */
    get refusal(): TillError | undefined {
      return refusal;
    },
    /** Probes at once, after a possible fix of the cause. */
    askNow: () => void ask(),
    close(): void {
      closing.abort();
      stop();
      cancelNext?.();
    },
  };
}

async function search({ service, reachability, clock }: Parts, closing: AbortSignal): Promise<TillError | undefined> {
  const askedAt = clock.monotonic();
  const patience = new AbortController();
  const stopWaiting = clock.after(PATIENCE_MS, () => patience.abort());
  try {
    await service.searchPage({}, 0, 1, { signal: AbortSignal.any([closing, patience.signal]) });
    return undefined;
  } catch (thrown) {
    const nothingHeard = (reachability.heardAt ?? Number.NEGATIVE_INFINITY) < askedAt;
    if (patience.signal.aborted && nothingHeard) reachability.offline();
    return toTillError(thrown);
  } finally {
    stopWaiting();
  }
}
