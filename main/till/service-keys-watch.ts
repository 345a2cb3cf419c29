import type { Notice } from '../../preload/views.ts';
import type { Clock } from '../base/clock.ts';
import type { KeyCache } from '../service/jwks.ts';
import type { LinkFeed } from '../service/link.ts';

/** Fetches the service's keys before anything needs them, and says so on the till as long as they cannot be had. */
export interface ServiceKeysWatch {
  notices(): readonly Notice[];
  close(): void;
}

/** After the windows, and after the first question of whether the service is there. */
const FIRST_AFTER_MS = 2_000;
const AGAIN_MS = 60_000;

/** `changed`: there is another notice. */
export function watchServiceKeys(
  parts: {
    readonly keys: Pick<KeyCache, 'trouble' | 'refresh' | 'onChange'>;
    readonly feed: LinkFeed;
    readonly clock: Clock;
  },
  changed: () => void,
): ServiceKeysWatch {
  const { keys, feed, clock } = parts;
  let cancelNext = clock.after(FIRST_AFTER_MS, fetchKeys);
  const stop = keys.onChange(changed);
  let closed = false;

  function fetchKeys(): void {
    void keys.refresh().then(() => {
      if (!closed && keys.trouble !== undefined) cancelNext = clock.after(AGAIN_MS, fetchKeys);
    });
  }

  return {
    notices() {
      const { trouble } = keys;
      // While the service itself is away that is what the till says; its keys are away with it.
      if (trouble === undefined || feed.link.state === 'offline') return [];
      const code = `keys.${trouble}`;
      return [{ id: code, code, severity: trouble === 'kept' ? 'info' : 'warning' }];
    },
    close() {
      closed = true;
      stop();
      cancelNext();
    },
  };
}
