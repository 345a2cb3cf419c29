import { z } from 'zod';
import { call, everyone, managers, managersAlone, nothing } from './call.ts';
import { pinField } from './fields.ts';
import { role } from './views.ts';

const ms = z.int();
const text = z.string();
/** Main enforces the minimum length. The maximum only limits the size of the message. */
const passphraseField = z.string().min(1).max(1_000);

const lastBackup = z.object({
  at: ms,
  how: z.enum(['hand', 'daily']),
  outcome: z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('made'), file: text, bytes: z.int() }),
    z.object({ kind: z.literal('failed'), code: text, values: z.record(text, z.union([text, z.number()])).optional() }),
  ]),
});
export type LastBackup = z.infer<typeof lastBackup>;

const backupStatus = z.object({
  last: lastBackup.nullable(),
  lastMadeAt: ms.nullable(),
  /** Null until a manager switches it on. */
  daily: z.object({ folder: text, withKeys: z.boolean() }).nullable(),
  underWay: z.boolean(),
});
export type BackupStatus = z.infer<typeof backupStatus>;

const value = z.union([text, z.number(), z.boolean()]);

const restoreChange = z.object({ field: text, before: value.optional(), after: value.optional() });
export type RestoreChange = z.infer<typeof restoreChange>;

const journalCount = z.object({ payments: z.int(), lastAt: ms.optional() });

const restoredJournal = z.object({
  environment: text,
  /** Last characters of the profile id. */
  profile: text,
  /** `kept`: the present journal already holds the backup's. `untouched`: the backup has no journal of the profile. */
  what: z.enum(['restored', 'kept', 'untouched']),
  inBackup: journalCount.optional(),
  here: journalCount.optional(),
});
export type RestoredJournal = z.infer<typeof restoredJournal>;

const restorePreview = z.object({
  id: z.int(),
  file: text,
  madeAt: ms,
  madeBy: text,
  otherTerminal: z.boolean(),
  /** The terminal has no data of its own yet, so the restore gives it the identity of the backed-up terminal. */
  takesPlace: z.boolean(),
  /** Why a terminal that has lost its sealed record cannot be restored from this backup. */
  refused: z.enum(['other-account', 'no-key']).optional(),
  changes: z.array(restoreChange),
  people: z.array(z.object({ name: text, role, change: z.enum(['added', 'removed', 'changed', 'same']) })),
  /** `new`: the sealed record is lost and the backup has no PIN, so the confirming manager enters a new PIN. */
  pins: z.enum(['of-backup', 'none', 'as-now', 'new']),
  journals: z.array(restoredJournal),
  keys: z.enum(['of-backup', 'as-now', 'none']),
  /** The signing key after the restore; `since`: when it was taken into use, if known. */
  key: z.object({ kid: text, since: ms.optional() }).optional(),
  /** Id of the backup's signing key, if another key stays the signing key. */
  addedKey: text.optional(),
  keysLost: z.array(text),
  missing: z.array(z.enum(['signingKey', 'apiKey'])),
  /** Folder for the replaced settings, pictures and journals. People, PINs and keys are not kept. */
  kept: text,
  needsPin: z.boolean(),
});
export type RestorePreview = z.infer<typeof restorePreview>;

const idOnly = z.strictObject({ id: z.int() });

/**
 * Only managers create backups: a backup holds names and PIN hashes, and its passphrase opens it on any machine. Any
 * role with the passphrase may preview a restore; the restore itself needs a manager's PIN if one is set. With a lost
 * sealed record no PIN can be verified: then any role may restore, and main checks the backup's account and keys.
 */
export const backupCalls = {
  'backup.status': call(nothing, backupStatus, managers),
  /** Opens the system's save dialog. `saved: false` without an error: the user closed the dialog. */
  'backup.create': call(
    z.strictObject({ passphrase: passphraseField, withKeys: z.boolean() }),
    z.discriminatedUnion('saved', [
      z.object({ saved: z.literal(true), file: text, bytes: z.int() }),
      z.object({ saved: z.literal(false) }),
    ]),
    managersAlone,
  ),
  'backup.daily.folder': call(nothing, z.object({ folder: text.nullable() }), managersAlone),
  /** Absent: keep the present passphrase. `folder`: a result of `backup.daily.folder`, or the present folder. */
  'backup.daily.set': call(
    z.strictObject({ folder: text.max(4_096), passphrase: passphraseField.optional(), withKeys: z.boolean() }),
    nothing,
    managersAlone,
  ),
  'backup.daily.off': call(nothing, nothing, managersAlone),
  'backup.daily.now': call(nothing, nothing, managersAlone),

  'restore.choose': call(nothing, z.object({ chosen: z.object({ id: z.int(), file: text }).nullable() }), everyone),
  'restore.open': call(z.strictObject({ id: z.int(), passphrase: passphraseField }), restorePreview, everyone),
  /** `otherTerminal`: the user has confirmed the warning that the backup belongs to another terminal. */
  'restore.confirm': call(
    z.strictObject({ id: z.int(), managerPin: pinField.optional(), otherTerminal: z.literal(true).optional() }),
    nothing,
    everyone,
  ),
  /** Open to every role: the role may have changed since the backup was opened. */
  'restore.cancel': call(idOnly, nothing, everyone),
} as const;
