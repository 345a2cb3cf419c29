import { useEffect, useState } from 'react';

/**
 * How long what has just appeared ignores presses: the screen may change under a finger that is on its way to a button of
 * the screen before, and nobody answers what they have not read.
 */
const SETTLE_MS = 500;

/** True once the component has been in sight for long enough that a press on it is meant. */
export function useSettled(): boolean {
  const [settled, setSettled] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(true), SETTLE_MS);
    return () => clearTimeout(timer);
  }, []);
  return settled;
}
