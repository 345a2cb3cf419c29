import type { SettingsDraft, SettingsView } from '../../../preload/contract.ts';
import type { CounterDraft } from '../../../preload/counter.ts';
import { TillError, toTillError } from '../../base/till-error.ts';
import { parseSigningKey, type SigningKey } from '../../service/signing-key.ts';
import type { CounterSettings } from '../../terminal/counter-settings.ts';
import { readSecrets } from '../../terminal/secrets.ts';
import { withAcceptedIssuer } from '../../till/accept-issuer.ts';
import { issuerNoticeId } from '../state-notices.ts';
import type { HandlerParts, HandlersOf } from './handler.ts';

/** The settings view. Keys and PIN go in and never come out. */
export function settingsHandlers(
  parts: Pick<HandlerParts, 'till' | 'store' | 'save' | 'pictures' | 'keychain'>,
): HandlersOf<'settings' | 'service'> {
  const { till, store, save, pictures } = parts;
  return {
    'settings.read': () => {
      till.roles.touch();
      return readSettings(parts);
    },
    'settings.save': async ({ keys, counter, ...draft }) => {
      till.roles.touch();
      const signingKey = pastedKey(keys);
      const apiKey = keys?.apiKey || undefined;
      await till.reopenAfter(() => save.terminal({ draft, counter: counter && whole(counter), signingKey, apiKey }));
      pictures.keepOnly(store.file.counter);
      return {};
    },
    'settings.counter.save': async ({ counter, managerPin }) => {
      till.roles.touch();
      await till.adjustAfter(() => save.counter(counter, managerPin || undefined));
      pictures.keepOnly(store.file.counter);
      return {};
    },
    'settings.picture.keep': ({ png }) => {
      till.roles.touch();
      return { name: pictures.keep(Buffer.from(png, 'base64')) };
    },
    'service.accept-issuer': async ({ id, issuer }) => {
      await till.reopenAfter(() => {
        const { settings } = store.file;
        if (settings === undefined || till.mode !== 'live')
          throw new TillError('settings.required', 'This terminal is not set up yet');
        const renamed = till.opened?.connection.issuers.renamed() ?? [];
        const seen = renamed.find(({ of }) => issuerNoticeId(of) === id);
        const { tuning, ...draft } = withAcceptedIssuer(settings, seen, issuer);
        return save.terminal({ draft, tuning, signingKey: undefined, apiKey: undefined });
      });
      return {};
    },
  };
}

/** A limit that is absent is none; merged into what is stored, it would be the old one. */
function whole(counter: CounterDraft): CounterSettings {
  return { ...counter, refundPinAbove: counter.refundPinAbove };
}

function pastedKey(keys: SettingsDraft['keys']): SigningKey | undefined {
  const text = keys?.signingKey?.trim();
  if (text === undefined || text === '') return undefined;
  const key = parseSigningKey(text);
  if ('code' in key) throw new TillError(key.code, 'The signing key cannot be used', { field: key.path });
  return key;
}

/** The stored settings, and of the secrets only whether they are there and the key's id. */
async function readSettings({ keychain, store }: Pick<HandlerParts, 'keychain' | 'store'>): Promise<SettingsView> {
  const { settings, secrets } = store.file;
  const kept = { apiKeySet: secrets?.apiKey !== undefined, pinSet: secrets?.managerPin !== undefined };
  if (settings === undefined || secrets?.signingKey === undefined) return { settings: settings ?? null, ...kept };
  const { tuning: _tuning, ...shown } = settings;
  try {
    const { signingKey } = await readSecrets(await keychain(), store.file);
    return { settings: shown, signingKeyId: signingKey.kid, ...kept };
  } catch (thrown) {
    // Somebody opens the settings to paste a lost key again; a notice already says that it is lost.
    if (toTillError(thrown).code.startsWith('keychain.')) return { settings: shown, ...kept };
    throw thrown;
  }
}
