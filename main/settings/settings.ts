import { z } from 'zod';
import { settingsDraft } from '../../preload/contract/contract.ts';
import { tuningSettings } from '../../preload/contract/tuning.ts';
import type { TerminalSettings } from './terminal-file-versions.ts';

export { tuningSettings } from '../../preload/contract/tuning.ts';
export type { TerminalSettings } from './terminal-file-versions.ts';

/**
 * The settings of one terminal by the rules of today: the provisioning file's fields without its secrets. A stored file
 * is not held to them (`terminal-file-versions.ts`); its type takes whatever they accept.
 */
export const terminalSettings = z.object({
  ...settingsDraft.omit({ keys: true, managerPin: true, counter: true, tuning: true, version: true }).shape,
  tuning: tuningSettings.prefault({}),
}) satisfies z.ZodType<TerminalSettings>;
