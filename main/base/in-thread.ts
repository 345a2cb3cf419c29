import { parentPort, workerData } from 'node:worker_threads';
import { type FromThread, fromErrorData, type ToThread, toErrorData } from './thread-messages.ts';
import { TillError } from './till-error.ts';

interface MainThread {
  readonly signal: AbortSignal;
  /** The main thread answers by name. Throws the TillError of the answer. */
  ask(name: string, question?: unknown): Promise<unknown>;
  report(value: unknown): void;
}

export function inThread<Order>(work: (order: Order, main: MainThread) => Promise<unknown>): void {
  const port = parentPort;
  if (port === null) throw new TillError('internal', 'File is for a worker thread');
  const stop = new AbortController();
  const waiting = new Map<number, PromiseWithResolvers<unknown>>();
  let asked = 0;
  const send = (message: FromThread) => port.postMessage(message);
  const settle = (id: number) => {
    const one = waiting.get(id);
    waiting.delete(id);
    return one;
  };

  port.on('message', (message: ToThread) => {
    if (message.type === 'stop') stop.abort();
    else if (message.type === 'answer') settle(message.id)?.resolve(message.value);
    else settle(message.id)?.reject(fromErrorData(message.error));
  });
  send({ type: 'began' });
  const main: MainThread = {
    signal: stop.signal,
    ask(name, question) {
      const answer = Promise.withResolvers<unknown>();
      asked += 1;
      waiting.set(asked, answer);
      send({ type: 'ask', id: asked, name, question });
      return answer.promise;
    },
    report: (value) => send({ type: 'report', value }),
  };
  work(workerData as Order, main)
    .then(
      (value) => send({ type: 'done', value }),
      (thrown: unknown) => send({ type: 'failed', error: toErrorData(thrown) }),
    )
    .finally(() => port.close());
}
