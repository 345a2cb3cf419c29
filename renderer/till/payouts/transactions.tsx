import { useState } from 'react';
import type { MatchState, StateSum, TransactionGroup, TransactionView } from '../../../preload/contract/payouts.ts';
import { useWords } from '../../ui/use-words.ts';
import { VirtualTable } from '../../ui/virtual-table.tsx';
import textFieldStyles from '../form/text-field.module.css';
import { AmountCell, ReferenceCell, StateCell } from '../layout/payment-cells.tsx';
import styles from './details.module.css';
import { inOrder, MatchIcon, toneOf } from './match.tsx';
import { serviceTime } from './service-time.ts';
import { useWindowedRows } from './use-windowed-rows.ts';

interface Props {
  readonly group: TransactionGroup;
  readonly sums: readonly StateSum[];
  readonly version: string;
}

export function Transactions({ group, sums, version }: Props) {
  const { t } = useWords();
  const [chosen, setChosen] = useState<MatchState>();
  const states = inOrder(sums);
  // A state that the group does not have cannot be chosen from its list either.
  const state = states.some((each) => each.state === chosen) ? chosen : undefined;
  const rows = useWindowedRows('payouts.transactions', { group, states: state && [state] }, version);
  return (
    <>
      <select
        className={`${textFieldStyles.input} ${styles.show}`}
        aria-label={t('payouts.show')}
        value={state ?? ''}
        onChange={(event) => setChosen(states.find((each) => each.state === event.currentTarget.value)?.state)}
      >
        <option value="" label={t('record.kind.all')} />
        {states.map((each) => (
          <option key={each.state} value={each.state} label={`${t(`payouts.state.${each.state}`)} (${each.count})`} />
        ))}
      </select>
      {state !== undefined && <p className={styles.why}>{t(`payouts.why.${state}`)}</p>}
      <VirtualTable
        name={t('payouts.table')}
        className={styles.transactions}
        heads={[`${t('list.state')} · ${t('payouts.time')}`, t('sale.reference'), t('sale.amount')]}
        rowHeight={46}
        rows={rows}
        tone={(row) => toneOf(row.state)}
        cells={(row) => <Cells row={row} />}
      />
    </>
  );
}

function Cells({ row }: { readonly row: TransactionView }) {
  const { t, money } = useWords();
  const isRefund = row.kind === 'refund';
  const cents = isRefund ? -row.cents : row.cents;
  const about = [
    isRefund && t('receipt.refund'),
    row.shift !== undefined && t('payouts.shift', { number: row.shift }),
    row.journalCents !== undefined && t('payouts.journal-has', { amount: money(row.journalCents) }),
  ];
  return (
    <>
      <StateCell
        icon={<MatchIcon tone={toneOf(row.state)} />}
        state={t(`payouts.state.${row.state}`)}
        time={serviceTime(row.date, t('format.times'))}
      />
      <ReferenceCell reference={row.reference ?? row.id} about={about} />
      <AmountCell>{money(cents)}</AmountCell>
    </>
  );
}
