import { basename } from 'node:path';
import type { Random } from '../base/clock.ts';
import { omitUndefined } from '../base/omit-undefined.ts';
import type { JournalAct, JournalEvent } from '../domain/events.ts';
import { CHAIN_START, INSERT_EVENT, type TerminalIdentity, toRow, valuesOf } from './event-rows.ts';
import type { Statements } from './prepared-statements.ts';
import { type Folded, JOURNAL_TAMPERED, type Projections, project } from './projections.ts';
import type { Sealing } from './sealing.ts';
import type { Tampering } from './tampering.ts';

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

/** Returns the last event; in an empty journal, the chain's start. */
export function headOf(statements: Statements): Head {
  const last = statements.get('SELECT seq, hash FROM events ORDER BY seq DESC LIMIT 1');
  return { seq: Number(last?.['seq'] ?? 0), hash: String(last?.['hash'] ?? CHAIN_START) };
}

/** The only code that appends, in the caller's transaction. Throws `MisplacedEvent` for an impossible event. */
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

export interface Predecessor {
  /** Path of the journal that was set aside; empty for a missing journal. */
  readonly file: string;
  readonly salvaged: number;
  readonly tampering: Tampering | undefined;
}

/** To be written in one transaction. The salt is new, because the old journal's reference counters may be lost. */
export function beginning(random: Random, sealing: Sealing | undefined, before?: Predecessor): readonly JournalEvent[] {
  const { anchor } = sealing ?? {};
  const begun: JournalEvent = {
    type: 'journal.begun',
    journalId: random.uuid(),
    salt: Math.floor(random.next() * 10_000),
    ...omitUndefined({
      replaces: before?.file,
      follows: anchor && { journalId: anchor.journalId, seq: anchor.seq, hash: anchor.hash },
      lastShift: anchor?.shift,
      lastShiftTo: anchor?.shiftTo,
    }),
  };
  if (before?.tampering === undefined) return [begun];
  return [begun, tampered({ ...before.tampering, kept: before.salvaged, file: basename(before.file) })];
}

export function tampered(values: Tampering & { readonly kept: number; readonly file: string }): JournalAct {
  return { type: 'act', act: JOURNAL_TAMPERED, by: { role: 'till' }, values: { ...values } };
}

/** Returns the predecessor of a new journal from the keychain's anchor; undefined without an anchor. */
export function predecessorOf(sealing: Sealing | undefined): Predecessor | undefined {
  const { anchor } = sealing ?? {};
  if (anchor === undefined) return undefined;
  return { file: '', salvaged: 0, tampering: { why: 'gone', anchored: anchor.seq, found: 0 } };
}
