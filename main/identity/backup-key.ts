import { randomBytes } from 'node:crypto';
import { CompactEncrypt, compactDecrypt } from 'jose';
import { z } from 'zod';
import { TillError } from '../base/till-error.ts';
import { decryptWithPassphrase, encryptForPassphrase } from './passphrase-file.ts';

/** The passphrase opens this key, and this key opens each file's key: so backups need no stored passphrase. */
export const backupKey = z.object({
  /** 32 bytes, base64url. */
  key: z.string().regex(/^[\w-]{43}$/),
  /** The same key as a JWE encrypted with the passphrase, copied into each file. */
  wrapped: z.string(),
});
export type BackupKey = z.output<typeof backupKey>;

const TYP = 'tillmate-backup-key';
const BYTES = 32;

/** Returns a new key for this passphrase. Throws `TillError` `passphrase.short`. */
export async function newBackupKey(passphrase: string): Promise<BackupKey> {
  const key = randomBytes(BYTES);
  return { key: key.toString('base64url'), wrapped: await encryptForPassphrase(key, passphrase, TYP) };
}

/** Throws `TillError` `passphrase.wrong`, `backup.damaged` for anything but a key. */
export async function keyByPassphrase(wrapped: string, passphrase: string): Promise<Uint8Array> {
  try {
    const key = await decryptWithPassphrase(wrapped, passphrase, TYP);
    if (key.length === BYTES) return key;
  } catch (thrown) {
    if (thrown instanceof TillError && thrown.code === 'passphrase.wrong') throw thrown;
    throw damaged(thrown);
  }
  throw damaged();
}

export async function newFileKey({ key }: Pick<BackupKey, 'key'>) {
  const own = randomBytes(BYTES);
  const wrapped = await new CompactEncrypt(own)
    .setProtectedHeader({ alg: 'dir', enc: 'A256GCM' })
    .encrypt(Buffer.from(key, 'base64url'));
  return { key: own, wrapped };
}

/** Decrypts the key of a backup file. Throws `TillError` `backup.damaged`. */
export async function openFileKey(wrapped: string, key: Uint8Array): Promise<Uint8Array> {
  const opened = await compactDecrypt(wrapped, key, {
    keyManagementAlgorithms: ['dir'],
    contentEncryptionAlgorithms: ['A256GCM'],
  }).catch((cause: unknown) => {
    throw damaged(cause);
  });
  return opened.plaintext;
}

function damaged(cause?: unknown): TillError {
  return new TillError('backup.damaged', 'Header of the backup altered', { cause });
}
