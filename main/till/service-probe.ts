import type { Clock } from '../base/clock.ts';
import { type TillError, toTillError } from '../base/till-error.ts';
import type { PaymentService } from '../domain/payment-service.ts';
import type { Reachability } from '../service/reachability.ts';

export type ServiceProbe = ReturnType<typeof probeService>;

/** The windows come first; so does the recovery of open sales, whose requests show the same. */
const FIRST_AFTER_MS = 1_000;
/** After anything was heard of the service, a sale's own requests included. With `PATIENCE_MS` it stays below 15 s. */
const QUIET_MS = 10_000;
/** A service that is away for minutes is asked for less often, and its return is noticed within 15 s all the same. */
const LONG_AWAY_MS = 14_000;
const LONG_AWAY_AFTER = 12;
/** An answer to the smallest question takes no longer, or the service is away for a customer who waits. */
const PATIENCE_MS = 4_500;
/** A refusal lasts until a person changes something, here or at the service. */
const REFUSED_AGAIN_MS = 60_000;
/** A refusal that may pass is told from the second in a row on. */
const TOLD_FROM = 2;

/** These last until somebody changes a setting of this machine or of its network. */
const FOR_A_PERSON: ReadonlySet<string> = new Set([
  'network.tls',
  'network.proxy',
  'network.proxy-auth',
  'network.proxy-unsupported',
]);

/** An abort is no refusal, and the windows know of a wrong clock from the skew. */
const TOLD_ELSEWHERE: ReadonlySet<string> = new Set(['aborted', 'auth.clock-wrong']);

interface Parts {
  readonly service: Pick<PaymentService, 'searchPage'>;
  readonly reachability: Pick<Reachability, 'state' | 'heardAt' | 'offline' | 'onChange'>;
  readonly clock: Clock;
  /** The service may be quiet so long while all is well, ms; longer where days are played in a moment. */
  readonly quietMs?: number;
}

/**
 * Finds out whether the service can be used while no sale does, by a search for one payment of the last day: signed and
 * authorised like every other request, so its answer shows that address, key, rights and clock are right before the next
 * customer stands there. `changed`: `refusal` is another.
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
    refusal = toldOf(error);
    failures = reachability.state === 'online' ? 0 : failures + 1;
    if (refusal?.code !== before) changed();
    scheduleNext(error?.retryAfterMs);
  }

  /** A service that cannot be reached shows in the link's state, and is told only where waiting will not help. */
  function toldOf(error: TillError | undefined): TillError | undefined {
    const isRefused = error !== undefined && !TOLD_ELSEWHERE.has(error.code) && reachability.state === 'online';
    refusals = isRefused ? refusals + 1 : 0;
    if (isRefused) return error.retryable && refusals < TOLD_FROM ? refusal : error;
    return error !== undefined && FOR_A_PERSON.has(error.code) ? error : undefined;
  }

  /** Counted from the last that was heard or asked, so that nothing is asked beside the requests of a sale. */
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
    // A timer that fires a fraction of a millisecond early would only set another one for no time at all.
    if (quietFor + 1 < Math.min(pause(), quietMs)) scheduleNext();
    else void ask();
  }

  const stop = reachability.onChange(() => asking || scheduleNext());
  cancelNext = clock.after(FIRST_AFTER_MS, () => void ask());
  return {
    /** Why the probe failed where a person must see to it, such as a wrong key; undefined once it was answered. */
    get refusal(): TillError | undefined {
      return refusal;
    },
    /** The cause of a refusal may have been changed. */
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
