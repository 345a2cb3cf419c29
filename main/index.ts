import { join } from 'node:path';
import { systemClock, systemRandom } from './base/clock.ts';
import { toTillError } from './base/till-error.ts';
import { systemDisk } from './journal/database.ts';
import { systemFolders } from './journal/places.ts';
import { dataFolder, endStart, prepareApp, type RunningApp } from './shell/app.ts';
import { openShell, type Shell } from './shell/shell.ts';
import { createLog, type Log } from './support/log.ts';
import { consoleSink, fileSink } from './support/rotating-log-file.ts';
import { type CommandLine, parseCommandLine } from './terminal/command-line.ts';
import { type Keychain, openKeychain } from './terminal/keychain.ts';
import { openSettings } from './terminal/settings-store.ts';
import { connect } from './till/connection.ts';
import { createWhichJournal } from './till/journal-folder.ts';
import { openRuntime } from './till/opened-till.ts';
import { createProvision } from './till/provision.ts';
import { openTill } from './till/till.ts';
import { openTraining } from './till/training.ts';
import { gateOf } from './windows/handlers.ts';
import { createNotices, type Notices } from './windows/notices.ts';
import { plainDisplay, plainTill } from './windows/plain-page.ts';
import { createSnapshots } from './windows/snapshots.ts';
import { startFault } from './windows/start-error.ts';
import { windowNotices } from './windows/window-notices.ts';

/** Composition root: builds the parts and hands them to each other. */
const clock = systemClock;
const random = systemRandom;
const args = parseCommandLine(process.argv.slice(1));
try {
  const app = prepareApp(args);
  if (app !== undefined) compose(app, args);
} catch (thrown) {
  endStart(startFault(thrown, dataFolder(args)));
}

function compose(running: RunningApp, given: CommandLine): void {
  const { userDataDir, packaged, version } = running;
  const { log, unopened } = openLog(join(userDataDir, 'logs'));
  log.info('Tillmate starts', { version });
  const store = openSettings(join(userDataDir, 'terminal.json'), { clock, random });
  const { terminalId } = store.file;

  // The till opens while the system gets ready for windows.
  let shell: Shell | undefined;
  const changed = () => snapshots.changed();
  const notices = createNotices(changed);
  const disk = systemDisk;
  const journals = createWhichJournal({ dataFolder: userDataDir, disk, folders: systemFolders, notices, log });
  const keychain = keychainOnce();
  catchStrays(log, notices);
  const provision = createProvision({
    notices,
    store,
    random,
    log,
    keychain,
    say: (line) => console.error(`Tillmate: ${line}`),
  });
  const till = openTill({
    clock,
    log,
    store,
    notices,
    keychain,
    started: { training: given.training, packaged },
    prepare: async () => {
      // The settings that it was written under, before a file replaces them.
      journals.adopt(store.file.settings);
      if (given.provisionFile !== undefined) await provision.take(given.provisionFile);
    },
    openTraining(care) {
      journals.leaveAll();
      return openTraining({
        userDataDir,
        terminalId,
        own: store.file.settings,
        clock,
        random,
        log,
        changed,
        tell: notices.put,
        care,
      });
    },
    async openLive(settings, { signingKey, apiKey }, care) {
      const folder = journals.folderFor(settings);
      const keysFile = join(userDataDir, 'service-keys.json');
      const connection = connect({ settings, signingKey, apiKey, clock, random, log, keysFile });
      const parts = {
        folder,
        terminalId,
        settings,
        connection,
        clock,
        random,
        log,
        changed,
        tell: notices.put,
        care,
      };
      return { settings, runtime: await openRuntime(parts) };
    },
    displayState: () => shell?.displayState() ?? (given.display ? 'open' : 'off'),
    changed,
  });
  const snapshots = createSnapshots({
    clock,
    facts: till.facts,
    showTill: (snapshot) => shell?.showTill(snapshot),
    showDisplay: (snapshot) => shell?.showDisplay(snapshot),
    defer: setImmediate,
  });
  const open = (): Shell => {
    const opened: Shell = openShell({
      ...windowNotices(notices, log),
      clock,
      outDir: join(import.meta.dirname, '..'),
      display: given.display,
      ...gateOf({
        till,
        notices,
        keychain,
        snapshots,
        store,
        provision,
        random,
        log,
        openDisplay: () => opened.openDisplay(),
        printReceipt: () => opened.printReceipt(),
        openOutside: (url) => opened.openOutside(url),
      }),
      onWake: till.networkReturned,
      onTillClosed: running.quit,
      plainPage: (window) => {
        const { sale, terminal } = till.facts();
        const { environment } = terminal;
        return window === 'till' ? plainTill(sale, environment) : plainDisplay(environment);
      },
    });
    return opened;
  };

  if (store.setAside !== undefined)
    notices.put({
      id: 'settings.set-aside',
      code: 'settings.set-aside',
      severity: 'alarm',
      values: { file: store.setAside },
    });
  if (unopened !== undefined)
    notices.put({
      id: 'log.unopened',
      code: 'log.unopened',
      severity: 'warning',
      values: { folder: unopened },
      action: 'dismiss',
    });
  running.onSecondStart(() => shell?.focusTill());
  running.onQuit(async () => {
    snapshots.stop();
    await till.close();
    log.info('Tillmate ends');
    log.close();
  });
  // Not awaited at the top: Electron becomes ready only after this module has been evaluated.
  running
    .ready()
    .then(() => {
      shell = open();
    })
    .catch((thrown: unknown) => {
      log.error(toTillError(thrown).message, { code: 'internal' });
      return till.close().finally(() => endStart(startFault(thrown, userDataDir)));
    });
}

/** A till that could sell is not kept from it by its log: `unopened` is where it could not be opened, for a notice. */
function openLog(folder: string): { readonly log: Log; readonly unopened?: string } {
  try {
    return { log: createLog(fileSink(folder)) };
  } catch (fault) {
    const log = createLog(consoleSink);
    log.error(`The log cannot be opened: ${toTillError(fault).message}`, { code: 'log.unopened' });
    return { log, unopened: folder };
  }
}

/** One keychain for the whole run, once it could be opened; until then each need of it tries again. */
function keychainOnce(): () => Promise<Keychain> {
  let opened: Promise<Keychain> | undefined;
  return () => {
    opened ??= openKeychain(clock).catch((fault: unknown) => {
      opened = undefined;
      throw fault;
    });
    return opened;
  };
}

/**
 * A fault that nobody caught. The till goes on: each decision rests on the journal alone, which is written before
 * anything is sent, while a till that ended here would leave a customer's payment without a screen. It is in the log,
 * and the till says once that it is to be started again: said each time, a fault in the telling would tell of itself.
 */
function catchStrays(log: Log, notices: Notices): void {
  let told = false;
  const stray = (fault: unknown) => {
    log.error(fault instanceof Error ? (fault.stack ?? fault.message) : String(fault), { code: 'internal' });
    if (told) return;
    told = true;
    notices.put({ id: 'app.fault', code: 'app.fault', severity: 'warning', action: 'dismiss' });
  };
  process.on('uncaughtException', stray);
  process.on('unhandledRejection', stray);
}
