import type { Leaving } from '../../preload/contract/views.ts';
import { afterAwake, type Clock } from '../base/clock.ts';
import type { Log } from '../base/log.ts';
import { TillError, toTillError } from '../base/till-error.ts';
import { isEnd } from '../domain/sale-record.ts';
import type { TillStatus } from '../till/switchable-till.ts';

export type UnderWay = Omit<Leaving, 'id'>;

interface LeavingParts {
  readonly clock: Pick<Clock, 'after'>;
  readonly log: Pick<Log, 'warn' | 'info'>;
  underWay(): UnderWay | undefined;
  /** True if ending the app needs a PIN: `isKioskLocked`. */
  locked(): boolean;
  unlock(pin: string): Promise<void>;
  /** Returns `new` if the page must load, after the window was closed or crashed. */
  showTill(): 'there' | 'new';
  changed(): void;
  end(): void;
}

export type LeavingQuestion = ReturnType<typeof createLeaving>;

/** A hung window must not prevent the end of the app. A new window loads its page first, slowly on an old machine. */
const SHOWN_WITHIN_MS = { there: 5_000, new: 30_000 } as const;

export function createLeaving({ clock, log, ...parts }: LeavingParts) {
  let asked: { readonly id: number; stopWaiting(): void } | undefined;
  let lastId = 0;

  function forget(): void {
    asked?.stopWaiting();
    asked = undefined;
  }

  function underWay(): UnderWay | undefined {
    try {
      return parts.underWay();
    } catch (thrown) {
      log.warn(toTillError(thrown));
      return undefined;
    }
  }

  function asks(): UnderWay | undefined {
    const open = underWay();
    return parts.locked() ? { ...(open ?? { refunds: 0 }), pin: true } : open;
  }

  /** Checks the PIN. A locked keychain cannot check a PIN and must not prevent the end of the app. */
  async function unlock(pin: string): Promise<void> {
    try {
      await parts.unlock(pin);
    } catch (thrown) {
      const error = toTillError(thrown);
      if (!error.code.startsWith('keychain.')) throw thrown;
      log.warn(error);
    }
  }

  return {
    /** Returns whether the app may end at once; otherwise the till window asks the user. */
    mayEnd(): boolean {
      if (asks() === undefined) return true;
      forget();
      lastId += 1;
      const stopWaiting = afterAwake(clock, SHOWN_WITHIN_MS[parts.showTill()], () => {
        log.warn('Till window does not show the shutdown question: shutting down', { window: 'till' });
        parts.end();
      });
      asked = { id: lastId, stopWaiting };
      parts.changed();
      return false;
    },
    view(): Leaving | undefined {
      if (asked === undefined) return undefined;
      const open = asks();
      if (open === undefined) forget();
      return open && asked && { id: asked.id, ...open };
    },
    shown(id: number): void {
      if (asked?.id === id) asked.stopWaiting();
    },
    /** Throws `TillError` `pin.required` if the app is locked, and those of `unlock`; the question then stays open. */
    async answer(id: number, answer: 'stay' | 'end', pin?: string): Promise<void> {
      if (asked?.id !== id) return;
      if (answer === 'end' && parts.locked()) {
        if (pin === undefined) throw new TillError('pin.required', 'Ending the app in kiosk mode requires a PIN');
        await unlock(pin);
        // During the PIN check, the question may have been answered or replaced.
        if (asked?.id !== id) return;
      }
      forget();
      log.info(
        answer === 'end'
          ? 'Shutdown confirmed with a sale or refund in progress'
          : 'Shutdown declined: sale or refund in progress',
      );
      if (answer === 'end') parts.end();
      else parts.changed();
    },
  };
}

/** Leaves out parked payments and refunds accepted by the service: they go on without the till, perhaps for days. */
export function underWayAt({ opened }: Pick<TillStatus, 'opened'>): UnderWay | undefined {
  if (opened === undefined) return undefined;
  const sale = opened.sales.current();
  const refunds = opened.journal.openRefunds().filter(({ stage }) => stage === 'sending').length;
  if (sale === null || isEnd(sale.stage)) return refunds === 0 ? undefined : { refunds };
  const { reference, amount, stage } = sale;
  return { sale: { reference, amount, stage }, refunds };
}
