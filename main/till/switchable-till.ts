import type { TerminalView } from '../../preload/contract/views.ts';
import type { Clock } from '../base/clock.ts';
import type { Log } from '../base/log.ts';
import { TillError, toTillError } from '../base/till-error.ts';
import { isEnd } from '../domain/sale-record.ts';
import { type Access, createManagerSession, type ManagerSession } from '../identity/manager-session.ts';
import type { KeyRenewal } from '../identity/sealed-record.ts';
import { type Secrets, secretsFor } from '../settings/secrets.ts';
import type { TerminalSettings } from '../settings/settings.ts';
import type { SettingsStore } from '../settings/settings-store.ts';
import { startMode } from '../settings/start-mode.ts';
import type { TerminalTrust } from '../settings/terminal-trust.ts';
import type { Acts } from './acts.ts';
import { accessBy } from './manager-access.ts';
import type { JournalCare, OpenTill } from './open-till.ts';

export interface TillParts {
  readonly clock: Clock;
  readonly log: Log;
  readonly store: SettingsStore;
  /** What the command line and the way of starting say. */
  readonly started: { readonly training: boolean; readonly packaged: boolean };
  readonly trust: TerminalTrust;
  readonly acts: Pick<Acts, 'record'>;
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
  /** Why the manager's PIN cannot be checked; no PIN is right then. */
  readonly pinError: TillError | undefined;
  /** What in `terminal.json` was changed outside Tillmate: it does not go live with that. */
  readonly tampered: TillError | undefined;
  /** The terminal's record was lost and set up again, and no manager has said yet that this was right. */
  readonly recovered: boolean;
  /** By when the key in use is to be replaced. */
  readonly keyRenewal: KeyRenewal | undefined;
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
  /** Runs `change`, which alters how the counter works and perhaps the PIN. The till stays open, a sale goes on. */
  adjustAfter(change: () => Promise<void> | void): Promise<void>;
  /** Runs `change`, which alters the keys of the same account. What is open signs with them then; a sale goes on. */
  rekeyAfter(change: () => Promise<void> | void): Promise<void>;
  /**
   * Tries at once what failed when the till opened, because a person asks for it. Errors: why it failed again.
   */
  tryAgain(): Promise<void>;
  /** The keychain has answered after all: what waited for it is tried at once. */
  keychainAnswered(): void;
  /**
   * The machine woke up: whoever was at the till may be gone, the network may be there again, and so may what kept
   * the till from opening.
   */
  woke(): void;
  close(): Promise<void>;
}

