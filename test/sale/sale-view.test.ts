import { describe, expect, test } from 'vitest';
import type { RefundId, RequestBody } from '../../main/domain/payment-service.ts';
import type { RefundRecord } from '../../main/domain/refund-record.ts';
import type { SaleRecord } from '../../main/domain/sale-record.ts';
import { refundableOf, saleSummary, saleView } from '../../main/sale/sale-view.ts';
import { AT, ended, fresh, imported, ours, problem, REFERENCE, waiting } from './sale-states.ts';

const refund: RefundRecord = {
  refundKey: 'key-1',
  saleId: 'sale-1',
  paymentId: ours,
  amount: 400,
  body: '{}' as RequestBody,
  stage: 'pending',
  maybeActed: false,
  at: AT,
};
const paid = ended('SUCCEEDED');
const bare = {
  saleId: 'sale-1',
  reference: REFERENCE,
  amount: 1250,
  stage: 'creating',
  posId: 'TILL42',
  startedAt: AT,
  cancel: 'no',
  refunds: [],
  refunded: 0,
  refundable: 0,
};

describe('a sale in the windows', () => {
  test('shows only amount and reference when just begun', () => {
    expect(saleView(fresh(), [])).toStrictEqual(bare);
  });

  test('shows all known fields', () => {
    const sale: SaleRecord = {
      ...paid,
      description: 'bread',
      deeplink: 'https://payer.example/1',
      succeededAt: AT + 5_000,
      endedAt: AT + 6_000,
      ending: 'service',
      debtor: { name: 'Zoë', iban: 'NL00****1234' },
      alarm: { shownAs: 'expired', at: AT, acknowledged: false },
      problem,
    };
    const doing = { code: 'offline', sinceMs: AT };
    const verdict = { at: AT, kind: 'paid' } as const;
    expect(saleView(sale, [refund], { doing, verdict })).toStrictEqual({
      ...bare,
      stage: 'paid',
      refunds: [{ refundKey: 'key-1', amount: 400, stage: 'pending', at: AT }],
      refundable: 850,
      description: 'bread',
      status: 'SUCCEEDED',
      paymentId: ours,
      deeplink: 'https://payer.example/1',
      endedAt: AT + 6_000,
      succeededAt: AT + 5_000,
      ending: 'service',
      debtor: { name: 'Zoë', iban: 'NL00****1234' },
      alarm: { shownAs: 'expired', at: AT, acknowledged: false },
      problem,
      doing,
      verdict,
      lifetimeMs: 60_000,
    });
  });

  test('shows the current trouble before the stored problem', () => {
    const trouble = { code: 'network.refused', message: 'away', retryable: true };
    expect(saleView({ ...fresh(), problem }, [], { trouble }).problem).toEqual(trouble);
    expect(saleView({ ...fresh(), problem }, []).problem).toEqual(problem);
  });

  test("shows a person's cancel, not the till's", () => {
    expect(saleView({ ...fresh(), cancel: 'asked', cancelBy: 'cashier', cancelDue: 'send' }, []).cancel).toBe('asked');
    expect(saleView({ ...fresh(), cancel: 'asked', cancelBy: 'till', cancelDue: 'send' }, []).cancel).toBe('no');
  });

  test('names the register of a charge or cancel', () => {
    const sale = { ...ended('CANCELLED'), by: { role: 'till', name: 'Till 3' } } as const;
    const register = { id: 'r', key: 'k', ask: 'a' };
    const view = { ending: 'cashier', chargedBy: 'Till 3' };
    expect(saleView({ ...sale, ending: 'cashier' }, [])).toMatchObject(view);
    expect(saleView({ ...sale, ending: 'cashier' }, [])).not.toHaveProperty('register');
    const charged = { ...sale, register, cancelByRegister: true } as const;
    expect(saleView({ ...charged, ending: 'cashier' }, [])).toMatchObject({ ...view, ending: 'register' });
    expect(saleView({ ...charged, ending: 'payer' }, [])).toMatchObject({ ending: 'payer', register: 'Till 3' });
  });

  test('is leavable only before its end', () => {
    expect(saleView(fresh(), [], { leavable: true }).leavable).toBe(true);
    expect(saleView(fresh(), [], { leavable: false })).not.toHaveProperty('leavable');
    expect(saleView(paid, [], { leavable: true })).not.toHaveProperty('leavable');
  });

  test('has no payment time unless paid', () => {
    const voided: SaleRecord = { ...paid, stage: 'voided', succeededAt: AT };
    expect(saleView(voided, [])).not.toHaveProperty('succeededAt');
    expect(saleView(paid, [])).not.toHaveProperty('succeededAt');
  });

  test('names the POS of a different till when known', () => {
    expect(saleView(imported(), [])).not.toHaveProperty('posId');
    expect(saleView(imported(), []).elsewhere).toBe(true);
    expect(saleView(imported(), [])).not.toHaveProperty('parked');
    expect(saleView(imported('PENDING', 'TILL9'), [])).toMatchObject({ posId: 'TILL9', elsewhere: true });
    const own = saleView(imported('PENDING', 'TILL42'), []);
    expect(own.posId).toBe('TILL42');
    expect(own).not.toHaveProperty('elsewhere');
  });

  describe('the time left', () => {
    const { expiresAt: _none, ...endless } = waiting();

    test.each<readonly [string, SaleRecord, number | undefined, number | undefined]>([
      ['is what is left', waiting(), 41_000, 41_000],
      ['is never below zero', waiting(), -3_000, 0],
      ['is never more than there ever was', waiting(), 75_000, 60_000],
      ['is what is left where nobody knows how long there was', endless, 75_000, 75_000],
      ['is none where nobody knows it', waiting(), undefined, undefined],
      ['is none once the sale has ended', ended('EXPIRED'), 41_000, undefined],
    ])('%s', (_name, sale, timeLeftMs, shown) => {
      const view = saleView(sale, [], { timeLeftMs });
      expect(view.timeLeftMs).toBe(shown);
      expect('timeLeftMs' in view).toBe(shown !== undefined);
    });

    test('has a zero lifetime when expiry precedes creation', () => {
      expect(saleView({ ...waiting(), expiresAt: AT - 1 }, []).lifetimeMs).toBe(0);
      expect(saleView(endless, [])).not.toHaveProperty('lifetimeMs');
      expect(saleView(fresh(), [])).not.toHaveProperty('lifetimeMs');
    });
  });
});

