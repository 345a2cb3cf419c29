import type { z } from 'zod';
import { accountSettings } from '../../preload/contract/settings-table.ts';

export type TerminalSettings = z.output<typeof accountSettings.stored>;

export const usualTuning: TerminalSettings['tuning'] = accountSettings.members.tuning.given.parse({});
