import { useEffect, useRef } from 'react';
import type { TillSnapshot } from '../../../preload/views.ts';
import { useTill } from '../till-store.ts';
import { type Sound, soundFor } from './sound-for.ts';

/** Plays the sound of each end as it comes; never for what was already there when the window opened. */
export function useSounds(): void {
  const till = useTill((snapshot) => snapshot);
  const before = useRef<TillSnapshot>(till);
  useEffect(() => {
    const sound = soundFor(before.current, till);
    before.current = till;
    if (sound !== undefined) play(sound);
  }, [till]);
}

function play(sound: Sound): void {
  const audio = new Audio(new URL(`../sounds/${sound}.wav`, document.baseURI).href);
  // No sound device, or a browser that wants a gesture first: colour and words have said it already.
  audio.play().catch((fault: unknown) => console.warn(`The sound "${sound}" could not be played`, fault));
}
