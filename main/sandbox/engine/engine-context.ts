import type { Clock } from '../clock.ts';
import type { Choices } from '../open-points.ts';
import type { Random } from '../random.ts';
import type { CallbackFaults, CallbackOrder, CallbackOutcome } from './callback-order.ts';
import type { GeneratedTransactions } from './generated-transactions.ts';
import type { Store } from './in-memory-store.ts';
import type { Scheduler } from './scheduler.ts';

/** What every part of the engine is handed: the records, time, the choices, and the way out to the merchant. */
export interface EngineContext {
  readonly clock: Clock;
  readonly random: Random;
  readonly choices: Choices;
  readonly scheduler: Scheduler;
  readonly store: Store;
  readonly callbackFaults: CallbackFaults;
  readonly generated: GeneratedTransactions | undefined;
  /** Where the service stands, for links; without a slash at its end. */
  readonly baseUrl: () => string;
  /** Sends a callback; `done` tells what came of it, once. */
  readonly send: (order: CallbackOrder, done: (outcome: CallbackOutcome) => void) => void;
  /** Called after each change of what the state file holds. */
  readonly changed: () => void;
}
