import { join } from 'node:path';
import { scheduler } from 'node:timers/promises';
import type { Act } from '../../../main/audit/audit-log.ts';
import { systemRandom } from '../../../main/base/clock.ts';
import type { JournalAct } from '../../../main/domain/events.ts';
import { openSettings } from '../../../main/settings/settings-store.ts';
import { checkedCall } from '../../../main/shell/ipc-check.ts';
import { createLog } from '../../../main/support/log.ts';
import type { OtherPath } from '../../../main/till/accepted-response-path.ts';
import { createExports } from '../../../main/till/exports.ts';
import { createTerminalKeys } from '../../../main/till/terminal-keys.ts';
import type { testKey } from '../../../main/till/try-key.ts';
import { ipcHandlers } from '../../../main/windows/ipc-handlers/index.ts';
import type { PrintOutcome, PrintRequest } from '../../../main/windows/paper.ts';
import type { PrivatePlaces } from '../../../main/windows/refund-iban.ts';
import { windowNotices } from '../../../main/windows/window-notices.ts';
import {
  type Answer,
  type CallName,
  calls,
  type TrainingAct,
  type WindowName,
} from '../../../preload/contract/contract.ts';
import { amountField } from '../../../preload/contract/fields.ts';
import { type SettingsDraft, settingsDraft } from '../../../preload/contract/settings.ts';
import { folder } from '../../base/test-folder.ts';
import { VirtualClock } from '../../base/virtual-clock.ts';
import { provisioningFile } from '../../provisioning/sample-provisioning-file.ts';
import { provisioningWith } from '../../provisioning/stub-provisioning.ts';
import { Counter } from '../../sale/counter.ts';
import { accessWith } from '../../settings/access-with-pin.ts';
import { noChecks } from '../../support/checks/no-checks.ts';
import { counterTill, liveSettings } from '../../till/counter-till.ts';
import { noUpdates } from '../../updates/no-updates.ts';
import { composedApp } from '../composed-app.ts';

type Unversioned = Omit<SettingsDraft, 'version'>;

export interface Given {
  /** Started with --training. */
  readonly forced?: boolean;
  /** Cents of a payment that may be refunded without a manager. */
  readonly refundPinAbove?: number;
  readonly pin?: string;
  readonly baseUrl?: string;
  /** Response paths signed by the service, different from the till's expectation. */
  readonly otherPaths?: readonly OtherPath[];
  readonly printed?: PrintOutcome;
  /** The path chosen in the save dialog; absent: the dialog is closed. */
  readonly savedAs?: string;
  /** The path chosen in the open dialog; absent: the dialog is closed. */
  readonly openedAs?: string;
  /** The service's response to a key test; absent: every key is accepted. */
  readonly keyTested?: typeof testKey;
  /** How long the dialog stays open, ms. */
  readonly dialogMs?: number;
  readonly duringDialog?: () => unknown;
  readonly installing?: boolean;
}

/**
 * A till with all parts behind its handlers: settings in a folder, a keychain in memory, and the counter's journal,
 * sales and refunds in any mode. Its clock is separate from the counter's: the time of service calls does not count
 * towards a manager's five minutes.
 */
