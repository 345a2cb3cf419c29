import type { JournalEvent } from '../domain/events.ts';
import { INSERT_EVENT, type TerminalIdentity, toRow, valuesOf } from './event-rows.ts';
import { CHAIN_START } from './hash-chain.ts';
import { type Folded, type Projections, project } from './projections.ts';
import type { Sealing } from './sealing.ts';
import type { Statements } from './statements.ts';

export interface Head {
  readonly seq: number;
  readonly hash: string;
}

export interface Happened {
  readonly event: JournalEvent;
  readonly at: number;
}

interface Target {
  readonly statements: Statements;
  readonly projections: Projections;
  readonly terminal: TerminalIdentity;
  readonly sealing: Sealing | undefined;
}

/** The last event that is there; that before the first, where there is none. */
export function headOf(statements: Statements): Head {
  const last = statements.get('SELECT seq, hash FROM events ORDER BY seq DESC LIMIT 1');
  return { seq: Number(last?.['seq'] ?? 0), hash: String(last?.['hash'] ?? CHAIN_START) };
}

/** The one place that appends, in the caller's transaction. Throws `MisplacedEvent` for an event that cannot happen. */
export function append(
  { statements, projections, terminal, sealing }: Target,
  head: Head,
  happened: readonly Happened[],
): { readonly head: Head; readonly folded: Folded } {
  let { seq, hash } = head;
  let folded: Folded = {};
  for (const { event, at } of happened) {
    seq += 1;
    const row = toRow(event, at, terminal, seq, hash, sealing);
    hash = row.hash;
    statements.run(INSERT_EVENT, ...valuesOf(row));
    folded = { ...folded, ...project(projections, { seq, at, ...terminal, event }) };
  }
  return { head: { seq, hash }, folded };
}
