import type { Acts } from '../audit/audit-log.ts';
import type { Random } from '../base/clock.ts';
import { TillError } from '../base/till-error.ts';
import type { State } from '../identity/sealed-record.ts';
import type { TerminalTrust } from '../settings/current-trust.ts';
import { stateOf } from '../settings/read-trust.ts';
import type { SettingsSaver } from '../settings/save-settings.ts';
import type { Till } from '../till/switchable-till.ts';

type Kept = Pick<State, 'registers' | 'registerTls' | 'ownRegisters' | 'receiptNumbers'>;
export type RegisterRecord = ReturnType<typeof registerRecord>;

interface RecordParts {
  readonly till: Pick<Till, 'adjustAfter' | 'mode'>;
  readonly trust: Pick<TerminalTrust, 'found' | 'fault'>;
  readonly save: Pick<SettingsSaver, 'registers'>;
}

/** Training on a machine without a keychain keeps the registers in memory. */
export function registerRecord({ till, trust, save }: RecordParts) {
  let unkept: Kept | undefined;
  const inMemory = () => (till.mode === 'training' ? unkept : undefined);
  const now = (): Kept => inMemory() ?? stateOf(trust.found);
  return {
    now,
    /** Throws the fault that keeps the keychain from being read. */
    requireReadable(): void {
      if (trust.fault !== undefined && inMemory() === undefined) throw trust.fault;
    },
    async edit(edit: (before: Kept) => Kept): Promise<void> {
      try {
        if (inMemory() === undefined) return await till.adjustAfter(() => save.registers(edit));
      } catch (thrown) {
        if (till.mode !== 'training' || !isWithoutKeychain(thrown)) throw thrown;
      }
      unkept = { ...now(), ...edit(now()) };
    },
  };
}

function isWithoutKeychain(thrown: unknown): boolean {
  return thrown instanceof TillError && (thrown.code === 'keychain.missing' || thrown.code === 'keychain.library');
}

/** Registers without a pairing. Earlier versions used these names as ids. */
type OwnRegister = keyof NonNullable<State['ownRegisters']>;

interface OwnRegistersParts {
  readonly record: RegisterRecord;
  readonly random: Pick<Random, 'uuid'>;
  readonly till: Pick<Till, 'roles' | 'opened' | 'mode'>;
  readonly acts: Pick<Acts, 'record'>;
}

/** Created once, and kept until a manager removes the register. */
export function ownRegisters({ record, random, till, acts }: OwnRegistersParts) {
  const idOf = (way: OwnRegister) => record.now().ownRegisters?.[way];
  let removals = 0;

  async function keep(way: OwnRegister, id: string): Promise<string> {
    if (till.mode !== 'training') record.requireReadable();
    await record.edit(({ ownRegisters: before }) => ({ ownRegisters: { ...before, [way]: id } }));
    return id;
  }

  return {
    idOf,
    removals: () => removals,
    /** Returns `before` if already on at the app's start. Throws the errors of a save. */
    async switchedOn(way: OwnRegister, before: boolean): Promise<string> {
      const isUsed = before || till.opened?.journal.lastOfRegister(way) !== undefined;
      return idOf(way) ?? keep(way, isUsed ? way : random.uuid());
    },
    /** Replaces the id, so that old keys find nothing. Returns false for an unknown id. */
    async remove(id: string, name: string): Promise<boolean> {
      const way = (['folder', 'zvt'] as const).find((one) => idOf(one) === id);
      if (way === undefined) return false;
      const by = till.roles.actor();
      await keep(way, random.uuid());
      removals += 1;
      acts.record({ act: 'register-ended', by, about: id, values: { name } });
      return true;
    },
  };
}
