import type { RecordKind } from '../../preload/record.ts';

/** What acts are about, by how their names begin; the longer beginning comes first. */
const kinds: readonly (readonly [string, RecordKind])[] = [
  ['person-', 'people'],
  ['pin-changed', 'people'],
  ['pin-', 'access'],
  ['unlock', 'access'],
  ['sign-', 'access'],
  ['sale-', 'sales'],
  ['refund', 'refunds'],
  ['settings-', 'settings'],
  ['provision', 'settings'],
  ['key-', 'settings'],
  ['api-key-', 'settings'],
  ['shift', 'shifts'],
  ['receipt', 'prints'],
  ['paper', 'prints'],
  ['print', 'prints'],
  ['reprint', 'prints'],
  ['sheet', 'prints'],
  ['payouts', 'payouts'],
  ['export', 'exports'],
];

/** What an act is about; one whose name is not known is about the till itself. */
export function recordKindOf(act: string): RecordKind {
  return kinds.find(([beginning]) => act.startsWith(beginning))?.[1] ?? 'till';
}