export async function tillWithHandlers({
  forced = false,
  refundPinAbove,
  pin,
  baseUrl,
  otherPaths = [],
  printed = { kind: 'printed' },
  savedAs,
  openedAs,
  keyTested = async () => 42,
  dialogMs,
  duringDialog,
  installing = false,
}: Given = {}) {
  const counter = new Counter();
  const clock = new VirtualClock();
  const logged: string[] = [];
  const log = createLog({ write: (line) => void logged.push(line), close: () => undefined });
  const before = openSettings(join(folder, 'terminal.json'), { clock, random: systemRandom });
  before.write({ ...before.file, counter: { ...before.file.counter, refundPinAbove } });
  const service = liveSettings().service;
  const settings = liveSettings({ service: { ...service, baseUrl: baseUrl ?? service.baseUrl } });
  const signs: string[] = [];
  const played: unknown[] = [];
  // Live too, so that tests show how a live till is kept from paying its own sales.
  const openWithPayer = async () => {
    const { connection, ...parts } = counterTill(counter, settings);
    const responsePaths = { others: () => otherPaths, onChange: () => () => undefined };
    return {
      ...parts,
      connection: { ...connection, responsePaths },
      // The counter stays open when the mode changes.
      signWith: ({ signingKey }: Parameters<typeof parts.signWith>[0]) => void signs.push(signingKey.kid),
      close: async () => undefined,
      payer: async (paymentId: string, act: TrainingAct) => {
        played.push({ paymentId, act });
        return act !== 'confirm';
      },
    };
  };
  const opened: string[] = [];
  const seen = { clipboard: '', shown: [] as string[] };
  const prints: PrintRequest[] = [];
  const chosen: string[] = [];
  const dialog = async (asked: string, answer: string | undefined) => {
    chosen.push(asked);
    if (dialogMs !== undefined) await clock.advance(dialogMs);
    await duringDialog?.();
    return answer;
  };
  const places = privatePlaces(seen);
  const app = await composedApp({
    folder,
    clock,
    log,
    training: forced,
    tills: { openTraining: openWithPayer, openLive: openWithPayer },
    shell: {
      openDisplay: () => void opened.push('display'),
      openOutside: async (url) => void opened.push(url),
      heardFrom: (window) => void opened.push(`beat of ${window}`),
      privatePlaces: {
        ...places,
        writeClipboard: async (text) => {
          opened.push(text);
          await places.writeClipboard(text);
        },
      },
      paper: {
        print: async (wish) => {
          prints.push(wish);
          return printed;
        },
        pdf: async () => Buffer.from('%PDF-'),
        printers: async () => [{ name: 'RECEIPTS_80', label: 'Receipts 80' }],
      },
      chooseFile: ({ name }) => dialog(name, savedAs),
      openFile: ({ filters }) => dialog(filters.join(' '), openedAs),
    },
  });
  const { till, store, trust, save, chain, notices } = app;
  const acted: Act[] = [];
  const { journal } = counter;
  app.acts.journalOpened(
    {
      keep(...events) {
        for (const event of events) if (event.type === 'act') acted.push(actOf(event));
        return journal.keep(...events);
      },
      flush: () => journal.flush(),
      acts: (before, limit) => journal.acts(before, limit),
    },
    'live',
  );
  await till.ready;
  if (pin !== undefined) till.roles.begin(await accessWith(pin));
  // A PIN only in the session is in no trust record, so the terminal would count as fresh.
  const provisioning = pin === undefined ? app.provisioning : provisioningWith({ ...app, isFresh: () => false });
  const { handlerParts } = await app.windows.serving;
  const { terminal, payments, support } = handlerParts;
  const updates = { ...noUpdates, view: () => ({ ...noUpdates.view(), state: 'installing' as const }) };
  const keys = createTerminalKeys({ ...app, ask: keyTested });
  const real = ipcHandlers({
    ...handlerParts,
    terminal: { ...terminal, provisioning, updates: installing ? updates : app.updates, keys },
    payments: { ...payments, exports: createExports({ dataFolder: folder, random: systemRandom }) },
    support: { ...support, checks: noChecks },
  });

  /** Adds the current settings version, unless a test gives another version. */
  async function versioned<Save extends object>(save: Save): Promise<Save & { readonly version: string }> {
    const { version } = await real['settings.read']({}, 'till');
    return { version, ...save };
  }
  const handlers = {
    ...real,
    'settings.save': async (save: Unversioned, window: WindowName) =>
      real['settings.save'](await versioned(save), window),
  };

  /** Advances the counter's clock until the work ends. */
  async function settled<T>(work: Promise<T> | T): Promise<T> {
    let over = false;
    const ended = Promise.resolve(work).finally(() => {
      over = true;
    });
    ended.catch(() => undefined);
    // Checking a PIN takes real time; without a pause, the counter's clock would run ahead.
    while (!over) {
      await counter.clock.advance(20);
      await scheduler.wait(1);
    }
    return ended;
  }
  const caller = { window: 'till', mainFrame: true, url: 'app://tillmate/till/index.html' } as const;
  const parts = { handlers: real, role: () => till.roles.current(), ...windowNotices(notices, log) };
  const call = async (name: CallName, ask: object = {}) => {
    const isSave = name === 'settings.save' || name === 'settings.counter.save';
    return settled(checkedCall(parts, caller, name, isSave ? await versioned(ask) : ask));
  };
  /** Returns the value of a successful call; throws for a refused call. */
  const done = async <Name extends CallName>(name: Name, ask: object = {}) => {
    const answer = await call(name, ask);
    if (!answer.ok) throw new Error(`${name}: ${answer.error.code}`);
    return calls[name].answer.parse(answer.value) as Answer<Name>;
  };
  return {
    till,
    handlers,
    call,
    done,
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

function actOf({ type: _type, happenedAt: _at, ...act }: JournalAct): Act {
  return act;
}

/** Fakes for the system clipboard and for dialogs that show a text. */
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

/** The settings draft of the form, with a pasted signing key. */
export function pastedSettings(change: Partial<SettingsDraft> = {}): Unversioned {
  const { keys, ...file } = provisioningFile();
  return settingsDraft
    .omit({ version: true })
    .parse({ ...file, keys: { signingKey: JSON.stringify(keys.signingKey) }, ...change });
}
