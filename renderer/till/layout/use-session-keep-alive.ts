import { useCallback, useRef } from 'react';
import { callMain, useBridge } from '../../ui/ask-main.ts';

/** Much shorter than the time after which the session of a manager ends. */
const EVERY_MS = 20_000;

/** Tells main on each press of a key or pointer that the manager is still there, but not more often than this. */
export function useSessionKeepAlive(): () => void {
  const bridge = useBridge();
  const last = useRef(Number.NEGATIVE_INFINITY);
  return useCallback(() => {
    const now = performance.now();
    if (now - last.current < EVERY_MS) return;
    last.current = now;
    // A refusal means that the session has ended, which the next snapshot shows.
    void callMain(bridge, 'session.keep', {});
  }, [bridge]);
}
