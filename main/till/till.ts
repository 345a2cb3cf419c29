import type { SaleView, TerminalView } from '../../preload/views.ts';
import type { Clock } from '../base/clock.ts';
import { TillError, toTillError } from '../base/till-error.ts';
import { refundableWithoutManager } from '../refund/manager-permission.ts';
import type { Log } from '../support/log.ts';
import type { Keychain } from '../terminal/keychain.ts';
import { createManagerSession, type ManagerSession } from '../terminal/manager-session.ts';
import { readPinHash, readSecrets, type Secrets } from '../terminal/secrets.ts';
import type { TerminalSettings } from '../terminal/settings.ts';
import type { SettingsStore } from '../terminal/settings-store.ts';
import { startMode } from '../terminal/start-mode.ts';
import { terminalView } from '../terminal/terminal-view.ts';
import type { Notices } from '../windows/notices.ts';
import type { TillFacts } from '../windows/snapshots.ts';
import type { JournalCare } from './opened-till.ts';
import type { Runtime } from './runtime.ts';

/** A runtime with the settings that it was opened with. */
export interface Opened {
  readonly runtime: Runtime;
  readonly settings: TerminalSettings;
}

export interface TillParts {
  readonly clock: Clock;
  readonly log: Log;
  readonly store: SettingsStore;
  /** What the command line and the way of starting say. */
  readonly started: { readonly training: boolean; readonly packaged: boolean };
  readonly notices: Notices;
  /** The system's keychain. Errors: `keychain.missing`. */
  keychain(): Promise<Keychain>;
  /** Runs before the first opening: a provisioning file decides what is opened. */
  prepare(): Promise<void>;
  openTraining(care: JournalCare): Promise<Opened>;
  openLive(settings: TerminalSettings, secrets: Secrets, care: JournalCare): Promise<Opened>;
  displayState(): TillFacts['display'];
  /** Something that the windows show has changed. */
  changed(): void;
}

/** The till that runs: in one mode at a time, and able to turn into another without the app being started again. */
export interface Till {
  readonly roles: ManagerSession;
  readonly mode: TerminalView['mode'];
  /** Resolves once the first opening is done, well or not: windows wait for it with their first snapshot. */
  readonly ready: Promise<void>;
  facts(): TillFacts;
  /** What sells. Errors: why it could not be opened, such as `keychain.missing`. */
  runtime(): Runtime;
  /** Shows a payment in the payments view. */
  show(saleId: string | null): void;
  /** Runs `change`, which alters who the terminal is, and opens the till anew. Errors: `settings.sale-running`. */
  reopenAfter(change: () => Promise<void> | void): Promise<void>;
  networkReturned(): void;
  close(): Promise<void>;
}

const UNREADABLE_PIN = 'unreadable';
/** What keeps the till from opening may go away by itself, as a full disk does. Each try waits twice as long, up to the last. */
const OPEN_AGAIN_MS = 5_000;
const OPEN_AGAIN_AT_MOST_MS = 60_000;

