import { lookup } from 'node:dns/promises';
import { release } from 'node:os';
import type { UpdatesView } from '../../../preload/contract/views.ts';
import type { Clock, Random } from '../../base/clock.ts';
import type { Log } from '../../base/log.ts';
import { type TillError, toTillError } from '../../base/till-error.ts';
import type { Keychain } from '../../identity/keychain.ts';
import type { JournalSeal } from '../../journal/sealing.ts';
import type { ValueDeviation } from '../../service/spec-deviations.ts';
import type { SystemNetwork } from '../../service/undici-transport.ts';
import { callbackCheck } from './callback-check.ts';
import type { CheckedAccount } from './check.ts';
import type { Round } from './checks.ts';
import { keyChecks, keychainCheck } from './key-checks.ts';
import { machineChecks, type Surroundings } from './machine-checks.ts';
import { networkChecks } from './network-checks.ts';
import { serviceChecks } from './service-checks.ts';
import { openServiceSession, type ServiceSession } from './service-session.ts';
import { diskCheck, journalCheck } from './storage-checks.ts';

export interface CheckedTerminal {
  readonly account: CheckedAccount;
  readonly journal: {
    readonly file: string | undefined;
    readonly seal: JournalSeal | undefined;
    readonly trouble: TillError | undefined;
  };
  readonly callbacks: { readonly running: boolean; readonly error: TillError | undefined };
  /** Empty: the system asks each time. */
  readonly printer: string;
  readonly otherValues: readonly ValueDeviation[];
}

export interface RoundParts {
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Log;
  readonly version: string;
  readonly dataFolder: string;
  readonly network: Pick<SystemNetwork, 'resolveProxy' | 'certificates'>;
  keychain(): Promise<Keychain>;
  terminal(): CheckedTerminal;
  readonly surroundings: Surroundings | undefined;
  updates(): UpdatesView | undefined;
}

export function beginRound(parts: RoundParts): Round {
  const { clock, random, network } = parts;
  const { account, journal, callbacks, printer, otherValues } = parts.terminal();
  const settings = account.kind === 'none' ? undefined : account.settings;
  const session = sessionFor(account, parts);
  const lookUp = async (host: string) => (await lookup(host, { all: true })).map(({ address }) => address);
  const processId = process.pid;
  return {
    checks: [
      keychainCheck({ keychain: parts.keychain, account, processId, uuid: random.uuid }),
      ...keyChecks(account, session),
      ...networkChecks({ settings, lookUp, resolveProxy: network.resolveProxy, now: clock.now }),
      ...serviceChecks(account, session, otherValues),
      callbackCheck({ settings, lookUp, ...callbacks }),
      journalCheck({ ...journal, monotonic: clock.monotonic }),
      diskCheck({ dataFolder: parts.dataFolder, processId }),
      ...machineChecks({
        surroundings: parts.surroundings,
        printer,
        version: parts.version,
        updates: parts.updates,
        machine: { versions: process.versions, platform: process.platform, release: release() },
      }),
    ],
    async close() {
      await session?.close();
    },
  };
}

/** Undefined for invalid addresses: the settings file may have been edited by hand. */
function sessionFor(account: CheckedAccount, { clock, random, log, network }: RoundParts): ServiceSession | undefined {
  if (account.kind === 'none') return undefined;
  try {
    return openServiceSession({ account, clock, random, log, network });
  } catch (thrown) {
    log.warn(toTillError(thrown));
    return undefined;
  }
}
