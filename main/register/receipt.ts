import type { Language } from '../../preload/contract/setting-values.ts';
import type { TerminalView } from '../../preload/contract/views.ts';
import { given } from '../base/given.ts';
import { nativeWords } from '../base/native-words.ts';
import { isSpent, type RefundRecord } from '../domain/refund-record.ts';
import type { SaleRecord } from '../domain/sale-record.ts';
import type { RegisterPayment } from './register-payment.ts';

export interface ReceiptShop {
  readonly shopName: string;
  readonly environment: TerminalView['environment'];
  readonly language: Language;
}

/** As many characters as fit a roll of 80 mm. */
const WIDTH = 42;

/** The receipt that a register prints. Of a payment that is not paid it is none, and says so above and below the rest. */
export function receiptOf(
  sale: SaleRecord,
  refunds: readonly RefundRecord[],
  { shopName, environment, language }: ReceiptShop,
): RegisterPayment['receipt'] {
  const t = nativeWords(language);
  const money = (cents: number) => euros(cents, t('figures'));
  const at = new Date(sale.succeededAt ?? sale.endedAt ?? sale.startedAt);
  const { warning, foot } = proofOf(sale.stage);
  const marks = [
    ...(environment === 'TRAINING' || environment === 'PREPROD' ? [t(`receipt.band.${environment}`)] : []),
    ...(warning === undefined ? [] : [t(warning)]),
  ];
  const made = refunds.filter(({ stage }) => stage === 'refunded');
  const kept = made.reduce((left, { amount }) => left - amount, sale.amount);
  const rows: readonly (readonly [name: string, value: string | undefined])[] = [
    ...(warning === undefined
      ? ([[t('stage.paid'), money(sale.amount)]] as const)
      : ([
          [t('sale.amount'), money(sale.amount)],
          [t('receipt.state'), t(`stage.${sale.stage}`)],
        ] as const)),
    ...made.map(({ amount }) => [t('refund.stage.refunded'), money(-amount)] as const),
    [t('receipt.kept'), made.length > 0 ? money(kept) : undefined],
    // Refunds without an end take nothing from the sum.
    ...refunds
      .filter((refund) => isSpent(refund) && refund.stage !== 'refunded')
      .map(({ stage, amount }) => [t(`refund.stage.${stage}`), money(amount)] as const),
    [t('sale.reference'), sale.reference],
    [t('sale.description'), sale.description],
    [t('details.payment-id'), sale.paymentId],
    [t('details.iban'), sale.debtor?.iban],
  ];
  const time = at.toLocaleString(t('figures'), { dateStyle: 'short', timeStyle: 'short' });
  const head = [...marks, shopName, t('receipt.till', { posId: sale.posId }), time];
  return {
    lines: [...head.flatMap(wrapped), ...rows.flatMap(row), ...[t(foot), ...marks].flatMap(wrapped)],
    fields: {
      shop: shopName,
      till: sale.posId,
      // Sweden writes days as ISO 8601 does; they are those of this machine's own calendar.
      date: at.toLocaleDateString('sv-SE'),
      time: at.toLocaleTimeString('sv-SE'),
      amount: (sale.amount / 100).toFixed(2),
      state: sale.stage,
      reference: sale.reference,
      ...given({
        paymentId: sale.paymentId,
        payer: sale.debtor?.name?.trim().split(/\s/)[0] || undefined,
        account: sale.debtor?.iban,
      }),
    },
  };
}

function proofOf(stage: SaleRecord['stage']) {
  switch (stage) {
    case 'paid':
      return { foot: 'receipt.not-fiscal' } as const;
    case 'unknown':
      return { warning: 'receipt.unknown', foot: 'receipt.no-proof' } as const;
    case 'creating':
    case 'waiting':
    case 'scanned':
    case 'authorised':
      return { warning: 'receipt.not-paid-yet', foot: 'receipt.no-proof' } as const;
    case 'cancelled':
    case 'expired':
    case 'failed':
    case 'voided':
      return { warning: 'receipt.not-paid', foot: 'receipt.no-proof' } as const;
  }
}

/** Printers of receipts have no sign for the euro, and no space but one. */
function euros(cents: number, figures: string): string {
  const format = new Intl.NumberFormat(figures, { style: 'currency', currency: 'EUR', currencyDisplay: 'code' });
  return format.format(cents / 100).replaceAll(/\s/g, ' ');
}

function row([name, value]: readonly [string, string | undefined]): readonly string[] {
  if (value === undefined) return [];
  const space = WIDTH - name.length - value.length;
  return space > 0 ? [name + ' '.repeat(space) + value] : [...wrapped(name), ...wrapped(value)];
}

/** Lines that break between words, and within a word that is longer than a line. */
function wrapped(text: string): readonly string[] {
  return text.match(new RegExp(`\\S(?:.{0,${WIDTH - 2}}\\S)?(?=\\s|$)|\\S{${WIDTH}}`, 'g')) ?? [];
}
