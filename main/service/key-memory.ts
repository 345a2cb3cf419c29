import { existsSync, readFileSync } from 'node:fs';
import { z } from 'zod';
import { replaceFile } from '../base/durable-files.ts';
import type { ServiceLog } from './log.ts';

const keptKeys = z.object({
  /** Address that they came from. */
  url: z.string(),
  /** ms since the epoch. */
  fetchedAt: z.number(),
  /** Public keys, as the service published them. */
  keys: z.array(z.unknown()).readonly(),
});
export type KeptKeys = Readonly<z.infer<typeof keptKeys>>;

/** Remembers the service's public keys over a restart. Neither call throws: without it they are fetched again. */
export interface KeyMemory {
  read(): KeptKeys | undefined;
  write(kept: KeptKeys): void;
}

/**
 * The keys in a file beside the settings, which name the address that they come from: whoever can change the one can
 * change the other, so the file is believed as they are.
 */
export function keyFile(path: string, log: ServiceLog): KeyMemory {
  const lost = (message: string, thrown: unknown) =>
    log.warn({ path, reason: thrown instanceof Error ? thrown.message : String(thrown) }, message);
  return {
    read() {
      try {
        return existsSync(path) ? keptKeys.parse(JSON.parse(readFileSync(path, 'utf8'))) : undefined;
      } catch (thrown) {
        lost('The kept keys of the payment service cannot be read; they are fetched again', thrown);
        return undefined;
      }
    },
    write(kept) {
      try {
        replaceFile(path, `${JSON.stringify(kept)}\n`);
      } catch (thrown) {
        lost('The keys of the payment service could not be kept', thrown);
      }
    },
  };
}
