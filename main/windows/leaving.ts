import type { Leaving } from '../../preload/contract/views.ts';
import { afterAwake, type Clock } from '../base/clock.ts';
import type { Log } from '../base/log.ts';
import { TillError, toTillError } from '../base/till-error.ts';
import { isEnd } from '../domain/sale-record.ts';
import type { TillStatus } from '../till/switchable-till.ts';

/** Sales and refunds under way at the till. */
export type UnderWay = Omit<Leaving, 'id'>;

export interface LeavingParts {
  readonly clock: Pick<Clock, 'after'>;
  readonly log: Pick<Log, 'warn' | 'info'>;
  /** Undefined while nothing is under way. */
  underWay(): UnderWay | undefined;
  /** Nobody may end the app without a PIN: `endingLocked`. */
  locked(): boolean;
  /** Somebody who may manage the till gives their PIN. Errors: those of `ManagerSession.unlock`. */
  unlock(pin: string): Promise<void>;
  /** Brings the till's window forward, and says whether its page is new: loaded because it was closed or had crashed. */
  showTill(): 'there' | 'new';
  /** Something that the windows show has changed. */
  changed(): void;
  /** Ends the app without asking. */
  end(): void;
}

export interface LeavingQuestion {
  /** False while something is under way: then the till's window asks the person. */
  mayEnd(): boolean;
  /** The question in the till's window; it is taken back once its reason has ended. */
  view(): Leaving | undefined;
  /** The window shows the question. */
  shown(id: number): void;
  /** Errors: `pin.required` where the app is locked, and those of `unlock`; the question then stays. */
  answer(id: number, answer: 'stay' | 'end', pin?: string): Promise<void>;
}

/**
 * A window that does not show the question by then has crashed or hangs, and must not keep anybody from ending the app.
 * A new one loads its page first, which takes long on an old machine that is busy.
 */
const SHOWN_WITHIN_MS = { there: 5_000, new: 30_000 } as const;

export function createLeaving({ clock, log, ...parts }: LeavingParts): LeavingQuestion {
  let asked: { readonly id: number; stopWaiting(): void } | undefined;
  let lastId = 0;

  function forget(): void {
    asked?.stopWaiting();
    asked = undefined;
  }

  /** A journal that cannot be read holds nobody up. */
  function underWay(): UnderWay | undefined {
    try {
      return parts.underWay();
    } catch (thrown) {
      log.warn(toTillError(thrown));
      return undefined;
    }
  }

  /** The question before the app ends; undefined where none is needed. */
  function asks(): UnderWay | undefined {
    const open = underWay();
    return parts.locked() ? { ...(open ?? { refunds: 0 }), pin: true } : open;
  }

  /** A keychain that was locked since the start checks no PIN, so it keeps nobody here either. */
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
    mayEnd() {
      if (asks() === undefined) return true;
      forget();
      lastId += 1;
      const stopWaiting = afterAwake(clock, SHOWN_WITHIN_MS[parts.showTill()], () => {
        log.warn('The till window does not ask whether to end the app: it ends', { window: 'till' });
        parts.end();
      });
      asked = { id: lastId, stopWaiting };
      parts.changed();
      return false;
    },
    view() {
      if (asked === undefined) return undefined;
      const open = asks();
      if (open === undefined) forget();
      return open && asked && { id: asked.id, ...open };
    },
    shown(id) {
      if (asked?.id === id) asked.stopWaiting();
    },
    async answer(id, answer, pin) {
      if (asked?.id !== id) return;
      if (answer === 'end' && parts.locked()) {
        if (pin === undefined) throw new TillError('pin.required', 'Ending the app in kiosk takes a PIN');
        await unlock(pin);
        // Somebody may have stayed, or asked again, meanwhile.
        if (asked?.id !== id) return;
      }
      forget();
      log.info(answer === 'end' ? 'Ended while something was under way' : 'Stayed: something is under way');
      if (answer === 'end') parts.end();
      else parts.changed();
    },
  };
}

/**
 * Whether ending the app takes a PIN: it is in kiosk, has a PIN, and nobody is signed in who may manage it. Where no PIN can
 * be right, such as with a keyring that nobody has unlocked since an automatic log-in, nobody is kept from ending it: else
 * nobody could get at the desktop on which the keyring is unlocked.
 */
export function endingLocked(
  { roles, pinError }: Pick<TillStatus, 'roles' | 'pinError'>,
  { kiosk }: { readonly kiosk?: { readonly on: boolean } | undefined },
): boolean {
  return kiosk?.on === true && pinError === undefined && roles.current() === 'cashier';
}

/**
 * The sale on the screen as long as it has no end, and refunds without any answer yet. What was left by somebody, and
 * refunds that the service has taken on, go on without the till, for days perhaps: nobody is asked about these.
 */
export function underWayAt({ opened }: Pick<TillStatus, 'opened'>): UnderWay | undefined {
  if (opened === undefined) return undefined;
  const sale = opened.sales.current();
  const refunds = opened.journal.openRefunds().filter(({ stage }) => stage === 'sending').length;
  if (sale === null || isEnd(sale.stage)) return refunds === 0 ? undefined : { refunds };
  const { reference, amount, stage } = sale;
  return { sale: { reference, amount, stage }, refunds };
}
