import { EventEmitter } from 'node:events';
import { basename, join } from 'node:path';
import { firstUpdates } from '../preload/contract/settings-table.ts';
import { createActs } from './audit/audit-log.ts';
import { owedInFile } from './audit/pending-entries.ts';
import { Backups } from './backup/backups.ts';
import { completeRestore } from './backup/staged-restore.ts';
import { type Clock, type Random, systemClock, systemRandom } from './base/clock.ts';
import { dataFiles, dataFolders } from './base/data-files.ts';
import { nativeWords } from './base/native-words.ts';
import { type CommandLine, parseCommandLine } from './command-line/options.ts';
import { type CommandRun, isCommand, runCommand } from './command-line/run-command.ts';
import { readLines } from './command-line/standard-input.ts';
import { exportInThread } from './export/export-in-thread.ts';
import type { Keychain } from './identity/keychain.ts';
import { openKeychain } from './identity/open-keychain.ts';
import { sharedKeychain } from './identity/shared-keychain.ts';
import { systemFolders } from './journal/account-folders.ts';
import { systemDisk } from './journal/database.ts';
import { Provisioner } from './provisioning/provisioner.ts';
import { linesOfFile } from './provisioning/provisioning-steps.ts';
import { openRegisterLink } from './register/register-link.ts';
import { TerminalTrust } from './settings/current-trust.ts';
import { languageAtStart } from './settings/language-at-start.ts';
import { openPictures } from './settings/pictures.ts';
import { namesRecord, stateOf } from './settings/read-trust.ts';
import { leftBehindIn, SettingsSaver } from './settings/save-settings.ts';
import { openSettings } from './settings/settings-store.ts';
import type { RunningApp } from './shell/app-lifecycle.ts';
import type { InstallerParts } from './shell/update-installer.ts';
import { removedVariables } from './support/clean-environment.ts';
import { type LevelledLog, openLog, surviveUncaughtErrors } from './support/log.ts';
import { openLogLevel } from './support/logs/log-level.ts';
import { closeToOthers, createFilesPrivately, logClosedFiles } from './support/private-files.ts';
import { createExports } from './till/exports.ts';
import { createJournalFolders } from './till/journal-folder.ts';
import { watchNotedExports } from './till/noted-exports-watch.ts';
import { Till, type TillParts } from './till/switchable-till.ts';
import { createTerminalKeys } from './till/terminal-keys.ts';
import { counterNow } from './till/under-way.ts';
import { goBackAndEnd } from './updates/go-back.ts';
import type { Installer } from './updates/installer.ts';
import { openUpdates, updatesFolder } from './updates/open-updates.ts';
import { releaseKeys } from './updates/release-keys.ts';
import { requireNotInstalling, type UpdateAct, Updates } from './updates/updates.ts';
import { openHeadOffice } from './upload/head-office.ts';
import { createDraftLinks } from './windows/draft-links.ts';
import {
  backupNotice,
  noticesOfEvents,
  putStartNotices,
  putVersionNotices,
  zvtAlarms,
} from './windows/event-notices.ts';
import { createLanguages } from './windows/languages.ts';
import { createNotices, notice } from './windows/notices.ts';
import { type AppEvents, openWindows } from './windows/open-windows.ts';
import type { Ending, Shell, ShellParts } from './windows/shell-port.ts';
import { type StartError, startError } from './windows/start-error.ts';

export interface System {
  readonly outDir: string;
  dataFolder(given: CommandLine): string;
  prepareApp(given: CommandLine): RunningApp | undefined;
  prepareCommand(given: CommandLine): CommandRun;
  endCommand(status: number): void;
  endStart(error: StartError): void;
  /** BCP 47. */
  systemLanguage(): string;
  endAnyway(stands: () => boolean): void;
  followEnding(): Ending;
  openInstaller(parts: Omit<InstallerParts, 'kind'> & { readonly packaged: boolean }): Installer;
  openShell(parts: ShellParts): Shell;
}

export async function start(words: readonly string[], system: System): Promise<void> {
  createFilesPrivately();
  const given = parseCommandLine(words);
  // Electron waits for the command and opens no display: a nightly job may have none.
  if (isCommand(given)) return runWithoutWindows(system, given);
  try {
    const running = system.prepareApp(given);
    // No `await` here: Electron becomes ready only after its entry module has been evaluated.
    if (running !== undefined) startApp({ system, running, given });
  } catch (thrown) {
    const folder = system.dataFolder(given);
    system.endStart(startError(thrown, folder, nativeWords(languageAtStart(folder, system.systemLanguage()))));
  }
}

async function runWithoutWindows(system: System, args: CommandLine): Promise<void> {
  const [clock, random] = [systemClock, systemRandom];
  const { keychain, isAsking } = sharedKeychain({ clock, open: openKeychain, late: () => undefined });
  system.endAnyway(isAsking);
  const prepare = () => system.prepareCommand(args);
  system.endCommand(await runCommand({ args, clock, random, prepare, keychain }));
}

