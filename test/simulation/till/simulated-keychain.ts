import type { Anchor, JournalSeal } from '../../../main/journal/sealing.ts';
import type { World } from '../world/simulated-world.ts';

export const KEY = Buffer.alloc(32, 5);
const TAKES_MS = 40;
/**
 * Every 11th anchor is refused, as by a locked keychain; every second anchor is stored before its caller is notified.
 */
const REFUSED_EVERY = 11;
const KEPT_AT_ONCE_EVERY = 2;

/**
 * Anchors in the keychain of one machine. Outlives the processes, like the disk. An anchor in transit when its process
 * dies has arrived or not. Draws nothing: worlds with and without keychain are the same.
 */
export class SimulatedKeychain {
  readonly #world: World;
  readonly #kept = new Map<string, Anchor>();
  #asked = 0;

  constructor(world: World) {
    this.#world = world;
  }

  mount(user: { readonly alive: boolean }): JournalSeal {
    const handed = new Map(this.#kept);
    return {
      key: KEY,
      anchor: (place) => handed.get(place),
      keepAnchor: (place, anchor) => {
        handed.set(place, anchor);
        return this.#keep(user, place, anchor);
      },
    };
  }

  /** A restore stores the anchor of the restored journal before moving the journal into place. */
  restored(place: string, anchor: Anchor): void {
    this.#kept.set(place, anchor);
  }

  #keep(user: { readonly alive: boolean }, place: string, anchor: Anchor): Promise<void> {
    this.#asked += 1;
    const isRefused = this.#asked % REFUSED_EVERY === 0;
    if (!isRefused && this.#asked % KEPT_AT_ONCE_EVERY === 0) this.#kept.set(place, anchor);
    return new Promise((resolve, reject) => {
      this.#world.timeline.after(TAKES_MS, () => {
        if (isRefused) return reject(new Error('the keychain is locked'));
        if (!user.alive) return;
        this.#world.count('anchors');
        this.#kept.set(place, anchor);
        resolve();
      });
    });
  }
}
