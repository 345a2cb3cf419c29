import type { RefundRow } from '../web/contract.ts';
import { useAnswer } from './ask.ts';
import { useHere, useMe } from './here.ts';
import styles from './parts.module.css';
import { Answered, type Column, DayRange, Export, List, Pages, Panel, Rows, useDays, WithDetails } from './parts.tsx';
import { useText } from './words.ts';

export function Refunds() {
  const { t, money } = useText();
  const { environment } = useMe();
  const here = useHere();
  const days = useDays(7);
  const shop = here.of('shop');
  const answer = useAnswer('refunds', { ...days, environment, shop });
  const [of, name] = [here.of('of'), here.of('person') ?? null];
  return (
    <>
      <div className={styles.bar}>
        <DayRange days={days} />
        <Export table="refunds" {...days} shop={shop} />
      </div>
      <WithDetails chosen={of === undefined ? null : <RefundsOf key={`${of} ${name}`} shop={of} name={name} />}>
        <List
          of={answer}
          name={t('chain.refunds.people')}
          acts={({ rows, more }) => more && t('chain.largest', { count: rows.length })}
          columns={[
            { head: t('people.name'), cell: (row) => row.name ?? t('record.nobody') },
            { head: t('chain.shop'), cell: (row) => row.shopName },
            { head: t('details.refunds'), isNumber: true, cell: (row) => row.refunded.count },
            { head: t('sale.amount'), isNumber: true, cell: (row) => money(row.refunded.cents) },
            { head: t('chain.refunds.largest'), isNumber: true, cell: (row) => money(row.largest) },
            { head: t('chain.refunds.allowed'), isNumber: true, cell: (row) => row.allowed },
          ]}
          keyOf={(row) => `${row.shop} ${row.name}`}
          href={(row) => here.link({ of: row.shop, person: row.name, page: null })}
          isOpen={(row) => row.shop === of && row.name === name}
          empty={t('chain.refunds.none')}
        />
      </WithDetails>
    </>
  );
}

function RefundsOf({ shop, name }: { readonly shop: string; readonly name: string | null }) {
  const { t } = useText();
  const { environment } = useMe();
  const here = useHere();
  const page = here.number('page') ?? 0;
  const answer = useAnswer('refunds.of', { ...useDays(7), environment, shop, name, page });
  return (
    <Panel name={name ?? t('record.nobody')}>
      <Answered of={answer}>
        {({ rows, more }) => (
          <>
            <RefundRows rows={rows} />
            <Pages page={page} more={more} />
          </>
        )}
      </Answered>
    </Panel>
  );
}

export function RefundRows({ rows }: { readonly rows: readonly RefundRow[] }) {
  const { t, money, nearTime, has } = useText();
  const here = useHere();
  const stageText = (stage: string) =>
    has(`refund.stage.${stage}`) ? t(`refund.stage.${stage}` as 'refund.stage.failed') : stage;
  const columns: readonly Column<RefundRow>[] = [
    { head: t('list.time'), cell: ({ at }) => nearTime(at, Date.now()) },
    { head: t('sale.amount'), isNumber: true, cell: ({ amount }) => money(amount) },
    { head: t('chain.till'), cell: ({ tillName }) => tillName },
    { head: t('list.state'), cell: ({ stage }) => stageText(stage) },
    {
      head: t('chain.refunds.by'),
      cell: ({ byName, allowedName }) => [byName, allowedName].filter(Boolean).join(', '),
    },
    { head: t('refund.reason'), cell: ({ reason }) => reason },
  ];
  return (
    <Rows
      name={t('details.refunds')}
      columns={columns}
      rows={rows}
      keyOf={({ till, journal, refundKey }) => `${till} ${journal} ${refundKey}`}
      href={({ till, journal, saleId, saleDay }) =>
        here.link({ sale: saleId, till, journal, day: saleDay, show: 'found' }, 'sales')
      }
      empty={t('chain.refunds.none')}
    />
  );
}
