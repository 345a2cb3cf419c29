import type { Random } from '../base/clock.ts';
import { TillError } from '../base/till-error.ts';
import { parseSigningKey, type SigningKey } from '../service/signing-key.ts';
import { keysForAccount } from './keys-for.ts';
import { beforeRecord, firstRecord, keyFor, recordAccount, type State } from './sealed-record.ts';
import type { Keychain } from './secret-items.ts';
import { beginTally } from './tally.ts';
import type { TerminalFile } from './terminal-file-versions.ts';
import { type WriteParts, writeFile, writeSealed } from './write-sealed.ts';

type OldEntries = NonNullable<TerminalFile['oldEntries']>;

export interface OldEntriesParts extends WriteParts {
  readonly random: Random;
}

/**
 * Makes the record of a terminal whose secrets version 3 kept in items of their own. Killed in between, it is done again
 * from the start: the items stay until the file is sealed.
 * Errors: those of the keychain; `keychain.empty` where an item that the file names is gone, which locks the terminal:
 * who deletes the PIN's must not become its manager. It is the same where the file names fewer than version 3 ever did.
 */
export async function adoptOldEntries(parts: OldEntriesParts, entries: OldEntries): Promise<void> {
  const { store, keychain, random } = parts;
  const { seal: _seal, ...file } = store.file;
  const { terminalId, settings, counter } = file;
  const isWhole = entries.signingKey !== undefined || (settings === undefined && entries.managerPin !== undefined);
  if (!isWhole) throw gone(recordAccount(terminalId));
  const read = (account: string | undefined) => account && entry(keychain, terminalId, account);
  const signingKey = keyOf(await read(entries.signingKey));
  const apiKey = (await read(entries.apiKey)) || undefined;
  const pin = (await read(entries.managerPin)) || undefined;
  const state: Omit<State, 'generation'> = {
    signingKey,
    apiKey,
    keysFor: signingKey && settings && keysForAccount(settings),
    pinRequired: pin !== undefined,
    people: pin === undefined ? [] : [{ id: random.uuid(), name: 'Manager', role: 'manager', pin }],
    refundPinAbove: counter.refundPinAbove,
    // The file is not sealed yet: whoever takes the PIN's name out of it must not do so unseen.
    recovered: pin === undefined || undefined,
  };
  const record = firstRecord(terminalId);
  await beginTally(keychain, terminalId, keyFor('tally', record));
  await writeSealed(parts, record, beforeRecord, { state, file });
}

/**
 * Removes the items of version 3, whose secrets are in the record, and then their names from the file. Where that fails,
 * the next start tries again.
 */
export async function removeOldEntries({ store, keychain, leftBehind }: WriteParts): Promise<void> {
  const { oldEntries, ...file } = store.file;
  if (oldEntries === undefined) return;
  try {
    for (const account of Object.values(oldEntries))
      if (account !== undefined && isOld(file.terminalId, account)) await keychain.delete(account);
    writeFile(store, file);
  } catch (fault) {
    leftBehind(file.terminalId, fault);
  }
}

async function entry(keychain: Keychain, terminalId: string, account: string): Promise<string> {
  const secret = isOld(terminalId, account) ? await keychain.get(account) : undefined;
  if (secret !== undefined) return secret;
  throw gone(account);
}

function gone(account: string): TillError {
  return new TillError('keychain.empty', "The keychain no longer has this terminal's keys and PIN", {
    values: { account },
  });
}

/** Names stand in a file that anybody may edit: they reach no other terminal's items, and none of this version. */
function isOld(terminalId: string, account: string): boolean {
  return ['signing-key', 'api-key', 'manager-pin'].some((kind) => account.startsWith(`${terminalId}/${kind}/`));
}

function keyOf(text: string | undefined): SigningKey | undefined {
  if (text === undefined) return undefined;
  const key = parseSigningKey(text);
  if ('code' in key) throw new TillError('keychain.damaged', 'The signing key in the keychain is damaged');
  return key;
}
