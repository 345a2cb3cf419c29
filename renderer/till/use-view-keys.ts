import { useEffect } from 'react';
import { useUiNow } from './till-store.ts';

/** F2 opens the payments, and goes back to the sale (docs/interface.md, Keys). */
export function useViewKeys(): void {
  const now = useUiNow();
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'F2' || document.querySelector('[aria-modal="true"]') !== null) return;
      event.preventDefault();
      const { view, show } = now();
      show(view === 'payments' ? 'sale' : 'payments');
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, [now]);
}
