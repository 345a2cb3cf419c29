import type { Role } from '../../preload/contract/views.ts';
import type { Clock } from '../base/clock.ts';
import { Press } from '../base/press.ts';
import { TillError } from '../base/till-error.ts';
import type { Actor } from '../domain/events.ts';
import { pinMatches } from './pin.ts';
import { type CountedTries, countedGuess, pinLocked, waitAfterMs } from './pin-tries.ts';

/** Somebody who signs in, with the hash of their PIN. */
export interface PersonWithPin {
  readonly id: string;
  readonly name: string;
  readonly role: Role;
  readonly pin: string;
}

/** Somebody who has signed in. */
export type SignedIn = Pick<PersonWithPin, 'id' | 'name' | 'role'>;

/** Who may sign in at the terminal, by its record in the keychain. */
export type Access =
  /** No PIN is set: everybody is a manager. */
  | { readonly kind: 'open' }
  | { readonly kind: 'pin'; readonly people: readonly PersonWithPin[]; readonly tries: CountedTries }
  /** The record cannot be had or is not to be trusted: nobody, and no PIN is right. */
  | { readonly kind: 'locked'; readonly why: TillError };

/** What somebody did with a PIN, for the journal. */
export interface PinAct {
  readonly act: 'unlock' | 'sign-in' | 'sign-out' | 'pin-wrong' | 'pin-locked' | 'pin-taken';
  readonly by: Actor;
  readonly values?: Readonly<Record<string, number>>;
}

/**
 * Who is at the till. Without a PIN everybody is a manager. With one, a manager or support is at the till for five minutes
 * after typing theirs; a cashier with a PIN of their own stays until they sign out, another signs in or the machine
 * sleeps, and is there again after a manager's five minutes. A cashier without a PIN is nobody in particular.
 */
export interface ManagerSession {
  current(): Role;
  pinSet(): boolean;
  /** Whether somebody else than managers has a PIN to sign in with. */
  othersSignIn(): boolean;
  /** Who has signed in, as sales and refunds name them; undefined while nobody has, and without a PIN. */
  person(): SignedIn | undefined;
  /** Who is at the till, as acts name them; without a PIN nobody knows who it is. */
  actor(): Actor;
  /** Who may sign in, as the till starts or finds something wrong: locked. */
  begin(access: Access): void;
  /** Who may sign in after a change that a manager made: whoever is still of the same role stays at the till. */
  change(access: Access): void;
  /**
   * Somebody signs in, whatever their role. Errors: `pin.wrong`, `pin.locked` with `seconds` until the next try; why nobody
   * may manage; those of the keychain.
   */
  signIn(pin: string): Promise<void>;
  /** The same, for what only managers and support may do. Errors: also `pin.not-manager`. */
  unlock(pin: string): Promise<void>;
  /** A manager or support leaves; the cashier who had signed in before is there again. */
  lock(): void;
  /** Nobody is signed in any more. */
  signOut(): void;
  /** Somebody did what only managers and support may do: the five minutes start again. Call it for nothing else. */
  touch(): void;
  /**
   * The manager who allows one act: the one who is at the till, or whose PIN `pin` is; undefined where nobody does. A PIN
   * that is given is checked even when a manager is at the till, and does not unlock it. Errors: as `unlock`; support
   * allows nothing.
   */
  byManager(pin: string | undefined): Promise<Actor | undefined>;
  /** The same, for an act that a manager must allow. Errors: also `pin.required`. */
  authorise(pin: string | undefined): Promise<Actor>;
  /**
   * Refuses a new PIN that somebody else than `ownId` has: nobody could tell who signs in. The answer tells that there is
   * such a PIN, so it is counted and noted as a wrong one is. Errors: `pin.taken`, `pin.locked`, those of the keychain.
   */
  requireUnused(pin: string, ownId: string | undefined): Promise<void>;
}

const IDLE_MS = 5 * 60_000;
/**
 * A manager's PIN takes back the wrong tries before it. Anybody else's does so only when none was wrong for so long:
 * else whoever has one PIN could guess at another for ever, with their own in between. So the guesses of two hours are no
 * more than the longest wait allows anybody.
 */
