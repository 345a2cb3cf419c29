import { z } from 'zod';
import { accountSettings } from '../../preload/contract/settings-table.ts';

const { tuning } = accountSettings.members;

export type TerminalSettings = z.output<typeof accountSettings.stored>;

export const usualTuning: TerminalSettings['tuning'] = tuning.given.parse({});

export const terminalSettings = z.object({
  ...accountSettings.given.shape,
  tuning: tuning.given.prefault({}),
}) satisfies z.ZodType<TerminalSettings>;
