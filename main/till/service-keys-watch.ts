import type { Clock } from '../base/clock.ts';
import type { JwksCache } from '../service/jwks-cache.ts';
import type { Reachability } from '../service/reachability.ts';

export type ServiceKeysWatch = ReturnType<typeof watchServiceKeys>;

/** After the windows have loaded and the service probe has sent its first request. */
const FIRST_AFTER_MS = 2_000;
const AGAIN_MS = 60_000;

/** Fetches the service's public keys before their first use, and retries after failures. */
export function watchServiceKeys(
  parts: {
    readonly keys: Pick<JwksCache, 'trouble' | 'refresh' | 'onChange'>;
    readonly reachability: Reachability;
    readonly clock: Clock;
  },
  changed: () => void,
) {
  const { keys, reachability, clock } = parts;
  let cancelNext = clock.after(FIRST_AFTER_MS, fetchKeys);
  const stop = keys.onChange(changed);
  let closed = false;

  function fetchKeys(): void {
    void keys.refresh().then(() => {
      if (!closed && keys.trouble !== undefined) cancelNext = clock.after(AGAIN_MS, fetchKeys);
    });
  }

  return {
    /** The reason for unverifiable responses. Undefined while the service is offline, which has its own notice. */
    get trouble(): JwksCache['trouble'] {
      return reachability.state === 'offline' ? undefined : keys.trouble;
    },
    close(): void {
      closed = true;
      stop();
      cancelNext();
    },
  };
}
