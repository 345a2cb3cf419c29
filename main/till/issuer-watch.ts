import type { IssuerSeen } from '../service/issuer-match.ts';

/** Remembers the names under which the service signs, while they differ from the names that the till expects. */
export interface IssuerWatch {
  /** For the verifier: told of genuine messages only. */
  seen(seen: IssuerSeen): void;
  /** The names that differ now, at most one for each setting. */
  renamed(): readonly IssuerSeen[];
  /** Calls `listener` when `renamed` has changed; returns how to stop. */
  onChange(listener: () => void): () => void;
}

export function createIssuerWatch(): IssuerWatch {
  const renamed = new Map<IssuerSeen['of'], IssuerSeen>();
  const listeners = new Set<() => void>();
  return {
    seen(seen) {
      const right = seen.got === seen.expected;
      if (right ? !renamed.has(seen.of) : renamed.get(seen.of)?.got === seen.got) return;
      if (right) renamed.delete(seen.of);
      else renamed.set(seen.of, seen);
      for (const listener of [...listeners]) listener();
    },
    renamed: () => [...renamed.values()],
    onChange(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
