import { Listeners } from '../../../main/base/listeners.ts';
import { TillError } from '../../../main/base/till-error.ts';
import type { JournalEvent } from '../../../main/domain/events.ts';
import type { SaleRecord } from '../../../main/domain/sale-record.ts';
import { openJournal } from '../../../main/journal/journal.ts';
import { openReadOnlyJournal } from '../../../main/journal/open-read-only.ts';
import { RETRY_MS } from '../../../main/register/unknown-keys.ts';
import { FIRST_ACCOUNT, type SimulatedService } from '../service/simulated-service.ts';
import { TillWatch } from '../watches/till-watch.ts';
import { EPOCH, type World } from '../world/simulated-world.ts';
import { JournalOnDisk } from './journal-on-disk.ts';
import { type JournalTrouble, restoreJournal } from './journal-trouble.ts';
import { SimulatedDisk } from './simulated-disk.ts';
import { SimulatedKeychain } from './simulated-keychain.ts';
import { TillProcess } from './till-process.ts';

/** A till signs nothing with a clock 15 minutes or more off. */
const NEARLY_TOO_FAR_MS = 870_000;

const TRY_AGAIN_MS = 5_000;
const RESTARTS_IN_MS = 2_000;
const OTHER_ACCOUNT = 'second';

export interface TillSettings {
  readonly posId: string;
  readonly chargeWith: 'static-qr' | 'payment';
  readonly callbacks: boolean;
}

export interface TillFacts {
  readonly name: string;
  readonly settings: TillSettings;
  /** The journal is sealed and anchored in a keychain. */
  readonly sealed: boolean;
  /** Called with each event on the disk. */
  readonly journalled: (event: JournalEvent) => void;
}

/** A machine at a counter. Its disk and clock outlive the processes that run on it. */
export class SimulatedTill {
  readonly name: string;
  readonly disk = new SimulatedDisk();
  readonly journalOnDisk = new JournalOnDisk();
  readonly watch: TillWatch;
  /** Notifies about changed payments and new processes. */
  readonly news = new Listeners();
  readonly keychain: SimulatedKeychain | undefined;
  readonly #journalled: TillFacts['journalled'];
  readonly #world: World;
  readonly #service: SimulatedService;
  #settings: TillSettings;
  #running: TillProcess | undefined;
  #wallOffset: number;
  #asleepUntil = 0;
  #slept = 0;
  #seenCommits = 0;
  #hasTables = false;
  #offlineUntil = 0;
  #closedUntil = 0;
  readonly #lookingUp = new Set<string>();
  #account = FIRST_ACCOUNT;
  /** When the till left the other account, in ms since the epoch. */
  #leftAt = Number.NEGATIVE_INFINITY;
  #trouble: JournalTrouble | undefined;
  #backup: Uint8Array | undefined;
  /** Tampering alarm of a deliberately lost journal. */
  #alarm: 'expected' | string | undefined;
  #replacements = 0;
  #diskFault: { readonly code: number; readonly until: number } | undefined;

  constructor(world: World, service: SimulatedService, facts: TillFacts) {
    this.#world = world;
    this.#service = service;
    this.name = facts.name;
    this.#settings = facts.settings;
    this.#journalled = facts.journalled;
    this.keychain = facts.sealed ? new SimulatedKeychain(world) : undefined;
    this.#wallOffset = world.draw.of([0, 0, 700, -3_000, 90_000]);
    this.watch = new TillWatch(world, service, this);
  }

  get running(): TillProcess | undefined {
    return this.#world.timeline.now < this.#asleepUntil ? undefined : this.#running;
  }

