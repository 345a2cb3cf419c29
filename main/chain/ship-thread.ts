import { createPrivateKey } from 'node:crypto';
import { systemClock, systemRandom } from '../base/clock.ts';
import { inThread } from '../base/in-thread.ts';
import { type ErrorData, toErrorData } from '../base/thread-messages.ts';
import { createUndiciTransport } from '../service/undici-transport.ts';
import { COLLECTOR_TIMEOUTS } from './collector.ts';
import { journalsToShip, type ShippedJournal } from './shipped-journal.ts';
import { type ShipFacts, type ShipNews, ship } from './shipper.ts';
import type { Answer } from './wire.ts';

export interface ShipOrder {
  readonly address: string;
  readonly till: number;
  /** PKCS #8 DER, base64url. */
  readonly privateKey: string;
  readonly dataFolder: string;
  readonly inUse: ShippedJournal;
}

export type FromShipper =
  | { readonly settings: Answer<'settings'> }
  | (Omit<ShipNews, 'fault'> & { readonly fault?: ErrorData | undefined });

export const keyOf = (privateKey: string) =>
  createPrivateKey({ key: Buffer.from(privateKey, 'base64url'), format: 'der', type: 'pkcs8' });

inThread<ShipOrder>(async ({ address, till, privateKey, dataFolder, inUse }, { signal, ask, tell }) => {
  const resolveProxy = (url: string) => ask('proxy', url) as Promise<string>;
  const transport = createUndiciTransport(COLLECTOR_TIMEOUTS, { resolveProxy });
  try {
    await ship({
      transport,
      address,
      till,
      privateKey: keyOf(privateKey),
      journals: () => journalsToShip(dataFolder, inUse),
      clock: systemClock,
      random: systemRandom,
      signal,
      news: (ms) => ask('news', ms) as Promise<ShipFacts>,
      settings: (settings) => tell({ settings } satisfies FromShipper),
      told: ({ fault, ...news }) =>
        tell({ ...news, ...(fault && { fault: toErrorData(fault) }) } satisfies FromShipper),
    });
  } finally {
    await transport.close();
  }
});
