import type { TerminalView } from '../../preload/contract/views.ts';
import type { Acts } from '../audit/audit-log.ts';
import type { Clock } from '../base/clock.ts';
import type { Log } from '../base/log.ts';
import { TillError, toTillError } from '../base/till-error.ts';
import { ManagerSession } from '../identity/manager-session.ts';
import type { KeyRenewal } from '../identity/sealed-record.ts';
import type { TerminalTrust } from '../settings/current-trust.ts';
import { requireApiKey, type Secrets, secretsFor } from '../settings/secrets.ts';
import type { TerminalSettings } from '../settings/settings.ts';
import type { SettingsStore } from '../settings/settings-store.ts';
import { startMode } from '../settings/start-mode.ts';
import type { JournalCare, OpenTill } from './open-till.ts';
import { pauseMs } from './reopen-pauses.ts';
import { isUnderWay } from './under-way.ts';

export interface TillParts {
  readonly clock: Clock;
  readonly log: Log;
  readonly store: SettingsStore;
  /** `training`: `--training` on the command line; `packaged`: false for a source checkout. */
  readonly started: { readonly training: boolean; readonly packaged: boolean };
  readonly trust: TerminalTrust;
  readonly acts: Pick<Acts, 'record'>;
  openTraining(care: JournalCare): Promise<OpenTill>;
  openLive(settings: TerminalSettings, secrets: Secrets, care: JournalCare): Promise<OpenTill>;
  changed(): void;
}

export type TillStatus = Pick<
  Till,
  | 'roles'
  | 'mode'
  | 'keychainState'
  | 'opened'
  | 'openError'
  | 'pinError'
  | 'tampered'
  | 'recovered'
  | 'keyRenewal'
  | 'shownPayment'
>;

/** An open till, the error of its opening, or neither. */
interface Opening {
  readonly mode: TerminalView['mode'];
  readonly opened?: OpenTill;
  readonly error?: TillError;
}

/** The running till. Has one mode at a time and can switch modes without a restart of the app. */
export class Till {
  readonly roles: ManagerSession;
  /** Resolves after the first opening, even if it failed: windows wait with their first snapshot. */
  readonly ready: Promise<void>;
  readonly #parts: TillParts;
  readonly #isReady = Promise.withResolvers<void>();
  #opening: Opening;
  #shownPayment: string | null = null;
  /** True during a change which closes the till: no call may begin and then be interrupted. */
  #changing = false;
  #closed = false;
  /** True if a journal was found damaged after passing the check at its opening. */
  #damageFound = false;
  #loggedFault: string | undefined;
  #turn: Promise<void> = Promise.resolve();
  #failures = 0;
  #stopTrying: (() => void) | undefined;

  constructor(parts: TillParts) {
    this.#parts = parts;
    this.roles = new ManagerSession(parts.clock, parts.changed, (act) => parts.acts.record(act));
    this.#opening = { mode: startMode(parts.store.file, parts.started) };
    this.ready = this.#isReady.promise;
  }

