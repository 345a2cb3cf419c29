import { type Answer, runInThread } from '../base/run-in-thread.ts';
import { TillError } from '../base/till-error.ts';
import type { PaymentId } from '../domain/payment-service.ts';
import type { Journal } from '../journal/journal.ts';
import type { ListAsk, RawLists } from '../service/reconciliation-lists.ts';
import type { SpecDeviation } from '../service/spec-deviations.ts';
import type { Days } from './fetch-plan.ts';
import type { PaymentLookUp } from './look-up-payments.ts';
import type { OwnTill } from './page-writer.ts';
import type { ClosedShift } from './shift-of-time.ts';
import { createTurns, type TurnsParts } from './turns.ts';

export interface LoadOrder {
  readonly storeFile: string;
  readonly journalFile: string;
  readonly days: Days;
  readonly own: OwnTill;
  readonly shifts: readonly ClosedShift[];
}

/** V8 new space of the thread. A page is large and lives until stored: a larger new space would only fill up. */
const NEW_SPACE_MIB = 4;

interface LoadThreadParts extends TurnsParts {
  readonly service: RawLists & PaymentLookUp;
  readonly journal: Pick<Journal, 'file' | 'flush'>;
  readonly report: (deviation: SpecDeviation) => void;
  /** Called if the thread could not read a part of the journal. */
  readonly onDamage?: (() => void) | undefined;
}

/** Runs `load` in a thread with own connections; false if the thread could not begin. Rejects like `load`. */
export type LoadInThread = (order: Omit<LoadOrder, 'journalFile'>, signal: AbortSignal) => Promise<boolean>;

/** Requests to the service, and their verification, stay in the main thread: both need the keys. */
export function createLoadInThread({ service, journal, report, onDamage, ...parts }: LoadThreadParts): LoadInThread {
  return async (order, signal) => {
    // The thread reads the journal from disk: queued events would be missing.
    if (!journal.flush()) return false;
    const turn = createTurns(parts, signal);
    try {
      const { began } = await runInThread({
        file: new URL('./load-thread.ts', import.meta.url),
        order: { ...order, journalFile: journal.file } satisfies LoadOrder,
        signal,
        answers: {
          turn: async () => ({ value: await turn() }),
          page: (ask: ListAsk) => page(service, ask, signal),
          payment: async (id: PaymentId) => {
            const { status, createdAt } = await service.readPayment(id, { signal, urgency: 'background' });
            return { value: { status, createdAt } };
          },
        },
        onReport: report,
        newSpaceMiB: NEW_SPACE_MIB,
      });
      return began;
    } catch (thrown) {
      if (thrown instanceof TillError && thrown.code === 'journal.damaged') onDamage?.();
      throw thrown;
    }
  };
}

async function page(service: RawLists, ask: ListAsk, signal: AbortSignal): Promise<Answer> {
  const { response, ...fault } = await service.rawPage(ask, { signal, urgency: 'background' });
  const body = ownBytes(response.body);
  return { value: { response: { ...response, body }, ...fault }, transfer: [body.buffer] };
}

/** Node puts short buffers into a shared buffer, which cannot be transferred. */
function ownBytes(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  const { buffer, byteLength } = bytes;
  const isAlone = buffer instanceof ArrayBuffer && buffer.byteLength === byteLength;
  return isAlone ? new Uint8Array(buffer) : new Uint8Array(bytes);
}
