import type { DisplaySnapshot, TillSnapshot } from '../../preload/views.ts';
import type { Clock } from '../base/clock.ts';
import { createCustomerScenes } from './customer-scene.ts';

/** What there is to tell, taken at the moment of telling. */
export type TillState = Omit<TillSnapshot, 'seq' | 'at'>;

export interface SnapshotParts {
  readonly clock: Clock;
  facts(): TillState;
  showTill(snapshot: TillSnapshot): void;
  showDisplay(snapshot: DisplaySnapshot): void;
  /** Runs `task` after what is going on now: changes that belong together then make one snapshot. */
  defer(task: () => void): void;
}

export interface Snapshots {
  till(): TillSnapshot;
  display(): DisplaySnapshot;
  /** Something changed: both windows are told, at once but once. */
  changed(): void;
  stop(): void;
}

/** Whole snapshots with one growing sequence number, whatever was rebuilt underneath in the meantime. */
export function createSnapshots(parts: SnapshotParts): Snapshots {
  let seq = 0;
  let pending = false;
  let stopped = false;
  const scenes = createCustomerScenes(parts.clock, () => changed());

  function till(): TillSnapshot {
    seq += 1;
    return { seq, at: parts.clock.now(), ...parts.facts() };
  }

  function display(): DisplaySnapshot {
    const { terminal, sale } = parts.facts();
    seq += 1;
    return {
      seq,
      at: parts.clock.now(),
      shopName: terminal.shopName,
      training: terminal.mode === 'training',
      ...(terminal.environment === undefined ? {} : { environment: terminal.environment }),
      scene: scenes.of(sale, terminal.sticker),
    };
  }

  function changed(): void {
    if (pending || stopped) return;
    pending = true;
    parts.defer(() => {
      pending = false;
      if (stopped) return;
      parts.showDisplay(display());
      parts.showTill(till());
    });
  }

  return {
    till,
    display,
    changed,
    stop() {
      stopped = true;
      scenes.stop();
    },
  };
}
