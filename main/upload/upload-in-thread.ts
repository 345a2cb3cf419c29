import { runInThread } from '../base/run-in-thread.ts';
import { type ErrorData, fromErrorData } from '../base/thread-messages.ts';
import { TillError } from '../base/till-error.ts';
import type { UploadedJournal } from './uploaded-journal.ts';
import type { UploaderParts, UploadFacts, UploadNews } from './uploader.ts';
import type { Answer } from './wire.ts';

export interface UploadOrder {
  readonly address: string;
  readonly till: number;
  readonly privateKey: string;
  /** base64url. */
  readonly sealKey: string;
  readonly dataFolder: string;
  readonly inUse: UploadedJournal;
}

export type FromUploadThread =
  | { readonly settings: Answer<'settings'> }
  | (Omit<UploadNews, 'fault'> & { readonly fault?: ErrorData | undefined });

export interface OfMain extends Pick<UploaderParts, 'news' | 'turn' | 'settings' | 'report'> {
  /** In PAC format. */
  proxy(url: string): Promise<string>;
}

/** Resolves once the signal has aborted, or the collector has ended the till. */
export type UploadInThread = (order: UploadOrder, signal: AbortSignal, main: OfMain) => Promise<void>;

/** Throws `TillError` `internal` when the thread does not start or ends without a result. */
export const uploadInThread: UploadInThread = async (order, signal, { news, turn, proxy, settings, report }) => {
  const { began } = await runInThread({
    file: new URL('./upload-thread.ts', import.meta.url),
    order,
    signal,
    answers: {
      news: async (ms: number) => ({ value: (await news(ms)) satisfies UploadFacts }),
      turn: async () => ({ value: await turn() }),
      proxy: async (url: string) => ({ value: await proxy(url) }),
    },
    onReport(from: FromUploadThread) {
      if ('settings' in from) return settings(from.settings);
      report({ ...from, fault: from.fault && fromErrorData(from.fault) });
    },
  });
  if (!began) throw new TillError('internal', 'Worker thread of the upload not started');
};
