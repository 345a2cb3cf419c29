import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { accountSettings, counterSettings } from '../../preload/contract/settings-table.ts';
import { dataFiles } from '../base/data-files.ts';
import { jsonOrUndefined } from '../base/json-syntax.ts';
import { TillError } from '../base/till-error.ts';

const text = z.string();

/** HMACs by field path (`seal.ts`), with the generation of the record. */
const storedSeal = z.object({ generation: z.int(), fields: z.record(text, text) });
export type Seal = z.infer<typeof storedSeal>;

/** No secrets. No limits: a stricter rule would make stored files unreadable, and the id and so the keys be lost. */
export const terminalFile = z.object({
  version: z.literal(1),
  /** Created once per data folder; separates the keychain entries of two terminals on a machine. */
  terminalId: z.uuid(),
  mode: z.enum(['training', 'live']).optional(),
  counter: counterSettings.stored,
  settings: accountSettings.stored.optional(),
  /** Absent before the terminal has a record in the keychain: no key and no PIN exist then. */
  seal: storedSeal.optional(),
  /** Public JWK for encrypting support packs; absent: unencrypted. */
  supportKey: text.optional(),
  /** Set until a manager confirms a provisioning file's settings. Written with them: no crash separates both. */
  provisioningAlarm: z.object({ file: text, at: z.int(), changes: z.int() }).optional(),
});
export type TerminalFile = z.infer<typeof terminalFile>;

export const TERMINAL_FILE_VERSION = terminalFile.shape.version.value;

/** Step n converts version n to the next version. Never changes once released: `test/settings/versions/`. */
const STEPS: readonly z.ZodType[] = [];

const anyVersion = z.looseObject({ version: z.int().min(1) });

/** Returns `broken` without a readable version. Throws `TillError` `settings.too-new`: the file must not be changed. */
export function readTerminalFile(path: string, text: string): TerminalFile | 'broken' {
  let file = jsonOrUndefined(text);
  const version = anyVersion.safeParse(file).data?.version;
  if (version === undefined) return 'broken';
  if (version > TERMINAL_FILE_VERSION)
    throw new TillError(
      'settings.too-new',
      `Settings of version ${version}; this Tillmate reads ${TERMINAL_FILE_VERSION}.`,
      { values: { file: path, version, known: TERMINAL_FILE_VERSION } },
    );
  for (const step of STEPS.slice(version - 1)) {
    const stepped = step.safeParse(file);
    if (!stepped.success) return 'broken';
    file = stepped.data;
  }
  return terminalFile.safeParse(file).data ?? 'broken';
}

/** For a data folder used by another process. Throws `TillError` `settings.too-new`; `settings.unusable` if broken. */
export function terminalFileIn(dataFolder: string): TerminalFile | undefined {
  const path = join(dataFolder, dataFiles.settings);
  const file = existsSync(path) ? readTerminalFile(path, readFileSync(path, 'utf8')) : undefined;
  if (file !== 'broken') return file;
  throw new TillError('settings.unusable', `Settings in ${path} unreadable`);
}
