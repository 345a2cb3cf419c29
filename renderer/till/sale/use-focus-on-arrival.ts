import { type RefObject, useEffect } from 'react';

export function useFocusOnArrival(ref: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    if (document.querySelector('[aria-modal="true"]') === null) ref.current?.focus({ preventScroll: true });
  }, [ref]);
}
