import type { RecordKind } from '../../preload/contract/record.ts';
import type { JournalAct } from '../domain/events.ts';

/** Longer prefixes come first. */
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
  ['register-', 'settings'],
  ['head-office-', 'settings'],
  ['shift', 'shifts'],
  ['receipt', 'prints'],
  ['paper', 'prints'],
  ['print', 'prints'],
  ['reprint', 'prints'],
  ['sheet', 'prints'],
  ['payouts', 'payouts'],
  ['export', 'exports'],
];

export function recordKindOf(act: string): RecordKind {
  return kinds.find(([beginning]) => act.startsWith(beginning))?.[1] ?? 'till';
}

/** Shown in the refund's own entry, with the person who approved the refund. */
export const SHOWN_WITH_REFUND = 'refund-allowed';

/** Acts about the terminal as a whole. Journal alarms are not: they are raised and cleared in their own journal. */
const ofTerminal: ReadonlySet<string> = new Set([
  'acts-dropped',
  'backup-daily-off',
  'backup-daily-set',
  'backup-made',
  'backup-restored',
  'keychain-locked',
  'log-lowered',
  'log-raised',
  'pack-saved',
  'restore-begun',
  'terminal-tampered',
  'update-installs',
  'update-refused',
]);

export function isOfTerminal({ act, values }: Pick<JournalAct, 'act' | 'values'>): boolean {
  switch (recordKindOf(act)) {
    case 'people':
    case 'access':
    case 'settings':
      return true;
    case 'till':
      return ofTerminal.has(act);
    // Exports at the command line may be of the live journal while training is open.
    case 'exports':
      return values?.['environment'] !== 'TRAINING';
    case 'sales':
    case 'refunds':
    case 'shifts':
    case 'prints':
    case 'payouts':
      return false;
  }
}
