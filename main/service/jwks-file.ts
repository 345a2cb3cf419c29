import { existsSync, readFileSync } from 'node:fs';
import { z } from 'zod';
import { replaceFile } from '../base/durable-files.ts';
import type { ServiceLog } from '../base/log.ts';
import { isSameMac, macOf } from '../base/mac.ts';
import { briefFiles } from '../base/patient-files.ts';

const keptKeys = z.object({
  url: z.string(),
  /** ms since the epoch. */
  fetchedAt: z.number(),
  keys: z.array(z.unknown()).readonly(),
});
export type StoredJwks = Readonly<z.infer<typeof keptKeys>>;
const sealedKeys = keptKeys.extend({ mac: z.string().optional() });

export interface JwksSeal {
  /** HMAC-SHA256 key, used only for the seal of this file. */
  readonly key: Buffer;
  readonly terminalId: string;
}

/** Stores the service's public keys. Neither call throws: keys that cannot be read are fetched again. */
export interface JwksStorage {
  read(): StoredJwks | undefined;
  write(kept: StoredJwks): void;
}

/** The seal stops an attacker from adding a key that could prove a false payment. */
export function createJwksFile(path: string, seal: JwksSeal, log: ServiceLog): JwksStorage {
  return {
    read() {
      try {
        return existsSync(path) ? opened(readFileSync(path, 'utf8'), seal) : undefined;
      } catch (thrown) {
        log.warn('Stored keys of the payment service unreadable: fetching them again', { thrown });
        return undefined;
      }
    },
    write(kept) {
      try {
        replaceFile(path, `${JSON.stringify({ ...kept, mac: macOfKeys(kept, seal) })}\n`, briefFiles);
      } catch (thrown) {
        log.warn('Storing the keys of the payment service failed', { thrown });
      }
    },
  };
}

/** Throws when this terminal did not write the text, or wrote the text before such files were sealed. */
function opened(text: string, seal: JwksSeal): StoredJwks {
  const { mac, ...kept } = sealedKeys.parse(JSON.parse(text));
  if (mac === undefined) throw new Error('seal missing');
  if (!isSameMac(mac, macOfKeys(kept, seal))) throw new Error('changed outside Tillmate');
  return kept;
}

function macOfKeys({ url, fetchedAt, keys }: StoredJwks, { key, terminalId }: JwksSeal): string {
  return macOf(key, [terminalId, url, fetchedAt, keys]);
}
