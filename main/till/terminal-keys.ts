import type { KeyPlace, KeyRenewal, KeysView, KeyView } from '../../preload/contract/keys.ts';
import type { Acts } from '../audit/audit-log.ts';
import type { Clock, Random } from '../base/clock.ts';
import type { Log } from '../base/log.ts';
import { omitUndefined } from '../base/omit-undefined.ts';
import { TillError, toTillError } from '../base/till-error.ts';
import { readGivenKey } from '../identity/given-key.ts';
import {
  keyAt,
  withApiKey,
  withFirstKey,
  withNextKey,
  withNextKeyInUse,
  withoutKey,
  withPreviousKeyBack,
  withRenewal,
} from '../identity/key-rotation.ts';
import type { Keychain } from '../identity/keychain.ts';
import { requireKeysFor } from '../identity/keys-of-account.ts';
import { jwksText, publicJwkText, thumbprintOf } from '../identity/public-keys.ts';
import { type KeysOfState, recordAccount, type State } from '../identity/sealed-record.ts';
import { makeSigningKey, type SigningKey } from '../service/signing-key.ts';
import type { TerminalTrust } from '../settings/current-trust.ts';
import { namesRecord, stateOf } from '../settings/read-trust.ts';
import type { SettingsSaver } from '../settings/save-settings.ts';
import { requireApiKey } from '../settings/secrets.ts';
import type { TerminalSettings } from '../settings/settings.ts';
import type { SettingsStore } from '../settings/settings-store.ts';
import type { ConnectionOptions } from './service-connection.ts';
import type { Till } from './switchable-till.ts';
import type { testKey } from './try-key.ts';

interface TerminalKeysParts {
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Log;
  readonly network?: ConnectionOptions['network'];
  readonly store: Pick<SettingsStore, 'file'>;
  readonly trust: Pick<TerminalTrust, 'found'>;
  keychain(): Promise<Pick<Keychain, 'get'>>;
  readonly save: Pick<SettingsSaver, 'keys'>;
  readonly acts: Pick<Acts, 'record'>;
  readonly till: Pick<Till, 'rekeyAfter'> & { readonly roles: Pick<Till['roles'], 'touch' | 'actor'> };
  readonly ask?: typeof testKey;
}

/** `kid` empty: the key's own id, or its thumbprint. */
interface KeyRequest {
  readonly kid: string;
  readonly forOtherAccount?: boolean | undefined;
}

export type TerminalKeys = ReturnType<typeof createTerminalKeys>;

/** Shortest API key whose last four characters are shown: at most a third of the key. */
const SHOWN_FROM = 12;

const PLACES = ['current', 'next', 'previous'] as const;

/**
 * Key management for managers. Never returns a private key or an API key. Each change is one write of the record, with
 * an audit entry naming the key's id. Changes throw the errors of a save and of `main/identity/key-rotation.ts`.
 */
export function createTerminalKeys(parts: TerminalKeysParts) {
  const { clock, store, trust, save, acts } = parts;
  const present = () => stateOf(trust.found);

  async function change(
    edit: (before: State) => KeysOfState,
    note: { readonly act: string; readonly about?: string; readonly values?: Readonly<Record<string, string>> },
  ): Promise<void> {
    const { till } = parts;
    till.roles.touch();
    await till.rekeyAfter(async () => {
      const by = till.roles.actor();
      await save.keys(edit);
      acts.record({ ...note, by });
    });
  }

  async function addKey(key: SigningKey, { forOtherAccount }: KeyRequest, act: string, file?: string): Promise<string> {
    const { settings } = store.file;
    const values = { thumbprint: await thumbprintOf(key), ...omitUndefined({ file }) };
    await change((before) => withAddedKey(before, settings, { key, at: clock.now(), forOtherAccount }), {
      act,
      about: key.kid,
      values,
    });
    return key.kid;
  }

  /** Returns the ms until the service accepted a call signed with this key. Throws the errors of `testKey`. */
  async function test(place: KeyPlace, kid: string): Promise<number> {
    const { key, settings } = testable(present(), store.file.settings, place, kid);
    const { random, log, network, till } = parts;
    till.roles.touch();
    const by = till.roles.actor();
    const note = (outcome: string) => acts.record({ act: `key-tested.${outcome}`, by, about: kid });
    try {
      const ask = parts.ask ?? (await import('./try-key.ts')).testKey;
      const ms = await ask({ settings, clock, random, log, network, signingKey: key });
      note('accepted');
      return ms;
    } catch (thrown) {
      note('refused');
      throw thrown;
    }
  }

  return {
    /** Never rejects: an unusable keychain is part of the answer. */
    view: () => viewOfAll(present(), parts),
    /** Makes the next key, or the account's first key, and returns its id. */
    async make(request: KeyRequest): Promise<string> {
      const made = makeSigningKey('-');
      const kid = request.kid.trim() || (await thumbprintOf(made));
      return addKey({ ...made, kid }, request, 'key-made');
    },
    /** Takes a key from text. `file`: its source. Throws also the errors of `readGivenKey`. */
    take: async (text: string, request: KeyRequest, file?: string) =>
      addKey(await readGivenKey(text, request.kid), request, 'key-given', file),
    test,
    /** Tests the next key and makes it current. Throws also the errors of `testKey`; nothing has changed then. */
    async use(kid: string): Promise<void> {
      await test('next', kid);
      await change((before) => withNextKeyInUse(before, kid, clock.now()), { act: 'key-taken', about: kid });
    },
    back: (kid: string) => change((before) => withPreviousKeyBack(before, kid), { act: 'key-taken-back', about: kid }),
    remove: (place: 'next' | 'previous', kid: string) =>
      change((before) => withoutKey(before, place, kid), { act: `key-removed.${place}`, about: kid }),
    /** Returns the public key with this id, or the JWKS of all keys. Throws `TillError` `keys.none`, `keys.stale`. */
    publicText: (kid?: string) => publicTextOf(present(), kid),
    /** Throws also `TillError` `api-key.needed`. */
    setApiKey: (apiKey: string | undefined) =>
      change(
        (before) => {
          const { settings } = store.file;
          if (settings !== undefined) requireApiKey(apiKey, settings);
          return withApiKey(before, apiKey, settings);
        },
        { act: apiKey === undefined ? 'api-key-removed' : 'api-key-set' },
      ),
    remind: (renewal: KeyRenewal | undefined) =>
      change((before) => withRenewal(before, renewal), {
        act: renewal === undefined ? 'key-reminder-removed' : 'key-reminder-set',
        ...omitUndefined({ values: renewal && { day: renewal.day } }),
      }),
  };
}

