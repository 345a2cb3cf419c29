import { type Transferable, Worker } from 'node:worker_threads';
import { type FromThread, fromErrorData, type ToThread, toErrorData } from './thread-messages.ts';
import { TillError } from './till-error.ts';

export interface Answer {
  readonly value: unknown;
  readonly transfer?: readonly Transferable[];
}

interface ThreadJob {
  /** Must be written literally as `new URL('./NAME-thread.ts', import.meta.url)`: the build replaces the expression. */
  readonly file: URL;
  readonly order: object;
  readonly signal?: AbortSignal | undefined;
  readonly answers?: Readonly<Record<string, (question: never) => Promise<Answer>>>;
  readonly onReport?: (value: never) => void;
  readonly newSpaceMiB?: number;
}

/** `began: false`: the thread did not start, for example without memory, and no work was done. */
type Outcome<Result> = { readonly began: true; readonly value: Result } | { readonly began: false };

/** The new space of the main process may grow to 128 MiB and is not given back. A thread needs far less. */
const NEW_SPACE_MIB = 16;

/** Resolves when the files of the thread are closed. Throws the work's TillError, or `internal` without a result. */
export function runInThread<Result>(job: ThreadJob): Promise<Outcome<Result>> {
  const { file, order, signal, answers = {}, onReport, newSpaceMiB = NEW_SPACE_MIB } = job;
  const { promise, resolve, reject } = Promise.withResolvers<Outcome<Result>>();
  const worker = new Worker(file, {
    workerData: order,
    // Options of the process such as `--import` are for its main thread.
    execArgv: [],
    resourceLimits: { maxYoungGenerationSizeMb: newSpaceMiB },
  });
  const send = (message: ToThread, transfer: readonly Transferable[] = []) => worker.postMessage(message, transfer);
  const stop = () => send({ type: 'stop' });
  let began = false;
  let fault: unknown;
  let end: Extract<FromThread, { type: 'done' | 'failed' }> | undefined;

  async function answer({ id, name, question }: Extract<FromThread, { type: 'ask' }>): Promise<void> {
    try {
      const { value, transfer } = await (answers[name] as (asked: unknown) => Promise<Answer>)(question);
      send({ type: 'answer', id, value }, transfer);
    } catch (thrown) {
      send({ type: 'refused', id, error: toErrorData(thrown) });
    }
  }

  worker.on('message', (message: FromThread) => {
    if (message.type === 'began') began = true;
    else if (message.type === 'ask') void answer(message);
    else if (message.type === 'report') onReport?.(message.value as never);
    else end = message;
  });
  worker.on('error', (thrown) => {
    fault = thrown;
  });
  worker.on('exit', () => {
    signal?.removeEventListener('abort', stop);
    if (end?.type === 'done') resolve({ began: true, value: end.value as Result });
    else if (end?.type === 'failed') reject(fromErrorData(end.error));
    else if (began) reject(new TillError('internal', `Worker thread ended: ${wordsOf(fault)}`, { cause: fault }));
    else resolve({ began: false });
  });
  signal?.addEventListener('abort', stop, { once: true });
  if (signal?.aborted) stop();
  return promise;
}

function wordsOf(fault: unknown): string {
  return fault instanceof Error ? fault.message : 'no reason given';
}
