import { useCallback, useRef } from 'react';
import { callMain, useBridge } from '../../ui/ask-main.ts';

/** Much shorter than the timeout of a manager's session. */
const EVERY_MS = 20_000;

/** For key presses and clicks; at most one call per `EVERY_MS`. */
export function useSessionKeepAlive(): () => void {
  const bridge = useBridge();
  const last = useRef(Number.NEGATIVE_INFINITY);
  return useCallback(() => {
    const now = performance.now();
    if (now - last.current < EVERY_MS) return;
    last.current = now;
    // A refusal means an ended session, visible in the next snapshot.
    void callMain(bridge, 'session.keep', {});
  }, [bridge]);
}
