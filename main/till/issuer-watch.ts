import type { Notice } from '../../preload/views.ts';
import type { IssuerSeen } from '../service/issuer-match.ts';

/** Keeps what the service signs as, and says so on the till while that differs from what the till expects. */
export interface IssuerWatch {
  /** For the verifier: told of genuine messages only. */
  seen(seen: IssuerSeen): void;
  notices(): readonly Notice[];
  /** Calls `listener` when there is another notice; returns how to stop. */
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
    notices: () => [...renamed.values()].map(noticeOf),
    onChange(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

function noticeOf({ of, expected, got }: IssuerSeen): Notice {
  const values = { expected, got };
  return { id: `issuer.${of}`, code: 'issuer.renamed', severity: 'alarm', values, action: 'accept-issuer' };
}
