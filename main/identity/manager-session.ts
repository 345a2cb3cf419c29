import type { Role } from '../../preload/contract/views.ts';
import type { Clock } from '../base/clock.ts';
import { TillError } from '../base/till-error.ts';
import type { Actor } from '../domain/events.ts';
import { type Access, type PersonWithPin, type PinAct, PinGuesses } from './pin-guesses.ts';

type SignedIn = Pick<PersonWithPin, 'id' | 'name' | 'role'>;

const IDLE_MS = 5 * 60_000;

/**
 * The person at the till. Without a PIN, everyone is a manager. With PINs, a PIN signs in a manager or support for five
 * minutes. A cashier with a PIN stays signed in until sign-out, the next sign-in or sleep of the machine, and is signed
 * in again after a manager's five minutes. A cashier without a PIN is anonymous.
 */
export class ManagerSession {
  readonly #clock: Clock;
  readonly #changed: () => void;
  readonly #acted: (act: PinAct) => void;
  readonly #pins: PinGuesses;
  /** The manager or support person at the till. */
  #present: PersonWithPin | undefined;
  /** The signed-in cashier, also while a manager is at the till. */
  #cashier: PersonWithPin | undefined;
  #stopIdle: (() => void) | undefined;
  /** Start of the five minutes, ms by the wall clock: on some systems timers stop while the machine sleeps. */
  #idleSince = 0;

  /** `changed` is called at each change of the role; `acted` for wrong PINs, waits and unlocking. */
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

  /** Returns true when a person other than a manager has a PIN. */
  othersSignIn(): boolean {
    const { access } = this.#pins;
    return access.kind === 'pin' && access.people.some(({ role }) => role !== 'manager');
  }

  /** Returns the person for sales and refunds; undefined without a sign-in or without PINs. */
  person(): SignedIn | undefined {
    return asActor(this.#managing ?? this.#cashier);
  }

  /** Returns the person for the audit log; a terminal without a PIN has only an anonymous manager. */
  actor(): Actor {
    if (this.#isOpen) return { role: 'manager' };
    return this.person() ?? { role: 'cashier' };
  }

  /** Signs everyone out, at the start of the till or after a fault. */
  begin(access: Access): void {
    this.#pins.admit(access);
    this.#cashier = undefined;
    this.#set(undefined);
    this.#changed();
  }

  /** Applies a manager's edit of the people. A signed-in person with an unchanged role stays signed in. */
  change(access: Access): void {
    const people = access.kind === 'pin' ? access.people : [];
    const still = (who: PersonWithPin | undefined) =>
      people.find(({ id, role }) => id === who?.id && role === who.role);
    // The manager who sets the first PIN is not locked out.
    const stays = this.#isOpen ? people.find(({ role }) => role === 'manager') : still(this.#managing);
    this.#pins.admit(access);
    this.#cashier = still(this.#cashier);
    this.#set(stays);
    this.#changed();
  }

  /** Signs in a person of any role. Throws the errors of `PinGuesses.check`. */
  async signIn(pin: string): Promise<void> {
    const who = await this.#pins.check(pin);
    if (who !== undefined) this.#welcome(who);
  }

  /** Signs in a manager or support. Throws also `pin.not-manager`. */
  async unlock(pin: string): Promise<void> {
    const who = await this.#pins.check(pin);
    if (who?.role === 'cashier') throw notManager();
    if (who !== undefined) this.#welcome(who);
  }

  /** Signs out a manager or support; the previous cashier is signed in again. */
  lock(): void {
    this.#set(undefined);
  }

  signOut(): void {
    if (this.#cashier !== undefined) this.#acted({ act: 'sign-out', by: asActor(this.#cashier) });
    this.#cashier = undefined;
    this.#set(undefined);
    this.#changed();
  }

  /** Restarts the five minutes. Call only after an action reserved for managers and support. */
  touch(): void {
    if (this.#isOpen || this.#managing !== undefined) this.#set(this.#present);
  }

  /**
   * Returns the manager at the till, or the owner of `pin`; undefined without either. Support cannot approve. A given
   * PIN is always checked, and does not unlock the till. Throws the errors of `unlock`.
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

  /** Throws the errors of `byManager`, and `pin.required` without a manager's approval. */
  async authorise(pin: string | undefined): Promise<Actor> {
    const manager = await this.byManager(pin);
    if (manager !== undefined) return manager;
    throw new TillError('pin.required', "Manager's PIN required", { field: 'managerPin' });
  }

  /** For work with a wait: returns a check that throws `pin.required` once the present manager or support has left. */
  holding(): () => void {
    const [role, id] = [this.current(), this.#managing?.id];
    return () => {
      const stays = this.current() === role && (id === undefined || this.#managing?.id === id);
      if (role !== 'cashier' && !stays) throw new TillError('pin.required', 'The requesting person has left the till');
    };
  }

  /** Refuses a new PIN in use by a person other than `ownId`. Throws the errors of `PinGuesses.requireUnused`. */
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
  return new TillError('pin.not-manager', "Correct PIN, but not a manager's", { field: 'pin' });
}

/** Removes the PIN hash. */
function asActor(who: PersonWithPin): SignedIn;
function asActor(who: PersonWithPin | undefined): SignedIn | undefined;
function asActor(who: PersonWithPin | undefined): SignedIn | undefined {
  return who && { role: who.role, id: who.id, name: who.name };
}
