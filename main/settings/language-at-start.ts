import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { type Language, language } from '../../preload/contract/setting-values.ts';
import { dataFiles } from '../base/data-files.ts';

/** The part of `terminal.json` with the till's language, the same in every version. */
const file = z.object({ counter: z.object({ languages: z.object({ till: language }) }) });

/** For errors before the till starts: the setting, else the system's language, else English. Never throws. */
export function languageAtStart(folder: string, system: string): Language {
  return languageIn(folder) ?? language.catch('en').parse(system.split('-')[0]);
}

function languageIn(folder: string): Language | undefined {
  try {
    return file.parse(JSON.parse(readFileSync(join(folder, dataFiles.settings), 'utf8'))).counter.languages.till;
  } catch {
    return undefined;
  }
}
