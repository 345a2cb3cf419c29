import type { TerminalView } from '../../preload/views.ts';
import type { Clock } from '../base/clock.ts';
import { TillError, toTillError } from '../base/till-error.ts';
import { isEnd } from '../journal/sale-record.ts';
import type { Log } from '../support/log.ts';
import type { Keychain } from '../terminal/keychain.ts';
import { createManagerSession, type ManagerSession } from '../terminal/manager-session.ts';
import { readPinHash, readSecrets, type Secrets } from '../terminal/secrets.ts';
import type { TerminalSettings } from '../terminal/settings.ts';
import type { SettingsStore } from '../terminal/settings-store.ts';
import { startMode } from '../terminal/start-mode.ts';
import type { JournalCare, OpenTill } from './open-till.ts';

export interface TillParts {
  readonly clock: Clock;
  readonly log: Log;
  readonly store: SettingsStore;
  /** What the command line and the way of starting say. */
  readonly started: { readonly training: boolean; readonly packaged: boolean };
  /** The system's keychain. Errors: `keychain.missing`. */
  keychain(): Promise<Keychain>;
  /** Runs before the first opening: a provisioning file decides what is opened. */
  prepare(): Promise<void>;
  openTraining(care: JournalCare): Promise<OpenTill>;
  openLive(settings: TerminalSettings, secrets: Secrets, care: JournalCare): Promise<OpenTill>;
  /** Something that the windows show has changed. */
  changed(): void;
}

/** What is so about the till at this moment. */
export interface TillStatus {
  readonly roles: ManagerSession;
  readonly mode: TerminalView['mode'];
  readonly keychainState: TerminalView['keychain'];
  /** What is open in this mode, as the snapshots show it; calls use `requireOpen`. */
  readonly opened: OpenTill | undefined;
  /** Why nothing is open; undefined while something is, or while nobody has chosen a mode. */
  readonly openError: TillError | undefined;
  /** Id of the payment that is open in the payments view. */
  readonly shownPayment: string | null;
}

/** The till that runs: in one mode at a time, and able to change it without a restart of the app. */
export interface Till extends TillStatus {
  /** Resolves once the first opening is done, well or not: windows wait for it with their first snapshot. */
  readonly ready: Promise<void>;
  /** What is open, for a call that needs it. Errors: why nothing is, such as `keychain.missing`, `settings.changing`. */
  requireOpen(): OpenTill;
  /** Opens a payment in the payments view, or none. Errors: `sale.not-found`. */
  showPayment(saleId: string | null): void;
  /** Runs `change`, which alters who the terminal is, and opens the till anew. Errors: `settings.sale-running`. */
  reopenAfter(change: () => Promise<void> | void): Promise<void>;
  networkReturned(): void;
  close(): Promise<void>;
}

const UNREADABLE_PIN = 'unreadable';
/** What keeps the till from opening may pass, as a full disk does. Each try waits twice as long, up to the last. */
const OPEN_AGAIN_MS = 5_000;
const OPEN_AGAIN_AT_MOST_MS = 60_000;