/** Opens in the mode that the settings and the command line ask for. */
export function openTill(parts: TillParts): Till {
  const { store, log, notices } = parts;
  const roles = createManagerSession(parts.clock, parts.changed);
  let mode: TerminalView['mode'] = startMode(store.file, parts.started);
  let opened: Opened | undefined;
  let fault: TillError | undefined;
  let keychainState: TerminalView['keychain'] = 'ok';
  let shown: string | null = null;
  let turning = false;
  let work: Promise<void> = Promise.resolve();
  let stopTrying: (() => void) | undefined;
  let openAgainMs = OPEN_AGAIN_MS;
  /** Damage showed in a journal that had passed the look at its start. */
  let mended = false;

  async function openLive(care: JournalCare): Promise<Opened> {
    const { settings } = store.file;
    if (settings === undefined) throw new TillError('settings.required', 'This terminal is not set up yet');
    return parts.openLive(settings, await readSecrets(await parts.keychain(), store.file), care);
  }

  /**
   * A PIN that is set but cannot be read fits no digits: a keychain that is gone makes nobody a manager. One that is
   * there without our entries has lost the keys too, so there is nothing left to protect, and somebody must set up anew.
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
    fault = undefined;
    keychainState = mode === 'training' ? 'memory' : 'ok';
    for (const { id } of notices.list()) if (id.startsWith('open.')) notices.clear(id);
    if (mode === 'undecided') return;
    try {
      const care = { suspect: mended, onDamage: mend };
      opened = await (mode === 'training' ? parts.openTraining(care) : openLive(care));
      openAgainMs = OPEN_AGAIN_MS;
      log.info('The till is open', { mode, posId: opened.settings.pos.posId });
    } catch (thrown) {
      fault = toTillError(thrown);
      if (fault.code === 'keychain.missing') keychainState = 'missing';
      notices.put({
        id: `open.${fault.code}`,
        code: noticeCode(fault),
        severity: 'alarm',
        values: { message: fault.message, ...fault.values },
      });
      log.error(fault.message, { mode, code: fault.code });
      if (!isUnopened(fault)) return;
      stopTrying = parts.clock.after(openAgainMs, () => void openAgain());
      openAgainMs = Math.min(2 * openAgainMs, OPEN_AGAIN_AT_MOST_MS);
    }
  }

  async function openAgain(): Promise<void> {
    await inTurn(async () => {
      if (opened === undefined && fault !== undefined && isUnopened(fault)) await open();
    });
  }

  /**
   * The journal is opened anew, this time looked through whole: what is damaged is set aside and what can be proven is
   * taken over, as at a start. Once a run: damage that such a look does not find is for support.
   */
  function mend(): void {
    if (mended) return;
    mended = true;
    log.error('The journal is damaged: it is opened anew', { code: 'journal.damaged' });
    turning = true;
    const anew = inTurn(async () => {
      await shut();
      await open();
    });
    anew
      .catch((thrown: unknown) => log.error(toTillError(thrown).message, { code: 'journal.damaged' }))
      .finally(() => {
        turning = false;
      });
  }

  async function shut(): Promise<void> {
    stopTrying?.();
    const closing = opened;
    opened = undefined;
    fault = undefined;
    shown = null;
    await closing?.runtime.close();
  }

  /** Openings and closings one after the other, whatever asks for them. */
  function inTurn(task: () => Promise<void>): Promise<void> {
    const mine = work.then(task);
    work = mine.catch(() => undefined);
    return mine.finally(parts.changed);
  }

  function runtime(): Runtime {
    if (turning) throw new TillError('settings.changing', 'The till is being changed', { retryable: true });
    if (opened !== undefined) return opened.runtime;
    throw fault ?? new TillError('settings.required', 'This terminal is not set up yet');
  }

  /** A sale with what of it goes back without a manager, as the refund itself will be judged. */
  function allowed(sale: SaleView | null | undefined): SaleView | null {
    if (sale === null || sale === undefined) return null;
    const limit = opened?.settings.till?.refundPinAbove;
    const free = refundableWithoutManager(sale.refunds, { limit, byManager: roles.current() !== 'cashier' });
    return free === undefined ? sale : { ...sale, refundableWithoutPin: free };
  }

  return {
    roles,
    get mode() {
      return mode;
    },
    ready: inTurn(async () => {
      await parts.prepare();
      roles.begin(await pinHash());
      await open();
    }),
    runtime,
    facts() {
      const active = opened?.runtime;
      const settings = opened?.settings ?? (mode === 'live' ? store.file.settings : undefined);
      return {
        terminal: terminalView({
          mode,
          settings,
          keychain: keychainState,
          pinSet: roles.pinSet(),
          provisioned: store.file.settings !== undefined,
        }),
        role: roles.current(),
        service: active?.service() ?? { state: 'unknown', sinceMs: parts.clock.now(), host: '', skewMs: 0 },
        nextReference: active?.nextReference() ?? '',
        notices: [...notices.list(), ...(active?.notices() ?? [])],
        sale: allowed(active?.sale()),
        opened: allowed(shown === null ? null : active?.view(shown)),
        recent: [...(active?.recent() ?? [])],
        display: parts.displayState(),
        recovery: active?.recovery() ?? { running: false, open: 0, resolved: 0 },
      };
    },
    show(saleId) {
      if (saleId !== null && runtime().view(saleId) === undefined)
        throw new TillError('sale.not-found', 'There is no such payment');
      shown = saleId;
      opened?.runtime.open(saleId);
      parts.changed();
    },
    reopenAfter: (change) =>
      inTurn(async () => {
        if (opened?.runtime.busy())
          throw new TillError('settings.sale-running', 'A sale is under way: finish it first', { retryable: true });
        // Nothing begins from here on that the closing would break off.
        turning = true;
        try {
          await change();
          roles.changePin(await pinHash());
          await shut();
          await open();
        } finally {
          turning = false;
        }
      }),
    networkReturned: () => opened?.runtime.networkReturned(),
    close: () => inTurn(shut),
  };
}

/** Another program has the record of payments, or it is write-protected. */
function isHeld({ code }: TillError): boolean {
  return code === 'journal.in-use' || code === 'journal.read-only';
}

/** The record of payments is there and cannot be opened at the moment: held, or the disk is full or does not answer. */
function isUnopened(fault: TillError): boolean {
  return isHeld(fault) || fault.code === 'journal.full' || fault.code === 'journal.failed';
}

function noticeCode(fault: TillError): string {
  if (isHeld(fault)) return 'journal.held';
  return isUnopened(fault) ? 'journal.unopened' : fault.code;
}
