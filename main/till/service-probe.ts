import type { Clock } from '../base/clock.ts';
import { type TillError, toTillError } from '../base/till-error.ts';
import type { PaymentService } from '../service/payment-service.ts';
import type { Reachability } from '../service/reachability.ts';

/** Finds out whether the service can be used while no sale does: after the start, and as long as it cannot. */
export interface ServiceProbe {
  /** Why the probe failed where a person must see to it, such as a wrong key; undefined once it was answered. */
  readonly refusal: TillError | undefined;
  close(): void;
}

/** The windows come first; so does the recovery of open sales, whose requests show the same. */
const FIRST_AFTER_MS = 1_000;
/** How soon the till is ready after the network is back, against how often it asks in vain. */
const OFFLINE_AGAIN_MS = 10_000;
/** A refusal lasts until a person changes something, here or at the service. */
const REFUSED_AGAIN_MS = 60_000;

/** What stands between the till and the service until somebody changes a setting of this machine or of its network. */
const FOR_A_PERSON: ReadonlySet<string> = new Set([
  'network.tls',
  'network.proxy',
  'network.proxy-auth',
  'network.proxy-unsupported',
]);

/**
 * Searches for one payment of the last day. The request is signed and authorised like every other, so its answer shows
 * that address, key, rights and clock are right before the first customer stands there. `changed`: `refusal` is another.
 */
export function probeService(
  parts: {
    readonly service: Pick<PaymentService, 'searchPage'>;
    readonly reachability: Reachability;
    readonly clock: Clock;
  },
  changed: () => void,
): ServiceProbe {
  const { service, reachability, clock } = parts;
  const closing = new AbortController();
  let refusal: TillError | undefined;
  let asking = false;
  let cancelNext: (() => void) | undefined;

  async function ask(): Promise<void> {
    if (asking || closing.signal.aborted) return;
    asking = true;
    const before = refusal?.code;
    try {
      await service.searchPage({}, 0, 1, { signal: closing.signal });
      refusal = undefined;
    } catch (thrown) {
      const error = toTillError(thrown);
      // A service that cannot be reached shows in the link's state, and is told only where waiting will not help.
      refusal = reachability.state === 'online' || FOR_A_PERSON.has(error.code) ? error : undefined;
    }
    asking = false;
    if (refusal?.code !== before) changed();
    scheduleNext();
  }

  function scheduleNext(): void {
    cancelNext?.();
    if (closing.signal.aborted) return;
    if (reachability.state !== 'online') cancelNext = clock.after(OFFLINE_AGAIN_MS, () => void ask());
    else if (refusal !== undefined) cancelNext = clock.after(REFUSED_AGAIN_MS, () => void ask());
  }

  const stop = reachability.onChange(scheduleNext);
  cancelNext = clock.after(FIRST_AFTER_MS, () => void ask());
  return {
    get refusal() {
      return refusal;
    },
    close() {
      closing.abort();
      stop();
      cancelNext?.();
    },
  };
}