/** Opens in the mode that the settings and the command line ask for. */
export function createTill(parts: TillParts): Till {
  const { store, log } = parts;
  const roles = createManagerSession(parts.clock, parts.changed);
  let mode: TerminalView['mode'] = startMode(store.file, parts.started);
  let opened: OpenTill | undefined;
  let openError: TillError | undefined;
  let keychainState: TerminalView['keychain'] = 'ok';
  let shownPayment: string | null = null;
  let changing = false;
  let work: Promise<void> = Promise.resolve();
  let stopTrying: (() => void) | undefined;
  let openAgainMs = OPEN_AGAIN_MS;
  /** Damage was found in a journal that had passed the check at its opening. */
  let damageFound = false;

  async function openLive(care: JournalCare): Promise<OpenTill> {
    const { settings } = store.file;
    if (settings === undefined) throw new TillError('settings.required', 'This terminal is not set up yet');
    return parts.openLive(settings, await readSecrets(await parts.keychain(), store.file), care);
  }

  /**
   * A PIN that is set and cannot be read matches no digits, or whoever removes the keychain would be a manager. A
   * keychain that works and has none of our entries has lost the keys too: nothing is left to protect, and somebody
   * must set the terminal up again.
   */
  async function pinHash(): Promise<string | undefined> {
    try {
      return await readPinHash(parts.keychain, store.file);
    } catch (thrown) {
      const { code, message } = toTillError(thrown);
      log.warn(message, { code });
      return code === 'keychain.empty' ? undefined : UNREADABLE_PIN;
    }
  }

  async function open(): Promise<void> {
    mode = startMode(store.file, parts.started);
    openError = undefined;
    keychainState = mode === 'training' ? 'memory' : 'ok';
    if (mode === 'undecided') return;
    try {
      const care = { suspect: damageFound, onDamage: reopenDamaged };
      opened = await (mode === 'training' ? parts.openTraining(care) : openLive(care));
      openAgainMs = OPEN_AGAIN_MS;
      log.info('The till is open', { mode, posId: opened.settings.pos.posId });
    } catch (thrown) {
      openError = toTillError(thrown);
      if (openError.code === 'keychain.missing') keychainState = 'missing';
      log.error(openError.message, { mode, code: openError.code });
      if (!mayPass(openError)) return;
      stopTrying = parts.clock.after(openAgainMs, () => void openAgain());
      openAgainMs = Math.min(2 * openAgainMs, OPEN_AGAIN_AT_MOST_MS);
    }
  }

  async function openAgain(): Promise<void> {
    await inTurn(async () => {
      if (opened === undefined && openError !== undefined && mayPass(openError)) await open();
    });
  }

  /**
   * Opens the journal anew and checks all of it: what is damaged is set aside and what can be proven is taken over, as
   * at a start. Once a run: damage that the whole check does not find is for support.
   */
  function reopenDamaged(): void {
    if (damageFound) return;
    damageFound = true;
    log.error('The journal is damaged: it is opened anew', { code: 'journal.damaged' });
    changing = true;
    inTurn(async () => {
      await shut();
      await open();
    })
      .catch((thrown: unknown) => log.error(toTillError(thrown).message, { code: 'journal.damaged' }))
      .finally(() => {
        changing = false;
      });
  }

  async function shut(): Promise<void> {
    stopTrying?.();
    const closing = opened;
    opened = undefined;
    openError = undefined;
    shownPayment = null;
    await closing?.close();
  }

  /** Openings and closings run one after the other, whoever asks for them. */
  function inTurn(task: () => Promise<void>): Promise<void> {
    const mine = work.then(task);
    work = mine.catch(() => undefined);
    return mine.finally(parts.changed);
  }

  function requireOpen(): OpenTill {
    if (changing) throw new TillError('settings.changing', 'The till is being changed', { retryable: true });
    if (opened !== undefined) return opened;
    throw openError ?? new TillError('settings.required', 'This terminal is not set up yet');
  }

  return {
    roles,
    get mode() {
      return mode;
    },
    get keychainState() {
      return keychainState;
    },
    get opened() {
      return opened;
    },
    get openError() {
      return openError;
    },
    get shownPayment() {
      return shownPayment;
    },
    ready: inTurn(async () => {
      await parts.prepare();
      roles.begin(await pinHash());
      await open();
    }),
    requireOpen,
    showPayment(saleId) {
      if (saleId !== null && requireOpen().sales.get(saleId) === undefined)
        throw new TillError('sale.not-found', 'There is no such payment');
      shownPayment = saleId;
      opened?.sales.open(saleId);
      parts.changed();
    },
    reopenAfter: (change) =>
      inTurn(async () => {
        if (opened !== undefined && isSelling(opened))
          throw new TillError('settings.sale-running', 'A sale is under way: finish it first', { retryable: true });
        // From here on no call may begin what the closing would break off.
        changing = true;
        try {
          await change();
          roles.changePin(await pinHash());
          await shut();
          await open();
        } finally {
          changing = false;
        }
      }),
    networkReturned: () => opened?.networkReturned(),
    close: () => inTurn(shut),
  };
}

function isSelling({ sales }: OpenTill): boolean {
  const sale = sales.current();
  return sale !== null && !isEnd(sale.stage);
}

const PASSING = ['journal.in-use', 'journal.read-only', 'journal.full', 'journal.failed'];

/** The record of payments is there and cannot be opened now: held by a program, or the disk is full or does not answer. */
function mayPass({ code }: TillError): boolean {
  return PASSING.includes(code);
}
