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

export interface ServedParts extends Pick<HandlerParts, 'links'>, Pick<HandlerParts['support'], 'logs'> {
  readonly common: HandlerParts['common'] & { readonly clock: Clock; readonly random: Random };
  readonly payments: Omit<HandlerParts['payments'], 'refundIbans'>;
  readonly terminal: Pick<HandlerParts['terminal'], OfTerminal> & { readonly provisioning: Provisioner };
  readonly checked: Pick<TerminalChecksParts, OfChecks>;
  readonly log: LevelledLog;
  readonly outDir: string;
  readonly notices: Notices;
  readonly languages: Languages;
  heardFrom(window: 'till' | 'display', displayOpen: boolean): void;
}

interface Opened extends Pick<HandlerParts['windows'], 'leaving' | 'snapshots'> {
  readonly shell: Shell;
}

/** Serves the calls of the windows. Loaded lazily with all its imports, so that no window waits. */
export function serveCalls(parts: ServedParts, opened: Opened) {
  const { checks, supportPack } = openSupport(parts, opened.shell);
  const refundIbans = createRefundIbans({ clock: parts.common.clock, places: opened.shell.privatePlaces });
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
  const { common, checked, log, logs, terminal } = parts;
  const { clock, random, till, store } = common;
  const { dataFolder, version } = checked;
  const checks = createTerminalChecks({
    ...common,
    ...checked,
    log,
    surroundings: { screens, displayState, printers: async () => await paper.printers() },
    updates: () => terminal.updates.view(),
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
  const { common, links, outDir, heardFrom } = parts;
  const { dataFolder, version } = parts.checked;
  const locked = () => isKioskLocked(common.till, common.store.file.counter);
  return {
    common,
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
    payments: { ...parts.payments, ...opened },
    terminal: {
      ...parts.terminal,
      about: { version, terminalId: common.store.file.terminalId, dataFolder },
      profiles: () => installedProfiles(outDir, (thrown) => parts.log.warn(toTillError(thrown))),
      licences: createLicences(join(outDir, 'licences.json'), process.execPath),
    },
    links,
    support: { ...parts, ...opened },
  };
}
