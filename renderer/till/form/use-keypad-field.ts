import { type RefObject, useRef } from 'react';

/** The keys of a keypad for one text field: they write at its cursor, in place of the selection. */
export interface KeypadField {
  readonly box: RefObject<HTMLInputElement | null>;
  press(characters: string): void;
  back(): void;
  clear(): void;
}

export function useKeypadField(text: string, change: (text: string) => void): KeypadField {
  const box = useRef<HTMLInputElement>(null);
  const replace = (from: number, to: number, characters: string) => {
    change(text.slice(0, from) + characters + text.slice(to));
    // Counted from the end: with its cents first, an amount is written anew in front of the cursor.
    const fromEnd = text.length - to;
    // Once the new text is in the field; it would put the cursor at its end otherwise.
    requestAnimationFrame(() => {
      const at = Math.max(0, (box.current?.value.length ?? 0) - fromEnd);
      box.current?.setSelectionRange(at, at);
    });
  };
  const selected = () => {
    const { selectionStart, selectionEnd } = box.current ?? {};
    return { from: selectionStart ?? text.length, to: selectionEnd ?? text.length };
  };
  return {
    box,
    press(characters) {
      const { from, to } = selected();
      replace(from, to, characters);
    },
    back() {
      const { from, to } = selected();
      replace(from === to ? Math.max(0, from - 1) : from, to, '');
    },
    clear: () => replace(0, text.length, ''),
  };
}
