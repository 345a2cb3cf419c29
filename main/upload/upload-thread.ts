import { createPrivateKey } from 'node:crypto';
import { systemClock, systemRandom } from '../base/clock.ts';
import { inThread } from '../base/in-thread.ts';
import { toErrorData } from '../base/thread-messages.ts';
import { createUndiciTransport } from '../service/undici-transport.ts';
import { COLLECTOR_TIMEOUTS } from './collector.ts';
import type { FromUploadThread, UploadOrder } from './upload-in-thread.ts';
import { nextStart } from './upload-starts.ts';
import { journalsToUpload } from './uploaded-journal.ts';
import { ship, type UploadFacts } from './uploader.ts';

inThread<UploadOrder>(async ({ privateKey, sealKey, dataFolder, inUse, ...order }, { signal, ask, report }) => {
  const send = (message: FromUploadThread) => report(message);
  const resolveProxy = (url: string) => ask('proxy', url) as Promise<string>;
  const transport = createUndiciTransport(COLLECTOR_TIMEOUTS, { resolveProxy });
  try {
    await ship({
      ...order,
      transport,
      start: nextStart(dataFolder),
      privateKey: createPrivateKey({ key: Buffer.from(privateKey, 'base64url'), format: 'der', type: 'pkcs8' }),
      sealKey: Buffer.from(sealKey, 'base64url'),
      journals: (anchors) => journalsToUpload(dataFolder, inUse, anchors),
      clock: systemClock,
      random: systemRandom,
      signal,
      news: (ms) => ask('news', ms) as Promise<UploadFacts>,
      turn: () => ask('turn') as Promise<void>,
      settings: (settings) => send({ settings }),
      report: ({ fault, ...news }) => send({ ...news, fault: fault && toErrorData(fault) }),
    });
  } finally {
    await transport.close();
  }
});
