import { z } from 'zod';
import type { TerminalSettings } from '../../main/settings/settings.ts';
import { accountSettings } from '../../preload/contract/settings-table.ts';

/** As a person or a file gives them, with the rules of each field. */
export const terminalSettings = z.object({
  ...accountSettings.given.shape,
  tuning: accountSettings.members.tuning.given.prefault({}),
}) satisfies z.ZodType<TerminalSettings>;
