import type { Clock, Random } from '../../base/clock.ts';
import type { Log } from '../../base/log.ts';
import type { RegisterPayments } from '../payments-by-key.ts';
import type { ReceiptNumbers } from '../receipt-numbers.ts';
import type { Register } from '../register-payment.ts';
import type { Settlement, ZvtAlarms } from './settlement.ts';
import type { Unconfirmed } from './unconfirmed.ts';

/** What the commands of a ZVT terminal need. */
export interface ZvtParts {
  readonly payments: RegisterPayments;
  readonly register: Register;
  readonly receiptNumbers: ReceiptNumbers;
  readonly unconfirmed: Unconfirmed;
  readonly alarms: ZvtAlarms;
  readonly settlement: Settlement;
  /** Four bytes of BCD. */
  readonly terminalId: Uint8Array;
  /** The till is in training, and no manager has switched *train with the register* on. */
  isTrainingAlone(): boolean;
  /** The shift so far: what was paid less what was refunded, in cents. */
  shift(): Promise<number>;
  readonly clock: Clock;
  readonly random: Pick<Random, 'uuid'>;
  readonly log: Log;
}
