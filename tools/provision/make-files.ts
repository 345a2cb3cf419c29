import { calculateJwkThumbprint } from 'jose';
import { isJsonObject, jsonOrUndefined } from '../../main/base/json-syntax.ts';
import { encryptForPassphrase, SHORTEST_PASSPHRASE } from '../../main/identity/passphrase-file.ts';
import { faultInWords } from '../../main/provisioning/fault-words.ts';
import { PROVISIONING_TYP, readProvisioning } from '../../main/provisioning/provisioning-file.ts';
import { makeSigningKey, publicHalf, type SigningKey } from '../../main/service/signing-key.ts';

export interface MakeWith {
  /** The shop's shared provisioning file as text, without a POS. */
  readonly base: string;
  readonly posIds: readonly string[];
  /** Gives each terminal a new key instead of the base's key. */
  readonly newKeys: boolean;
  /** Encrypts each file. */
  readonly passphrase: string | undefined;
}

/** Returns the names of the files of `makeFiles` before any file is made. */
export function namesOf({ posIds, newKeys, passphrase }: Omit<MakeWith, 'base'>): readonly string[] {
  const files = posIds.map((posId) => nameOf(posId, passphrase));
  return newKeys ? [...files, JWKS_NAME] : files;
}

export function faultsOfPassphrase({ passphrase }: Pick<MakeWith, 'passphrase'>): readonly string[] {
  if (passphrase === undefined || [...passphrase].length >= SHORTEST_PASSPHRASE) return [];
  return [`--passphrase-from-stdin: passphrase of fewer than ${SHORTEST_PASSPHRASE} characters.`];
}

/** Returns the faults of the base, each with its place; empty for a valid base. */
export function faultsOf({ base, posIds: [posId], newKeys }: Omit<MakeWith, 'passphrase'>): readonly string[] {
  const file = jsonOrUndefined(base);
  const faults: string[] = [];
  if (isJsonObject(file) && isJsonObject(file['pos']) && file['pos']['posId'] !== undefined)
    faults.push('pos.posId: the table names the POS of each terminal: leave it out here.');
  if (newKeys && isJsonObject(file) && isJsonObject(file['keys']) && file['keys']['signingKey'] !== undefined)
    faults.push('keys.signingKey: each terminal gets a new one: leave it out, or leave out --new-keys.');
  if (faults.length > 0) return faults;
  const key = newKeys ? makeSigningKey('any') : undefined;
  const result = readProvisioning(file === undefined ? base : textFor(file, posId ?? '', key));
  return result.ok ? [] : result.errors.map(faultInWords);
}

/**
 * Yields a file for each terminal, then the public keys of new keys as a JWKS to host. Requires a base without faults.
 */
export async function* makeFiles({
  base,
  posIds,
  newKeys,
  passphrase,
}: MakeWith): AsyncGenerator<{ readonly name: string; readonly text: string }> {
  const file: unknown = JSON.parse(base);
  const keys: ReturnType<typeof publicHalf>[] = [];
  for (const posId of posIds) {
    const key = newKeys ? await newKey(posId) : undefined;
    if (key !== undefined) keys.push(publicHalf(key));
    const plain = textFor(file, posId, key);
    const text =
      passphrase === undefined
        ? plain
        : await encryptForPassphrase(new TextEncoder().encode(plain), passphrase, PROVISIONING_TYP);
    yield { name: nameOf(posId, passphrase), text: `${text}\n` };
  }
  if (newKeys) yield { name: JWKS_NAME, text: `${JSON.stringify({ keys }, null, 2)}\n` };
}

const JWKS_NAME = 'jwks.json';

/** Prefixed, because POS ids may be CON or NUL, which Windows forbids as file names. */
function nameOf(posId: string, passphrase: string | undefined): string {
  return `provision-${posId}.${passphrase === undefined ? 'json' : 'jwe'}`;
}

/** The key id names the till and the key. */
async function newKey(posId: string): Promise<SigningKey> {
  const made = makeSigningKey(posId);
  const thumbprint = await calculateJwkThumbprint(publicHalf(made));
  return { ...made, kid: `${posId}-${thumbprint.replaceAll(/[^A-Za-z0-9]/g, '').slice(0, 12)}` };
}

function textFor(file: unknown, posId: string, signingKey: SigningKey | undefined): string {
  if (!isJsonObject(file)) return JSON.stringify(file);
  const { pos, keys } = file;
  const ownKeys = signingKey === undefined ? {} : { keys: { ...(isJsonObject(keys) ? keys : {}), signingKey } };
  return JSON.stringify({ ...file, ...ownKeys, pos: { ...(isJsonObject(pos) ? pos : {}), posId } }, null, 2);
}
