import type { SettingsDraft, SettingsView } from '../../../preload/contract/settings.ts';
import { whereNoted } from '../../audit/audit-log.ts';
import { omitUndefined } from '../../base/omit-undefined.ts';
import { TillError, toTillError } from '../../base/till-error.ts';
import { readGivenKey } from '../../identity/given-key.ts';
import { keyForNextAccount } from '../../identity/keys-of-account.ts';
import { managersOf } from '../../identity/people.ts';
import type { SigningKey } from '../../service/signing-key.ts';
import { stateOf } from '../../settings/read-trust.ts';
import type { Save } from '../../settings/save-settings.ts';
import { everyChangedField } from '../../settings/sealed-fields.ts';
import { withAcceptedPath } from '../../till/accepted-response-path.ts';
import { requireManagerFor } from '../required-role.ts';
import { createSettingsEditions, type Replaced, type SettingsEditions } from '../saved-since.ts';
import { RECOVERED, responsePathNoticeId } from '../state-notices.ts';
import { type CommonParts, type HandlersOf, prolonging } from './handler.ts';

/** Never returns keys or PINs. */
export function settingsHandlers(parts: CommonParts): HandlersOf<'settings' | 'service'> {
  const { till, store, save, pictures, acts } = parts;
  const active = prolonging(till);
  const editions = createSettingsEditions(store, parts.trust);

  async function noted(saving: () => Promise<void>, version: string, newPin: string, note?: SaveNote): Promise<void> {
    editions.require(version);
    const by = till.roles.actor();
    if (newPin !== '') await requireOwnPin(parts, newPin);
    const before = store.file;
    await notedSave(parts, saving, note);
    editions.replaced(before);
    if (newPin !== '') acts.record({ act: 'pin-changed', by });
  }

  /** Keeps the pictures of replaced settings while an undo is possible. */
  function keepPictures(): void {
    const undoable = editions.undoable();
    pictures.keepOnly(store.file.counter, ...(undoable ? [undoable.counter] : []));
  }

  return {
    'settings.read': active(() => readSettings(parts, editions)),
    'settings.save': active(async ({ keys, counter, tuning, version, ...draft }) => {
      requireManagerFor(parts, counter, draft.managerPin);
      const signingKey = await pastedKey(keys);
      const apiKey = keys?.apiKey || undefined;
      const toSave = { draft, counter, ...omitUndefined({ tuning }), signingKey, apiKey };
      await till.reopenAfter(() =>
        noted(() => save.terminal(toSave), version, draft.managerPin ?? '', { keys: givenKeys(toSave) }),
      );
      keepPictures();
    }),
    'settings.counter.save': active(async ({ counter, managerPin = '', version }) => {
      requireManagerFor(parts, counter, managerPin);
      const saving = () => save.counter(counter, managerPin || undefined);
      await till.adjustAfter(() => noted(saving, version, managerPin));
      keepPictures();
    }),
    'settings.undo': active(async ({ version }) => {
      requireManagerFor(parts, editions.undoable()?.counter, undefined);
      const isOfCounterAlone = editions.undoable()?.settings === undefined;
      const undo = async () => {
        editions.require(version);
        const { settings, counter } = required(editions.undoable());
        if (settings === undefined) return notedSave(parts, () => save.counter(counter, undefined), UNDO);
        const { tuning, ...draft } = settings;
        const before = { draft, tuning, counter, signingKey: undefined, apiKey: undefined };
        await notedSave(parts, () => save.terminal(before), UNDO);
      };
      await (isOfCounterAlone ? till.adjustAfter(undo) : till.reopenAfter(undo));
      keepPictures();
    }),
    'settings.accept-changes': active(async ({ fields }) => {
      const shownFields = till.tampered?.values?.['fields'] ?? (till.recovered ? RECOVERED : undefined);
      if (shownFields !== fields) throw new TillError('settings.not-changed', 'Fields differ from the changed ones');
      await till.reopenAfter(async () => {
        await save.accept();
        acts.record({ act: 'settings-changed', by: till.roles.actor(), about: 'accepted', values: { fields } });
      });
    }),
    'settings.picture.keep': active(({ png }) => ({ name: pictures.keep(Buffer.from(png, 'base64')) })),
    'service.accept-path': ({ id, path }) =>
      till.reopenAfter(() => {
        const { settings } = store.file;
        if (settings === undefined || till.mode !== 'live')
          throw new TillError('settings.required', 'Terminal not set up yet');
        const others = till.opened?.connection.responsePaths.others() ?? [];
        const seen = others.find((other) => responsePathNoticeId(other) === id);
        const { tuning, ...draft } = withAcceptedPath(settings, seen, path);
        return notedSave(parts, () => save.terminal({ draft, tuning, signingKey: undefined, apiKey: undefined }));
      }),
  };
}