function startApp({ system, running, given }: Pick<AppParts, 'system' | 'running' | 'given'>): void {
  const files = closeToOthers(running.userDataDir);
  const { log, unopened } = openLog(join(running.userDataDir, dataFolders.logs));
  log.info('Tillmate starts', { version: running.version });
  logClosedFiles(log, files);
  for (const variable of removedVariables) log.warn('Unsafe environment variable removed', { variable });
  const [clock, random] = [systemClock, systemRandom];
  const app = compose({ system, running, given, clock, random, log, unopenedLog: unopened, openKeychain });
  if (app === undefined) return;
  surviveUncaughtErrors(process, log, () => app.notices.put(notice('app.fault')));
  app.windows.catch((thrown: unknown) => {
    log.error('internal', { thrown });
    const error = startError(thrown, running.userDataDir, nativeWords(app.languages.till()));
    return app.till.close().finally(() => system.endStart(error));
  });
}

export interface AppParts {
  readonly system: System;
  readonly running: RunningApp;
  readonly given: CommandLine;
  readonly clock: Clock;
  readonly random: Random;
  readonly log: LevelledLog;
  readonly unopenedLog?: string | undefined;
  openKeychain(): Promise<Keychain>;
  readonly tills?: Pick<TillParts, 'openTraining' | 'openLive'>;
}

/** Returns undefined when this version failed to start twice: the last working version is installed instead. */
export function compose(parts: AppParts) {
  const { system, running, given, log } = parts;
  const updating = openUpdating(parts);
  if (updating.goBackTo !== undefined) {
    void goBackAndEnd(running, updating.goBack(updating.goBackTo), updating.installer);
    return undefined;
  }
  const terminal = openTerminal(parts);
  putVersionNotices(terminal.notices, updating.memory.state, running.version);
  const till = openTill(parts, terminal);
  const serving = openServing(parts, { ...terminal, ...till }, updating);
  const core = { ...terminal, ...till, ...serving };
  const { outDir, openShell } = system;
  let open: ReturnType<typeof openWindows> | undefined;
  const windows = running.ready().then(() => {
    const groups = { common: core, payments: core, terminal: core, links: core, checked: core };
    const { display } = given;
    open = openWindows({ ...core, ...groups, outDir, openShell, display, heardFrom: updating.heardFrom });
    // Opens the till while the windows load their pages.
    void till.start();
    return open;
  });
  running.onQuit(async () => {
    await open?.close();
    await serving.close();
    await till.till.close();
    log.info('Tillmate shuts down');
    serving.updates.atEnd();
    log.close();
  });
  return { ...core, windows };
}

/** Comes first, so that a fault in any later part cannot prevent the way back to the last working version. */
function openUpdating({ system, running, log }: AppParts) {
  const { userDataDir: dataFolder, version } = running;
  const installer = system.openInstaller({ ...running, folder: updatesFolder(dataFolder), log });
  const { platform, arch } = process;
  return openUpdates({ dataFolder, version, system: platform, arch, keys: releaseKeys, log, installer });
}

function openTerminal({ system, running, clock, random, log, unopenedLog, openKeychain: open }: AppParts) {
  const { userDataDir: dataFolder, version, earlierData, resolveProxy } = running;
  const events = new EventEmitter<AppEvents>();
  const changed = () => void events.emit('changed');
  const notices = createNotices(changed);
  const restored = completeRestore(dataFolder);
  if (restored !== undefined) log.warn('Backup restored', { file: basename(restored.kept) });
  const store = openSettings(join(dataFolder, dataFiles.settings), { clock, random, unsynced: tellUnsynced(log) });
  const late = () => void events.emit('keychain-answered');
  const { keychain, isAsking } = sharedKeychain({ clock, open, late });
  system.endAnyway(isAsking);
  const trust = new TerminalTrust({ store, keychain, leftBehind: leftBehindIn(log) });
  const owed = owedInFile(join(dataFolder, dataFiles.owedActs), log, clock, () => trust.keyFor('acts'));
  const onEvent = noticesOfEvents(notices);
  const journals = createJournalFolders({ dataFolder, disk: systemDisk, folders: systemFolders, onEvent, log });
  const { setAside: settingsSetAside, file } = store;
  const settingsGone = settingsSetAside === undefined && file.settings === undefined && journals.hasAny();
  if (settingsGone) log.error('Settings missing, journals of payments present', { code: 'settings.gone' });
  putStartNotices(notices, { settingsSetAside, settingsGone, unopenedLog, earlierData, restored });
  const ground = { clock, random, log, dataFolder, version, network: { resolveProxy } };
  return {
    ...ground,
    events,
    changed,
    notices,
    onEvent,
    store,
    keychain,
    trust,
    journals,
    acts: createActs({ clock, log, owed }),
    save: new SettingsSaver({ store, random, log, trust }),
    languages: createLanguages({ clock, set: () => store.file.counter.languages, changed }),
  };
}

type Terminal = ReturnType<typeof openTerminal>;

function tellUnsynced(log: LevelledLog): (thrown: unknown) => void {
  return (thrown) =>
    log.warn('Settings saved, sync to disk failed: a power cut may bring back the previous settings', {
      code: 'settings.unsynced',
      thrown,
    });
}

