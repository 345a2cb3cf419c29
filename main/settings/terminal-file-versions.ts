import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { accountSettings, counterSettings } from '../../preload/contract/settings-table.ts';
import { dataFiles } from '../base/data-files.ts';
import { jsonOrUndefined } from '../base/json-syntax.ts';
import { TillError } from '../base/till-error.ts';

const text = z.string();

/** HMACs by what they are over (`seal.ts`), under the generation of the record that they belong to. */
const storedSeal = z.object({ generation: z.int(), fields: z.record(text, text) });
export type Seal = z.infer<typeof storedSeal>;

/**
 * The terminal's file, which has no secret. The schema holds the shape and no limits: a rule that gets stricter would make a
 * stored file unreadable, and the terminal would lose its id and with it its keys.
 */
export const terminalFile = z.object({
  version: z.literal(1),
  /** Made once for this data folder; it keeps the keychain entries of two terminals on one machine apart. */
  terminalId: z.uuid(),
  mode: z.enum(['training', 'live']).optional(),
  counter: counterSettings.stored,
  settings: accountSettings.stored.optional(),
  /** Absent while the terminal has no record in the keychain: it has no key then, and no PIN. */
  seal: storedSeal.optional(),
  /** Public JWK that support packs are encrypted to; absent: they are not. */
  supportKey: text.optional(),
  /**
   * A provisioning file has set this terminal up anew, and no manager has said that it was right. It is written together
   * with what the file changed, so that nothing can come between.
   */
  provisioningAlarm: z.object({ file: text, at: z.int(), changes: z.int() }).optional(),
});
export type TerminalFile = z.infer<typeof terminalFile>;

export const TERMINAL_FILE_VERSION = terminalFile.shape.version.value;

/** Step n takes a file of version n to the next. It never changes once shipped: `test/settings/versions/`. */
const STEPS: readonly z.ZodType[] = [];

const anyVersion = z.looseObject({ version: z.int().min(1) });

/** `broken` where no version can be read. Errors: `settings.too-new`, with the `file`, which must not be touched. */
export function readTerminalFile(path: string, text: string): TerminalFile | 'broken' {
  let file = jsonOrUndefined(text);
  const version = anyVersion.safeParse(file).data?.version;
  if (version === undefined) return 'broken';
  if (version > TERMINAL_FILE_VERSION)
    throw new TillError(
      'settings.too-new',
      `The settings have version ${version}; this Tillmate knows ${TERMINAL_FILE_VERSION}.`,
      { values: { file: path, version, known: TERMINAL_FILE_VERSION } },
    );
  for (const step of STEPS.slice(version - 1)) {
    const stepped = step.safeParse(file);
    if (!stepped.success) return 'broken';
    file = stepped.data;
  }
  return terminalFile.safeParse(file).data ?? 'broken';
}

/** The file of a data folder that another process may use. Errors: also `settings.unusable` for a broken one. */
export function terminalFileIn(dataFolder: string): TerminalFile | undefined {
  const path = join(dataFolder, dataFiles.settings);
  const file = existsSync(path) ? readTerminalFile(path, readFileSync(path, 'utf8')) : undefined;
  if (file !== 'broken') return file;
  throw new TillError('settings.unusable', `The settings in ${path} cannot be read`);
}
