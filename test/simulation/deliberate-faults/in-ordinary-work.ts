import { at, type Replacement } from './replace-in-sources.ts';

/** Plausible faults in the client; the simulation must find each of them. */
export const faultsInOrdinaryWork: Readonly<Record<string, readonly Replacement[]>> = {
  'a refund that is being prepared is prepared once more': [
    at(
      'main/refund/one-refund-at-a-time.ts',
      'if (running !== undefined) return Promise.reject(underWay(running.preparation.asked));',
      '',
    ),
  ],
  'a refund that was taken back is begun all the same': [
    at('main/refund/one-refund-at-a-time.ts', '    this.signal.throwIfAborted();\n', ''),
    at('main/refund/one-refund-at-a-time.ts', '    this.#stop.abort(ENDS[why]());\n', ''),
  ],
  'an ended payment is asked about for a minute only': [
    at('main/sale/poll-schedule.ts', 'const WATCH_AFTER_EXPIRY_MS = 60_000;', 'const WATCH_AFTER_EXPIRY_MS = -60_000;'),
    at(
      'main/sale/poll-schedule.ts',
      'const LONGEST_WATCH_MS = 24 * 60 * 60 * 1000;',
      'const LONGEST_WATCH_MS = 60_000;',
    ),
  ],
  'a callback that waits for the merchant is always accepted': [
    at(
      'main/domain/payment-transitions.ts',
      "  if (!isUnderWay || sale.stage === 'paid' || isElsewhere(sale)) return false;\n",
      '  if (isUnderWay) return false;\n',
    ),
  ],
  'one empty search is taken for "not paid"': [
    at(
      'main/sale/customer-says-paid.ts',
      "if (stage === 'unknown') this.#set({ at, kind: creation === 'known' ? 'unknown' : 'not-found' });",
      "if (stage === 'unknown' && creation === 'known') this.#set({ at, kind: 'unknown' });",
    ),
  ],
  'two reads of a payment run beside each other': [
    at('main/service/request-scheduler.ts', 'if (before !== undefined) await unlessAborted(before, signal);', ''),
  ],
  'a creation is repeated by itself, without a key': [
    at(
      'main/service/retry-policy.ts',
      "retry !== 'never' && (call.read || call.idempotencyKey !== undefined)",
      "retry !== 'never'",
    ),
  ],
  'a creation without an answer is sent again instead of searched for': [
    at(
      'main/sale/sale-follower.ts',
      "if (sale.creation !== 'sending') return",
      "if (sale.creation === 'unknown') {\n      await this.#create(sale as never);\n      return 0;\n    }\n    if (sale.creation !== 'sending') return",
    ),
  ],
  'a creation without an answer is shown as failed': [
    at('main/sale/creation.ts', "if (error.acted === 'no')", 'if (error.acted)'),
  ],
  'a creation is given up at the first search that does not find it': [
    at('main/sale/creation.ts', 'const ABSENT_TWICE = 2;', 'const ABSENT_TWICE = 1;'),
  ],
  'the till acts before the disk has synced what it writes': [
    at('main/journal/database.ts', "{ name: 'synchronous', value: 2 }", "{ name: 'synchronous', value: 0 }"),
  ],
  'what a full disk refuses is forgotten': [
    at(
      'main/journal/writer.ts',
      '      if (written !== undefined) return written;\n',
      '      if (written !== undefined) return written;\n      this.#held = [];\n',
    ),
  ],
  'the chain goes on from the event before the last': [
    at(
      'main/journal/writer.ts',
      '    this.#head = written.head;\n',
      '    this.#head = { ...written.head, hash: this.#head.hash };\n',
    ),
  ],
  'the keychain hears of events before the disk has them': [
    at(
      'main/journal/writer.ts',
      "      database.exec('COMMIT');\n",
      "      this.#options.onWritten([{ type: 'refund.settled' } as never], written.head);\n      database.exec('COMMIT');\n",
    ),
  ],
  'a late status undoes a final one': [
    at(
      'main/domain/payment-transitions.ts',
      'if (hasEnded(sale)) return onSeenAfterEnd',
      'if (hasEnded(sale) && progress === 4) return onSeenAfterEnd',
    ),
    // The fold refuses the event too.
    at('main/domain/sale-moves.ts', 'if (hasEnded(sale)) return undefined;', ''),
  ],
  'a success after the end is not told': [
    at(
      'main/domain/payment-transitions.ts',
      "const isPaidAfterAll = end?.stage === 'paid' && !(wasTakenBack(sale) && via === 'callback');",
      'const isPaidAfterAll = false;',
    ),
  ],
  'a success after the end raises no alarm': [
    at(
      'main/domain/payment-transitions.ts',
      'moveTo(sale, seen, { ...end, alarmOver: sale.stage })',
      'moveTo(sale, seen, end)',
    ),
  ],
  'cancelled is shown on hope': [
    at(
      'main/domain/sale-cancel.ts',
      "return withRead(record(sale, at, { type: 'sale.cancel-answered', outcome: 'unknown' }));",
      'return onCancelAccepted(sale, at);',
    ),
  ],
  'a payment of another reference or amount is taken for the own': [
    at(
      'main/sale/creation-search.ts',
      "if (payment.reference !== sale.reference || payment.amount !== sale.amount) return 'none';",
      '',
    ),
    at(
      'main/domain/payment-transitions.ts',
      'if (payment.reference !== undefined && !sameText(sale.reference, payment.reference)) return false;\n  return payment.amount === sale.amount;',
      'return true;',
    ),
  ],
  'a sale that was dismissed is not taken up again after a restart': [
    at(
      'main/sale/sales.ts',
      'const takenUp = this.#followers.takeUp(this.#journal.openSales());',
      'const takenUp = undefined;',
    ),
    at('main/sale/sales.ts', 'takeUp(open)]', 'takeUp(open.filter((sale) => !sale.dismissed))]'),
  ],
  "an acknowledgement takes the service's amount": [
    at(
      'main/sale/cancel-and-acknowledge.ts',
      '{ amount, reference }, options',
      '{ amount: (await context.service.readPayment(paymentId)).amount, reference }, options',
    ),
  ],
  'a refund is sent again under a new key': [
    at(
      'main/refund/refund-follower.ts',
      'createRefund(refund.paymentId, refund.body, refund.refundKey,',
      'createRefund(refund.paymentId, refund.body, refund.maybeActed ? this.#context.random.uuid() : refund.refundKey,',
    ),
  ],
  'a refund is sent again with another body': [
    at(
      'main/refund/refund-follower.ts',
      'createRefund(refund.paymentId, refund.body,',
      'createRefund(refund.paymentId, refund.maybeActed ? service.prepareRefund({ amount: refund.amount }) : refund.body,',
    ),
  ],
  'a refund is shown as done by an answer that does not verify': [
    at('main/refund/refund-answer.ts', 'if (!answer.verified) return', 'if (!answer) return'),
  ],
  'a refund in doubt does not count as spent': [
    at('main/refund/refund-requests.ts', 'refunds.find(isInDoubt)', 'refunds.find(() => false)'),
    at(
      'main/domain/refund-record.ts',
      'return !MOVED_NOTHING.has(stage);',
      "return stage === 'pending' || stage === 'refunded';",
    ),
  ],
  'a refund above the limit goes out without a manager': [
    at(
      'main/refund/manager-permission.ts',
      '  if (free === undefined) return;',
      '  if (free !== undefined || free === undefined) return;',
    ),
  ],
  'a wish to wait is ignored': [
    at('main/sale/sale-budget.ts', 'monotonic() + obeyedMs(retryAfterMs, urgency);', 'monotonic();'),
    at('main/service/request-budget.ts', "    if (urgency !== 'asked') this.#refuseHeld(asked, urgency);\n", ''),
  ],
  'a newer question does not wait for the one under way': [
    at(
      'main/sale/payment-polling.ts',
      'if (this.#isBusy) return',
      "if (this.#isBusy && this.#followed.context.attention(sale.saleId) !== 'screen') return",
    ),
    at(
      'main/service/request-scheduler.ts',
      '      if (before !== undefined) await unlessAborted(before, signal);\n',
      '',
    ),
  ],
  'a Date moves the time of signatures as far as it likes': [
    at(
      'preload/contract/limits.ts',
      'const SKEW_CORRECTED_UP_TO_MS = 15 * 60_000;',
      'const SKEW_CORRECTED_UP_TO_MS = Number.POSITIVE_INFINITY;',
    ),
  ],
  'one wrong Date stops the till for good': [at('main/service/signed-exchange.ts', '    await time.ask();\n', '')],
  'a key of a register is looked for among open payments alone': [
    at(
      'main/register/payments-by-key.ts',
      'const known = open.journal.saleOfRegister(register.id, key);',
      'const known = open.journal.openSales().find((sale) => sale.register?.key === key);',
    ),
  ],
  'a register takes the code of a payment that was left without an end': [
    at('main/sale/charge.ts', ' ?? open.find((sale) => holdsCode(terminal, sale));', ';'),
  ],
  'a reference in basic characters is another one': [
    at('main/domain/same-text.ts', "return theirs !== '' && new RegExp", "return theirs === '' && new RegExp"),
  ],
  'any reference is a form of the sent one': [
    at('main/domain/same-text.ts', "return theirs !== '' && new RegExp", "return theirs !== '' || new RegExp"),
  ],
  'a reference is searched for as sent only': [
    at('main/service/payment-api.ts', 'if (basic === undefined || found', 'if (basic !== undefined || found'),
  ],
};
