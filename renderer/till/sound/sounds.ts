import { useEffect } from 'react';
import type { CounterSettings } from '../../../preload/contract/settings-table.ts';
import type { TillSnapshot } from '../../../preload/contract/views.ts';
import { openAlarm } from '../dialogs/open-alarm.ts';
import { useSnapshots } from '../till-store.ts';

type Sound = 'scanned' | 'paid' | 'failed' | 'attention';

export function soundFor(before: TillSnapshot, after: TillSnapshot): Sound | undefined {
  const late = openAlarm(after);
  if (late !== null && late.saleId !== openAlarm(before)?.saleId) return 'attention';
  if (parkedEnds(after).some((id) => !parkedEnds(before).includes(id))) return 'attention';
  if (after.sale === null || after.sale.stage === stageBefore(before, after.sale.saleId)) return undefined;
  switch (after.sale.stage) {
    case 'paid':
      return 'paid';
    case 'failed':
      return 'failed';
    case 'expired':
    case 'voided':
    case 'unknown':
      return 'attention';
    case 'cancelled':
      return after.sale.ending === 'cashier' ? undefined : 'attention';
    case 'scanned':
      return after.sale.cancel === 'asked' ? undefined : 'scanned';
    case 'creating':
    case 'waiting':
    case 'authorised':
      return undefined;
  }
}

function parkedEnds({ notices }: TillSnapshot): readonly string[] {
  return notices.filter(({ code }) => code.startsWith('sale.parked.')).map(({ id }) => id);
}

function stageBefore(before: TillSnapshot, saleId: string): string | undefined {
  return before.sale?.saleId === saleId ? before.sale.stage : undefined;
}

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
