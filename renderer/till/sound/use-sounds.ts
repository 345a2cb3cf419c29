import { useEffect } from 'react';
import { useSnapshots } from '../till-store.ts';
import { playSound } from './play-sound.ts';
import { soundFor } from './sound-for.ts';

/** Plays a sound when a customer scans and when a sale ends, but not for what was so before the window opened. */
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
