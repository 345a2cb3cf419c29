import './support/clean-environment.ts';

import { basename, join } from 'node:path';
import { firstUpdates } from '../preload/contract/settings-table.ts';
import { Backups } from './backup/backups.ts';
import { completeRestore } from './backup/staged-restore.ts';
import { systemClock, systemRandom } from './base/clock.ts';
import { saveFile } from './base/saved-file.ts';
import { exportInThread } from './export/export-in-thread.ts';
import { ensureKeyWrap } from './identity/key-wrap.ts';
import { openKeychain } from './identity/keychain.ts';
import { sharedKeychain } from './identity/shared-keychain.ts';
import { systemFolders } from './journal/account-folders.ts';
import { systemDisk } from './journal/database.ts';
import { type CommandLine, parseCommandLine } from './settings/command-line.ts';
import { languageAtStart } from './settings/language-at-start.ts';
import { openPictures } from './settings/pictures.ts';
import { namesRecord } from './settings/read-trust.ts';
import { presentKeys } from './settings/secrets.ts';
import { openSettings } from './settings/settings-store.ts';
import { readLines } from './settings/standard-input.ts';
import { createTerminalTrust } from './settings/terminal-trust.ts';
import {
  dataFolder,
  endCommand,
  endStart,
  prepareApp,
  prepareCommand,
  type RunningApp,
} from './shell/app-lifecycle.ts';
import { followEnding } from './shell/ending.ts';
import { endAnyway } from './shell/forced-end.ts';
import { openShell, type Shell } from './shell/shell.ts';
import { createInstaller, installKind } from './shell/update-installer.ts';
import { removedVariables } from './support/clean-environment.ts';
import { createLicences } from './support/licences.ts';
import { openLog } from './support/open-log.ts';
import { closeToOthers, createFilesPrivately, tellOfFiles } from './support/private-files.ts';
import { surviveUncaughtErrors } from './support/uncaught-errors.ts';
import { createActs } from './till/acts.ts';
import { counterNow } from './till/counter-now.ts';
import { createExports } from './till/exports.ts';
import { createJournalFolders } from './till/journal-folder.ts';
import { watchNotedExports } from './till/noted-exports-watch.ts';
import { openLive } from './till/open-live.ts';
import { openTraining } from './till/open-training.ts';
import { owedInFile } from './till/owed-acts.ts';
import { createProvisioning } from './till/provision-on-start.ts';
import { isCommand, runCommand } from './till/run-command.ts';
import { createSettingsSaver, leftBehindIn } from './till/settings-saver.ts';
import { openSupportParts } from './till/support-parts.ts';
import { createTill } from './till/switchable-till.ts';
import { createTerminalChecks } from './till/terminal-checks.ts';
import { createTerminalKeys } from './till/terminal-keys.ts';
import { goBackAndEnd } from './updates/go-back-and-end.ts';
import { openUpdates, updatesFolder } from './updates/open-updates.ts';
import { releaseKeys } from './updates/release-keys.ts';
import { openUpdateServer } from './updates/update-server.ts';
import { createUpdates } from './updates/updates.ts';
import { backupNotice } from './windows/backup-notice.ts';
import { crashPage } from './windows/crash-page.ts';
import { noticesOfEvents } from './windows/event-notices.ts';
import { ipcHandlers } from './windows/ipc-handlers/index.ts';
import { createLanguages } from './windows/languages.ts';
import { createLeaving, endingLocked, underWayAt } from './windows/leaving.ts';
import { nativeWords } from './windows/native-words/native-words.ts';
import { createNotices } from './windows/notices.ts';
import { createSnapshots } from './windows/push-snapshots.ts';
import { RefundIbans } from './windows/refund-iban.ts';
import { startError } from './windows/start-error.ts';
import { putStartNotices, putUncaughtErrorNotice } from './windows/start-notices.ts';
import { tillState } from './windows/till-state.ts';
import { putStartedVersionNotices } from './windows/update-notices.ts';
import { windowNotices } from './windows/window-notices.ts';

/** Composition root: builds the parts and hands them to each other. */
createFilesPrivately();
const clock = systemClock;
const random = systemRandom;
const args = parseCommandLine(process.argv.slice(1));
if (isCommand(args)) await commandOnly();
else start();

function start(): void {
  try {
    const app = prepareApp(args);
    if (app !== undefined) compose(app, args);
  } catch (thrown) {
    endStart(startError(thrown, dataFolder(args), nativeWords[languageAtStart(dataFolder(args))]));
  }
}

/** Awaited at the top: Electron waits for it, and so opens no screen, which a nightly job may not have. */
async function commandOnly(): Promise<void> {
  const { keychain, isAsking } = sharedKeychain({ clock, open: openKeychain, late: () => undefined });
  endAnyway(isAsking);
  endCommand(await runCommand({ args, clock, random, prepare: () => prepareCommand(args), keychain }));
}

