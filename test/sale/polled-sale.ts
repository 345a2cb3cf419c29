import { beforeEach } from 'vitest';
import type { ErrorCode } from '../../main/base/error-codes.ts';
import { TillError, type TillErrorDetails } from '../../main/base/till-error.ts';
import type { CallOptions, Page, Payment, PaymentId } from '../../main/domain/payment-service.ts';
import { Creation } from '../../main/sale/creation.ts';
import { PaymentPolling } from '../../main/sale/payment-polling.ts';
import { VirtualClock } from '../base/virtual-clock.ts';
import { AT, payment, waiting } from './sale-states.ts';
import { ScriptedService } from './scripted-service.ts';
import { StubFollowedSale } from './stub-followed-sale.ts';

class Saying extends ScriptedService {
  answer: Payment = payment('PENDING');
  failure: TillError | undefined;
  found: readonly Payment[] = [];
  readonly asked: { readonly what: 'read' | 'search'; readonly options: CallOptions }[] = [];
  meanwhile: () => void = () => undefined;

  override async readPayment(_id: PaymentId, options: CallOptions = {}): Promise<Payment> {
    this.asked.push({ what: 'read', options });
    this.meanwhile();
    if (this.failure !== undefined) throw this.failure;
    return this.answer;
  }

  override async searchPage(
    _ask: object,
    _page: number,
    _size: number,
    options: CallOptions = {},
  ): Promise<Page<Payment>> {
    this.asked.push({ what: 'search', options });
    this.meanwhile();
    if (this.failure !== undefined) throw this.failure;
    return { items: this.found, number: 0, totalPages: 1, totalElements: this.found.length };
  }
}

export let clock: VirtualClock;
export let service: Saying;
export let followed: StubFollowedSale;
export let reading: PaymentPolling;

/** Before each test: a waiting sale with its polling, on a clock well past zero. */
export function givenPolledSale(): void {
  beforeEach(async () => {
    clock = new VirtualClock(AT - 1_000_000);
    await clock.advance(1_000_000);
    service = new Saying(clock);
    followed = new StubFollowedSale(waiting(), service, clock);
    reading = new PaymentPolling(followed, new Creation(followed.context));
    followed.note = (before, after) => reading.note(before, after);
  });
}

/** Makes each later request fail with `code`. */
export function failing(code: ErrorCode, facts: TillErrorDetails = {}): void {
  service.failure = new TillError(code, 'no', facts);
}

export function away(): void {
  failing('network.refused', { retryable: true });
}
