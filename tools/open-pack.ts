import { existsSync } from 'node:fs';
import { basename, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { compactDecrypt, decodeProtectedHeader, errors, importJWK, type JWK } from 'jose';
import { handedText, readHandedFile } from '../main/base/handed-file.ts';
import { saveFile } from '../main/base/saved-file.ts';
import { TillError } from '../main/base/till-error.ts';
import { PACK_ENCRYPTION, type SupportKey } from '../main/support/pack/support-key.ts';

/**
 * `npm run open-pack -- FILE --key KEY.jwk`: decrypts a support pack (`HELP`). Never replaces a file. Exit codes: 0; 1
 * for a file that cannot be read or written; 2 for wrong input.
 */

const HELP = `npm run open-pack -- FILE --key KEY.jwk [--out FILE]

Opens a support pack that was encrypted to support's public key, and writes the zip in it.

  FILE       the pack, as a till saved it: support-….zip.jwe
  --key      the private JWK whose public half the till has
  --out      where the zip goes; absent: beside the pack, without ".jwe". No file is ever replaced.
`;

/** Larger than any pack: parts of 30 MB in total, a third more as text. */
const LARGEST_PACK = 100_000_000;
const LARGEST_KEY = 16_384;
const KEY_ALGORITHMS: readonly SupportKey['alg'][] = ['ECDH-ES', 'RSA-OAEP-256'];

interface Options {
  readonly pack: string;
  readonly key: string;
  readonly out: string;
}

/** Wrong input, with a message that names the reason. */
class WrongInput extends Error {}

process.exitCode = await run(process.argv.slice(2)).catch((thrown: unknown) => {
  if (!(thrown instanceof WrongInput || thrown instanceof TillError)) throw thrown;
  console.error(thrown.message);
  return thrown instanceof WrongInput ? 2 : 1;
});

async function run(words: readonly string[]): Promise<number> {
  const given = readOptions(words);
  if (given === 'help') {
    console.log(HELP);
    return 0;
  }
  const jwe = (await textOf(given.pack, LARGEST_PACK)).trim();
  const header = headerOf(jwe, given.pack);
  const key = readKey(await textOf(given.key, LARGEST_KEY), given.key);
  if (existsSync(given.out)) throw wrong(`${given.out}: file exists and is never replaced.`);
  const zip = await opened(jwe, header, key, given);
  saveFile(given.out, zip);
  console.log(resolve(given.out));
  return 0;
}

function readOptions(words: readonly string[]): Options | 'help' {
  const { values, positionals } = parsed(words);
  if (values.help) return 'help';
  const [pack, ...more] = positionals;
  if (pack === undefined || more.length > 0 || !values.key) throw wrong(`One pack and --key required.\n\n${HELP}`);
  const unsealed = /\.jwe$/i.test(pack) ? pack.replace(/\.jwe$/i, '') : `${pack}.zip`;
  return { pack, key: values.key, out: values.out ?? unsealed };
}

function parsed(words: readonly string[]) {
  try {
    return parseArgs({
      args: [...words],
      allowPositionals: true,
      options: { key: { type: 'string' }, out: { type: 'string' }, help: { type: 'boolean', default: false } },
    });
  } catch (thrown) {
    throw wrong(`${thrown instanceof Error ? thrown.message : String(thrown)}\n\n${HELP}`);
  }
}

async function textOf(path: string, largestBytes: number): Promise<string> {
  const bytes = await readHandedFile(path, largestBytes);
  if (Buffer.from(bytes.subarray(0, 2)).toString('latin1') === 'PK')
    throw wrong(`${path}: unencrypted zip: open it directly.`);
  return handedText(bytes, path);
}

interface PackHeader {
  readonly alg: string;
  /** Id of the pack's key, in printable form. */
  readonly kid: string;
}

function headerOf(jwe: string, pack: string): PackHeader {
  const header = jwe.split('.').length === 5 ? protectedHeader(jwe) : undefined;
  if (header === undefined) throw wrong(`${pack}: not an encrypted support pack, or truncated.`);
  const { alg, enc, cty, kid } = header;
  const known = KEY_ALGORITHMS.find((one) => one === alg);
  if (known === undefined || enc !== PACK_ENCRYPTION || cty !== 'application/zip')
    throw wrong(`${pack}: not the encryption of a Tillmate support pack (${JSON.stringify({ alg, enc, cty })}).`);
  return { alg: known, kid: JSON.stringify(kid) };
}

function protectedHeader(jwe: string) {
  try {
    return decodeProtectedHeader(jwe);
  } catch {
    return undefined;
  }
}

function readKey(text: string, path: string): JWK {
  let key: unknown;
  try {
    key = JSON.parse(text);
  } catch {
    // The text may be a key, so no message quotes the text.
  }
  if (typeof key !== 'object' || key === null || !('kty' in key)) throw wrong(`${path}: not a JWK.`);
  if (!('d' in key)) throw wrong(`${path}: public key; the private key is required.`);
  return key as JWK;
}

async function opened(jwe: string, { alg, kid }: PackHeader, jwk: JWK, { pack, key }: Options): Promise<Uint8Array> {
  const imported = await importJWK(jwk, alg).catch(() => undefined);
  if (imported === undefined) throw wrong(`${key}: unusable key.`);
  try {
    const { plaintext } = await compactDecrypt(jwe, imported, {
      keyManagementAlgorithms: [...KEY_ALGORITHMS],
      contentEncryptionAlgorithms: [PACK_ENCRYPTION],
    });
    return plaintext;
  } catch (thrown) {
    // A key of another type is refused before decryption.
    if (!(thrown instanceof errors.JOSEError || thrown instanceof TypeError)) throw thrown;
    throw wrong(`${basename(pack)} does not open with this key: encrypted for key ${kid}, altered or truncated.`);
  }
}

function wrong(message: string): WrongInput {
  return new WrongInput(message);
}
