import { z } from 'zod';
import { accountSettings } from '../../preload/contract/settings-table.ts';

const { tuning } = accountSettings.members;

/** The settings of one terminal as they are stored (`terminal-file-versions.ts`). */
export type TerminalSettings = z.output<typeof accountSettings.stored>;

/** The tuning of a terminal where nobody has set any. */
export const usualTuning: TerminalSettings['tuning'] = tuning.given.parse({});

/** The settings by the rules of today. A stored file is not held to them; its type takes whatever they accept. */
export const terminalSettings = z.object({
  ...accountSettings.given.shape,
  tuning: tuning.given.prefault({}),
}) satisfies z.ZodType<TerminalSettings>;
