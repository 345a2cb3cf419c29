import { z } from 'zod';
import type { TerminalSettings } from '../../main/settings/settings.ts';
import { accountSettings } from '../../preload/contract/settings-table.ts';

/** The input schema of a person or a file, with the rules of each field. */
export const terminalSettings = z.object({
  ...accountSettings.given.shape,
  tuning: accountSettings.members.tuning.given.prefault({}),
}) satisfies z.ZodType<TerminalSettings>;
