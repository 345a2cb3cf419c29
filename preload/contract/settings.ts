import { z } from 'zod';
import { call, managers, managersAlone, nothing } from './call.ts';
import { apiKeyField, pinField } from './fields.ts';
import { pictureToKeep } from './setting-values.ts';
import { accountSettings, counterSettings } from './settings-table.ts';

/** A save based on another edition is refused as `settings.stale`. */
const settingsEdition = z.string().max(100);

const newPin = z.union([z.literal(''), pinField]).optional();

/** Keys and PIN go in and never come out. */
export const settingsDraft = z.strictObject({
  ...accountSettings.given.shape,
  /** Absent: unchanged. */
  tuning: accountSettings.members.tuning.given.optional(),
  /** Absent: keep the keys in the keychain. */
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

/** Without keys and PIN. `settings` is absent after a save of the counter alone. */
const settingsUndo = z.object({ settings: accountSettings.stored.optional(), counter: counterSettings.stored });

/** Stored values may break today's rules: a field shows its fault when saved. */
const settingsView = z.object({
  settings: accountSettings.stored.nullable(),
  counter: counterSettings.stored,
  signingKeyId: z.string().optional(),
  apiKeySet: z.boolean(),
  pinSet: z.boolean(),
  /** With several managers, each PIN is changed in the list of people. */
  severalManagers: z.literal(true).optional(),
  /** Controlled by head office, not editable here. */
  byHeadOffice: z.array(z.string()).optional(),
  version: settingsEdition,
  /** Absent after any other save. */
  undo: settingsUndo.optional(),
});
export type SettingsView = z.infer<typeof settingsView>;

export const settingsCalls = {
  'settings.read': call(nothing, settingsView, managers),
  'settings.save': call(settingsDraft, nothing, managers),
  /** Takes effect at once, even during a sale. */
  'settings.counter.save': call(counterSave, nothing, managers),
  /** Keys and PIN stay. */
  'settings.undo': call(z.strictObject({ version: settingsEdition }), nothing, managers),
  /** Changes made outside Tillmate: the value `fields` of the notice. */
  'settings.accept-changes': call(z.strictObject({ fields: z.string().max(2_000) }), nothing, managersAlone),
  /** Until a save of settings without its name. */
  'settings.picture.keep': call(pictureToKeep, z.object({ name: z.string() }), managers),
} as const;
