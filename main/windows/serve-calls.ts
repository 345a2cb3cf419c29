import { join } from 'node:path';
import type { Clock, Random } from '../base/clock.ts';
import { dataFolders } from '../base/data-files.ts';
import { saveFile } from '../base/saved-file.ts';
import { toTillError } from '../base/till-error.ts';
import { systemDisk } from '../journal/database.ts';
import type { Provisioner } from '../provisioning/provisioner.ts';
import { installedProfiles } from '../provisioning/service-profile.ts';
import { createLicences } from '../support/licences.ts';
import type { LevelledLog } from '../support/log.ts';
import { createSupportPack } from '../support/pack/support-pack.ts';
import { journalAtHand } from '../till/live-account.ts';
import { createTerminalChecks, type TerminalChecksParts } from '../till/terminal-checks.ts';
import { type HandlerParts, ipcHandlers } from './ipc-handlers/index.ts';
import { isKioskLocked, withoutSystemDialogs } from './kiosk-lock.ts';
import type { Languages } from './languages.ts';
import type { Notices } from './notices.ts';
import { createRefundIbans } from './refund-iban.ts';
import type { Shell } from './shell-port.ts';

type OfTerminal = 'updates' | 'keys' | 'backups' | 'restoring';
type OfChecks = 'network' | 'keychain' | 'trust' | 'dataFolder' | 'version';

export interface ServedParts
  extends Omit<HandlerParts['common'], 'clock' | 'random' | 'trust'>,
    Omit<HandlerParts['payments'], 'refundIbans'>,
    Pick<HandlerParts['terminal'], OfTerminal>,
    Pick<HandlerParts['links'], 'registerLink' | 'headOffice'>,
    Pick<HandlerParts['support'], 'logs'>,
    Pick<TerminalChecksParts, OfChecks> {
  readonly clock: Clock;
  readonly random: Random;
  readonly log: LevelledLog;
  readonly outDir: string;
  readonly notices: Notices;
  readonly provisioning: Provisioner;
  readonly languages: Languages;
  heardFrom(window: 'till' | 'display', displayOpen: boolean): void;
}

interface Opened extends Pick<HandlerParts['windows'], 'leaving' | 'snapshots'> {
  readonly shell: Shell;
}

/** Serves the calls of the windows. Loaded lazily with all its imports, so that no window waits. */
export function serveCalls(parts: ServedParts, opened: Opened) {
  const { checks, supportPack } = openSupport(parts, opened.shell);
  const refundIbans = createRefundIbans({ clock: parts.clock, places: opened.shell.privatePlaces });
  const handlerParts = handlerPartsOf(parts, { ...opened, checks, supportPack, refundIbans });
  return {
    handlerParts,
    handlers: ipcHandlers(handlerParts),
    async close() {
      await refundIbans.close();
      await checks.close();
      await supportPack.drop().catch(() => undefined);
    },
  };
}

function openSupport(parts: ServedParts, { screens, displayState, paper }: Shell) {
  const { clock, random, dataFolder, version, till, store, updates, logs } = parts;
  const checks = createTerminalChecks({
    ...parts,
    surroundings: { screens, displayState, printers: async () => await paper.printers() },
    updates: () => updates.view(),
  });
  const supportPack = createSupportPack({
    clock,
    random,
    version,
    folder: join(dataFolder, dataFolders.supportPack),
    logFolder: logs.folder,
    disk: systemDisk,
    file: () => store.file,
    journal: () => journalAtHand(till, dataFolder, store.file.settings),
    checks: (signal) => checks.run(signal),
  });
  return { checks, supportPack };
}

type Support = Pick<HandlerParts['support'], 'checks' | 'supportPack'> & Pick<HandlerParts['payments'], 'refundIbans'>;

function handlerPartsOf(parts: ServedParts, { shell, ...opened }: Opened & Support): HandlerParts {
  const { dataFolder, version, store, outDir, heardFrom } = parts;
  const locked = () => isKioskLocked(parts.till, store.file.counter);
  return {
    common: parts,
    system: {
      ...withoutSystemDialogs(shell, locked),
      copyText: (text) => shell.privatePlaces.writeClipboard(text),
      saveFile,
    },
    windows: {
      ...parts,
      ...opened,
      openDisplay: shell.openDisplay,
      screens: shell.displays,
      heardFrom(window) {
        shell.heardFrom(window);
        heardFrom(window, shell.displayState() === 'open');
      },
    },
    payments: { ...parts, ...opened },
    terminal: {
      ...parts,
      about: { version, terminalId: store.file.terminalId, dataFolder },
      profiles: () => installedProfiles(outDir, (thrown) => parts.log.warn(toTillError(thrown))),
      licences: createLicences(join(outDir, 'licences.json'), process.execPath),
    },
    links: parts,
    support: { ...parts, ...opened },
  };
}
