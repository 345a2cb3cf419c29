import type { Notice } from '../../preload/contract/views.ts';

/** What the person at the till should know beyond the sale, until it is no longer so or somebody has read it. */
export interface Notices {
  list(): readonly Notice[];
  /** Adds a notice, or replaces the one with its id. */
  put(notice: Notice): void;
  /** Removes a notice whose reason is gone. */
  clear(id: string): void;
  /** A person has read it: true when there was such a notice and it may be dismissed. */
  dismiss(id: string): boolean;
}

const WEIGHT = { alarm: 0, warning: 1, info: 2 } as const;

/** Alarms first, then warnings, then the rest; within each the oldest first. */
export function createNotices(changed: () => void): Notices {
  const kept = new Map<string, Notice>();
  return {
    list: () => [...kept.values()].sort((a, b) => WEIGHT[a.severity] - WEIGHT[b.severity]),
    put(notice) {
      kept.set(notice.id, notice);
      changed();
    },
    clear(id) {
      if (kept.delete(id)) changed();
    },
    dismiss(id) {
      if (kept.get(id)?.action !== 'dismiss') return false;
      kept.delete(id);
      changed();
      return true;
    },
  };
}
