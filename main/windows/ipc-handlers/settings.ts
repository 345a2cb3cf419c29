import type { SettingsDraft, SettingsView } from '../../../preload/contract.ts';
import type { CounterDraft } from '../../../preload/counter.ts';
import { TillError } from '../../base/till-error.ts';
import { parseSigningKey, type SigningKey } from '../../service/signing-key.ts';
import type { CounterSettings } from '../../terminal/counter-settings.ts';
import { withAcceptedIssuer } from '../../till/accept-issuer.ts';
import { issuerNoticeId, RECOVERED } from '../state-notices.ts';
import type { HandlerParts, HandlersOf } from './handler.ts';
import { notedSave } from './noted-save.ts';

/** The settings view. Keys and PIN go in and never come out. */
export function settingsHandlers(
  parts: Pick<HandlerParts, 'till' | 'store' | 'save' | 'pictures' | 'acts' | 'trust'>,
): HandlersOf<'settings' | 'service'> {
  const { till, store, save, pictures, acts } = parts;

  async function noted(saving: () => Promise<void>, newPin: boolean): Promise<void> {
    const by = till.roles.actor();
    await notedSave(parts, saving);
    if (newPin) acts.record({ act: 'pin-changed', by });
  }

  return {
    'settings.read': () => {
      till.roles.touch();
      return readSettings(parts);
    },
    'settings.save': async ({ keys, counter, ...draft }) => {
      till.roles.touch();
      const signingKey = pastedKey(keys);
      const apiKey = keys?.apiKey || undefined;
      const given = { draft, counter: counter && whole(counter), signingKey, apiKey };
      await till.reopenAfter(() => noted(() => save.terminal(given), Boolean(draft.managerPin)));
      pictures.keepOnly(store.file.counter);
      return {};
    },
    'settings.counter.save': async ({ counter, managerPin }) => {
      till.roles.touch();
      await till.adjustAfter(() => noted(() => save.counter(counter, managerPin || undefined), Boolean(managerPin)));
      pictures.keepOnly(store.file.counter);
      return {};
    },
    'settings.accept-changes': async ({ fields }) => {
      till.roles.touch();
      const told = till.tampered?.values?.['fields'] ?? (till.recovered ? RECOVERED : undefined);
      if (told !== fields) throw new TillError('settings.not-changed', 'These are not the fields that were changed');
      await till.reopenAfter(async () => {
        await save.accept();
        acts.record({ act: 'settings-changed', by: till.roles.actor(), about: 'accepted', values: { fields } });
      });
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
        return notedSave(parts, () => save.terminal({ draft, tuning, signingKey: undefined, apiKey: undefined }));
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
function readSettings({ trust, store }: Pick<HandlerParts, 'trust' | 'store'>): SettingsView {
  const state = trust.found.kind === 'held' ? trust.found.state : undefined;
  const kept = { apiKeySet: state?.apiKey !== undefined, pinSet: state?.pinRequired ?? false };
  const keyId = state?.signingKey?.kid;
  const { settings } = store.file;
  if (settings === undefined) return { settings: null, ...kept };
  const { tuning: _tuning, ...shown } = settings;
  return { settings: shown, ...(keyId === undefined ? {} : { signingKeyId: keyId }), ...kept };
}
