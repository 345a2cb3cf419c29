import type { TillError } from '../../main/base/till-error.ts';
import type { CallOptions, Page, Payment, PaymentId } from '../../main/domain/payment-service.ts';
import { payment } from './sale-states.ts';
import { ScriptedService } from './scripted-service.ts';

/** Answers at once with what the test says. */
export class Saying extends ScriptedService {
  answer: Payment = payment('PENDING');
  failure: TillError | undefined;
  found: readonly Payment[] = [];
  readonly asked: { readonly what: 'read' | 'search'; readonly options: CallOptions }[] = [];
  /** Called while the question is under way. */
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
