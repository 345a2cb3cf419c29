import type { Clock } from '../base/clock.ts';
import { type TillError, toTillError } from '../base/till-error.ts';
import type { LinkFeed } from '../service/link.ts';
import type { PaymentService } from '../service/payment-service.ts';

/** Finds out whether the service is there when no sale does: at the start, and as long as it is away. */
export interface ServiceProbe {
  /** What the service refused the till's question with, such as a wrong key; undefined when it answered. */
  readonly refusal: TillError | undefined;
  close(): void;
}

/** Often enough that a till is ready soon after the network is; seldom enough to disturb nobody. */
const AGAIN_MS = 10_000;
/** A refusal is for a person to put right, at the service's side perhaps. */
const REFUSED_AGAIN_MS = 60_000;

/** The windows come first; the recovery of open sales, which asks at once, tells as much about the link. */
const FIRST_AFTER_MS = 1_000;

/**
 * Asks for one payment of the last day: signed and authorised like every call, so that the answer shows address, key,
 * authority and clock to be right before the first customer stands there. `changed`: the refusal is another.
 */
export function probeService(
  parts: { readonly service: Pick<PaymentService, 'searchPage'>; readonly feed: LinkFeed; readonly clock: Clock },
  changed: () => void,
): ServiceProbe {
  const { service, feed, clock } = parts;
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
      // What is not reached at all is the link's to tell.
      refusal = feed.link.state === 'online' ? toTillError(thrown) : undefined;
    }
    asking = false;
    if (refusal?.code !== before) changed();
    askAgainWhileAway();
  }

  function askAgainWhileAway(): void {
    cancelNext?.();
    if (closing.signal.aborted) return;
    if (feed.link.state !== 'online') cancelNext = clock.after(AGAIN_MS, () => void ask());
    else if (refusal !== undefined) cancelNext = clock.after(REFUSED_AGAIN_MS, () => void ask());
  }

  const stop = feed.link.onChange(askAgainWhileAway);
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
