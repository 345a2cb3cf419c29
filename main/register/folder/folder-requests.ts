import { createHash } from 'node:crypto';
import type { z } from 'zod';
import { findJsonSyntaxError, jsonOrUndefined } from '../../base/json-syntax.ts';
import { omitUndefined } from '../../base/omit-undefined.ts';
import { TillError } from '../../base/till-error.ts';
import { MOST_BYTES } from './shared-folder.ts';

/** A request by its file; in the till's own folders the file name is `base` with `.json`. */
export type FolderRequest =
  | { readonly kind: 'status'; readonly base: string }
  | { readonly kind: 'charge' | 'cancel'; readonly base: string; readonly key: string }
  | { readonly kind: 'refund'; readonly base: string; readonly key: string; readonly refundKey: string };

/** `KEY.json`, `KEY.cancel.json`, `KEY.refund.REFUNDKEY.json`, `status.json`; DOS registers write capitals. */
const NAME = /^(?<key>[\w-]{1,64})(?:\.(?:(?<cancel>cancel)|refund\.(?<refundKey>[\w-]{1,64})))?\.json$/i;
const DEVICE = /^(con|prn|aux|nul|com\d|lpt\d)$/i;
/** Drafts of registers and of their editors. */
const DRAFT = /^[.~]/;

export function requestNamed(name: string): FolderRequest | undefined {
  const { key = '', cancel, refundKey } = NAME.exec(name)?.groups ?? {};
  if (key === '' || DEVICE.test(key)) return undefined;
  if (cancel !== undefined) return { kind: 'cancel', base: `${key}.cancel`, key };
  if (refundKey !== undefined) return { kind: 'refund', base: `${key}.refund.${refundKey}`, key, refundKey };
  return key.toLowerCase() === 'status' ? { kind: 'status', base: 'status' } : { kind: 'charge', base: key, key };
}

/** True even with a bad name. */
export function isMeant(name: string): boolean {
  return /\.json$/i.test(name) && !DRAFT.test(name);
}

/** No key has the same base. */
export function badNameOf(name: string): string {
  return `bad-name.${createHash('sha256').update(name).digest('hex').slice(0, 8)}`;
}

export function isOwnName(name: string): boolean {
  return requestNamed(name.replace(/\.problem\.json$/, '.json')) !== undefined || /^bad-name\.[\da-f]{8}\./.test(name);
}

export function badName(name: string): TillError {
  const rule =
    'KEY.json, KEY.cancel.json, KEY.refund.REFUNDKEY.json or status.json, with keys of 1 to 64 letters, digits, _ and -';
  return new TillError('register.request', `"${name}" is not one of ${rule}`);
}

/** Throws `TillError` `register.request` with the field or the rule. */
export function readRequest<Ask>(schema: z.ZodType<Ask>, bytes: Buffer | undefined): Ask {
  if (bytes === undefined) throw new TillError('register.request', `File larger than ${MOST_BYTES} bytes`);
  const text = decoded(bytes);
  const json = jsonOrUndefined(text);
  if (json === undefined) {
    const { line = 1, column = 1 } = findJsonSyntaxError(text) ?? {};
    throw new TillError('register.request', `Invalid JSON from line ${line}, column ${column} on`);
  }
  const { data, error } = schema.safeParse(json);
  if (data !== undefined) return data;
  const [issue] = error?.issues ?? [];
  const field = issue?.path.join('.') || undefined;
  throw new TillError('register.request', [field ?? [], issue?.message].flat().join(': '), omitUndefined({ field }));
}

/** UTF-16 as written by Windows is recognised by a byte order mark, or by the zero byte of the first letter. */
function decoded(bytes: Buffer): string {
  const [first, second] = bytes;
  const isBig = (first === 0xfe && second === 0xff) || first === 0;
  const isLittle = (first === 0xff && second === 0xfe) || second === 0;
  const even = bytes.subarray(0, bytes.length - (bytes.length % 2));
  const text = isBig ? Buffer.from(even).swap16().toString('utf16le') : bytes.toString(isLittle ? 'utf16le' : 'utf8');
  return text.replace(/^\uFEFF/, '');
}
