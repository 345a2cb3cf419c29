import { type Ref, type RefCallback, useCallback, useLayoutEffect, useRef } from 'react';
import { forgetLastMatch } from './forget-last-match.ts';

/**
 * The input of a secret. React writes the text of an input that it controls into the page as its `value` attribute, and a
 * page that is gone can be kept in memory for long: by the browser's own tables, for one. So this input has its text
 * itself, is told of changes from elsewhere, such as a keypad's, and is emptied when it goes. `outer` has the input too.
 */
export function useSecretBox(text: string, outer: Ref<HTMLInputElement> | undefined): RefCallback<HTMLInputElement> {
  const own = useRef<HTMLInputElement>(null);
  useLayoutEffect(() => {
    const input = own.current;
    if (input !== null && input.value !== text) input.value = text;
  }, [text]);
  useLayoutEffect(
    () => () => {
      if (own.current !== null) own.current.value = '';
      forgetLastMatch();
    },
    [],
  );
  return useCallback(
    (input: HTMLInputElement | null) => {
      own.current = input;
      return hand(input, outer);
    },
    [outer],
  );
}

/** Gives the input to a ref of either kind; what it returns takes it back. */
function hand(input: HTMLInputElement | null, ref: Ref<HTMLInputElement> | undefined): () => void {
  if (typeof ref !== 'function') {
    if (ref) ref.current = input;
    return () => {
      if (ref) ref.current = null;
    };
  }
  const leave = ref(input);
  return typeof leave === 'function' ? leave : () => void ref(null);
}
