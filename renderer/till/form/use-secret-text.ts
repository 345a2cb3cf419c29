import { useEffect, useReducer, useState } from 'react';
import { forgetLastMatch } from './forget-last-match.ts';

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
