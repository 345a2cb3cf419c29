import { z } from 'zod';
import { call, everyone, managers, managersAlone, nothing } from './call.ts';
import { pinField } from './fields.ts';
import { role } from './views.ts';

const ms = z.int();
const text = z.string();
/** Main tells the shortest that it takes; the longest only keeps a window from sending anything. */
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
  /** The backup that is made every day; null where no manager has asked for it. */
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
  /** The end of the profile's id. */
  profile: text,
  /** `kept`: the one here has all that the backup has. `untouched`: the backup has none of this profile. */
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
  /** The terminal has nothing of its own, so it takes the place of the one that the backup is of. */
  takesPlace: z.boolean(),
  /** Why it cannot be restored on this terminal, which has lost its record. */
  refused: z.enum(['other-account', 'no-key']).optional(),
  changes: z.array(restoreChange),
  people: z.array(z.object({ name: text, role, change: z.enum(['added', 'removed', 'changed', 'same']) })),
  /** `new`: the record is lost and the backup has none, so the manager gets the PIN that confirms the restore. */
  pins: z.enum(['of-backup', 'none', 'as-now', 'new']),
  journals: z.array(restoredJournal),
  keys: z.enum(['of-backup', 'as-now', 'none']),
  /** The key that signs afterwards, and when it was taken into use, where that is known. */
  key: z.object({ kid: text, since: ms.optional() }).optional(),
  /** Key id of the backup's signing key, where it lies beside the one that signs. */
  keyBeside: text.optional(),
  keysLost: z.array(text),
  missing: z.array(z.enum(['signingKey', 'apiKey'])),
  /** The folder in which settings, pictures and journals that are replaced are kept: no people, no PINs, no keys. */
  kept: text,
  needsPin: z.boolean(),
});
export type RestorePreview = z.infer<typeof restorePreview>;

const idOnly = z.strictObject({ id: z.int() });

/**
 * A backup holds names and the hashes of PINs, and its passphrase opens it anywhere: managers alone make one. Whoever has
 * the passphrase may look what a restore would do; the restore itself asks for a manager's PIN where there is one. Where the
 * terminal's record is lost no PIN is right: then a restore is for whoever is there, and main looks at what the backup may do.
 */
export const backupCalls = {
  'backup.status': call(nothing, backupStatus, managers),
  /** Asks where to, by the system's dialog. `saved: false`, and no error: the person closed it. */
  'backup.create': call(
    z.strictObject({ passphrase: passphraseField, withKeys: z.boolean() }),
    z.discriminatedUnion('saved', [
      z.object({ saved: z.literal(true), file: text, bytes: z.int() }),
      z.object({ saved: z.literal(false) }),
    ]),
    managersAlone,
  ),
  'backup.daily.folder': call(nothing, z.object({ folder: text.nullable() }), managersAlone),
  /** `passphrase` absent: the one that is set stays. `folder` is one that `backup.daily.folder` gave, or the present one. */
  'backup.daily.set': call(
    z.strictObject({ folder: text.max(4_096), passphrase: passphraseField.optional(), withKeys: z.boolean() }),
    nothing,
    managersAlone,
  ),
  'backup.daily.off': call(nothing, nothing, managersAlone),
  'backup.daily.now': call(nothing, nothing, managersAlone),

  'restore.choose': call(nothing, z.object({ chosen: z.object({ id: z.int(), file: text }).nullable() }), everyone),
  'restore.open': call(z.strictObject({ id: z.int(), passphrase: passphraseField }), restorePreview, everyone),
  /** Makes everything ready and starts the app anew. `otherTerminal`: somebody was told that it is another one's. */
  'restore.confirm': call(
    z.strictObject({ id: z.int(), managerPin: pinField.optional(), otherTerminal: z.literal(true).optional() }),
    nothing,
    everyone,
  ),
  /** Lets go of what was opened, whoever is at the till by then. */
  'restore.cancel': call(idOnly, nothing, everyone),
} as const;
