import { useEffect, useState } from 'react';

/** A finger on its way to a button of the screen before presses nothing, ms. */
const SETTLE_MS = 500;

export function usePressable(): boolean {
  const [settled, setSettled] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(true), SETTLE_MS);
    return () => clearTimeout(timer);
  }, []);
  return settled;
}
