import { resolve } from 'node:path';
import { z } from 'zod';
import type { CommandLine, ProvisionWith } from './command-line.ts';

/** What a start hands to the app that runs already. */
export interface SecondStart {
  /** The provisioning file, with its whole path: the two run in folders of their own. */
  readonly provisionFile?: string | undefined;
  /** What was given beside it. The secrets themselves stay with the start: the till asks for them. */
  readonly provisionWith?: ProvisionWith | undefined;
}

const secondStart = z.object({
  provisionFile: z.string().min(1).max(32_767).optional(),
  provisionWith: z
    .object({ posId: z.string().max(1_000).optional(), pinFromStdin: z.boolean(), passphraseFromStdin: z.boolean() })
    .optional(),
});

export function secondStartOf({ provisionFile, provisionWith }: CommandLine): SecondStart {
  if (provisionFile === undefined) return {};
  return { provisionFile: resolve(provisionFile), ...(provisionWith && { provisionWith }) };
}

/** What another process handed over, which may be any. What is not as `secondStartOf` makes it counts as nothing. */
export function readSecondStart(handedOver: unknown): SecondStart {
  return secondStart.safeParse(handedOver).data ?? {};
}
