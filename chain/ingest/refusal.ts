import type { Place } from '../../main/upload/wire.ts';
import type { NewAlert } from '../alerts/raise.ts';

interface RefusalMore {
  readonly expected?: Place;
  /** Time of the newest status: the till continues from there. */
  readonly sentAt?: number;
  /** Raised with the refusal; all other effects of the request are rolled back. */
  readonly alert?: NewAlert;
  readonly retryAfterS?: number;
}

/** Has a code of the protocol. */
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
