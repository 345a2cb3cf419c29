import { useEffect } from 'react';
import type { CounterSettings } from '../../../preload/contract/settings-table.ts';
import { useSnapshots } from '../till-store.ts';
import { type Sound, soundFor } from './sound-for.ts';

export function playSound(sound: Sound, { volume, muted }: CounterSettings['sound']): void {
  if (muted || volume <= 0) return;
  const audio = new Audio(new URL(`../sounds/${sound}.wav`, document.baseURI).href);
  audio.volume = Math.min(volume, 100) / 100;
  // The machine may have no sound device. Colour and words show the same state.
  audio.play().catch((fault: unknown) => console.warn(`The sound "${sound}" could not be played`, fault));
}

/** Plays no sound for states before the window opened. */
export function useSounds(): void {
  const snapshots = useSnapshots();
  useEffect(
    () =>
      snapshots.subscribe(({ snapshot: after }, { snapshot: before }) => {
        if (before === null || after === null) return;
        const sound = soundFor(before, after);
        if (sound !== undefined) playSound(sound, after.counter.sound);
      }),
    [snapshots],
  );
}
