import { proofOfPayment } from '../../preload/contract/payment-proof.ts';
import type { Language } from '../../preload/contract/setting-values.ts';
import type { TerminalView } from '../../preload/contract/views.ts';
import { nativeWords } from '../base/native-words.ts';
import { omitUndefined } from '../base/omit-undefined.ts';
import { isSpent, type RefundRecord } from '../domain/refund-record.ts';
import type { SaleRecord } from '../domain/sale-record.ts';
import type { RegisterPayment } from './register-payment.ts';

interface ReceiptShop {
  readonly shopName: string;
  readonly environment: TerminalView['environment'];
  readonly language: Language;
}

/** Characters per line on rolls of 80 mm and 58 mm. */
const WIDTHS = { lines: 42, narrowLines: 32 } as const;

/** An unpaid payment has a warning above and below. */
export function receiptOf(
  sale: SaleRecord,
  refunds: readonly RefundRecord[],
  { shopName, environment, language }: ReceiptShop,
): RegisterPayment['receipt'] {
  const t = nativeWords(language);
  const [date, time] = momentOf(sale.succeededAt ?? sale.endedAt ?? sale.startedAt);
  const { warning, foot } = proofOfPayment(sale);
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
    // Refunds without an end do not reduce the total.
    ...refunds
      .filter((refund) => isSpent(refund) && refund.stage !== 'refunded')
      .map(({ stage, amount }) => [t(`refund.stage.${stage}`), money(amount)] as const),
    [t('sale.reference'), sale.reference],
    [t('sale.description'), sale.description],
    [t('details.payment-id'), sale.paymentId],
    [t('details.iban'), sale.debtor?.iban],
  ];
  const head = [...marks, shopName, t('receipt.till', { posId: sale.posId }), `${date} ${time}`];
  const printed = (width: number) => [
    ...head.flatMap((text) => wrapped(text, width)),
    ...rows.flatMap((pair) => row(pair, width)),
    ...[t(foot), ...marks].flatMap((text) => wrapped(text, width)),
  ];
  return {
    lines: printed(WIDTHS.lines),
    narrowLines: printed(WIDTHS.narrowLines),
    fields: {
      shop: shopName,
      till: sale.posId,
      date,
      time,
      amount: (sale.amount / 100).toFixed(2),
      state: sale.stage,
      reference: sale.reference,
      ...omitUndefined({
        paymentId: sale.paymentId,
        payer: sale.debtor?.name?.trim().split(/\s/)[0] || undefined,
        account: sale.debtor?.iban,
      }),
    },
  };
}

/** Formats without `Intl`, whose loading would delay a charge. Receipt printers have no euro sign. */
function money(cents: number): string {
  return `EUR ${(cents / 100).toFixed(2).replace('.', ',')}`;
}

/** Local time, in the form of ISO 8601. */
function momentOf(at: number): readonly [date: string, time: string] {
  const local = new Date(at - new Date(at).getTimezoneOffset() * 60_000).toISOString();
  return [local.slice(0, 10), local.slice(11, 19)];
}

function row([name, value]: readonly [string, string | undefined], width: number): readonly string[] {
  if (value === undefined) return [];
  const space = width - name.length - value.length;
  return space > 0 ? [name + ' '.repeat(space) + value] : [...wrapped(name, width), ...wrapped(value, width)];
}

function wrapped(text: string, width: number): readonly string[] {
  return text.match(new RegExp(`\\S(?:.{0,${width - 2}}\\S)?(?=\\s|$)|\\S{${width}}`, 'g')) ?? [];
}
