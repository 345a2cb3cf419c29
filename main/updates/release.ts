import { createHash } from 'node:crypto';
import { Transform } from 'node:stream';
import { compactVerify, importJWK, type JWK } from 'jose';
import { z } from 'zod';
import { TillError, toTillError } from '../base/till-error.ts';

export type Platform = 'windows' | 'macos' | 'linux';

/** Type of the signed document: documents signed for another purpose are rejected. */
const RELEASE_TYPE = 'tillmate-release';
/** 64 KiB: far above any document that lists a few files. */
export const LARGEST_DOCUMENT = 64 * 1024;

const version = z.string().refine(isVersion);

/** Without a path: downloaded from the document's folder and stored under the same name. */
const releaseFile = z.object({
  name: z.string().regex(/^[A-Za-z0-9][\w.+ -]{0,150}$/),
  arch: z.enum(['x64', 'arm64']),
  size: z
    .int()
    .min(1)
    .max(2 * 1024 ** 3),
  sha512: z.string().regex(/^[A-Za-z0-9+/]{86}==$/),
  /** Installing needs an administrator, so the till never installs by itself. */
  administrator: z.boolean(),
});
export type ReleaseFile = z.infer<typeof releaseFile>;

const release = z.object({
  platform: z.enum(['windows', 'macos', 'linux']),
  version,
  issuedAt: z.iso.datetime(),
  expiresAt: z.iso.datetime(),
  /** Per cent of the tills. */
  share: z.number().min(0).max(100),
  files: z.array(releaseFile).min(1).max(20),
});
export type Release = z.infer<typeof release>;

export interface SignedRelease extends Release {
  readonly document: string;
}

/** Throws `TillError` `update.signature` (of none of `keys`), `update.foreign` (not a release for this system). */
export async function readRelease(document: string, platform: Platform, keys: readonly JWK[]): Promise<SignedRelease> {
  const payload = await verified(document.trim(), keys);
  const read = release.safeParse(payload);
  if (!read.success || read.data.platform !== platform)
    throw new TillError('update.foreign', `Signed document is not a Tillmate release for ${platform}`);
  return { ...read.data, document };
}

/** A replayed document would keep tills from later fixes. Throws `TillError` `update.expired`, `update.replayed`. */
export function checkAge({ issuedAt, expiresAt }: Release, now: number, newestSeen: number): void {
  if (Date.parse(expiresAt) <= now)
    throw new TillError('update.expired', `Document of the newest release expired at ${expiresAt}`, {
      retryable: true,
      values: { until: expiresAt.slice(0, 10) },
    });
  if (Date.parse(issuedAt) < newestSeen)
    throw new TillError('update.replayed', `Release document of ${issuedAt} is older than an earlier one`);
}

/** Undefined if the document has another purpose. */
async function verified(document: string, keys: readonly JWK[]): Promise<unknown> {
  const keyOf = async ({ kid }: { readonly kid?: string }) => {
    const key = keys.find((known) => known.kid !== undefined && known.kid === kid);
    if (key === undefined) throw new Error(`unknown release key ${kid}`);
    return importJWK(key, 'ES256');
  };
  try {
    const { payload, protectedHeader } = await compactVerify(document, keyOf, { algorithms: ['ES256'] });
    return protectedHeader.typ === RELEASE_TYPE ? JSON.parse(new TextDecoder().decode(payload)) : undefined;
  } catch (cause) {
    const message = `Release not signed by a known key: ${toTillError(cause).message}`;
    throw new TillError('update.signature', message, { cause });
  }
}

/** Accepts `1.4.0`, without any suffix. */
export function isVersion(text: string): boolean {
  return /^(0|[1-9]\d{0,4})(\.(0|[1-9]\d{0,4})){2}$/.test(text);
}

/** Negative if the first version is older. */
export function compareVersions(one: string, other: string): number {
  const [left, right] = [one.split('.').map(Number), other.split('.').map(Number)];
  return left.map((number, place) => number - (right[place] ?? 0)).find((difference) => difference !== 0) ?? 0;
}

/** Fails with `TillError` `update.broken` if length or hash differ from the signed values. */
export function createFileCheck(file: ReleaseFile, progress: (bytes: number) => void = () => undefined): Transform {
  const hash = createHash('sha512');
  let size = 0;
  const broken = (why: string) =>
    new TillError('update.broken', `${file.name}: ${why}`, { retryable: true, values: { file: file.name } });
  return new Transform({
    transform(piece: Buffer, _encoding, done) {
      size += piece.length;
      if (size > file.size) return done(broken(`more than ${file.size} bytes`));
      hash.update(piece);
      progress(size);
      done(null, piece);
    },
    flush(done) {
      if (size < file.size) return done(broken(`${size} of ${file.size} bytes`));
      done(hash.digest('base64') === file.sha512 ? null : broken('sha512 mismatch'));
    },
  });
}
