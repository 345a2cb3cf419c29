import { useEffect, useRef } from 'react';

interface SaleKeys {
  /** A digit, `,` or `.`, unless typed into another text field. */
  readonly figure?: (character: string) => void;
  readonly Backspace?: () => void;
  readonly Enter?: () => void;
  readonly Escape?: () => void;
  readonly F3?: () => void;
}

/** Regardless of focus (docs/interface.md, Keys). An open dialog or list blocks the keys. */
export function useSaleKeys(keys: SaleKeys): void {
  const newest = useRef(keys);
  newest.current = keys;
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
      if (document.querySelector('[aria-modal="true"], :popover-open') !== null) return;
      const act = actionFor(event, newest.current);
      if (act === undefined) return;
      event.preventDefault();
      act();
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, []);
}

function actionFor(event: KeyboardEvent, keys: SaleKeys): (() => void) | undefined {
  const { key, target, repeat } = event;
  // A held key counts as a single question, answer or charge.
  if (repeat && ['F3', 'Escape', 'Enter'].includes(key)) return undefined;
  if (key === 'F3') return keys.F3;
  if (key === 'Escape') return keys.Escape;
  if (key === 'Enter') return activatesOnEnter(target) ? undefined : keys.Enter;
  if (isTextBox(target)) return undefined;
  if (key === 'Backspace') return keys.Backspace;
  const { figure } = keys;
  if (figure === undefined || !/^[\d.,]$/.test(key)) return undefined;
  return () => {
    // The last clicked button loses the focus: Enter then charges the amount and does not click the button again.
    if (target instanceof HTMLElement) target.blur();
    figure(key);
  };
}

function isTextBox(target: EventTarget | null): boolean {
  return target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement;
}

/** The link of the open view does not count. */
function activatesOnEnter(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && target.closest('button, a:not([aria-current="page"])') !== null;
}
