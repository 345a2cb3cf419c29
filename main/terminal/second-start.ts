import { resolve } from 'node:path';
import { z } from 'zod';
import type { CommandLine } from './command-line.ts';

/** What a start hands to the app that runs already. */
export interface SecondStart {
  /** The provisioning file, with its whole path: the two run in folders of their own. */
  readonly provisionFile?: string | undefined;
}

const secondStart = z.object({ provisionFile: z.string().min(1).max(32_767).optional() });

export function secondStartOf({ provisionFile }: CommandLine): SecondStart {
  return provisionFile === undefined ? {} : { provisionFile: resolve(provisionFile) };
}

/** What another process handed over, which may be any. What is not as `secondStartOf` makes it counts as nothing. */
export function readSecondStart(handedOver: unknown): SecondStart {
  return secondStart.safeParse(handedOver).data ?? {};
}
