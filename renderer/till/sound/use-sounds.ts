import { useEffect } from 'react';
import { useSnapshots } from '../till-store.ts';
import { type Sound, soundFor } from './sound-for.ts';

/** Plays the sound of each end as it comes; never for what was already there when the window opened. */
export function useSounds(): void {
  const snapshots = useSnapshots();
  useEffect(
    () =>
      snapshots.subscribe(({ snapshot: after }, { snapshot: before }) => {
        if (before === null || after === null) return;
        const sound = soundFor(before, after);
        if (sound !== undefined) play(sound);
      }),
    [snapshots],
  );
}

function play(sound: Sound): void {
  const audio = new Audio(new URL(`../sounds/${sound}.wav`, document.baseURI).href);
  // No sound device, or a browser that wants a gesture first: colour and words have said it already.
  audio.play().catch((fault: unknown) => console.warn(`The sound "${sound}" could not be played`, fault));
}
