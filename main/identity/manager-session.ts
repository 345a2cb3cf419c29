import type { Role } from '../../preload/contract/views.ts';
import type { Clock } from '../base/clock.ts';
import { TillError } from '../base/till-error.ts';
import type { Actor } from '../domain/events.ts';
import { type Access, type PersonWithPin, type PinAct, PinGuesses } from './pin-guesses.ts';

/** Somebody who has signed in. */
export type SignedIn = Pick<PersonWithPin, 'id' | 'name' | 'role'>;

const IDLE_MS = 5 * 60_000;

/**
 * Who is at the till. Without a PIN everybody is a manager. With one, a manager or support is at the till for five minutes
 * after typing theirs; a cashier with a PIN of their own stays until they sign out, another signs in or the machine
 * sleeps, and is there again after a manager's five minutes. A cashier without a PIN is nobody in particular.
 */
export class ManagerSession {
  readonly #clock: Clock;
  readonly #changed: () => void;
  readonly #acted: (act: PinAct) => void;
  readonly #pins: PinGuesses;
  /** The manager, or support, who is at the till. */
  #present: PersonWithPin | undefined;
  /** The cashier who has signed in; below a manager who is at the till. */
  #cashier: PersonWithPin | undefined;
  #stopIdle: (() => void) | undefined;
  /** When the five minutes began, by the wall clock, ms: on some systems no timer counts while the machine sleeps. */
  #idleSince = 0;

  /** `changed` is told of each change of the role; `acted` of wrong PINs, waits and unlocking. */
  constructor(clock: Clock, changed: () => void, acted: (act: PinAct) => void = () => undefined) {
    this.#clock = clock;
    this.#changed = changed;
    this.#acted = acted;
    this.#pins = new PinGuesses(clock, acted);
  }

  current(): Role {
    return this.#isOpen ? 'manager' : (this.#managing?.role ?? 'cashier');
  }

  pinSet(): boolean {
    return !this.#isOpen;
  }

  /** True where somebody else than managers has a PIN to sign in with. */
  othersSignIn(): boolean {
    const { access } = this.#pins;
    return access.kind === 'pin' && access.people.some(({ role }) => role !== 'manager');
  }

  /** The person as sales and refunds name them; undefined while nobody has signed in, and without a PIN. */
  person(): SignedIn | undefined {
    return asActor(this.#managing ?? this.#cashier);
  }

  /** The person as acts name them; a terminal without a PIN knows nobody. */
  actor(): Actor {
    if (this.#isOpen) return { role: 'manager' };
    return this.person() ?? { role: 'cashier' };
  }

  /** The till starts or finds something wrong: nobody is signed in. */
  begin(access: Access): void {
    this.#pins.admit(access);
    this.#cashier = undefined;
    this.#set(undefined);
    this.#changed();
  }

  /** A manager has changed the people: whoever is still of the same role stays at the till. */
  change(access: Access): void {
    const people = access.kind === 'pin' ? access.people : [];
    const still = (who: PersonWithPin | undefined) =>
      people.find(({ id, role }) => id === who?.id && role === who.role);
    // Whoever has set the first PIN is not locked out by it.
    const stays = this.#isOpen ? people.find(({ role }) => role === 'manager') : still(this.#managing);
    this.#pins.admit(access);
    this.#cashier = still(this.#cashier);
    this.#set(stays);
    this.#changed();
  }

  /** Somebody signs in, whatever their role. Errors: those of `PinGuesses.check`. */
  async signIn(pin: string): Promise<void> {
    const who = await this.#pins.check(pin);
    if (who !== undefined) this.#welcome(who);
  }

  /** The same, for what only managers and support may do. Errors: also `pin.not-manager`. */
  async unlock(pin: string): Promise<void> {
    const who = await this.#pins.check(pin);
    if (who?.role === 'cashier') throw notManager();
    if (who !== undefined) this.#welcome(who);
  }

  /** A manager or support leaves; the cashier who had signed in before is there again. */
  lock(): void {
    this.#set(undefined);
  }

  signOut(): void {
    if (this.#cashier !== undefined) this.#acted({ act: 'sign-out', by: asActor(this.#cashier) });
    this.#cashier = undefined;
    this.#set(undefined);
    this.#changed();
  }

  /** Somebody did what only managers and support may do: the five minutes start again. Call it for nothing else. */
  touch(): void {
    if (this.#isOpen || this.#managing !== undefined) this.#set(this.#present);
  }

  /**
   * The manager who allows one act: the one who is at the till, or whose PIN `pin` is; undefined where nobody does. A PIN
   * that is given is checked even when a manager is at the till, and does not unlock it. Errors: as `unlock`; support
   * allows nothing.
   */
  async byManager(pin: string | undefined): Promise<Actor | undefined> {
    if (pin === undefined) {
      const isManager = this.#isOpen || this.#managing?.role === 'manager';
      return isManager ? (asActor(this.#managing) ?? { role: 'manager' }) : undefined;
    }
    const who = await this.#pins.check(pin);
    if (who !== undefined && who.role !== 'manager') throw notManager();
    return asActor(who) ?? { role: 'manager' };
  }

  /** The same, for an act that a manager must allow. Errors: also `pin.required`. */
  async authorise(pin: string | undefined): Promise<Actor> {
    const manager = await this.byManager(pin);
    if (manager !== undefined) return manager;
    throw new TillError('pin.required', "This asks for the manager's PIN", { field: 'managerPin' });
  }

  /** For what has to wait: gives what throws once a manager or support who is at the till now has left. */
  holding(): () => void {
    const [role, id] = [this.current(), this.#managing?.id];
    return () => {
      const stays = this.current() === role && (id === undefined || this.#managing?.id === id);
      if (role !== 'cashier' && !stays) throw new TillError('pin.required', 'Whoever asked for this has left the till');
    };
  }

  /** Refuses a new PIN that somebody else than `ownId` has. Errors: those of `PinGuesses.requireUnused`. */
  requireUnused(pin: string, ownId: string | undefined): Promise<void> {
    return this.#pins.requireUnused(pin, ownId, () => this.actor());
  }

  get #isOpen(): boolean {
    return this.#pins.access.kind === 'open';
  }

  get #isOver(): boolean {
    return this.#present !== undefined && this.#clock.now() - this.#idleSince >= IDLE_MS;
  }

  get #managing(): PersonWithPin | undefined {
    return this.#isOver ? undefined : this.#present;
  }

  #set(next: PersonWithPin | undefined): void {
    const stays = next?.id === this.#present?.id && !this.#isOver;
    this.#stopIdle?.();
    this.#stopIdle = next && this.#clock.after(IDLE_MS, () => this.#set(undefined));
    this.#idleSince = this.#clock.now();
    this.#present = next;
    if (!stays) this.#changed();
  }

  #welcome(who: PersonWithPin): void {
    const isCashier = who.role === 'cashier';
    this.#acted({ act: isCashier ? 'sign-in' : 'unlock', by: asActor(who) });
    if (isCashier) this.#cashier = who;
    this.#set(isCashier ? undefined : who);
    if (isCashier) this.#changed();
  }
}

function notManager(): TillError {
  return new TillError('pin.not-manager', "This PIN is right, and is no manager's", { field: 'pin' });
}

/** Leaves out the hash of the PIN. */
function asActor(who: PersonWithPin): SignedIn;
function asActor(who: PersonWithPin | undefined): SignedIn | undefined;
function asActor(who: PersonWithPin | undefined): SignedIn | undefined {
  return who && { role: who.role, id: who.id, name: who.name };
}
