import type { Replacement } from './replace-in-sources.ts';

/** Faults that somebody could have written into the client, each of which the simulation has to find. */
export const faultsInOrdinaryWork: Readonly<Record<string, readonly Replacement[]>> = {
  'a refund that is being prepared is prepared once more': [
    {
      file: 'main/refund/preparations.ts',
      find: 'if (running !== undefined) return Promise.reject(underWay(running.preparation.asked));',
      replace: '',
    },
  ],
  'a refund that was taken back is begun all the same': [
    { file: 'main/refund/preparations.ts', find: '    this.signal.throwIfAborted();\n', replace: '' },
    { file: 'main/refund/preparations.ts', find: '    this.#stop.abort(ENDS[why]());\n', replace: '' },
  ],
  'a refund that a list tells of is taken for done': [
    {
      file: 'main/domain/refund-record.ts',
      find: "      stage: 'pending',\n",
      replace: "      stage: 'refunded',\n",
    },
  ],
  'an ended payment is asked about for a minute only': [
    {
      file: 'main/sale/payment-polling.ts',
      find: 'const AFTER_EXPIRY_MS = 60_000;',
      replace: 'const AFTER_EXPIRY_MS = -60_000;',
    },
    {
      file: 'main/sale/payment-polling.ts',
      find: 'const DOUBTFUL_WATCH_MS = 24 * 60 * 60 * 1000;',
      replace: 'const DOUBTFUL_WATCH_MS = 60_000;',
    },
  ],
  'a callback that waits for the merchant is always accepted': [
    {
      file: 'main/domain/sale-acknowledge.ts',
      find: 'if (status !== WAITS) return true;',
      replace: 'return true;',
    },
  ],
  'one empty search is taken for "not paid"': [
    {
      file: 'main/sale/customer-says-paid.ts',
      find: "if (stage === 'unknown') this.#set({ at, kind: creation === 'known' ? 'unknown' : 'not-found' });",
      replace: "if (stage === 'unknown' && creation === 'known') this.#set({ at, kind: 'unknown' });",
    },
  ],
  'two reads of a payment run beside each other': [
    {
      file: 'main/service/request-budget.ts',
      find: 'if (before !== undefined) await unlessAborted(before, signal);',
      replace: '',
    },
  ],
  'a creation is repeated by itself, without a key': [
    {
      file: 'main/service/signed-exchange.ts',
      find: "options.retry !== 'never' && (read || call.idempotencyKey !== undefined)",
      replace: "options.retry !== 'never'",
    },
  ],
  'a creation without an answer is sent again instead of searched for': [
    {
      file: 'main/sale/sale-follower.ts',
      find: "if (sale.creation !== 'sending') return",
      replace:
        "if (sale.creation === 'unknown') {\n      await this.#create(sale as never);\n      return 0;\n    }\n    if (sale.creation !== 'sending') return",
    },
  ],
  'a creation without an answer is shown as failed': [
    { file: 'main/sale/creation.ts', find: "if (error.acted === 'no')", replace: 'if (error.acted)' },
  ],
  'a creation is given up at the first search that does not find it': [
    { file: 'main/sale/creation.ts', find: 'const ABSENT_TWICE = 2;', replace: 'const ABSENT_TWICE = 1;' },
  ],
  'a creation is given up while its request may still arrive': [
    {
      file: 'main/sale/sales.ts',
      find: 'const CREATION_ARRIVES_WITHIN_MS = 20_000;',
      replace: 'const CREATION_ARRIVES_WITHIN_MS = 0;',
    },
  ],
  'the till acts before the disk has synced what it writes': [
    {
      file: 'main/journal/database.ts',
      find: "{ name: 'synchronous', value: 2 }",
      replace: "{ name: 'synchronous', value: 0 }",
    },
  ],
  'what a full disk refuses is forgotten': [
    {
      file: 'main/journal/writer.ts',
      find: '      if (written !== undefined) return written;\n',
      replace: '      if (written !== undefined) return written;\n      this.#held = [];\n',
    },
  ],
  'the chain goes on from the event before the last': [
    {
      file: 'main/journal/writer.ts',
      find: '    this.#head = written.head;\n',
      replace: '    this.#head = { ...written.head, hash: this.#head.hash };\n',
    },
  ],
  'the keychain hears of events before the disk has them': [
    {
      file: 'main/journal/writer.ts',
      find: "      database.exec('COMMIT');\n",
      replace:
        "      this.#options.onWritten([{ type: 'refund.settled' } as never], written.head);\n      database.exec('COMMIT');\n",
    },
  ],
  'a late status undoes a final one': [
    {
      file: 'main/domain/payment-transitions.ts',
      find: 'if (hasEnded(sale)) return onSeenAfterEnd',
      replace: 'if (hasEnded(sale) && progress === 4) return onSeenAfterEnd',
    },
    // The fold refuses the event too.
    { file: 'main/domain/sale-moves.ts', find: 'if (hasEnded(sale)) return undefined;', replace: '' },
  ],
  'a success after the end is not told': [
    {
      file: 'main/domain/payment-transitions.ts',
      find: "const isPaidAfterAll = end?.stage === 'paid' && !(wasTakenBack(sale) && via === 'callback');",
      replace: 'const isPaidAfterAll = false;',
    },
  ],
  'a success after the end raises no alarm': [
    {
      file: 'main/domain/payment-transitions.ts',
      find: 'moveTo(sale, seen, { ...end, alarmOver: sale.stage })',
      replace: 'moveTo(sale, seen, end)',
    },
  ],
  'cancelled is shown on hope': [
    {
      file: 'main/domain/sale-cancel.ts',
      find: "return withRead(record(sale, at, { type: 'sale.cancel-answered', outcome: 'unknown' }));",
      replace: 'return onCancelAccepted(sale, at);',
    },
  ],
  'a payment of another reference or amount is taken for the own': [
    {
      file: 'main/sale/creation-search.ts',
      find: 'if (payment.reference !== sale.reference || payment.amount !== sale.amount) return false;',
      replace: '',
    },
    {
      file: 'main/domain/payment-transitions.ts',
      find: 'if (payment.reference !== undefined && payment.reference !== sale.reference) return false;\n  return payment.amount === sale.amount;',
      replace: 'return true;',
    },
  ],
  'a sale that was dismissed is not taken up again after a restart': [
    {
      file: 'main/sale/sales.ts',
      find: 'openSales().filter((sale) => this.#followers.of(sale.saleId) === undefined)',
      replace: 'openSales().filter((sale) => !sale.dismissed && this.#followers.of(sale.saleId) === undefined)',
    },
  ],
  "an acknowledgement takes the service's amount": [
    {
      file: 'main/sale/cancel-and-acknowledge.ts',
      find: '{ amount, reference }, {',
      replace: '{ amount: (await context.service.readPayment(paymentId)).amount, reference }, {',
    },
  ],
  'a refund is sent again under a new key': [
    {
      file: 'main/refund/refund-follower.ts',
      find: 'createRefund(refund.paymentId, refund.body, refund.refundKey,',
      replace:
        'createRefund(refund.paymentId, refund.body, refund.maybeActed ? this.#context.random.uuid() : refund.refundKey,',
    },
  ],
  'a refund is sent again with another body': [
    {
      file: 'main/refund/refund-follower.ts',
      find: 'createRefund(refund.paymentId, refund.body,',
      replace:
        'createRefund(refund.paymentId, refund.maybeActed ? service.prepareRefund({ amount: refund.amount }) : refund.body,',
    },
  ],
  'a refund is shown as done by an answer that does not verify': [
    { file: 'main/refund/answer-events.ts', find: 'if (!answer.verified) return', replace: 'if (!answer) return' },
  ],
  'a refund in doubt does not count as spent': [
    { file: 'main/refund/refund-requests.ts', find: 'refunds.find(isInDoubt)', replace: 'refunds.find(() => false)' },
    {
      file: 'main/domain/refund-record.ts',
      find: 'return !MOVED_NOTHING.has(stage);',
      replace: "return stage === 'pending' || stage === 'refunded';",
    },
  ],
  'a refund above the limit goes out without a manager': [
    {
      file: 'main/refund/manager-permission.ts',
      find: '  if (free === undefined) return;',
      replace: '  if (free !== undefined || free === undefined) return;',
    },
  ],
  'a wish to wait is ignored': [
    {
      file: 'main/following/rate-limiter.ts',
      find: 'return this.#clock.monotonic() + retryAfterMs;',
      replace: 'return this.#clock.monotonic();',
    },
  ],
  'a newer question does not wait for the one under way': [
    {
      file: 'main/sale/payment-polling.ts',
      find: '    if (this.#isBusy) return Number.POSITIVE_INFINITY;\n',
      replace: '',
    },
    {
      file: 'main/service/request-budget.ts',
      find: '      if (before !== undefined) await unlessAborted(before, signal);\n',
      replace: '',
    },
  ],
  'a Date moves the time of signatures as far as it likes': [
    {
      file: 'main/service/clock-skew.ts',
      find: 'export const CORRECT_UP_TO_MS = 15 * 60_000;',
      replace: 'export const CORRECT_UP_TO_MS = Number.POSITIVE_INFINITY;',
    },
  ],
  'one wrong Date stops the till for good': [
    { file: 'main/service/signed-exchange.ts', find: '    await time.ask();\n', replace: '' },
  ],
};