describe('a line of the payments list', () => {
  test('has few fields when just begun', () => {
    expect(saleSummary(fresh(), [])).toStrictEqual({
      saleId: 'sale-1',
      reference: REFERENCE,
      amount: 1250,
      stage: 'creating',
      at: AT,
      refunded: 0,
      refunding: false,
    });
  });

  test('sums refunds and shows pending refunds', () => {
    const refunded = { ...refund, stage: 'refunded' } as const;
    const failed = { ...refund, stage: 'failed' } as const;
    const debtor = { name: 'Zoë' };
    const sale: SaleRecord = { ...paid, succeededAt: AT, debtor };
    expect(saleSummary(sale, [refunded, { ...refunded, amount: 50 }, failed])).toMatchObject({
      refunded: 450,
      refunding: false,
      debtorName: 'Zoë',
      succeededAt: AT,
    });
    for (const stage of ['sending', 'pending'] as const)
      expect(saleSummary(sale, [refunded, { ...refund, stage }])).toMatchObject({ refunded: 400, refunding: true });
  });

  test('omits unknown payers and marks payments of other tills', () => {
    expect(saleSummary({ ...imported(), debtor: { iban: 'NL00' } }, [])).not.toHaveProperty('debtorName');
    expect(saleSummary(imported(), []).elsewhere).toBe(true);
  });
});

describe('a refund in the windows', () => {
  const refundView = (record: RefundRecord) => saleView(fresh(), [record]).refunds[0];

  test('shows all known refund fields', () => {
    const whole: RefundRecord = {
      ...refund,
      refundId: 'R'.padStart(24, '0') as RefundId,
      reason: 'stale',
      status: 'PENDING',
      problem,
      unsettled: 'absent',
    };
    expect(refundView(whole)).toStrictEqual({
      refundKey: 'key-1',
      amount: 400,
      stage: 'pending',
      at: AT,
      refundId: whole.refundId,
      reason: 'stale',
      status: 'PENDING',
      problem,
      unsettled: 'absent',
    });
  });

  test('shows the approval of a manager and "made after all"', () => {
    const allowed: RefundRecord = { ...refund, allowedBy: { role: 'manager', id: 'm' }, madeAfterAll: true };
    expect(refundView(allowed)).toMatchObject({ allowedByManager: true, madeAfterAll: true });
    expect(refundView({ ...allowed, stage: 'failed' })).not.toHaveProperty('madeAfterAll');
  });

  test.each([
    ['sending', false, 'sending'],
    ['sending', true, 'unconfirmed'],
    ['pending', true, 'pending'],
  ] as const)('in stage %s (may have acted: %s) shows as %s', (stage, maybeActed, shown) => {
    expect(refundView({ ...refund, stage, maybeActed })?.stage).toBe(shown);
  });
});

describe('the refundable amount', () => {
  const of = (stage: RefundRecord['stage'], amount = 400): RefundRecord => ({ ...refund, stage, amount });

  test.each<readonly [string, SaleRecord, readonly RefundRecord[], number]>([
    ['is all that was paid', paid, [], 1250],
    ['is less by what is on its way or may be', paid, [of('pending'), of('unconfirmed', 50)], 800],
    ['is not less by what failed', paid, [of('failed'), of('refused')], 1250],
    ['is never below zero', paid, [of('refunded', 2_000)], 0],
    ['is nothing of a sale that is not paid', { ...paid, stage: 'voided' }, [], 0],
  ])('%s', (_name, sale, refunds, cents) => {
    expect(refundableOf(sale, refunds)).toBe(cents);
  });
});