const FORGIVEN_AFTER_MS = 2 * 60 * 60_000;

/**
 * `changed` is called whenever the role changes, by a call or because the five minutes are over; `acted` for wrong PINs,
 * waits and unlocking.
 */
export function createManagerSession(
  clock: Clock,
  changed: () => void,
  acted: (act: PinAct) => void = () => undefined,
): ManagerSession {
  let access: Access = { kind: 'open' };
  /** The manager, or support, who is at the till. */
  let present: PersonWithPin | undefined;
  /** The cashier who has signed in; below a manager who is at the till. */
  let cashier: PersonWithPin | undefined;
  let stopIdle: (() => void) | undefined;
  /** When the five minutes began, by the wall clock, ms: on some systems no timer counts while the machine sleeps. */
  let idleSince = 0;
  let closedUntil = 0;
  /** By the clock that nobody sets; what was before this run counts as just now. */
  let lastWrongAt = clock.monotonic();
  let begun = false;
  // One guess at a time. Guesses side by side would all be let through before the first of them is counted.
  let guesses: Promise<unknown> = Promise.resolve();

  const isOver = () => present !== undefined && clock.now() - idleSince >= IDLE_MS;
  const managing = () => (isOver() ? undefined : present);
  const person = () => managing() ?? cashier;
  const isManager = () => access.kind === 'open' || managing()?.role === 'manager';

  function actor(): Actor {
    if (access.kind === 'open') return { role: 'manager' };
    return asActor(person()) ?? { role: 'cashier' };
  }

  function set(next: PersonWithPin | undefined): void {
    const stays = next?.id === present?.id && !isOver();
    stopIdle?.();
    stopIdle = next && clock.after(IDLE_MS, () => set(undefined));
    idleSince = clock.now();
    present = next;
    if (!stays) changed();
  }

  function welcome(who: PersonWithPin): void {
    acted({ act: who.role === 'cashier' ? 'sign-in' : 'unlock', by: asActor(who) });
    if (who.role === 'cashier') {
      cashier = who;
      set(undefined);
      changed();
    } else set(who);
  }

  /** Runs one check of a PIN, after those before it and after the wait. */
  function counted<T>(check: (people: readonly PersonWithPin[], tries: CountedTries) => Promise<T>) {
    const mine = guesses.then(async () => {
      if (access.kind === 'open') return undefined;
      if (access.kind === 'locked') throw access.why;
      const waitMs = closedUntil - clock.monotonic();
      if (waitMs > 0) throw pinLocked(waitMs);
      return check(access.people, access.tries);
    });
    guesses = mine.catch(() => undefined);
    return mine;
  }

  async function guess(pin: string, people: readonly PersonWithPin[], tries: CountedTries): Promise<PersonWithPin> {
    try {
      return await countedGuess(tries, () => whose(pin, people), clears);
    } catch (thrown) {
      if (isWrong(thrown)) tell({ act: 'pin-wrong', by: { role: 'cashier' } }, thrown, tries);
      throw thrown;
    }
  }

  function clears({ role }: PersonWithPin): boolean {
    return role === 'manager' || clock.monotonic() - lastWrongAt >= FORGIVEN_AFTER_MS;
  }

  function tell(act: PinAct, { code }: TillError, { wrongTries }: CountedTries): void {
    lastWrongAt = clock.monotonic();
    acted({ ...act, values: { tries: wrongTries } });
    if (code !== 'pin.locked') return;
    const pauseMs = waitAfterMs(wrongTries);
    closedUntil = clock.monotonic() + pauseMs;
    acted({ act: 'pin-locked', by: act.by, values: { seconds: Math.ceil(pauseMs / 1000) } });
  }

  async function check(pin: string): Promise<PersonWithPin | undefined> {
    const press = new Press(clock);
    const who = await counted((people, tries) => guess(pin, people, tries));
    // The machine slept, or the keychain took its time: whoever gave the PIN may have left.
    if (press.isOver) throw new TillError('pin.required', 'The PIN was given too long ago', { field: 'managerPin' });
    return who;
  }

  /** A wait that ran when the app ended begins again: how long it was off, nobody can be believed about. */
  function waitAgain(): void {
    if (begun || access.kind !== 'pin') return;
    begun = true;
    closedUntil = clock.monotonic() + waitAfterMs(access.tries.wrongTries);
  }

  async function byManager(pin: string | undefined): Promise<Actor | undefined> {
    if (pin === undefined) return isManager() ? (asActor(managing()) ?? { role: 'manager' }) : undefined;
    const who = await check(pin);
    if (who !== undefined && who.role !== 'manager') throw notManager();
    return asActor(who) ?? { role: 'manager' };
  }

  return {
    current: () => (access.kind === 'open' ? 'manager' : (managing()?.role ?? 'cashier')),
    pinSet: () => access.kind !== 'open',
    othersSignIn: () => access.kind === 'pin' && access.people.some(({ role }) => role !== 'manager'),
    person: () => asActor(person()),
    actor,
    begin(next) {
      access = next;
      cashier = undefined;
      waitAgain();
      set(undefined);
      changed();
    },
    change(next) {
      const people = next.kind === 'pin' ? next.people : [];
      const still = (who: PersonWithPin | undefined) =>
        people.find(({ id, role }) => id === who?.id && role === who.role);
      // Whoever has set the first PIN is not locked out by it.
      const stays = access.kind === 'open' ? people.find(({ role }) => role === 'manager') : still(managing());
      access = next;
      waitAgain();
      cashier = still(cashier);
      set(stays);
      changed();
    },
    async signIn(pin) {
      const who = await check(pin);
      if (who !== undefined) welcome(who);
    },
    async unlock(pin) {
      const who = await check(pin);
      if (who?.role === 'cashier') throw notManager();
      if (who !== undefined) welcome(who);
    },
    lock: () => set(undefined),
    signOut() {
      if (cashier !== undefined) acted({ act: 'sign-out', by: asActor(cashier) });
      cashier = undefined;
      set(undefined);
      changed();
    },
    touch() {
      if (access.kind === 'open' || managing() !== undefined) set(present);
    },
    byManager,
    async authorise(pin) {
      const manager = await byManager(pin);
      if (manager !== undefined) return manager;
      throw new TillError('pin.required', "This asks for the manager's PIN", { field: 'managerPin' });
    },
    async requireUnused(pin, ownId) {
      await counted(async (people, tries) => {
        const others = people.filter(({ id }) => id !== ownId);
        const isFree = async () => ((await whose(pin, others)) === undefined ? true : undefined);
        try {
          await countedGuess(tries, isFree, () => false);
        } catch (thrown) {
          if (!isWrong(thrown)) throw thrown;
          tell({ act: 'pin-taken', by: actor() }, thrown, tries);
          throw thrown.code === 'pin.locked' ? thrown : taken();
        }
      });
    },
  };
}