  now(): number {
    return Math.floor(EPOCH + this.#world.timeline.now + this.#wallOffset);
  }

  monotonic(): number {
    return this.#world.timeline.now - this.#slept;
  }

  get settings(): TillSettings {
    return this.#settings;
  }

  /** Until when the shop is closed, in ms since the world began. */
  get closedUntil(): number {
    return this.#closedUntil;
  }

  get offline(): boolean {
    return this.#world.rough && this.#world.timeline.now < this.#offlineUntil;
  }

  get diskFault(): number | undefined {
    const fault = this.#diskFault;
    return this.#world.rough && fault !== undefined && this.#world.timeline.now < fault.until ? fault.code : undefined;
  }

  boot(): void {
    // A sleeping machine starts no process.
    const notFor = Math.max(this.#closedUntil, this.#asleepUntil) - this.#world.timeline.now;
    if (notFor > 0) {
      this.#world.timeline.after(notFor, () => this.boot());
      return;
    }
    if (this.#running !== undefined) return;
    if (this.#trouble === undefined && this.journalOnDisk.hasLost(this.disk.peek(this.journalFile)))
      this.#world.fail('forgotten', `${this.name} has forgotten what it had already acted upon`);
    const running = new TillProcess(this.#world, this.#service, this);
    this.#running = running;
    try {
      this.#meetTrouble(running);
      const seal = this.keychain?.mount(running);
      running.open((options) => openJournal({ ...options, disk: this.disk.mount(running), seal }));
      this.#lookAtAlarm(running);
      if (running.journal.opening.rebuilt && this.#replacements === 0)
        this.#world.fail('after-restart', `${this.name} had to make its records again`);
      this.#hasTables = true;
      this.news.notify();
      this.#world.count('starts');
    } catch (thrown) {
      if (!running.alive) return;
      if (!(thrown instanceof TillError) || this.diskFault === undefined) throw thrown;
      this.#world.say(this.name, `cannot start: ${thrown.code}`);
      this.stop(running, 3_000);
    }
  }

  get account(): string {
    return this.#account;
  }

  get journalFile(): string {
    return `${this.#account}/journal.sqlite`;
  }

  /** How often a replacement has taken the place of the journal. */
  get replacements(): number {
    return this.#replacements;
  }

  backUp(): void {
    if (this.#hasTables) this.#backup = this.disk.copy(this.journalFile);
  }

  /** Ends the process; the trouble happens before the next start. */
  replaceJournal(trouble: JournalTrouble): void {
    this.#world.say(this.name, `journal trouble: ${trouble}`);
    this.#world.count(`journals ${trouble}`);
    this.#trouble = trouble;
    if (this.#running !== undefined) this.stop(this.#running, RESTARTS_IN_MS);
  }

  #meetTrouble(running: TillProcess): void {
    const trouble = this.#trouble;
    if (trouble === undefined) return;
    this.#hasTables = false;
    this.#seenCommits = -1;
    const isThere = this.disk.peek(this.journalFile) !== undefined;
    if (trouble === 'damaged' && isThere) this.disk.damage(this.journalFile);
    if (trouble === 'gone') this.disk.remove(this.journalFile);
    if (trouble === 'restored' && this.#backup !== undefined) restoreJournal(this.#world, this, running, this.#backup);
    if (trouble === 'other account') {
      this.#leftAt = this.now();
      this.#account = this.#account === FIRST_ACCOUNT ? OTHER_ACCOUNT : FIRST_ACCOUNT;
    }
    if (trouble === 'damaged' || trouble === 'gone') this.#alarm = 'expected';
    this.journalOnDisk.replaced();
    this.#replacements += 1;
    this.#trouble = undefined;
  }

  #lookAtAlarm({ journal }: TillProcess): void {
    const alarm = journal.tampered();
    const text = alarm && JSON.stringify(alarm);
    if (this.#alarm === 'expected') this.#alarm = text;
    if (text !== undefined && this.#alarm !== text)
      this.#world.fail('tampered', `${this.name} takes its own journal for ${alarm?.why}: ${text}`);
  }

  /** Returns the payment of a register's key in the journal of the till's previous account. */
  inOtherAccount(running: TillProcess, registerId: string, key: string): SaleRecord | undefined {
    const other = this.#account === FIRST_ACCOUNT ? OTHER_ACCOUNT : FIRST_ACCOUNT;
    const file = `${other}/journal.sqlite`;
    if (this.disk.peek(file) === undefined || this.now() - this.#leftAt >= RETRY_MS) return undefined;
    return openReadOnlyJournal(file, this.disk.mount(running)).saleOfRegister(registerId, key);
  }

  /** Until when this machine cannot send requests or store responses. */
  get hinderedUntil(): number {
    const clock = this.clockIsOff ? this.#world.timeline.now : 0;
    return Math.max(clock, this.#asleepUntil, this.#offlineUntil, this.#closedUntil, this.#diskFault?.until ?? 0);
  }

  /** Whether the clock is too wrong for signing, or so close to the limit that a request may show the error. */
  get clockIsOff(): boolean {
    return Math.abs(this.now() - this.#service.now()) > NEARLY_TOO_FAR_MS;
  }

  /** Closes the shop for the night; the process starts again in the morning. */
  closeForNight(ms: number): void {
    this.#closedUntil = this.#world.timeline.now + ms;
    this.#world.say(this.name, `is closed for ${ms / 3_600_000} hours`);
    if (this.#running !== undefined) this.stop(this.#running, ms);
  }

  /** Kills the process at any point; a new process starts after a while. */
  crash(running: TillProcess): void {
    if (running !== this.#running) return;
    this.#world.count('crashes');
    this.#world.say(this.name, 'CRASH');
    this.stop(running, this.#world.draw.of([200, 2_000, 15_000, 40_000]));
  }

  /** Ends the process; a new process starts in `ms`. */
  stop(running: TillProcess, ms: number): void {
    running.end();
    this.disk.crash();
    this.#running = undefined;
    this.#changeSettings();
    this.#world.timeline.after(ms, () => this.boot());
  }

  #changeSettings(): void {
    const { draw, conditions, rough } = this.#world;
    if (!rough || !draw.chance(conditions.settingsChange)) return;
    this.#settings = {
      posId: draw.of([this.#settings.posId, 'POS1', 'POS8']),
      chargeWith: draw.of(['static-qr', 'payment']),
      callbacks: draw.chance(0.5),
    };
    this.#world.count('settings changed');
    this.#world.say(this.name, `is set to ${JSON.stringify(this.#settings)}`);
  }

  /** Looks up other tills' charges again, so that each payment shows its final state. */
  findAllAgain(): void {
    const imported = [...this.journalOnDisk.sales.values()].filter((sale) => sale.imported);
    for (const reference of new Set(imported.map((sale) => sale.reference))) this.#findAgain(reference);
  }

  /** After a retryable error a person tries again once, a little later. */
  #findAgain(reference: string, mayTryAgain = true): void {
    const running = this.#running;
    if (running === undefined) return;
    const found = () => void this.#lookingUp.delete(reference);
    this.#lookingUp.add(reference);
    running.sales.findElsewhere(reference).then(found, (thrown: unknown) => {
      if (mayTryAgain && thrown instanceof TillError && thrown.retryable)
        this.#world.timeline.after(Math.max(TRY_AGAIN_MS, thrown.retryAfterMs ?? 0), () =>
          this.#findAgain(reference, false),
        );
      else this.#world.fail('broken', `${reference} cannot be found again: ${thrown}`);
    });
  }

  get looksUp(): boolean {
    return this.#lookingUp.size > 0;
  }

  sleep(ms: number): void {
    this.#world.say(this.name, `sleeps for ${ms} ms`);
    this.#asleepUntil = this.#world.timeline.now + ms;
    this.#slept += ms;
  }

  jump(ms: number): void {
    this.#world.say(this.name, `its clock jumps by ${ms} ms`);
    this.#wallOffset += ms;
  }

  loseNetwork(ms: number): void {
    this.#world.say(this.name, `has no network for ${ms} ms`);
    this.#offlineUntil = this.#world.timeline.now + ms;
  }

  breakDisk(code: number, ms: number): void {
    this.#world.say(this.name, `its disk fails with ${code} for ${ms} ms`);
    this.#diskFault = { code, until: this.#world.timeline.now + ms };
  }

  awake(task: () => void): void {
    const left = this.#asleepUntil - this.#world.timeline.now;
    if (left <= 0) task();
    else this.#world.timeline.after(left, () => this.awake(task));
  }

  /** Reads new events from the journal on the disk, then checks the till's screen. */
  look(): void {
    this.#readJournal();
    this.watch.look();
  }

  #readJournal(): void {
    const { commits } = this.disk;
    const database = this.disk.peek(this.journalFile);
    if (commits === this.#seenCommits || database === undefined || database.isTransaction) return;
    if (!this.#hasTables) return;
    this.#seenCommits = commits;
    this.journalOnDisk.refresh(database, (event) => this.#told(event));
  }

  #told(event: JournalEvent): void {
    this.#world.say(this.name, () => `journal: ${JSON.stringify(event)}`);
    this.watch.journalled(event);
    this.#journalled(event);
  }
}