const UNDO: SaveNote = { about: 'undo' };

function givenKeys({ signingKey, apiKey }: Pick<Save, 'signingKey' | 'apiKey'>): NonNullable<SaveNote['keys']> {
  return [
    ...(signingKey === undefined ? [] : (['keys.signingKey'] as const)),
    ...(apiKey === undefined ? [] : (['keys.apiKey'] as const)),
  ];
}

/** Allows a new PIN here only for a single manager; with several managers, the owner of the PIN would be unclear. */
async function requireOwnPin({ till, trust }: Pick<CommonParts, 'till' | 'trust'>, pin: string): Promise<void> {
  const managers = managersOf(stateOf(trust.found));
  if (managers.length > 1)
    throw new TillError('pin.in-people', 'PINs are changed in the list of people', { field: 'managerPin' });
  await till.roles.requireUnused(pin, managers[0]?.id);
}

function required(replaced: Replaced | undefined): Replaced {
  if (replaced !== undefined) return replaced;
  throw new TillError('settings.nothing-to-undo', 'Another save since, or no save');
}

async function pastedKey(keys: SettingsDraft['keys']): Promise<SigningKey | undefined> {
  const text = keys?.signingKey?.trim();
  if (text === undefined || text === '') return undefined;
  try {
    return await readGivenKey(text);
  } catch (thrown) {
    const { code, message, values } = toTillError(thrown);
    throw new TillError(code, message, { field: 'keys.signingKey', values });
  }
}

/** Returns the settings with the key's id. Secrets are only shown as present or absent. */
function readSettings(
  { trust, store }: Pick<CommonParts, 'trust' | 'store'>,
  editions: SettingsEditions,
): SettingsView {
  const state = stateOf(trust.found);
  const several = managersOf(state).length > 1;
  const { settings, counter } = store.file;
  // Without an account, the next key is shown.
  const keyId = (settings === undefined ? keyForNextAccount(state) : state.signingKey)?.kid;
  return {
    settings: settings ?? null,
    counter,
    ...omitUndefined({
      signingKeyId: keyId,
      severalManagers: several ? (true as const) : undefined,
      byHeadOffice: state.chain?.settings?.paths,
      undo: editions.undoable(),
    }),
    apiKeySet: state.apiKey !== undefined,
    pinSet: state.pinRequired,
    version: editions.now(),
  };
}

interface SaveNote {
  readonly about?: 'undo';
  /** Keys changed by the save, which are not in `terminal.json`. */
  readonly keys?: readonly ('keys.signingKey' | 'keys.apiKey')[];
}

/** Saves settings and logs the changed fields, without their values. */
export async function notedSave(
  { till, store, acts }: Pick<CommonParts, 'till' | 'store' | 'acts'>,
  saving: () => Promise<void>,
  { about, keys = [] }: SaveNote = {},
): Promise<void> {
  const before = store.file;
  const by = till.roles.actor();
  await saving();
  const fields = [...everyChangedField(before, store.file), ...keys].join(' ');
  if (fields === '') return;
  const act = { act: 'settings-changed', by, ...omitUndefined({ about }), values: { fields } };
  acts.record(act, whereNoted(before, store.file));
}
