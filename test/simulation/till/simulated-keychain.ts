import type { Anchor, JournalSeal } from '../../../main/journal/sealing.ts';
import type { World } from '../world/simulated-world.ts';

export const KEY = Buffer.alloc(32, 5);
const TAKES_MS = 40;
/** Every so many anchors one is refused, as by a keychain that is locked, and one is kept before its caller hears of it. */
const REFUSED_EVERY = 11;
const KEPT_AT_ONCE_EVERY = 2;

/**
 * What the keychain of one machine knows of its journal. It outlives the processes, as the disk does. An anchor that is on
 * its way when its process dies has arrived or not. Nothing is drawn: the worlds are the same with it and without.
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

  /** A restore stores the anchor of the restored journal before that journal is in its place. */
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
