import type { PaymentService, Urgency } from '../../main/domain/payment-service.ts';
import type { SaleRecord } from '../../main/domain/sale-record.ts';
import { next, type SaleEvent } from '../../main/domain/state-machine.ts';
import type { FollowedSale, FollowerContext } from '../../main/sale/follower-context.ts';
import type { Attention } from '../../main/sale/poll-schedule.ts';
import { SaleBudget } from '../../main/sale/sale-budget.ts';
import { UndecidedPayments } from '../../main/sale/undecided-payments.ts';
import type { VirtualClock } from '../base/virtual-clock.ts';
import { Counter } from './counter.ts';

/** A stub of the followed sale, for tests of reading, cancelling and acknowledging. */
export class StubFollowedSale implements FollowedSale {
  readonly saleId = 'sale-1';
  readonly closing = new AbortController().signal;
  readonly happened: string[] = [];
  readonly counts = { changed: 0, tried: 0, answered: 0 };
  readonly budget: SaleBudget;
  readonly context: FollowerContext;
  readonly recovery: FollowedSale['recovery'];
  record: SaleRecord;
  attention: Attention = 'screen';
  timeKnown = true;
  skewMs = 0;
  note: (before: SaleRecord, after: SaleRecord) => void = () => undefined;

  constructor(record: SaleRecord, service: PaymentService, clock: VirtualClock) {
    this.record = record;
    this.budget = new SaleBudget(clock);
    this.context = {
      service,
      journal: new Counter().journal,
      clock,
      random: { next: () => 0.5, uuid: () => '' },
      timing: {
        timeKnown: () => this.timeKnown,
        skewMs: () => this.skewMs,
        arrivesWithinMs: 20_000,
        searchLagMs: 60_000,
      },
      undecided: new UndecidedPayments(() => undefined),
      attention: { of: () => this.attention, isOpened: () => false },
      ledger: {
        sale: () => this.record,
        apply: (_saleId, event) => this.apply(event),
        viewed: () => {
          this.counts.changed += 1;
        },
      },
    };
    this.recovery = {
      tried: () => {
        this.counts.tried += 1;
      },
      resolved: () => {
        this.counts.answered += 1;
        return false;
      },
    };
  }

  readonly sale = (): SaleRecord => this.record;

  readonly apply = (event: SaleEvent): SaleRecord => {
    this.happened.push(event.type);
    const before = this.record;
    const at = this.context.clock.now();
    this.record = next(before, event, { at, serviceNow: at }).sale;
    this.note(before, this.record);
    return this.record;
  };

  get urgency(): Urgency {
    return this.attention;
  }
}