function openTill({ running, given, tills }: AppParts, terminal: Terminal) {
  const { clock, events, store, trust } = terminal;
  const started = { training: given.training, packaged: running.packaged };
  const till = new Till({ ...terminal, ...(tills ?? tillsOf(terminal)), started });
  const provisioning = new Provisioner({
    ...terminal,
    till,
    isFresh: () => !namesRecord(store.file) || trust.found.kind === 'lost',
    presentKeys: () => stateOf(trust.found),
    print: (line) => console.error(`Tillmate: ${line}`),
    readInput: async (lines) =>
      given.secretsFrom === undefined
        ? readLines(process.stdin, lines, clock)
        : linesOfFile(given.secretsFrom, lines, clock),
  });
  events.on('keychain-answered', () => {
    till.keychainAnswered();
    void provisioning.keychainAnswered();
  });
  const draftLinks = createDraftLinks({ ...terminal, till });
  const openLink = (link: string | undefined) => link !== undefined && void draftLinks.open(link);
  openLink(given.draftLink);
  running.onSecondStart(({ provisionFile, provisionWith, draftLink }) => {
    events.emit('wanted');
    openLink(draftLink);
    if (provisionFile !== undefined) void till.ready.then(() => provisioning.whileOpen(provisionFile, provisionWith));
  });
  const start = () =>
    till.start(async () => {
      if (given.provisionFile !== undefined) await provisioning.atStart(given.provisionFile, given.provisionWith);
    });
  return { till, provisioning, draftLinks, start };
}

function tillsOf({ dataFolder, journals, ...terminal }: Terminal): Pick<TillParts, 'openTraining' | 'openLive'> {
  const { store } = terminal;
  const { terminalId } = store.file;
  const keysFile = join(dataFolder, dataFiles.serviceKeys);
  return {
    // Loads the till's modules while the windows load their pages.
    openTraining: async (care) => {
      journals.leaveAll();
      const { openTraining } = await import('./till/open-training.ts');
      return openTraining({ ...terminal, terminalId, userDataDir: dataFolder, own: store.file.settings, care });
    },
    async openLive(settings, secrets, care) {
      const { openLive } = await import('./till/open-live.ts');
      return openLive({ ...terminal, terminalId, settings, secrets, journals, keysFile, care });
    },
  };
}

function openServing(
  { system, running }: AppParts,
  core: Terminal & ReturnType<typeof openTill>,
  updating: ReturnType<typeof openUpdating>,
) {
  const { clock, random, log, dataFolder, notices, store, till } = core;
  const stopNotedExports = watchNotedExports(core);
  const picturesFolder = join(dataFolder, dataFolders.pictures);
  const pictures = openPictures(picturesFolder, log);
  // Keeps all pictures while the settings are set aside: restored settings may use pictures that are unused now.
  if (store.setAside === undefined) pictures.keepOnly(store.file.counter);
  const ending = system.followEnding();
  const exports = createExports({ dataFolder, random, inThread: exportInThread, log });
  const restart = () => {
    running.startAgain();
    ending.end();
  };
  const counter = () => counterNow(till);
  const backups = new Backups({ ...core, counter, failed: backupNotice(notices), restart });
  const level = openLogLevel({ clock, log, file: join(dataFolder, dataFiles.logLevel) });
  const updates = updatesOf(running, { ...core, ending }, updating);
  const registerLink = openRegisterLink({
    ...core,
    alarms: zvtAlarms(core.notices),
    mayBegin: () => requireNotInstalling(updates),
  });
  const headOffice = openHeadOffice(core);
  return {
    picturesFolder,
    pictures,
    ending,
    keys: createTerminalKeys(core),
    exports,
    backups,
    restoring: backups.restoring,
    logs: { folder: join(dataFolder, dataFolders.logs), level },
    updates,
    registerLink,
    headOffice,
    async close() {
      stopNotedExports();
      await Promise.all([registerLink.close(), headOffice.close()]);
      await exports.close();
      await backups.stop();
      level.stop();
      await updates.close();
    },
  };
}

function updatesOf(
  { packaged, startAgain }: RunningApp,
  { ending, till, acts, store, network, ...core }: Terminal & { readonly till: Till; readonly ending: Ending },
  updating: ReturnType<typeof openUpdating>,
): Updates {
  const byOf = (by: UpdateAct['by']) => (by === 'manager' ? till.roles.actor() : { role: by });
  return new Updates({
    ...core,
    ...updating,
    terminalId: store.file.terminalId,
    packaged,
    settings: () => store.file.counter.updates ?? firstUpdates,
    async openServer(address) {
      const { openUpdateServer } = await import('./updates/update-server.ts');
      return openUpdateServer(address, { network: { ...network, log: core.log } });
    },
    counter: () => counterNow(till),
    note: ({ by, version: about, ...act }) => acts.record({ ...act, by: byOf(by), about }),
    end: ending.end,
    beginEnd: ending.begin,
    startAgain,
  });
}
