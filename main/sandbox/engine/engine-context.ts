import type { Picks } from '../open-points.ts';
import type { CallbackOrder, CallbackOutcome, CallbackTrouble } from './callbacks.ts';
import type { Clock, Random } from './dates.ts';
import type { Dataset } from './generated-transactions.ts';
import type { Ledger } from './in-memory-store.ts';
import type { Agenda } from './scheduler.ts';

/** What every part of the engine is handed. */
export interface World {
  readonly clock: Clock;
  readonly random: Random;
  readonly picks: Picks;
  readonly agenda: Agenda;
  readonly ledger: Ledger;
  readonly trouble: CallbackTrouble;
  readonly dataset: Dataset | undefined;
  /** Where the service stands, for links; without a slash at its end. */
  readonly baseUrl: () => string;
  /** Sends a callback; `done` tells what came of it, once. */
  readonly send: (order: CallbackOrder, done: (outcome: CallbackOutcome) => void) => void;
  /** Something that the state file holds has changed. */
  readonly changed: () => void;
}
