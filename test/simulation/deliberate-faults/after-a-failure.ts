import type { KindOfWorld } from '../kinds-of-worlds.ts';
import type { Replacement } from './replace-in-sources.ts';

interface DeliberateFault {
  /** The worlds in which to look for it. */
  readonly among: KindOfWorld;
  readonly replacements: readonly Replacement[];
}

/** Faults in what a till does after something has failed: repeats, refusals of repeats, waits, and what it then says. */
export const faultsAfterAFailure: Readonly<Record<string, DeliberateFault>> = {
  'it is not written down that a sending may have been acted on': {
    among: 'refunds fail',
    replacements: [
      {
        file: 'main/refund/answer-events.ts',
        find: "if (sentBefore || error.acted === 'maybe')",
        replace: 'if (sentBefore)',
      },
    ],
  },
  'a refusal closes a refund that may have been made': {
    among: 'refunds fail',
    replacements: [
      {
        file: 'main/refund/answer-events.ts',
        find: 'if (mayHaveActed(refund)) return undefined;',
        replace: '',
      },
    ],
  },
  'a refund key is sent again at any age': {
    among: 'nights',
    replacements: [
      {
        file: 'main/refund/refund-schedule.ts',
        find: "return keyAgeMs > keyLastsMs ? 'look-up' : 'send';",
        replace: "return 'send';",
      },
    ],
  },
  'a refund that fails is sent again at once': {
    among: 'refunds fail',
    replacements: [{ file: 'main/refund/refund-follower.ts', find: '    this.#schedule.tried();\n', replace: '' }],
  },
  'any refund of the list is taken for the own': {
    among: 'nights',
    replacements: [{ file: 'main/refund/refund-look-up.ts', find: '      amount === refund.amount &&\n', replace: '' }],
  },
  'a write that fails is sent again at once': {
    among: 'writes fail',
    replacements: [
      { file: 'main/sale/cancel-and-acknowledge.ts', find: '    this.#backoff.failed();\n', replace: '' },
      { file: 'main/base/token-bucket.ts', find: 'this.#tokens = this.#level() - 1;', replace: '' },
    ],
  },
  'a sale is not read while a write about it fails': {
    among: 'writes fail',
    replacements: [
      {
        file: 'main/sale/cancel-and-acknowledge.ts',
        find: '    this.#backoff.failed();\n',
        replace:
          '    this.#backoff.failed();\n    this.#followed.limiter.obeyRetryAfter(Object.assign(error, { retryAfterMs: 60_000 }));\n',
      },
    ],
  },
  'requests are not counted': {
    among: 'writes fail',
    replacements: [{ file: 'main/base/token-bucket.ts', find: 'this.#tokens = this.#level() - 1;', replace: '' }],
  },
  'wrong credentials refuse an acknowledgement for good': {
    among: 'acknowledgements are denied',
    replacements: [
      {
        file: 'main/sale/cancel-and-acknowledge.ts',
        find: 'if (isRefusal(error) && !isAboutCredentials(error) && !this.#mayHaveAcknowledged) {',
        replace: 'if (isRefusal(error) && !this.#mayHaveAcknowledged) {',
      },
    ],
  },
  'a payment of another till stays as it was found': {
    among: 'other tills',
    replacements: [
      {
        file: 'main/sale/sales.ts',
        find: 'if (isElsewhere(sale)) this.#foundElsewhere(sale, payment);',
        replace: 'if (isElsewhere(sale)) return;',
      },
    ],
  },
  'a wish to wait is cut to five minutes': {
    among: 'waits are asked for',
    replacements: [
      {
        file: 'main/service/retry-policy.ts',
        find: 'export const RETRY_AFTER_CAP_MS = 24 * 60 * 60 * 1_000;',
        replace: 'export const RETRY_AFTER_CAP_MS = 300_000;',
      },
    ],
  },
  'a verdict comes from a question asked before': {
    among: 'writes fail',
    replacements: [
      {
        file: 'main/sale/payment-polling.ts',
        find: "    this.#underWay?.abort(new TillError('sale.read-again'",
        replace: "    void (new TillError('sale.read-again'",
      },
    ],
  },
  'a callback about another amount is taken': {
    among: 'callbacks differ',
    replacements: [
      {
        file: 'main/domain/payment-transitions.ts',
        find: '  return payment.amount === sale.amount;\n',
        replace: '  return true;\n',
      },
    ],
  },
};