/** Opens in the mode that the settings and the command line ask for. */
export function createTill(parts: TillParts): Till {
  const { store, log, trust, acts } = parts;
  const roles = createManagerSession(parts.clock, parts.changed, acts.record);
  let mode: TerminalView['mode'] = startMode(store.file, parts.started);
  let opened: OpenTill | undefined;
  let openError: TillError | undefined;
  /** The fault of the record that was told last. */
  let told: string | undefined;
  let keychainState: TerminalView['keychain'] = 'ok';
  let shownPayment: string | null = null;
  let changing = false;
  let work: Promise<void> = Promise.resolve();
  let stopTrying: (() => void) | undefined;
  let failures = 0;
  /** Damage was found in a journal that had passed the check at its opening. */
  let damageFound = false;
  let closed = false;

  async function openLive(care: JournalCare): Promise<OpenTill> {
    const { settings } = store.file;
    if (settings === undefined) throw new TillError('settings.required', 'This terminal is not set up yet');
    if (trust.fault !== undefined) throw trust.fault;
    return parts.openLive(settings, secretsFor(trust.found, settings), care);
  }

  /** Reads the record anew and tells what is wrong with it, once for each fault. */
  async function look(): Promise<Access> {
    await trust.look();
    const error = trust.fault ?? trust.tampered;
    const fields = String(error?.values?.['fields'] ?? '');
    const fault = error && `${error.code} ${fields}`;
    if (error !== undefined && fault !== told) {
      log.warn(error);
      if (isRecordFault(error))
        acts.record({ act: actOf(error), by: { role: 'till' }, about: error.code, values: { fields } });
    }
    told = fault;
    return accessBy(trust);
  }

  async function open(): Promise<void> {
    mode = startMode(store.file, parts.started);
    openError = undefined;
    keychainState = mode === 'training' ? 'memory' : 'ok';
    if (mode === 'undecided') return;
    try {
      const care = { suspect: damageFound, onDamage: reopenDamaged };
      opened = await (mode === 'training' ? parts.openTraining(care) : openLive(care));
      log.info('The till is open', { mode, posId: opened.settings.pos.posId });
    } catch (thrown) {
      openError = toTillError(thrown);
      keychainState = keychainStateOf(openError);
      log.error(openError, { mode });
    }
    tryLater();
  }

  function tryLater(): void {
    stopTrying?.();
    const pauses = pausesAfter(openError) ?? pausesAfter(trust.fault);
    stopTrying = pauses && parts.clock.after(pauseMs(pauses, failures), () => void openAgain());
    failures = pauses === undefined ? 0 : failures + 1;
  }

  async function openAgain(): Promise<void> {
    await inTurn(async () => {
      if (pausesAfter(trust.fault) !== undefined) {
        roles.begin(await look());
        signAsKept();
      }
      if (opened === undefined && pausesAfter(openError) !== undefined) await open();
      else tryLater();
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
    inTurn(reopen)
      .catch((thrown: unknown) => log.error('journal.damaged', { thrown }))
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

  async function reopen(): Promise<void> {
    await shut();
    await open();
  }

  /** Openings and closings run one after the other, whoever asks for them. */
  function inTurn(task: () => Promise<void>): Promise<void> {
    const mine = work.then(task);
    work = mine.catch(() => undefined);
    return mine.finally(parts.changed);
  }

  /** Runs a change that saves, and reads the record anew where it has another state. */
  async function saved(change: () => Promise<void> | void): Promise<void> {
    const seal = store.file.seal;
    const { found } = trust;
    try {
      await change();
    } catch (thrown) {
      // The save has found a record that the terminal did not know of: it is locked until that one's manager comes.
      if (trust.found !== found) roles.begin(await look());
      // Whatever went wrong after it: what is stored is in force.
      else if (store.file.seal !== seal) roles.change(await look());
      throw thrown;
    }
    if (store.file.seal !== seal) roles.change(await look());
  }

  /** What is open signs with the keys that the record has now; they are for its account, or it goes on with those it has. */
  function signAsKept(): void {
    const fault = trust.fault ?? trust.tampered;
    if (mode !== 'live' || opened === undefined || fault !== undefined) return;
    opened.signWith(secretsFor(trust.found, opened.settings));
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
    get pinError() {
      return closed ? undefined : trust.fault;
    },
    get tampered() {
      return trust.tampered;
    },
    get recovered() {
      return trust.found.kind === 'held' && trust.found.state.recovered === true;
    },
    get keyRenewal() {
      return trust.found.kind === 'held' ? trust.found.state.keyRenewal : undefined;
    },
    get shownPayment() {
      return shownPayment;
    },
    ready: inTurn(async () => {
      roles.begin(await look());
      const before = store.file;
      await parts.prepare();
      if (store.file !== before) roles.begin(await look());
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
        const { file } = store;
        try {
          await saved(change).catch(async (thrown: unknown) => {
            if (store.file !== file) await reopen();
            throw thrown;
          });
          await reopen();
        } finally {
          changing = false;
        }
      }),
    adjustAfter: (change) => inTurn(() => saved(change)),
    rekeyAfter: (change) =>
      inTurn(async () => {
        await saved(change);
        // It may be the key that the till could not open without.
        if (openError === undefined) signAsKept();
        else await open();
      }),
    async tryAgain() {
      failures = 0;
      await openAgain();
      const failed = openError ?? trust.fault;
      if (failed !== undefined) throw failed;
    },
    keychainAnswered: () => void openAgain(),
    woke() {
      roles.signOut();
      opened?.networkReturned();
      void openAgain();
    },
    close: () =>
      inTurn(async () => {
        closed = true;
        await shut();
      }),
  };
}

/** Not that the keychain waits for a person or is not there: that says nothing about the record. */
function isRecordFault({ code }: TillError): boolean {
  return code === 'terminal.tampered' || code === 'keychain.empty' || code === 'keychain.damaged';
}

function actOf({ code }: TillError): string {
  return code === 'terminal.tampered' ? 'terminal-tampered' : 'keychain-locked';
}

function isSelling({ sales }: OpenTill): boolean {
  const sale = sales.current();
  return sale !== null && !isEnd(sale.stage);
}

/** How long until the next try, ms: each pause is twice the one before, up to the last. */
interface Pauses {
  readonly firstMs: number;
  readonly longestMs: number;
}

const SOON: Pauses = { firstMs: 5_000, longestMs: 60_000 };
/** Each try may ask a person for a password, in a window before the till's. */
const SELDOM: Pauses = { firstMs: 30_000, longestMs: 600_000 };

/**
 * When to try again what failed with `error`; undefined where only a person can help. A record of payments that is held
 * by a program and a disk that is full may pass by themselves; a keychain may start later than the app does.
 */
function pausesAfter(error: TillError | undefined): Pauses | undefined {
  switch (error?.code) {
    case 'journal.in-use':
    case 'journal.read-only':
    case 'journal.full':
    case 'journal.failed':
    case 'keychain.missing':
      return SOON;
    case 'keychain.locked':
      return SELDOM;
    default:
      return undefined;
  }
}

function pauseMs({ firstMs, longestMs }: Pauses, failures: number): number {
  return Math.min(firstMs * 2 ** failures, longestMs);
}

function keychainStateOf({ code }: TillError): TerminalView['keychain'] {
  if (code === 'keychain.locked') return 'locked';
  return code === 'keychain.missing' || code === 'keychain.library' ? 'missing' : 'ok';
}
