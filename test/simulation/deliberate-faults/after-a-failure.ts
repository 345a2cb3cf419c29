import type { KindOfWorld } from '../kinds-of-worlds.ts';
import { at, type Replacement } from './replace-in-sources.ts';

interface DeliberateFault {
  /** Worlds in which to search for the fault. */
  readonly among: KindOfWorld;
  readonly replacements: readonly Replacement[];
}

const among = (kind: KindOfWorld, replacements: readonly Replacement[]): DeliberateFault => ({
  among: kind,
  replacements,
});

/** Faults in the till's behaviour after a failure: repeats, refusals of repeats, waits, and messages. */
export const faultsAfterAFailure: Readonly<Record<string, DeliberateFault>> = {
  'it is not written down that a sending may have been acted on': among('refunds fail', [
    at('main/refund/refund-answer.ts', "if (sentBefore || error.acted === 'maybe')", 'if (sentBefore)'),
  ]),
  'a refusal closes a refund that may have been made': among('refunds fail', [
    at('main/refund/refund-answer.ts', 'if (mayHaveActed(refund)) return undefined;', ''),
  ]),
  'a refund key is sent again at any age': among('nights', [
    at('main/refund/refund-schedule.ts', "return keyAgeMs > keyLastsMs ? 'look-up' : 'send';", "return 'send';"),
  ]),
  'a refund that fails is sent again at once': among('refunds fail', [
    at('main/refund/refund-follower.ts', '    this.#schedule.tried();\n', ''),
    at('main/base/token-bucket.ts', 'this.#tokens = this.#level() - 1;', ''),
  ]),
  'a recovery goes before a charge': among('recoveries are long', [
    at('main/sale/import-own-payments.ts', "{ signal, urgency: 'background' }", '{ signal }'),
  ]),
  'any refund of the list is taken for the own': among('nights', [
    at('main/refund/refund-look-up.ts', '      amount === refund.amount &&\n', ''),
  ]),
  'a write that fails is sent again at once': among('writes fail', [
    at('main/sale/cancel-and-acknowledge.ts', '    this.#backoff.failed();\n', ''),
    at('main/base/token-bucket.ts', 'this.#tokens = this.#level() - 1;', ''),
  ]),
  'a sale is not read while a write about it fails': among('writes fail', [
    at(
      'main/sale/cancel-and-acknowledge.ts',
      '    this.#backoff.failed();\n',
      '    this.#backoff.failed();\n    this.#followed.budget.obeyRetryAfter(Object.assign(error, { retryAfterMs: 60_000 }), urgency);\n',
    ),
  ]),
  'requests are not counted': among('writes fail', [
    at('main/base/token-bucket.ts', 'this.#tokens = this.#level() - 1;', ''),
  ]),
  'wrong credentials refuse an acknowledgement for good': among('acknowledgements are denied', [
    at(
      'main/sale/cancel-and-acknowledge.ts',
      'if (isRefusal(error) && !isAboutCredentials(error) && !this.#mayHaveAcknowledged) {',
      'if (isRefusal(error) && !this.#mayHaveAcknowledged) {',
    ),
  ]),
  'a payment of another till stays as it was found': among('other tills', [
    at(
      'main/sale/payment-look-up.ts',
      'if (isElsewhere(sale)) this.#foundElsewhere(sale, payment);',
      'if (isElsewhere(sale)) return;',
    ),
  ]),
  'a refund that a list tells of is taken for done': among('other tills', [
    at('main/domain/refund-record.ts', "      stage: 'pending',\n", "      stage: 'refunded',\n"),
  ]),
  'a creation is given up while its request may still arrive': among('requests arrive late', [
    at('main/sale/creation.ts', 'const CREATION_ARRIVES_WITHIN_MS = 20_000;', 'const CREATION_ARRIVES_WITHIN_MS = 0;'),
  ]),
  'a typed reference and the time are taken for proof': among('orders are shared', [
    at(
      'main/sale/creation-search.ts',
      "payment.createdAt <= span.latest ? 'undecided' : 'none';",
      "payment.createdAt <= span.latest ? 'own' : 'none';",
    ),
  ]),
  "a payment that is perhaps the sale's is cancelled": among('orders are shared', [
    at(
      'main/sale/creation.ts',
      '    undecided.set(sale.saleId,',
      "    if (found?.proof === 'undecided') await service.cancelPayment(found.payment.paymentId).catch(() => undefined);\n    undecided.set(sale.saleId,",
    ),
  ]),
  'a superseded payment that appears late is left to its payer': among('creations are late', [
    at('main/domain/off-screen.ts', 'if (sale.superseded || hasEnded(sale))', 'if (hasEnded(sale))'),
  ]),
  'a parked payment is paid without an alarm': among('creations are late', [
    at(
      'main/domain/off-screen.ts',
      "parked: { appears: 'follow', paid: 'alarm' }",
      "parked: { appears: 'follow', paid: 'show' }",
    ),
  ]),
  'a recovered payment is paid without an alarm': among('a register asks', [
    at(
      'main/domain/off-screen.ts',
      "recovered: { appears: 'follow', paid: 'alarm' }",
      "recovered: { appears: 'follow', paid: 'show' }",
    ),
  ]),
  'a wish to wait is cut to five minutes': among('waits are asked for', [
    at(
      'main/service/retry-policy.ts',
      'const RETRY_AFTER_CAP_MS = 24 * 60 * 60 * 1_000;',
      'const RETRY_AFTER_CAP_MS = 300_000;',
    ),
  ]),
  'a verdict comes from a question asked before': among('writes fail', [
    at(
      'main/sale/payment-polling.ts',
      "    this.#underWay?.abort(new TillError('sale.read-again'",
      "    void (new TillError('sale.read-again'",
    ),
  ]),
  'a callback about another amount is taken': among('callbacks differ', [
    at('main/domain/payment-transitions.ts', '  return payment.amount === sale.amount;\n', '  return true;\n'),
  ]),
  'a register that comes back is told of what is new alone': among('a register asks', [
    at('main/register/payment-events.ts', "const [, journalId = '', seq = '0'] =", "const [, journalId = ''] ="),
    at(
      'main/register/payment-events.ts',
      'const place = { journalId, seq: Number(seq) };',
      'const place = { journalId, seq: parts.till.opened?.journal.newestSeq() ?? 0 };',
    ),
  ]),
  'a refund has a key made from those of the register': among('tills have the same keys', [
    at(
      'main/register/payments-by-key.ts',
      'known?.wish ?? this.#parts.random.uuid()',
      "known?.wish ?? [key, refundKey].join('/')",
    ),
  ]),
  'a recovered payment is no reason to ask a person': among('a register asks', [
    at('main/register/unknown-keys.ts', 'if (match === undefined) return;', 'return;'),
  ]),
};
