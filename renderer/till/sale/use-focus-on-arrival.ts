import { type RefObject, useEffect } from 'react';

/** Puts the focus where a new screen begins, unless a dialog holds it. */
export function useFocusOnArrival(ref: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    if (document.querySelector('[aria-modal="true"]') === null) ref.current?.focus({ preventScroll: true });
  }, [ref]);
}
