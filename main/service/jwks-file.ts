import { existsSync, readFileSync } from 'node:fs';
import { z } from 'zod';
import { replaceFile } from '../base/durable-files.ts';
import { briefFiles } from '../base/patient-files.ts';
import type { ServiceLog } from './log.ts';

const keptKeys = z.object({
  /** Address of the JWKS that they came from. */
  url: z.string(),
  /** ms since the epoch. */
  fetchedAt: z.number(),
  /** Public keys, as the service published them. */
  keys: z.array(z.unknown()).readonly(),
});
export type StoredJwks = Readonly<z.infer<typeof keptKeys>>;

/** Stores the service's public keys over a restart. Neither call throws: what cannot be read is fetched again. */
export interface JwksStorage {
  read(): StoredJwks | undefined;
  write(kept: StoredJwks): void;
}

/**
 * The keys in a file beside the settings. It needs no more protection than they have: the settings name the address of
 * the JWKS, so whoever can change them can choose the keys anyway.
 */
export function createJwksFile(path: string, log: ServiceLog): JwksStorage {
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
        replaceFile(path, `${JSON.stringify(kept)}\n`, briefFiles);
      } catch (thrown) {
        lost('The keys of the payment service could not be kept', thrown);
      }
    },
  };
}
