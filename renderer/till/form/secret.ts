import {
  type Ref,
  type RefCallback,
  useCallback,
  useEffect,
  useLayoutEffect,
  useReducer,
  useRef,
  useState,
} from 'react';

/**
 * The text of a secret while somebody types it. React keeps what was rendered before the present state, so once the text
 * is empty this renders twice more: then nothing of it is left in the page's memory, though its dialog still asks.
 */
export function useSecretText(): readonly [text: string, set: (text: string) => void] {
  const [text, set] = useState('');
  const [, renderAgain] = useReducer((count: number) => count + 1, 0);
  useEffect(() => {
    if (text !== '') return;
    forgetLastMatch();
    renderAgain();
    const frame = requestAnimationFrame(renderAgain);
    return () => cancelAnimationFrame(frame);
  }, [text]);
  return [text, set];
}

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

/**
 * JavaScript keeps the last text that a regular expression matched (`RegExp.input`), and a PIN is checked by one. Matching
 * nothing takes its place.
 */
function forgetLastMatch(): void {
  /^$/.test('');
}
