import type { EventEmitter } from 'node:events';
import { join } from 'node:path';
import type { Clock, Random } from '../base/clock.ts';
import { dataFolders } from '../base/data-files.ts';
import { saveFile } from '../base/saved-file.ts';
import { TillError, toTillError } from '../base/till-error.ts';
import { systemDisk } from '../journal/database.ts';
import { installedProfiles } from '../settings/service-profile.ts';
import { createLicences } from '../support/licences.ts';
import type { LevelledLog } from '../support/log.ts';
import { createSupportPack } from '../support/pack/support-pack.ts';
import { journalAtHand } from '../till/live-account.ts';
import type { Provisioner } from '../till/provisioner.ts';
import { createTerminalChecks, type TerminalChecksParts } from '../till/terminal-checks.ts';
import { crashPage } from './crash-page.ts';
import type { HandlerParts } from './ipc-handlers/handler.ts';
import { ipcHandlers } from './ipc-handlers/index.ts';
import type { Languages } from './languages.ts';
import { createLeaving, endingLocked, type LeavingQuestion, underWayAt } from './leaving.ts';
import type { Notices } from './notices.ts';
import { createSnapshots, type Snapshots } from './push-snapshots.ts';
import { createRefundIbans } from './refund-iban.ts';
import type { Ending, Shell, ShellParts } from './shell.ts';
import { tillState } from './till-state.ts';
import { windowNotices } from './window-notices.ts';

export interface AppEvents {
  changed: [];
  'keychain-answered': [];
  wanted: [];
}

type OfHandlers = 'till' | 'store' | 'save' | 'pictures' | 'acts' | 'updates' | 'keys' | 'exports' | 'backups';
type OfChecks = 'network' | 'keychain' | 'trust' | 'dataFolder' | 'version';

export interface WindowsParts
  extends Pick<HandlerParts, OfHandlers | 'restoring' | 'logs' | 'registerLink' | 'headOffice' | 'draftLinks'>,
    Pick<TerminalChecksParts, OfChecks> {
  readonly clock: Clock;
  readonly random: Random;
  readonly log: LevelledLog;
  readonly outDir: string;
  readonly picturesFolder: string;
  readonly display: boolean;
  readonly events: EventEmitter<AppEvents>;
  readonly notices: Notices;
  readonly provisioning: Provisioner;
  readonly languages: Languages;
  readonly ending: Ending;
  openShell(parts: ShellParts): Shell;
  heardFrom(window: 'till' | 'display', displayOpen: boolean): void;
}

/** A request is signed and on its way within so many ms. */
const SIGNED_WITHIN_MS = 5;

export function openWindows(parts: WindowsParts) {
  const { clock, events, till, languages, ending, updates } = parts;
  const shell = openShell(parts);
  events.on('wanted', shell.focusTill);
  const leaving = openLeaving(parts, shell);
  ending.askFirst(leaving.mayEnd);
  const { displayState, showTill, showDisplay } = shell;
  const state = () => tillState({ ...parts, displayState, updates: () => updates.view(), leaving: leaving.view });
  const { ready } = till;
  // A request that creates a payment goes first and waits for no snapshot.
  const isSigning = () => (till.opened?.sales.beganAgoMs ?? SIGNED_WITHIN_MS) < SIGNED_WITHIN_MS;
  const defer = (task: () => void) => void (isSigning() ? setTimeout(task, SIGNED_WITHIN_MS) : setImmediate(task));
  const snapshots = createSnapshots({ clock, ready, state, languages, showTill, showDisplay, defer });
  events.on('changed', snapshots.changed);
  const support = openSupport(parts, shell);
  const refundIbans = createRefundIbans({ clock, places: shell.privatePlaces });
  const handlerParts = handlerPartsOf(parts, { ...support, shell, leaving, snapshots, refundIbans });
  shell.serve({
    handlers: ipcHandlers(handlerParts),
    role: () => till.roles.current(),
    crashPage: (window, why) =>
      crashPage(window, {
        ...state(),
        language: window === 'till' ? languages.till() : languages.display(),
        trouble: why?.trouble,
      }),
  });
  return {
    shell,
    state,
    snapshots,
    handlerParts,
    async close() {
      snapshots.stop();
      languages.stop();
      await refundIbans.close();
      await support.close();
    },
  };
}

function openShell({ clock, log, outDir, picturesFolder, display, ending, ...parts }: WindowsParts): Shell {
  const { store, till, notices, languages } = parts;
  return parts.openShell({
    ...windowNotices(notices, log),
    clock,
    outDir,
    picturesFolder,
    display,
    places: () => store.file.counter,
    language: languages.till(),
    onWake: () => till.woke(),
    ending,
  });
}

function openLeaving({ clock, log, till, store, events, ending }: WindowsParts, shell: Shell): LeavingQuestion {
  return createLeaving({
    clock,
    log,
    underWay: () => underWayAt(till),
    locked: () => endingLocked(till, store.file.counter),
    unlock: (pin) => till.roles.unlock(pin),
    showTill: shell.focusTill,
    changed: () => void events.emit('changed'),
    end: ending.end,
  });
}

function openSupport(parts: WindowsParts, { screens, displayState, paper }: Shell) {
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
  return {
    checks,
    supportPack,
    async close() {
      await checks.close();
      await supportPack.drop().catch(() => undefined);
    },
  };
}

interface Opened extends Pick<HandlerParts, 'refundIbans' | 'checks' | 'supportPack' | 'leaving'> {
  readonly shell: Shell;
  readonly snapshots: Snapshots;
}

function handlerPartsOf(parts: WindowsParts, { shell, ...opened }: Opened): HandlerParts {
  const { dataFolder, version, store, outDir, heardFrom } = parts;
  const locked = () => endingLocked(parts.till, store.file.counter);
  /** Behind what the system opens lie its folders and programs: whoever may not leave the kiosk gets none of it. */
  const ofSystem =
    <Wish extends unknown[], Told>(open: (...wish: Wish) => Promise<Told>) =>
    async (...wish: Wish) => {
      if (locked()) throw new TillError('pin.required', 'In kiosk the system opens nothing for cashiers');
      return open(...wish);
    };
  return {
    ...parts,
    ...opened,
    about: { version, terminalId: store.file.terminalId, dataFolder },
    profiles: () => installedProfiles(outDir, (thrown) => parts.log.warn(toTillError(thrown))),
    licences: createLicences(join(outDir, 'licences.json'), process.execPath),
    openDisplay: shell.openDisplay,
    screens: shell.displays,
    paper: {
      ...shell.paper,
      print: (wish) => shell.paper.print(locked() ? { ...wish, silent: true } : wish),
    },
    chooseFile: ofSystem(shell.chooseFile),
    openFile: ofSystem(shell.openFile),
    openFolder: ofSystem(shell.openFolder),
    openOutside: ofSystem(shell.openOutside),
    copyText: (text) => shell.privatePlaces.writeClipboard(text),
    saveFile,
    heardFrom(window) {
      shell.heardFrom(window);
      heardFrom(window, shell.displayState() === 'open');
    },
  };
}
