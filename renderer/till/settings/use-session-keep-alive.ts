import { useCallback, useRef } from 'react';
import { callMain, useBridge } from '../../ui/bridge.ts';

/** Far below the time after which a manager who does nothing is locked out. */
const EVERY_MS = 20_000;

/** Tells main that a manager is still there, at most so often: for key and pointer input in a view for managers. */
export function useSessionKeepAlive(): () => void {
  const bridge = useBridge();
  const last = useRef(Number.NEGATIVE_INFINITY);
  return useCallback(() => {
    const now = performance.now();
    if (now - last.current < EVERY_MS) return;
    last.current = now;
    // Refused, the session has ended, which the snapshot shows.
    void callMain(bridge, 'session.keep', {});
  }, [bridge]);
}
