import { runInThread } from '../base/run-in-thread.ts';
import { type ErrorData, fromErrorData } from '../base/thread-messages.ts';
import { TillError } from '../base/till-error.ts';
import type { ShippedJournal } from './shipped-journal.ts';
import type { ShipFacts, ShipNews, ShipperParts } from './shipper.ts';
import type { Answer } from './wire.ts';

export interface ShipOrder {
  readonly address: string;
  readonly till: number;
  readonly privateKey: string;
  /** Key of the journals' seal, base64url. */
  readonly sealKey: string;
  readonly dataFolder: string;
  readonly inUse: ShippedJournal;
}

export type FromShipThread =
  | { readonly settings: Answer<'settings'> }
  | (Omit<ShipNews, 'fault'> & { readonly fault?: ErrorData | undefined });

export interface OfMain extends Pick<ShipperParts, 'news' | 'turn' | 'settings' | 'told'> {
  /** The system's proxies for an address, in PAC format. */
  proxy(url: string): Promise<string>;
}

/** Resolves once the signal has aborted, or the collector has ended the till. */
export type ShipInThread = (order: ShipOrder, signal: AbortSignal, main: OfMain) => Promise<void>;

/** Throws `TillError` `internal` when the thread does not start or ends without a result. */
export const shipInThread: ShipInThread = async (order, signal, { news, turn, proxy, settings, told }) => {
  const { began } = await runInThread({
    file: new URL('./ship-thread.ts', import.meta.url),
    order,
    signal,
    answers: {
      news: async (ms: number) => ({ value: (await news(ms)) satisfies ShipFacts }),
      turn: async () => ({ value: await turn() }),
      proxy: async (url: string) => ({ value: await proxy(url) }),
    },
    told(from: FromShipThread) {
      if ('settings' in from) return settings(from.settings);
      told({ ...from, fault: from.fault && fromErrorData(from.fault) });
    },
  });
  if (!began) throw new TillError('internal', 'No thread came up to ship the journal');
};
