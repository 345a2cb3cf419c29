import { z } from 'zod';
import { call, managers, managersAlone, nothing } from './call.ts';
import { apiKeyField, pinField } from './fields.ts';
import { pictureToKeep } from './setting-values.ts';
import { accountSettings, counterSettings } from './settings-table.ts';

/** The edition of the stored settings: a save over another edition is refused as `settings.stale`. */
const settingsEdition = z.string().max(100);

const newPin = z.union([z.literal(''), pinField]).optional();

/** The Settings view: the table's fields, and what the keychain keeps. Keys and PIN go in and never come out. */
export const settingsDraft = z.strictObject({
  ...accountSettings.given.shape,
  /** Absent: it stays as it is. */
  tuning: accountSettings.members.tuning.given.optional(),
  /** Absent: keep what the keychain has. */
  keys: z
    .strictObject({
      signingKey: z.string().optional(),
      apiKey: z.union([z.literal(''), apiKeyField]).optional(),
    })
    .optional(),
  managerPin: newPin,
  counter: counterSettings.given.optional(),
  version: settingsEdition,
});
export type SettingsDraft = z.infer<typeof settingsDraft>;

export const counterSave = z.strictObject({
  counter: counterSettings.given,
  managerPin: newPin,
  version: settingsEdition,
});
export type CounterSave = z.infer<typeof counterSave>;

/** The replaced values: without `settings` where only the counter was saved, and never keys or PIN. */
const settingsUndo = z.object({ settings: accountSettings.stored.optional(), counter: counterSettings.stored });

/** Stored values may break today's rules: a field says so when somebody saves it. */
export const settingsView = z.object({
  settings: accountSettings.stored.nullable(),
  counter: counterSettings.stored,
  signingKeyId: z.string().optional(),
  apiKeySet: z.boolean(),
  pinSet: z.boolean(),
  /** More than one person manages the terminal: each PIN is then changed with its person. */
  severalManagers: z.literal(true).optional(),
  /** Paths of the settings that head office sets: nobody changes them here. */
  byHeadOffice: z.array(z.string()).optional(),
  version: settingsEdition,
  /** Absent once something else is saved. */
  undo: settingsUndo.optional(),
});
export type SettingsView = z.infer<typeof settingsView>;

export const settingsCalls = {
  'settings.read': call(nothing, settingsView, managers),
  'settings.save': call(settingsDraft, nothing, managers),
  /** In force at once, a sale under way or not. */
  'settings.counter.save': call(counterSave, nothing, managers),
  /** A new save of the replaced values; keys and PIN stay. */
  'settings.undo': call(z.strictObject({ version: settingsEdition }), nothing, managers),
  /** A manager keeps what was changed outside Tillmate: the `fields` of the notice that says so. */
  'settings.accept-changes': call(z.strictObject({ fields: z.string().max(2_000) }), nothing, managersAlone),
  /** Keeps a picture for the customer display, until settings are saved that do not name it. */
  'settings.picture.keep': call(pictureToKeep, z.object({ name: z.string() }), managers),
} as const;
