import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { scheduler } from 'node:timers/promises';
import { afterEach, beforeEach } from 'vitest';
import { systemRandom } from '../../../main/base/clock.ts';
import { saveFile } from '../../../main/base/saved-file.ts';
import { memoryKeychain } from '../../../main/identity/keychain.ts';
import { systemDisk } from '../../../main/journal/database.ts';
import type { IssuerSeen } from '../../../main/service/issuer-match.ts';
import { openPictures } from '../../../main/settings/pictures.ts';
import { presentKeys } from '../../../main/settings/secrets.ts';
import { openSettings } from '../../../main/settings/settings-store.ts';
import { checkedCall } from '../../../main/shell/ipc-check.ts';
import { createLog } from '../../../main/support/log.ts';
import { openLogLevel } from '../../../main/support/logs/log-level.ts';
import { createSupportPack } from '../../../main/support/pack/support-pack.ts';
import { type Act, createActs } from '../../../main/till/acts.ts';
import { createExports } from '../../../main/till/exports.ts';
import type { testKey } from '../../../main/till/key-test.ts';
import { Till } from '../../../main/till/switchable-till.ts';
import { createTerminalKeys } from '../../../main/till/terminal-keys.ts';
import { noticesOfEvents } from '../../../main/windows/event-notices.ts';
import { ipcHandlers } from '../../../main/windows/ipc-handlers/index.ts';
import { createLanguages } from '../../../main/windows/languages.ts';
import { createNotices } from '../../../main/windows/notices.ts';
import type { PrintWish } from '../../../main/windows/paper.ts';
import type { PrintOutcome } from '../../../main/windows/print-outcome.ts';
import { createSnapshots } from '../../../main/windows/push-snapshots.ts';
import { type PrivatePlaces, RefundIbans } from '../../../main/windows/refund-iban.ts';
import { tillState } from '../../../main/windows/till-state.ts';
import { windowNotices } from '../../../main/windows/window-notices.ts';
import type { CallName, TrainingAct, WindowName } from '../../../preload/contract/contract.ts';
import { amountField } from '../../../preload/contract/fields.ts';
import { type SettingsDraft, settingsDraft } from '../../../preload/contract/settings.ts';
import { noBackups, noRestoring } from '../../backup/no-backups.ts';
import { VirtualClock } from '../../base/virtual-clock.ts';
import { Counter } from '../../sale/counter.ts';
import { accessWith } from '../../settings/access-with-pin.ts';
import { provisioningFile } from '../../settings/sample-provisioning-file.ts';
import { recordOf } from '../../settings/terminal-with-record.ts';
import { noChecks } from '../../support/checks/no-checks.ts';
import { counterTill, liveSettings } from '../../till/counter-till.ts';
import { provisioningWith } from '../../till/stub-provisioning.ts';
import { noUpdates } from '../../updates/no-updates.ts';

/** What a form sends, but for the version that it was made from. */
type Unversioned = Omit<SettingsDraft, 'version'>;

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tillmate-handlers-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

export interface Given {
  /** Started with --training. */
  readonly forced?: boolean;
  /** Cents of a payment that go back without a manager. */
  readonly refundPinAbove?: number;
  readonly pin?: string;
  /** Address of the service. */
  readonly baseUrl?: string;
  /** Names under which the service signs, where the till expects others. */
  readonly renamed?: readonly IssuerSeen[];
  /** What becomes of each print. */
  readonly printed?: PrintOutcome;
  /** Where a person wants a file; absent: they close the dialog. */
  readonly savedAs?: string;
  /** Which file they open; absent: they close the dialog. */
  readonly openedAs?: string;
  /** What the service says to a key that is tested; absent: it accepts every one. */
  readonly keyTested?: typeof testKey;
  /** How long they leave the dialog open. */
  readonly dialogMs?: number;
  /** An update is being installed. */
  readonly installing?: boolean;
}

/**
 * A till with everything behind its handlers: settings in a folder, a keychain in memory, and the counter's journal,
 * sales and refunds in whichever mode it is. Its own clock moves apart from the counter's: what a service takes its time
 * for takes nothing of a manager's five minutes.
 */