function withAddedKey(
  before: State,
  settings: TerminalSettings | undefined,
  { key, at, forOtherAccount }: Pick<KeyRequest, 'forOtherAccount'> & { readonly key: SigningKey; readonly at: number },
): KeysOfState {
  // Without an account, every key waits for the first account.
  if (settings === undefined) return withNextKey(before, { key, at });
  if (forOtherAccount === true) return withNextKey(before, { key, at, forOtherAccount });
  if (before.signingKey === undefined) return withFirstKey(before, key, at, settings);
  requireKeysFor(before, settings);
  return withNextKey(before, { key, at });
}

function testable(
  state: State,
  settings: TerminalSettings | undefined,
  place: KeyPlace,
  kid: string,
): { readonly key: SigningKey; readonly settings: TerminalSettings } {
  const key = keyAt(state, place);
  if (key?.kid !== kid) throw stale();
  if (settings === undefined) throw new TillError('settings.required', 'Terminal not set up yet');
  if (place === 'next' && state.nextKey?.forOtherAccount)
    throw new TillError('keys.for-other-account', 'Key of the account saved next');
  requireKeysFor(state, settings);
  return { key, settings };
}

function publicTextOf(state: State, kid: string | undefined): string {
  const all = PLACES.flatMap((place) => keyAt(state, place) ?? []);
  if (all.length === 0) throw new TillError('keys.none', 'Terminal without a key');
  if (kid === undefined) return jwksText(state);
  const key = all.find((one) => one.kid === kid);
  if (key === undefined) throw stale();
  return publicJwkText(key);
}

async function viewOfAll(state: State, parts: TerminalKeysParts): Promise<KeysView> {
  const { settings } = parts.store.file;
  const keychain = await keychainFault(parts);
  const keys = await Promise.all(PLACES.map((place) => viewOf(state, place)));
  const shown = keys.filter((key) => key !== undefined);
  const { apiKey, keyRenewal } = state;
  return {
    keys: shown,
    ...omitUndefined({
      jwks: shown.length > 0 ? jwksText(state) : undefined,
      apiKey:
        apiKey === undefined
          ? undefined
          : omitUndefined({ lastFour: apiKey.length < SHOWN_FROM ? undefined : apiKey.slice(-4) }),
      renewal: keyRenewal,
      account: settings && { host: hostOf(settings), profileId: settings.merchant.profileId },
      keychain: keychain?.toView(),
    }),
  };
}

async function viewOf(state: State, place: KeyPlace): Promise<KeyView | undefined> {
  const key = keyAt(state, place);
  if (key === undefined) return undefined;
  const at = { current: state.keySince, next: state.nextKey?.at, previous: state.previousKey?.replacedAt }[place];
  return {
    place,
    kid: key.kid,
    thumbprint: await thumbprintOf(key),
    jwk: publicJwkText(key),
    ...omitUndefined({ at, forOtherAccount: (place === 'next' && state.nextKey?.forOtherAccount) || undefined }),
  };
}

/** Reads the keychain even without an entry for the terminal, to detect an unusable keychain. */
async function keychainFault({ store, keychain, trust }: TerminalKeysParts): Promise<TillError | undefined> {
  if (trust.found.kind === 'lost') return trust.found.error;
  const account = recordAccount(store.file.terminalId);
  try {
    const text = await (await keychain()).get(account);
    if (text !== undefined || !namesRecord(store.file)) return undefined;
    return new TillError('keychain.empty', "The terminal's record is missing from the keychain", {
      values: { account },
    });
  } catch (thrown) {
    return toTillError(thrown);
  }
}

function hostOf({ service }: TerminalSettings): string {
  return URL.canParse(service.baseUrl) ? new URL(service.baseUrl).host : service.baseUrl;
}

function stale(): TillError {
  return new TillError('keys.stale', 'Keys changed since the window showed them', { retryable: true });
}
