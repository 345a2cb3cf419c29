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

/** React keeps the previously rendered state, so an emptied text renders twice more to leave the page's memory. */
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
 * Returns a ref for the input of a secret. React copies the text of a controlled input into its `value` attribute, and
 * the browser's own tables can keep a removed page in memory for long. So this input is uncontrolled: it gets changes
 * from elsewhere, such as a keypad's, and is emptied when removed. `outer` gets the input too.
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

/** JavaScript keeps the last text matched (`RegExp.input`), such as a PIN. Matching an empty text replaces it. */
function forgetLastMatch(): void {
  /^$/.test('');
}
