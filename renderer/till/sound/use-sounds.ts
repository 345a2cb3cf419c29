import { useEffect } from 'react';
import { useSnapshots } from '../till-store.ts';
import { type Sound, soundFor } from './sound-for.ts';

/** Plays a sound when a sale ends, but not for one that had ended before the window opened. */
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
  // There may be no sound device. Colour and words say the same.
  audio.play().catch((fault: unknown) => console.warn(`The sound "${sound}" could not be played`, fault));
}