  /** Opens the till after `prepare`, which may take in a provisioning file. Returns `ready`. */
  start(prepare: () => Promise<void> = async () => undefined): Promise<void> {
    const { store } = this.#parts;
    this.#inTurn(async () => {
      await this.#beginRoles();
      const before = store.file;
      await prepare();
      if (store.file !== before) await this.#beginRoles();
      await this.#open();
    }).then(this.#isReady.resolve, this.#isReady.reject);
    return this.ready;
  }

  get mode(): TerminalView['mode'] {
    return this.#opening.mode;
  }

  get keychainState(): TerminalView['keychain'] {
    const { mode, error } = this.#opening;
    return error === undefined ? (mode === 'training' ? 'memory' : 'ok') : keychainStateOf(error);
  }

  /** The open till for snapshots; calls must use `requireOpen`. */
  get opened(): OpenTill | undefined {
    return this.#opening.opened;
  }

  /** The error of the opening; undefined with an open till or without a chosen mode. */
  get openError(): TillError | undefined {
    return this.#opening.error;
  }

  /** The reason why no PIN can be checked and every PIN is refused. */
  get pinError(): TillError | undefined {
    return this.#closed ? undefined : this.#parts.trust.fault;
  }

  /** The error for fields changed outside Tillmate, which prevents live mode. */
  get tampered(): TillError | undefined {
    return this.#parts.trust.tampered;
  }

  /** True after the record was lost and set up again, until confirmed by a manager. */
  get recovered(): boolean {
    const { found } = this.#parts.trust;
    return found.kind === 'held' && found.state.recovered === true;
  }

  get keyRenewal(): KeyRenewal | undefined {
    const { found } = this.#parts.trust;
    return found.kind === 'held' ? found.state.keyRenewal : undefined;
  }

  get shownPayment(): string | null {
    return this.#shownPayment;
  }

  /** Throws the error of the opening, e.g. `keychain.missing`, or `settings.changing`. */
  requireOpen(): OpenTill {
    if (this.#changing) throw new TillError('settings.changing', 'Settings change in progress', { retryable: true });
    if (this.opened !== undefined) return this.opened;
    throw this.openError ?? notSetUp();
  }

  /** Throws `TillError` `sale.not-found`. */
  showPayment(saleId: string | null): void {
    if (saleId !== null && this.requireOpen().sales.get(saleId) === undefined)
      throw new TillError('sale.not-found', 'Payment not found');
    this.#shownPayment = saleId;
    this.opened?.sales.open(saleId);
    this.#parts.changed();
  }

  /** Runs `change` of the account or mode, and opens the till again. Throws `TillError` `settings.sale-running`. */
  reopenAfter(change: () => Promise<void> | void): Promise<void> {
    const { store } = this.#parts;
    return this.#whenStillAsked(async () => {
      if (this.opened !== undefined && isUnderWay(this.opened.sales))
        throw new TillError('settings.sale-running', 'Sale in progress: finish it first', { retryable: true });
      this.#changing = true;
      const { file } = store;
      try {
        await this.#saved(change).catch(async (thrown: unknown) => {
          if (store.file !== file) await this.#reopen();
          throw thrown;
        });
        await this.#reopen();
      } finally {
        this.#changing = false;
      }
    });
  }

  /** Runs `change`, which alters counter settings or the PIN. The till stays open and a sale goes on. */
  adjustAfter(change: () => Promise<void> | void): Promise<void> {
    return this.#whenStillAsked(() => this.#saved(change));
  }

  /** Runs `change` of keys of the same account. The open till signs with the new keys, and a sale goes on. */
  rekeyAfter(change: () => Promise<void> | void): Promise<void> {
    return this.#whenStillAsked(async () => {
      await this.#saved(change);
      // A missing key may have prevented the till from opening.
      if (this.openError === undefined) this.#signAsKept();
      else await this.#open();
    });
  }

  /** Opens the till again at a user's request. Throws the error of a new failure. */
  async tryAgain(): Promise<void> {
    this.#failures = 0;
    await this.#openAgain();
    const failed = this.openError ?? this.#parts.trust.fault;
    if (failed !== undefined) throw failed;
  }

  /** Opens the till again at once, after a late answer of the keychain. */
  keychainAnswered(): void {
    void this.#openAgain();
  }

  /** Handles the end of sleep: the person may have left, and the network or a cause of failure may have changed. */
  woke(): void {
    this.roles.signOut();
    this.opened?.networkReturned();
    void this.#openAgain();
  }

  close(): Promise<void> {
    return this.#inTurn(async () => {
      this.#closed = true;
      await this.#shut();
    });
  }

  #inTurn(task: () => Promise<void>): Promise<void> {
    const mine = this.#turn.then(task);
    this.#turn = mine.catch(() => undefined);
    return mine.finally(this.#parts.changed);
  }

  /** Runs the task in turn. Throws `TillError` `pin.required` if the person who asked has left meanwhile. */
  #whenStillAsked(task: () => Promise<void>): Promise<void> {
    const requireSame = this.roles.holding();
    return this.#inTurn(async () => {
      requireSame();
      await task();
    });
  }

  async #open(): Promise<void> {
    const { store, started, log } = this.#parts;
    const mode = startMode(store.file, started);
    this.#opening = { mode };
    if (mode === 'undecided') return;
    try {
      const care = { suspect: this.#damageFound, onDamage: () => this.#reopenDamaged() };
      const opened = await (mode === 'training' ? this.#parts.openTraining(care) : this.#openLive(care));
      this.#opening = { mode, opened };
      log.info('Till open', { mode, posId: opened.settings.pos.posId });
    } catch (thrown) {
      const error = toTillError(thrown);
      this.#opening = { mode, error };
      log.error(error, { mode });
    }
    this.#tryLater();
  }

  async #openLive(care: JournalCare): Promise<OpenTill> {
    const { store, trust, openLive } = this.#parts;
    const { settings } = store.file;
    if (settings === undefined) throw notSetUp();
    if (trust.fault !== undefined) throw trust.fault;
    const secrets = secretsFor(trust.found, settings);
    requireApiKey(secrets.apiKey, settings);
    return openLive(settings, secrets, care);
  }

  async #shut(): Promise<void> {
    this.#stopTrying?.();
    const { mode, opened } = this.#opening;
    this.#opening = { mode };
    this.#shownPayment = null;
    await opened?.close();
  }

  async #reopen(): Promise<void> {
    await this.#shut();
    await this.#open();
  }

  /** Opens the till again with a full check of the journal, once per run: damage missed by the check is for support. */
  #reopenDamaged(): void {
    if (this.#damageFound) return;
    this.#damageFound = true;
    const { log } = this.#parts;
    log.error('Journal damaged: reopening with a full check', { code: 'journal.damaged' });
    this.#changing = true;
    this.#inTurn(() => this.#reopen())
      .catch((thrown: unknown) => log.error('journal.damaged', { thrown }))
      .finally(() => {
        this.#changing = false;
      });
  }

  #tryLater(): void {
    this.#stopTrying?.();
    const waitMs = pauseMs([this.openError, this.#parts.trust.fault], this.#failures);
    this.#stopTrying = waitMs === undefined ? undefined : this.#parts.clock.after(waitMs, () => void this.#openAgain());
    this.#failures = waitMs === undefined ? 0 : this.#failures + 1;
  }

  async #openAgain(): Promise<void> {
    await this.#inTurn(async () => {
      if (pauseMs([this.#parts.trust.fault]) !== undefined) {
        await this.#beginRoles();
        this.#signAsKept();
      }
      if (this.opened === undefined && pauseMs([this.openError]) !== undefined) await this.#open();
      else this.#tryLater();
    });
  }

  async #beginRoles(): Promise<void> {
    await this.#look();
    this.roles.begin(this.#parts.trust.access);
  }

  async #look(): Promise<void> {
    const { trust, log, acts } = this.#parts;
    await trust.look();
    const error = trust.fault ?? trust.tampered;
    const fields = String(error?.values?.['fields'] ?? '');
    const fault = error && `${error.code} ${fields}`;
    if (error !== undefined && fault !== this.#loggedFault) {
      log.warn(error);
      if (isRecordFault(error))
        acts.record({ act: actOf(error), by: { role: 'till' }, about: error.code, values: { fields } });
    }
    this.#loggedFault = fault;
  }

  async #saved(change: () => Promise<void> | void): Promise<void> {
    const { store, trust } = this.#parts;
    const { seal } = store.file;
    const { found } = trust;
    const takeOver = async () => {
      if (store.file.seal === seal) return;
      await this.#look();
      this.roles.change(trust.access);
    };
    try {
      await change();
    } catch (thrown) {
      // The save has found an unknown record, which locks the terminal until its manager signs in.
      if (trust.found !== found) await this.#beginRoles();
      // Stored settings take effect even if the save failed afterwards.
      else await takeOver();
      throw thrown;
    }
    await takeOver();
  }

  /** Signs with the record's present keys if they are for the open account; otherwise changes nothing. */
  #signAsKept(): void {
    const { trust } = this.#parts;
    const { mode, opened } = this.#opening;
    const fault = trust.fault ?? trust.tampered;
    if (mode === 'live' && opened !== undefined && fault === undefined)
      opened.signWith(secretsFor(trust.found, opened.settings));
  }
}

function notSetUp(): TillError {
  return new TillError('settings.required', 'Terminal not set up yet');
}

/** A locked or missing keychain says nothing about the record. */
function isRecordFault({ code }: TillError): boolean {
  return code === 'terminal.tampered' || code === 'keychain.empty' || code === 'keychain.damaged';
}

function actOf({ code }: TillError): string {
  return code === 'terminal.tampered' ? 'terminal-tampered' : 'keychain-locked';
}

function keychainStateOf({ code }: TillError): TerminalView['keychain'] {
  if (code === 'keychain.locked') return 'locked';
  return code === 'keychain.missing' || code === 'keychain.library' ? 'missing' : 'ok';
}
