import type { Notice } from '../../preload/contract/views.ts';
import { omitUndefined } from '../base/omit-undefined.ts';
import type { TillError } from '../base/till-error.ts';

type Kind = Pick<Notice, 'severity' | 'action'>;

const alarm = (action?: Notice['action']): Kind => ({ severity: 'alarm', action });
const warning = (action?: Notice['action']): Kind => ({ severity: 'warning', action });
const info = (action?: Notice['action']): Kind => ({ severity: 'info', action });

/** Severity and user action of each notice; texts: `notice.<code>`. */
const NOTICES = {
  'app.fault': warning('dismiss'),
  'backup.asked': warning(),
  'backup.asking': alarm(),
  'backup.failed': warning('dismiss'),
  'backup.failed.folder': warning('dismiss'),
  'backup.failed.full': warning('dismiss'),
  'backup.failed.read-only': warning('dismiss'),
  'backup.refunds-unknown': alarm(),
  'backup.restored': warning('dismiss'),
  'callback.unprotected': warning(),
  'display.closed': warning('open-display'),
  'display.elsewhere': warning('dismiss'),
  'display.gave-way': warning('open-display'),
  'display.lost': warning('open-display'),
  'display.over-till': warning('open-display'),
  'display.reloaded': info('dismiss'),
  'display.unplugged': warning('open-display'),
  'draft.above-maximum': warning('dismiss'),
  'draft.busy': warning('dismiss'),
  'draft.malformed': warning('dismiss'),
  'draft.off': warning('dismiss'),
  'folder.earlier': warning('dismiss'),
  'head-office.failing': warning(),
  'journal.failed': alarm(),
  'journal.found-again': warning(),
  'journal.full': alarm(),
  'journal.refilled': warning(),
  'journal.set-aside': alarm(),
  'journal.tampered.altered': alarm('clear-journal'),
  'journal.tampered.cut': alarm('clear-journal'),
  'journal.tampered.damaged': alarm('clear-journal'),
  'journal.tampered.foreign': alarm('clear-journal'),
  'journal.tampered.gone': alarm('clear-journal'),
  'journal.tampered.restored': alarm('clear-journal'),
  'journal.tampered.swapped': alarm('clear-journal'),
  'journal.unanchored': warning(),
  'journal.unread': warning('dismiss'),
  'journal.waiting': warning('dismiss'),
  'key.overdue': warning(),
  'key.renewal': warning(),
  'keys.kept': info(),
  'keys.unavailable': warning(),
  'kiosk.start': warning('dismiss'),
  'log.unopened': warning('dismiss'),
  'provision.fault': alarm('dismiss'),
  'provision.refused': warning('dismiss'),
  'provision.replaced': alarm('clear-provisioning'),
  'provision.shred': warning('shred-file'),
  'provision.waits': warning(),
  'recovery.done': info('dismiss'),
  'refund.made-after-all': alarm('dismiss'),
  'refund.unsettled': warning('open-sale'),
  'register.found-again': alarm('decide-register'),
  'register.not-reversed': alarm('dismiss'),
  'register.partial-goods': alarm('dismiss'),
  'register.refilling': alarm('release-register'),
  'register.training': warning('dismiss'),
  'register.unconfirmed': alarm('dismiss'),
  'register.unreachable': warning(),
  'response-path.other': alarm('accept-path'),
  'register.waits': warning('release-register'),
  'sale.alarm': alarm('acknowledge'),
  'sale.found': alarm('decide-payment'),
  'sale.parked.cancelled': warning('dismiss'),
  'sale.parked.expired': warning('dismiss'),
  'sale.parked.failed': warning('dismiss'),
  'sale.parked.voided': warning('dismiss'),
  'sale.taken-back': alarm('acknowledge'),
  'settings.gone': alarm(),
  'settings.set-aside': alarm(),
  'terminal.recovered': alarm('accept-changes'),
  'update.ready': info(),
  'update.ready.person': info(),
  'update.stuck': warning('dismiss'),
  'update.went-back': warning('dismiss'),
  'window.blocked': warning('dismiss'),
  'window.memory': warning('dismiss'),
} as const satisfies Record<string, Kind>;

export type NoticeCode = keyof typeof NOTICES;

/** `id`: replaces a notice with the same id, for a code with several notices or several codes for a single notice. */
type NoticeDetails = Partial<Pick<Notice, 'id' | 'values' | 'saleId'>>;

export function notice(code: NoticeCode, { id = code, values, saleId }: NoticeDetails = {}): Notice {
  return { id, code, ...omitUndefined({ ...NOTICES[code], values, saleId }), severity: NOTICES[code].severity };
}

export function errorNotice(id: string, { code, message, values }: ShownError, { severity, action }: Kind): Notice {
  return { id, code, severity, values: { message, ...values }, ...omitUndefined({ action }) };
}

type ShownError = Pick<TillError, 'message'> & { readonly code: string; readonly values?: Notice['values'] };

export type Notices = ReturnType<typeof createNotices>;

export function createNotices(changed: () => void) {
  const kept = new Map<string, Notice>();
  return {
    /** Oldest first. */
    list: (): readonly Notice[] => [...kept.values()],
    put(added: Notice): void {
      kept.set(added.id, added);
      changed();
    },
    clear(id: string): void {
      if (kept.delete(id)) changed();
    },
    dismiss(id: string): boolean {
      if (kept.get(id)?.action !== 'dismiss') return false;
      kept.delete(id);
      changed();
      return true;
    },
  };
}