function compose(running: RunningApp, given: CommandLine): void {
  const { userDataDir, packaged, version } = running;
  // Long before anything is encrypted.
  void ensureKeyWrap();
  const files = closeToOthers(userDataDir);
  const { log, unopened } = openLog(join(userDataDir, 'logs'));
  log.info('Tillmate starts', { version });
  tellOfFiles(log, files);
  for (const variable of removedVariables)
    log.warn('A variable that could weaken the till was taken out of its environment', { variable });
  const installer = createInstaller({
    version,
    folder: updatesFolder(userDataDir),
    kind: installKind(packaged),
    log,
    ready: running.ready,
    quit: running.quit,
    releaseLock: running.releaseLock,
    startAgain: running.startAgain,
  });
  const { platform: system, arch } = process;
  const ground = openUpdates({ dataFolder: userDataDir, version, system, arch, keys: releaseKeys, log, installer });
  if (ground.goBackTo !== undefined) {
    void goBackAndEnd(running, ground.goBack(ground.goBackTo), installer.endsApp);
    return;
  }
  const restored = completeRestore(userDataDir);
  if (restored !== undefined) log.warn('A backup was restored', { file: basename(restored.kept) });
  const unsynced = (cause: unknown) =>
    log.warn('The settings are saved; the disk did not confirm it, and a power cut may bring the old ones back', {
      code: 'settings.unsynced',
      thrown: cause,
    });
  const store = openSettings(join(userDataDir, 'terminal.json'), { clock, random, unsynced });

  let shell: Shell | undefined;
  const changed = () => snapshots.changed();
  const notices = createNotices(changed);
  const onEvent = noticesOfEvents(notices);
  surviveUncaughtErrors(process, log, () => putUncaughtErrorNotice(notices));
  const { keychain, isAsking } = sharedKeychain({ clock, open: openKeychain, late: () => keychainAnswered() });
  endAnyway(isAsking);
  const trust = createTerminalTrust({ store, keychain, leftBehind: leftBehindIn(log) });
  const owed = owedInFile(join(userDataDir, 'owed-acts.json'), log, clock, () => trust.keyFor('acts'));
  const acts = createActs({ clock, log, owed });
  const stopNotedExports = watchNotedExports({ clock, dataFolder: userDataDir, acts, log });
  const save = createSettingsSaver({ store, random, log, trust });
  const picturesFolder = join(userDataDir, 'pictures');
  const pictures = openPictures(picturesFolder, log);
  // Settings that were set aside may come back, and name pictures that these do not.
  if (store.setAside === undefined) pictures.keepOnly(store.file.counter);
  const provisioning = createProvisioning({
    clock,
    store,
    save,
    log,
    acts,
    onEvent,
    isFresh: () => !namesRecord(store.file) || trust.found.kind === 'lost',
    presentKeys: () => presentKeys(trust.found),
    till: () => till,
    changed,
    print: (line) => console.error(`Tillmate: ${line}`),
    readInput: async (lines) => readLines(process.stdin, lines, clock),
  });
  const journals = createJournalFolders({
    dataFolder: userDataDir,
    disk: systemDisk,
    folders: systemFolders,
    onEvent,
    log,
  });
  const settingsGone = store.setAside === undefined && store.file.settings === undefined && journals.hasAny();
  if (settingsGone)
    log.error('There are no settings, and there are records of payments from before', { code: 'settings.gone' });
  const network = { resolveProxy: running.resolveProxy };
  const shared = { terminalId: store.file.terminalId, clock, random, log, changed, onEvent, acts };

  // The till opens while the system gets ready for windows.
  const till = createTill({
    clock,
    log,
    store,
    trust,
    acts,
    started: { training: given.training, packaged },
    prepare: async () => {
      if (given.provisionFile !== undefined) await provisioning.atStart(given.provisionFile, given.provisionWith);
    },
    openTraining: (care) => {
      journals.leaveAll();
      return openTraining({ ...shared, userDataDir, own: store.file.settings, care });
    },
    openLive: (settings, secrets, care) =>
      openLive({
        ...shared,
        settings,
        secrets,
        journals,
        keysFile: join(userDataDir, 'service-keys.json'),
        network,
        care,
      }),
    changed,
  });
  const keychainAnswered = () => {
    till.keychainAnswered();
    void provisioning.keychainAnswered();
  };
  const keys = createTerminalKeys({ ...shared, network, store, trust, keychain, save, till: () => till });
  const exports = createExports({ dataFolder: userDataDir, random, inThread: exportInThread, log });
  const startAnew = () => {
    running.startAgain();
    ending.end();
  };
  const own = { clock, random, dataFolder: userDataDir, version, store, trust, save, acts, log, till };
  const backups = new Backups({ ...own, counter: () => counterNow(till), failed: backupNotice(notices), startAnew });
  const support = openSupportParts({ ...own, till: () => till, checks: (signal) => checks.run(signal) });
  const leaving = createLeaving({
    clock,
    log,
    underWay: () => underWayAt(till),
    locked: () => endingLocked(till, store.file.counter),
    unlock: (pin) => till.roles.unlock(pin),
    showTill: () => shell?.focusTill() ?? 'new',
    changed,
    end: () => ending.end(),
  });
  const ending = followEnding(leaving.mayEnd);
  const updates = createUpdates({
    clock,
    log,
    version,
    terminalId: store.file.terminalId,
    platform: ground.platform,
    arch,
    packaged,
    keys: releaseKeys,
    installer,
    memory: ground.memory,
    kept: ground.kept,
    settings: () => store.file.counter.updates ?? firstUpdates,
    openServer: (address) => openUpdateServer(address, { network: { ...network, log } }),
    counter: () => counterNow(till),
    changed,
    note: ({ act, by, version: about, values }) =>
      acts.record({ act, by: by === 'manager' ? till.roles.actor() : { role: by }, about, ...(values && { values }) }),
    end: () => ending.end(),
    startAgain: running.startAgain,
  });
  const checks = createTerminalChecks({
    ...own,
    network,
    keychain,
    till: () => till,
    surroundings: {
      screens: () => shell?.screens() ?? [],
      displayState: () => displayState(),
      printers: async () => (await shell?.paper.printers()) ?? [],
    },
    updates: updates.view,
  });
  const languages = createLanguages({ clock, set: () => store.file.counter.languages, changed });
  const displayState = () => shell?.displayState() ?? (given.display ? 'open' : 'off');
  const state = () =>
    tillState({
      clock,
      till,
      store,
      notices,
      languages,
      provisioning,
      displayState,
      updates: updates.view,
      leaving: leaving.view,
    });
  const snapshots = createSnapshots({
    clock,
    ready: till.ready,
    state,
    languages,
    showTill: (snapshot) => shell?.showTill(snapshot),
    showDisplay: (snapshot) => shell?.showDisplay(snapshot),
    defer: setImmediate,
  });
  const refundIbans = new RefundIbans({
    clock,
    places: {
      readClipboard: async () => (await shell?.privatePlaces.readClipboard()) ?? '',
      writeClipboard: async (text) => shell?.privatePlaces.writeClipboard(text),
      showText: async (text, forMs) => shell?.privatePlaces.showText(text, forMs),
    },
  });
  const open = (): Shell => {
    const opened: Shell = openShell({
      ...windowNotices(notices, log),
      clock,
      outDir: join(import.meta.dirname, '..'),
      picturesFolder,
      display: given.display,
      places: () => store.file.counter,
      language: languages.till(),
      role: till.roles.current,
      handlers: ipcHandlers({
        clock,
        random,
        till,
        notices,
        snapshots,
        languages,
        store,
        save,
        pictures,
        provisioning,
        acts,
        trust,
        about: { version, terminalId: store.file.terminalId, dataFolder: userDataDir },
        licences: createLicences(join(import.meta.dirname, '../licences.json'), process.execPath),
        leaving,
        updates,
        checks,
        refundIbans,
        openDisplay: () => opened.openDisplay(),
        screens: { list: () => opened.displays.list(), test: (turned) => opened.displays.test(turned) },
        paper: {
          print: (wish) => opened.paper.print(wish),
          pdf: (sheet) => opened.paper.pdf(sheet),
          printers: () => opened.paper.printers(),
        },
        chooseFile: (file) => opened.chooseFile(file),
        openFile: (file) => opened.openFile(file),
        keys,
        openFolder: () => opened.openFolder(),
        backups,
        restoring: backups.restoring,
        exports,
        ...support,
        copyText: async (text) => shell?.privatePlaces.writeClipboard(text),
        saveFile,
        heardFrom: (window) => {
          opened.heardFrom(window);
          ground.heardFrom(window, opened.displayState() === 'open');
        },
        openOutside: (url, host) => opened.openOutside(url, host),
      }),
      onWake: till.woke,
      ending,
      crashPage: (window, why) =>
        crashPage(window, {
          ...state(),
          language: window === 'till' ? languages.till() : languages.display(),
          trouble: why?.trouble,
        }),
    });
    return opened;
  };

  putStartNotices(notices, {
    settingsSetAside: store.setAside,
    settingsGone,
    unopenedLog: unopened,
    earlierData: running.earlierData,
    restored,
  });
  putStartedVersionNotices(notices, ground.memory.state, version);
  running.onSecondStart(({ provisionFile, provisionWith }) => {
    shell?.focusTill();
    if (provisionFile !== undefined) void till.ready.then(() => provisioning.whileOpen(provisionFile, provisionWith));
  });
  running.onQuit(async () => {
    snapshots.stop();
    languages.stop();
    await refundIbans.close();
    stopNotedExports();
    await exports.close();
    await checks.close();
    await backups.stop();
    await support.close();
    await updates.close();
    await till.close();
    log.info('Tillmate ends');
    updates.atEnd();
    log.close();
  });
  // Not awaited at the top: Electron becomes ready only after this module has been evaluated.
  running
    .ready()
    .then(() => {
      shell = open();
    })
    .catch((thrown: unknown) => {
      log.error('internal', { thrown });
      return till.close().finally(() => endStart(startError(thrown, userDataDir, nativeWords[languages.till()])));
    });
}
