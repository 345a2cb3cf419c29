import type { Ask, SettingsDraft, SettingsView } from '../../preload/contract.ts';
import type { Role } from '../../preload/views.ts';
import type { Random } from '../base/clock.ts';
import { TillError, toTillError } from '../base/till-error.ts';
import { parseSigningKey, type SigningKey } from '../service/signing-key.ts';
import type { Answers } from '../shell/gate.ts';
import type { Log } from '../support/log.ts';
import type { Keychain } from '../terminal/keychain.ts';
import { type Save, saveSettings } from '../terminal/save-settings.ts';
import { readSecrets } from '../terminal/secrets.ts';
import type { SettingsStore } from '../terminal/settings-store.ts';
import { withAcceptedIssuer } from '../till/accept-issuer.ts';
import type { Provision } from '../till/provision.ts';
import type { Till } from '../till/till.ts';
import type { Notices } from './notices.ts';
import type { Snapshots } from './snapshots.ts';

export interface AnswerParts {
  readonly till: Till;
  readonly notices: Notices;
  /** The system's keychain. Errors: `keychain.missing`. */
  keychain(): Promise<Keychain>;
  readonly snapshots: Snapshots;
  readonly store: SettingsStore;
  readonly provision: Provision;
  readonly random: Random;
  readonly log: Log;
  openDisplay(): void;
  printReceipt(): Promise<boolean>;
  openOutside(url: string): Promise<void>;
}

/**
 * What lets the windows' calls in: what each does, and who is at the till. Asking who is there keeps nobody there: only
 * acts that take a manager do, or a till whose windows ask all day would never lock again.
 */
export function gateOf(parts: AnswerParts): { readonly answers: Answers; role(): Role } {
  return { answers: answersOf(parts), role: () => parts.till.roles.current() };
}

/** What the app does for each call of the contract. Sender, role and schema have been checked by the gate. */
export function answersOf(parts: AnswerParts): Answers {
  const { till, snapshots, store } = parts;
  const runtime = () => till.runtime();
  return {
    'till.snapshot': async () => {
      await till.ready;
      return snapshots.till();
    },
    'display.snapshot': async () => {
      await till.ready;
      return snapshots.display();
    },
    'display.open': () => {
      parts.openDisplay();
      return {};
    },

    'sale.start': (draft) => runtime().start(draft),
    'sale.cancel': async ({ saleId }) => done(await runtime().cancel(saleId)),
    'sale.customer-says-paid': async ({ saleId }) => done(await runtime().customerSaysPaid(saleId)),
    'sale.dismiss': async ({ saleId }) => done(await runtime().dismiss(saleId)),
    'sale.acknowledge-alarm': async ({ saleId }) => done(await runtime().acknowledgeAlarm(saleId)),

    'payments.find': ({ text, after, limit }) => runtime().find(text, after, limit),
    'payments.find-elsewhere': ({ reference }) => runtime().findElsewhere(reference),
    'payments.open': ({ saleId }) => done(till.show(saleId)),

    'refund.start': async ({ managerPin, ...draft }) => {
      const byManager = await till.roles.byManager(managerPin);
      const limit = till.facts().terminal.refundPinAbove;
      const { refundKey, neededManager } = await runtime().refund(draft, { limit, byManager });
      if (neededManager && managerPin === undefined) till.roles.touch();
      return { refundKey };
    },
    'refund.settle': async ({ refundKey, decision, managerPin }) => {
      await till.roles.authorise(managerPin);
      if (managerPin === undefined) till.roles.touch();
      return done(runtime().settleRefund(refundKey, decision));
    },
    'receipt.print': async ({ saleId }) => {
      if (runtime().view(saleId) === undefined) throw new TillError('sale.not-found', 'There is no such payment');
      return { printed: await parts.printReceipt() };
    },

    'session.unlock': async ({ pin }) => done(await till.roles.unlock(pin)),
    'session.lock': () => done(till.roles.lock()),
    'session.keep': () => done(till.roles.touch()),

    'settings.read': () => {
      till.roles.touch();
      return readSettings(parts);
    },
    'settings.save': async (draft) => {
      till.roles.touch();
      const save = { draft: withoutKeys(draft), signingKey: pastedKey(draft), apiKey: draft.keys?.apiKey || undefined };
      await till.reopenAfter(() => saved(parts, save));
      return {};
    },
    'service.accept-issuer': async (accepted) => done(await acceptIssuer(parts, accepted)),
    'terminal.choose': async ({ mode }) => {
      till.roles.touch();
      if (mode === 'live' && store.file.settings === undefined)
        throw new TillError('settings.required', 'Fill in and save the settings first');
      await till.reopenAfter(() => store.write({ ...store.file, mode }));
      if (till.mode !== mode)
        throw new TillError('terminal.forced', 'The till was started for training only: start it without --training');
      return {};
    },
    'provision.shred': () => done(parts.provision.shred()),
    'notice.dismiss': ({ id }) => {
      parts.notices.dismiss(id);
      return {};
    },
    'training.open-payer': async ({ saleId }) => done(await openPayer(parts, saleId)),
  };
}

