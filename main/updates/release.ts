import { createHash } from 'node:crypto';
import { Transform } from 'node:stream';
import { compactVerify, importJWK, type JWK } from 'jose';
import { z } from 'zod';
import { TillError, toTillError } from '../base/till-error.ts';

export type Platform = 'windows' | 'macos' | 'linux';

/** A document that was signed for another purpose is never taken for a release. */
const RELEASE_TYPE = 'tillmate-release';
/** More than any document of a few files has. */
export const LARGEST_DOCUMENT = 64 * 1024;

const version = z.string().refine(isVersion);

/** Its name is no path: the file is read beside the document, and kept under it. */
const releaseFile = z.object({
  name: z.string().regex(/^[A-Za-z0-9][\w.+ -]{0,150}$/),
  arch: z.enum(['x64', 'arm64']),
  size: z
    .int()
    .min(1)
    .max(2 * 1024 ** 3),
  /** Base64. */
  sha512: z.string().regex(/^[A-Za-z0-9+/]{86}==$/),
  /** Installing it takes an administrator, so that it never happens by itself. */
  administrator: z.boolean(),
});
export type ReleaseFile = z.infer<typeof releaseFile>;

const release = z.object({
  platform: z.enum(['windows', 'macos', 'linux']),
  version,
  issuedAt: z.iso.datetime(),
  expiresAt: z.iso.datetime(),
  /** Per cent of the tills that take it. */
  share: z.number().min(0).max(100),
  files: z.array(releaseFile).min(1).max(20),
});
export type Release = z.infer<typeof release>;

export interface SignedRelease extends Release {
  readonly document: string;
}

/** Throws `update.signature` where no key of `keys` has signed it, `update.foreign` for no release of this system. */
export async function readRelease(document: string, platform: Platform, keys: readonly JWK[]): Promise<SignedRelease> {
  const payload = await verified(document.trim(), keys);
  const read = release.safeParse(payload);
  if (!read.success || read.data.platform !== platform)
    throw new TillError('update.foreign', `The signed document is no release of Tillmate for ${platform}`);
  return { ...read.data, document };
}

/** An old document would keep tills from what was mended since. Throws `update.expired`, `update.replayed`. */
export function checkAge({ issuedAt, expiresAt }: Release, now: number, newestSeen: number): void {
  if (Date.parse(expiresAt) <= now)
    throw new TillError('update.expired', `The document of the newest release was valid until ${expiresAt}`, {
      retryable: true,
      values: { until: expiresAt.slice(0, 10) },
    });
  if (Date.parse(issuedAt) < newestSeen)
    throw new TillError('update.replayed', `The server shows a release document of ${issuedAt}; a later one was seen`);
}

/** Undefined where the document is for something else. */
async function verified(document: string, keys: readonly JWK[]): Promise<unknown> {
  const keyOf = async ({ kid }: { readonly kid?: string }) => {
    const key = keys.find((known) => known.kid !== undefined && known.kid === kid);
    if (key === undefined) throw new Error(`no release key is called ${kid}`);
    return importJWK(key, 'ES256');
  };
  try {
    const { payload, protectedHeader } = await compactVerify(document, keyOf, { algorithms: ['ES256'] });
    return protectedHeader.typ === RELEASE_TYPE ? JSON.parse(new TextDecoder().decode(payload)) : undefined;
  } catch (cause) {
    const message = `The release is not signed by a known key: ${toTillError(cause).message}`;
    throw new TillError('update.signature', message, { cause });
  }
}

/** `1.4.0`, and nothing behind it. */
export function isVersion(text: string): boolean {
  return /^(0|[1-9]\d{0,4})(\.(0|[1-9]\d{0,4})){2}$/.test(text);
}

/** Below 0 where `one` is the older. */
export function compareVersions(one: string, other: string): number {
  const [left, right] = [one.split('.').map(Number), other.split('.').map(Number)];
  return left.map((number, place) => number - (right[place] ?? 0)).find((difference) => difference !== 0) ?? 0;
}

/** Lets a file through, and ends with `update.broken` where it is not what was signed: too long, too short, or another. */
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
      done(hash.digest('base64') === file.sha512 ? null : broken('its sha512 is another one'));
    },
  });
}