export async function tillWithHandlers({
  forced = false,
  refundPinAbove,
  pin,
  baseUrl,
  renamed = [],
  printed = { kind: 'printed' },
  savedAs,
  openedAs,
  keyTested = async () => 42,
  dialogMs,
  installing = false,
}: Given = {}) {
  const counter = new Counter();
  const clock = new VirtualClock();
  const logged: string[] = [];
  const log = createLog({ write: (line) => void logged.push(line), close: () => undefined });
  const store = openSettings(join(folder, 'terminal.json'), { clock, random: systemRandom });
  store.write({ ...store.file, counter: { ...store.file.counter, refundPinAbove } });
  const notices = createNotices(() => undefined);
  const chain = memoryKeychain();
  const { trust, save } = recordOf(store, async () => chain);
  const acted: Act[] = [];
  const journalled = createActs({ clock, log });
  journalled.journalOpened(counter.journal, 'live');
  const acts = {
    record(act: Act) {
      acted.push(act);
      journalled.record(act);
    },
  };
  const service = liveSettings().service;
  const settings = liveSettings({
    service: { ...service, baseUrl: baseUrl ?? service.baseUrl },
  });
  const signs: string[] = [];
  const open = async () => {
    const { connection, ...parts } = counterTill(counter, settings);
    const issuers = { renamed: () => renamed, onChange: () => () => undefined };
    // The counter goes on from one mode to the next.
    const signWith: typeof parts.signWith = ({ signingKey }) => void signs.push(signingKey.kid);
    return { ...parts, connection: { ...connection, issuers }, signWith, close: async () => undefined };
  };
  const played: unknown[] = [];
  // Live too, so that what keeps a live till from paying itself is seen to do so.
  const openWithPayer = async () => ({
    ...(await open()),
    payer: async (paymentId: string, act: TrainingAct) => {
      played.push({ paymentId, act });
      return act !== 'confirm';
    },
  });
  const till = new Till({
    clock,
    log,
    store,
    trust,
    acts,
    started: { training: forced, packaged: false },
    openTraining: openWithPayer,
    openLive: openWithPayer,
    changed: () => undefined,
  });
  await till.start();
  if (pin !== undefined) till.roles.begin(await accessWith(pin));
  const opened: string[] = [];
  const seen = { clipboard: '', shown: [] as string[] };
  const prints: PrintWish[] = [];
  const chosen: string[] = [];
  const languages = createLanguages({ clock, set: () => store.file.counter.languages, changed: () => undefined });
  const provisioning = provisioningWith({
    clock,
    store,
    save,
    log,
    acts,
    onEvent: noticesOfEvents(notices),
    // The PIN is the session's here.
    isFresh: () => store.file.settings === undefined && !till.roles.pinSet(),
    presentKeys: () => presentKeys(trust.found),
    till,
  });
  const updates: typeof noUpdates = {
    ...noUpdates,
    view: () => ({ ...noUpdates.view(), ...(installing && { state: 'installing' }) }),
  };
  const keys = createTerminalKeys({
    clock,
    random: systemRandom,
    log,
    store,
    trust,
    keychain: async () => chain,
    save,
    acts,
    till,
    ask: keyTested,
  });
  const real = ipcHandlers({
    clock,
    random: systemRandom,
    till,
    notices,
    snapshots: createSnapshots({
      clock,
      ready: till.ready,
      state: () =>
        tillState({
          clock,
          till,
          store,
          notices,
          languages,
          provisioning,
          displayState: () => 'open',
          updates: noUpdates.view,
          leaving: () => undefined,
        }),
      languages,
      showTill: () => undefined,
      showDisplay: () => undefined,
      defer: () => undefined,
    }),
    languages,
    store,
    save,
    pictures: openPictures(join(folder, 'pictures'), log),
    provisioning,
    acts,
    trust,
    updates,
    checks: noChecks,
    backups: noBackups,
    restoring: noRestoring,
    openFolder: async () => undefined,
    about: { version: '0.0.0', terminalId: store.file.terminalId, dataFolder: folder },
    licences: {
      list: async () => [{ name: 'zod', version: '4', licence: 'MIT', text: 'words' }],
      text: async () => 'words',
    },
    leaving: { shown: () => undefined, answer: async () => undefined },
    refundIbans: new RefundIbans({ clock, places: privatePlaces(seen) }),
    openDisplay: () => void opened.push('display'),
    screens: { list: () => [], test: async () => undefined },
    paper: {
      print: async (wish) => {
        prints.push(wish);
        return printed;
      },
      pdf: async () => Buffer.from('%PDF-'),
      printers: async () => [{ name: 'RECEIPTS_80', label: 'Receipts 80' }],
    },
    supportPack: createSupportPack({
      clock,
      random: systemRandom,
      folder: join(folder, 'support-pack'),
      logFolder: join(folder, 'logs'),
      disk: systemDisk,
      version: '0.0.0',
      file: () => store.file,
      journal: () => till.opened?.journal.file,
    }),
    logs: {
      folder: join(folder, 'logs'),
      level: openLogLevel({ clock, log, file: join(folder, 'log-level.json') }),
    },
    exports: createExports({ dataFolder: folder, random: systemRandom }),
    chooseFile: async ({ name }) => {
      chosen.push(name);
      if (dialogMs !== undefined) await clock.advance(dialogMs);
      return savedAs;
    },
    openFile: async ({ filters }) => {
      chosen.push(filters.join(' '));
      if (dialogMs !== undefined) await clock.advance(dialogMs);
      return openedAs;
    },
    keys,
    copyText: async (text) => {
      seen.clipboard = text;
      opened.push(text);
    },
    saveFile,
    heardFrom: (window) => void opened.push(`beat of ${window}`),
    openOutside: async (url) => void opened.push(url),
  });

  /** Of a form that was read just now, where a test does not say otherwise. */
  async function versioned<Save extends object>(save: Save): Promise<Save & { readonly version: string }> {
    const { version } = await real['settings.read']({}, 'till');
    return { version, ...save };
  }
  const handlers = {
    ...real,
    'settings.save': async (save: Unversioned, window: WindowName) =>
      real['settings.save'](await versioned(save), window),
  };

  /** What a call comes to, while time passes at the counter for as long as it takes. */
  async function settled<T>(work: Promise<T> | T): Promise<T> {
    let over = false;
    const ended = Promise.resolve(work).finally(() => {
      over = true;
    });
    ended.catch(() => undefined);
    // The check of a PIN takes real time, in which the counter's must not run away.
    while (!over) {
      await counter.clock.advance(20);
      await scheduler.wait(1);
    }
    return ended;
  }
  const caller = { window: 'till', mainFrame: true, url: 'app://tillmate/till/index.html' } as const;
  const parts = { handlers: real, role: till.roles.current, ...windowNotices(notices, log) };
  const call = async (name: CallName, ask: object = {}) => {
    const isSave = name === 'settings.save' || name === 'settings.counter.save';
    return settled(checkedCall(parts, caller, name, isSave ? await versioned(ask) : ask));
  };
  return {
    till,
    handlers,
    call,
    log,
    logged,
    settled,
    counter,
    clock,
    store,
    notices,
    opened,
    prints,
    chosen,
    played,
    acted,
    provisioning,
    folder,
    chain,
    trust,
    save,
    seen,
    signs,
  };
}

/** The system's clipboard, and what its dialogs showed. */
export function privatePlaces(seen: { clipboard: string; readonly shown: string[] }): PrivatePlaces {
  return {
    readClipboard: async () => seen.clipboard,
    writeClipboard: async (text) => {
      seen.clipboard = text;
    },
    showText: async (text) => void seen.shown.push(text),
  };
}

export const cents = (amount: number) => amountField.parse(amount);

/** What the settings form sends, with a signing key pasted into it. */
export function pastedSettings(change: Partial<SettingsDraft> = {}): Unversioned {
  const { keys, ...file } = provisioningFile();
  return settingsDraft
    .omit({ version: true })
    .parse({ ...file, keys: { signingKey: JSON.stringify(keys.signingKey) }, ...change });
}