async function saved({ store, keychain, random, log }: AnswerParts, save: Save): Promise<void> {
  await saveSettings({ store, keychain: await keychain(), random, leftBehind: leftBehind(log) }, save);
}

/** The till goes on under the name that the service signs with now; everything else of the settings stays as it is. */
async function acceptIssuer(parts: AnswerParts, accepted: Ask<'service.accept-issuer'>): Promise<void> {
  const { till, store } = parts;
  await till.reopenAfter(() => {
    const { settings } = store.file;
    if (settings === undefined || till.mode !== 'live')
      throw new TillError('settings.required', 'This terminal is not set up yet');
    const { tuning, ...draft } = withAcceptedIssuer(settings, till.facts().notices, accepted);
    return saved(parts, { draft, tuning, signingKey: undefined, apiKey: undefined });
  });
}

/** Keychain entries that nothing names any more are told to support, by name and never by content. */
export function leftBehind(log: Log): (account: string, cause: unknown) => void {
  return (account, cause) =>
    log.warn('A keychain entry that is no longer used could not be removed', { path: account, reason: String(cause) });
}

function done(_nothing: unknown): Record<string, never> {
  return {};
}

function withoutKeys({ keys: _keys, ...draft }: SettingsDraft): Omit<SettingsDraft, 'keys'> {
  return draft;
}

function pastedKey(draft: SettingsDraft): SigningKey | undefined {
  const text = draft.keys?.signingKey?.trim();
  if (text === undefined || text === '') return undefined;
  const key = parseSigningKey(text);
  if ('code' in key) throw new TillError(key.code, 'The signing key cannot be used', { field: key.path });
  return key;
}

/** The stored settings, and of the secrets only whether they are there and the key's id. */
async function readSettings({ keychain, store }: AnswerParts): Promise<SettingsView> {
  const { settings, secrets } = store.file;
  const kept = { apiKeySet: secrets?.apiKey !== undefined, pinSet: secrets?.managerPin !== undefined };
  if (settings === undefined || secrets === undefined) return { settings: settings ?? null, ...kept };
  const { tuning: _tuning, ...shown } = settings;
  try {
    const { signingKey } = await readSecrets(await keychain(), store.file);
    return { settings: shown, signingKeyId: signingKey.kid, ...kept };
  } catch (thrown) {
    // A key that is gone is the very reason to open the settings; that it is gone stands on the till.
    if (toTillError(thrown).code.startsWith('keychain.')) return { settings: shown, ...kept };
    throw thrown;
  }
}

/** Training only, and only the embedded service's own pages: nothing else of a payment is ever opened. */
async function openPayer({ till, openOutside }: AnswerParts, saleId: string): Promise<void> {
  const deeplink = till.mode === 'training' ? till.runtime().view(saleId)?.deeplink : undefined;
  if (deeplink === undefined || new URL(deeplink).host !== till.facts().service.host)
    throw new TillError('training.no-payer', 'There is no payer to play for this sale');
  await openOutside(deeplink);
}
