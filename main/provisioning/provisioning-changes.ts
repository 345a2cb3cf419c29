import { isDeepStrictEqual } from 'node:util';
import type { ProvisioningChange } from '../../preload/contract/provisioning.ts';
import { everySetting, pathInFile, type Setting } from '../../preload/contract/settings-table.ts';
import { omitUndefined as members } from '../base/omit-undefined.ts';
import { keysAfter } from '../identity/keys-of-account.ts';
import { thumbprintOf } from '../identity/public-keys.ts';
import type { KeysOfState, State } from '../identity/sealed-record.ts';
import type { SigningKey } from '../service/signing-key.ts';
import { valueAt } from '../settings/sealed-fields.ts';
import { counterAsStored, settingsAsStored, withCounterChanges } from '../settings/settings-as-stored.ts';
import type { TerminalFile } from '../settings/terminal-file-versions.ts';
import type { Provisioning } from './provisioning-file.ts';

/** The terminal before the change. An unreadable key is absent here, so the file's key is shown as a change. */
export interface PresentTerminal {
  readonly file: Pick<TerminalFile, 'mode' | 'counter' | 'settings'>;
  readonly keys: KeysOfState & Pick<State, 'chain' | 'joining'>;
}

type Value = ProvisioningChange['before'];
type Row = readonly [ProvisioningChange['field'], Value, Value];

/**
 * Returns the changes for display: managers and keys first, then in the order of the table. Shows no secret of a key.
 * Omits whether the file's PIN equals the present PIN: each start with another file would be an uncounted guess.
 */
export async function provisioningChanges(
  { file, keys }: PresentTerminal,
  { draft, counterChanges, tuning, ...given }: Provisioning,
): Promise<readonly ProvisioningChange[]> {
  const after = {
    settings: settingsAsStored(draft, tuning),
    counter: counterAsStored(withCounterChanges(file.counter, counterChanges)),
  };
  const rowOf = (setting: Setting): Row => [setting.path, inForce(file, setting), inForce(after, setting)];
  const settings = everySetting.filter(({ provisioned }) => provisioned);
  const keysThen = keysAfter(keys, given, draft);
  const rows: readonly Row[] = [
    ['mode', file.mode, 'live'],
    ['managerPin', undefined, draft.managerPin ? true : undefined],
    ...settings.filter(({ changedBy }) => changedBy === 'manager').map(rowOf),
    ['keys.signingKey', await keyName(keys.signingKey), await keyName(keysThen.signingKey)],
    ['keys.nextKey', await keyName(keys.nextKey?.key), await keyName(keysThen.nextKey?.key)],
    ['keys.previousKey', await keyName(keys.previousKey?.key), await keyName(keysThen.previousKey?.key)],
    ['keys.apiKey', undefined, keysThen.apiKey === keys.apiKey ? undefined : keysThen.apiKey !== undefined],
    [
      'headOffice',
      keys.joining?.address,
      keys.chain ? keys.joining?.address : (given.headOffice ?? keys.joining)?.address,
    ],
    ...settings.filter(({ changedBy }) => changedBy !== 'manager').map(rowOf),
  ];
  return rows
    .filter(([, was, becomes]) => !isDeepStrictEqual(was, becomes))
    .map(([field, before, after]) => ({ field, ...members({ before, after }) }));
}

/** Without an account, only the defaults of optional settings are in force. */
function inForce(file: Pick<TerminalFile, 'settings' | 'counter'>, { path, kind, first, optional }: Setting): Value {
  if (file.settings === undefined && !path.startsWith('counter.')) return optional ? (first as Value) : undefined;
  const value = valueAt(file, pathInFile(path)) ?? first ?? (kind === 'limit' ? 0 : undefined);
  return value as Value;
}

/** Returns the key id with part of its thumbprint (RFC 7638), to distinguish two keys with the same id. */
async function keyName(key: SigningKey | undefined): Promise<string | undefined> {
  if (key === undefined) return undefined;
  return `${key.kid} · ${(await thumbprintOf(key)).slice(0, 16)}`;
}