/** So many hashes at once: each takes 32 MiB. */
const AT_ONCE = 4;

/** A manager comes before support, and support before a cashier: `people` is in that order. */
async function whose(pin: string, people: readonly PersonWithPin[]): Promise<PersonWithPin | undefined> {
  for (let from = 0; from < people.length; from += AT_ONCE) {
    const some = people.slice(from, from + AT_ONCE);
    const matches = await Promise.all(some.map((one) => pinMatches(pin, one.pin)));
    const found = some[matches.indexOf(true)];
    if (found !== undefined) return found;
  }
  return undefined;
}

function isWrong(thrown: unknown): thrown is TillError {
  return thrown instanceof TillError && (thrown.code === 'pin.wrong' || thrown.code === 'pin.locked');
}

function notManager(): TillError {
  return new TillError('pin.not-manager', "This PIN is right, and is no manager's", { field: 'pin' });
}

function taken(): TillError {
  return new TillError('pin.taken', 'Somebody else has this PIN', { field: 'pin' });
}

/** Without the hash of the PIN. */
function asActor(who: PersonWithPin): SignedIn;
function asActor(who: PersonWithPin | undefined): SignedIn | undefined;
function asActor(who: PersonWithPin | undefined): SignedIn | undefined {
  return who && { role: who.role, id: who.id, name: who.name };
}
