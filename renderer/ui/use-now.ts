import { useEffect, useState } from 'react';

/** Monotonic ms, read again every `everyMs` while `active`. */
export function useNow(active: boolean, everyMs: number): number {
  const [now, setNow] = useState(() => performance.now());
  useEffect(() => {
    if (!active) return;
    setNow(performance.now());
    const timer = setInterval(() => setNow(performance.now()), everyMs);
    return () => clearInterval(timer);
  }, [active, everyMs]);
  return now;
}

/** ms; 0 while inactive. */
export function useElapsed(active: boolean): number {
  const [since, setSince] = useState(0);
  const now = useNow(active, 100);
  useEffect(() => {
    setSince(active ? performance.now() : 0);
  }, [active]);
  return active && since > 0 ? Math.max(0, now - since) : 0;
}

/** ms, from the time left in a snapshot received at `receivedAt`; both by the monotonic clock. */
export function timeLeftNow(timeLeftMs: number, receivedAt: number, now: number): number {
  return Math.max(0, timeLeftMs - Math.max(0, now - receivedAt));
}

/** Ignores a tap meant for a button of the previous screen, ms. */
const SETTLE_MS = 500;

export function useSettled(): boolean {
  const [settled, setSettled] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(true), SETTLE_MS);
    return () => clearTimeout(timer);
  }, []);
  return settled;
}
