import type { Anchor, JournalSeal } from '../../main/journal/sealing.ts';

/** A seal like the keychain's, with its anchors in memory. */
export interface MemorySeal extends JournalSeal {
  readonly anchors: Map<string, Anchor>;
}

export function memorySeal(key: Buffer = Buffer.alloc(32, 7)): MemorySeal {
  const anchors = new Map<string, Anchor>();
  return {
    key,
    anchors,
    anchor: (place) => anchors.get(place),
    async keepAnchor(place, anchor) {
      anchors.set(place, anchor);
    },
  };
}
