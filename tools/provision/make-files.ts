import { calculateJwkThumbprint } from 'jose';
import { isJsonObject, jsonOrUndefined } from '../../main/base/json-syntax.ts';
import { encryptForPassphrase, SHORTEST_PASSPHRASE } from '../../main/identity/passphrase-file.ts';
import { makeSigningKey, publicHalf, type SigningKey } from '../../main/service/signing-key.ts';
import { faultInWords } from '../../main/settings/fault-words.ts';
import { PROVISIONING_TYP, readProvisioning } from '../../main/settings/provisioning-file.ts';

export interface MakeWith {
  /** The provisioning file that all terminals of the shop share, as text; it names no POS. */
  readonly base: string;
  readonly posIds: readonly string[];
  /** Each terminal gets a key of its own, in place of that of the base. */
  readonly newKeys: boolean;
  /** Encrypts each file. */
  readonly passphrase: string | undefined;
}

/** The names of what `makeFiles` makes, known before the first is made. */
export function namesOf({ posIds, newKeys, passphrase }: Omit<MakeWith, 'base'>): readonly string[] {
  const files = posIds.map((posId) => nameOf(posId, passphrase));
  return newKeys ? [...files, JWKS_NAME] : files;
}

export function faultsOfPassphrase({ passphrase }: Pick<MakeWith, 'passphrase'>): readonly string[] {
  if (passphrase === undefined || [...passphrase].length >= SHORTEST_PASSPHRASE) return [];
  return [`--passphrase-from-stdin: a passphrase has at least ${SHORTEST_PASSPHRASE} characters.`];
}

/** Faults of the base, each with its place; none where files can be made of it. */
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

/** One file for each terminal, and last the public halves of new keys as a JWKS to host. There must be no faults. */
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

/** On Windows no file may be called CON or NUL, which are POS ids: hence the prefix. */
function nameOf(posId: string, passphrase: string | undefined): string {
  return `provision-${posId}.${passphrase === undefined ? 'json' : 'jwe'}`;
}

/** The id says which till it is, and which of its keys. */
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
