import type { Place } from '../../main/chain/wire.ts';
import type { NewAlert } from '../alerts/raise.ts';

interface RefusalMore {
  /** The place from which the till is to go on. */
  readonly expected?: Place;
  /** The newest status's: the till goes on from it. */
  readonly sentAt?: number;
  /** Raised when the refusal is told: nothing else of the request is kept. */
  readonly alert?: NewAlert;
  readonly retryAfterS?: number;
}

/** An answer of 400 and more, with the code of the wire. */
export class Refusal extends Error {
  override readonly name = 'Refusal';
  readonly status: number;
  readonly code: string;
  readonly more: RefusalMore;

  constructor(status: number, code: string, message: string, more: RefusalMore = {}) {
    super(message);
    this.status = status;
    this.code = code;
    this.more = more;
  }
}
