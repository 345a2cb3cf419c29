import { firstIdle } from '../../preload/contract/settings-table.ts';
import type { DisplaySnapshot, TillSnapshot } from '../../preload/contract/views.ts';
import type { Clock } from '../base/clock.ts';
import { omitUndefined } from '../base/omit-undefined.ts';
import { createCustomerScenes } from './customer-scene.ts';
import type { Languages } from './languages.ts';
import type { TillState } from './till-state.ts';

interface SnapshotParts {
  readonly clock: Clock;
  /** Before the first opening, roles are unknown. */
  readonly ready: Promise<void>;
  state(): TillState;
  readonly languages: Pick<Languages, 'display' | 'displayShows'>;
  showTill(snapshot: TillSnapshot): void;
  showDisplay(snapshot: DisplaySnapshot): void;
  /** Combines related changes into a single snapshot. */
  defer(task: () => void): void;
}

export interface Snapshots {
  till(): TillSnapshot;
  display(): DisplaySnapshot;
  changed(): void;
  stop(): void;
}

/** ms within which a payment request is signed and sent. */
const SIGNED_WITHIN_MS = 5;

/** Runs a task in the next turn, or once the request of a charge that began just now is sent. */
export function snapshotDelay(beganAgoMs: () => number | undefined): SnapshotParts['defer'] {
  return (task) => {
    const isSigning = (beganAgoMs() ?? SIGNED_WITHIN_MS) < SIGNED_WITHIN_MS;
    if (isSigning) setTimeout(task, SIGNED_WITHIN_MS);
    else setImmediate(task);
  };
}

/** Sequence numbers never restart, even if the till is opened again: the windows keep the highest number. */
export function createSnapshots(parts: SnapshotParts): Snapshots {
  let seq = 0;
  let pending = false;
  let ready = false;
  let stopped = false;
  void parts.ready.then(() => {
    ready = true;
  });
  const scenes = createCustomerScenes({ clock: parts.clock, over: () => changed() });

  function till(): TillSnapshot {
    seq += 1;
    return { seq, at: parts.clock.now(), ...parts.state() };
  }

  function display(): DisplaySnapshot {
    const state = parts.state();
    const { terminal, counter } = state;
    const scene = scenes.of(state, terminal);
    parts.languages.displayShows(scene, state.sale);
    seq += 1;
    return {
      seq,
      at: parts.clock.now(),
      shopName: terminal.shopName,
      training: terminal.mode === 'training',
      ...omitUndefined({ environment: terminal.environment }),
      counter: {
        languages: counter.languages,
        display: { ...counter.display, idle: counter.display.idle ?? firstIdle },
      },
      language: parts.languages.display(),
      scene,
    };
  }

  function changed(): void {
    if (pending || stopped || !ready) return;
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
