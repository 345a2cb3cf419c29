import type { Random } from '../base/clock.ts';
import type { State } from '../identity/sealed-record.ts';
import { stateOf } from '../settings/read-trust.ts';
import type { SettingsSaver } from '../settings/save-settings.ts';
import type { TerminalTrust } from '../settings/terminal-trust.ts';
import type { Acts } from '../till/acts.ts';
import type { Till } from '../till/switchable-till.ts';
import { isWithoutKeychain } from './registers.ts';

/** Ways in without a pairing. Earlier versions used these names as ids. */
export type OwnRegister = keyof NonNullable<State['ownRegisters']>;

interface OwnRegistersParts {
  readonly random: Pick<Random, 'uuid'>;
  readonly till: Pick<Till, 'roles' | 'adjustAfter' | 'mode' | 'opened'>;
  readonly trust: Pick<TerminalTrust, 'found' | 'fault'>;
  readonly save: Pick<SettingsSaver, 'registers'>;
  readonly acts: Pick<Acts, 'record'>;
}

/** Ids of the watched folder and of the port for ZVT: made once, and kept until a manager removes the register. */
export function ownRegisters({ random, till, trust, save, acts }: OwnRegistersParts) {
  /** Kept in memory: training on a machine without a keychain. */
  const unkept: { -readonly [Way in OwnRegister]?: string } = {};
  const idOf = (way: OwnRegister) => stateOf(trust.found).ownRegisters?.[way] ?? unkept[way];
  let removals = 0;

  async function keep(way: OwnRegister, id: string): Promise<string> {
    if (trust.fault !== undefined && till.mode !== 'training') throw trust.fault;
    try {
      await till.adjustAfter(() =>
        save.registers(({ ownRegisters: before }) => ({ ownRegisters: { ...before, [way]: id } })),
      );
    } catch (thrown) {
      if (till.mode !== 'training' || !isWithoutKeychain(thrown)) throw thrown;
      unkept[way] = id;
    }
    return id;
  }

  return {
    idOf,
    /** Grows with each removal. */
    removals: () => removals,
    /** The id after a switch-on; `before`: switched on already when the app started. Errors: those of a save. */
    async switchedOn(way: OwnRegister, before: boolean): Promise<string> {
      const isUsed = before || till.opened?.journal.lastOfRegister(way) !== undefined;
      return idOf(way) ?? keep(way, isUsed ? way : random.uuid());
    },
    /** Gives the way in a new id, so that its old keys find nothing. False for any other id. */
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
