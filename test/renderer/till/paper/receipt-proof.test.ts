import { describe, expect, test } from 'vitest';
import { proofOfPayment } from '../../../../preload/contract/payment-proof.ts';
import { refundView, saleStage } from '../../../../preload/contract/views.ts';
import { proofOfRefund } from '../../../../renderer/till/paper/receipt-proof.ts';

describe('a receipt', () => {
  test('proves only a paid payment', () => {
    const proves = saleStage.options.filter((stage) => proofOfPayment({ stage }).warning === undefined);
    expect(proves).toEqual(['paid']);
    for (const stage of saleStage.options.filter((stage) => stage !== 'paid'))
      expect(proofOfPayment({ stage }).foot).toBe('receipt.no-proof');
  });

  test('proves only a completed or accepted refund', () => {
    const stages = refundView.shape.stage.options;
    expect(stages.filter((stage) => proofOfRefund({ stage }).warning === undefined)).toEqual(['pending', 'refunded']);
    expect(proofOfRefund({ stage: 'pending' }).foot).toBe('receipt.refund.on-its-way');
    expect(proofOfRefund({ stage: 'not-made' })).toEqual({
      warning: 'receipt.refund.not-made',
      foot: 'receipt.refund.no-proof',
    });
  });
});
