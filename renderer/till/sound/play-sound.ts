import type { CounterSettings } from '../../../preload/contract/settings-table.ts';
import type { Sound } from './sound-for.ts';

export function playSound(sound: Sound, { volume, muted }: CounterSettings['sound']): void {
  if (muted || volume <= 0) return;
  const audio = new Audio(new URL(`../sounds/${sound}.wav`, document.baseURI).href);
  audio.volume = Math.min(volume, 100) / 100;
  // There may be no sound device. Colour and words say the same.
  audio.play().catch((fault: unknown) => console.warn(`The sound "${sound}" could not be played`, fault));
}
