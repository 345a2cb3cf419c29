import { Button } from '../../renderer/ui/button.tsx';
import type { Received } from '../web/contract.ts';
import { useAct, useAnswer } from './ask.ts';
import { EnrolAgain } from './enrol.tsx';
import { useHere, useMe } from './here.ts';
import styles from './parts.module.css';
import { ActButton, type Column, Go, Panel, Problem, Rows, State } from './parts.tsx';
import { type ChainWords, useText } from './words.ts';

type Alert = Received<'alerts'>['rows'][number];
const EVERY_MS = 30_000;
/** Further alerts are shown among the tills. */
const MOST = 6;

export function Alerts({ till }: { readonly till?: number }) {
  const { t, nearTime, ...words } = useText();
  const { may } = useMe();
  const here = useHere();
  const { value, problem, read } = useAnswer('alerts', { shop: here.of('shop'), till }, EVERY_MS);
  const seen = useAct('alert.seen');
  const rows = value?.rows ?? [];
  const end = async (alert: number) => {
    await seen.run({ alert });
    await read();
  };
  const columns: readonly Column<Alert>[] = [
    { head: t('chain.alert'), cell: ({ kind }) => <State tone="red">{alertText(kind, { t, ...words })}</State> },
    {
      head: t('chain.till'),
      cell: ({ tillName, till }) => <a href={here.link({ chosen: till }, 'tills')}>{tillName}</a>,
    },
    { head: t('chain.shop'), cell: ({ shopName }) => shopName },
    { head: t('chain.since'), cell: ({ raisedAt }) => nearTime(raisedAt, Date.now()) },
    {
      head: '',
      cell: (row) =>
        may('manager') && (
          <div className={styles.acts}>
            {row.mayEnd && <Button onClick={() => void end(row.alert)}>{t('chain.seen')}</Button>}
            {row.kind === 'till.counter' && row.till !== null && <EnrolAgain till={row.till} />}
            {row.toDecide && <Decide of={row} done={() => void read()} />}
          </div>
        ),
    },
  ];
  const name = t('chain.alerts', { count: rows.length });
  const failed = problem ?? seen.problem;
  const most = till === undefined ? MOST : rows.length;
  return (
    <>
      {failed && <Problem of={failed} />}
      {rows.length > 0 && (
        <Panel
          name={name}
          acts={rows.length > most && <Go to={here.link({ show: 'troubled' }, 'tills')}>{t('chain.see')}</Go>}
        >
          <Rows
            name={name}
            columns={till === undefined ? columns : columns.toSpliced(1, 2)}
            rows={rows.slice(0, most)}
            keyOf={({ alert }) => String(alert)}
            empty=""
          />
        </Panel>
      )}
    </>
  );
}

function Decide({ of, done }: { readonly of: Alert; done(): void }) {
  const { t, has } = useText();
  const here = useHere();
  const { kind, about, ids, alert, counts } = of;
  const text = (part = '') => {
    const key = `chain.decide.${kind}${part}`;
    return has(key) ? t(key, { till: of.tillName, other: of.otherName, about }) : '';
  };
  const isPayout = kind === 'payout.differs';
  const link = (id: string) =>
    isPayout ? here.link({ merchant: about, payout: id }, 'payouts') : here.link({ show: 'found', text: id }, 'sales');
  const offered = [text('.accept'), kind !== 'till.merchant' || counts ? text('.refuse') : ''];
  return offered.map(
    (name, index) =>
      name !== '' && (
        <ActButton
          key={name}
          text={name}
          confirm={name}
          act="alert.decide"
          body={{ alert, accept: index === 0 }}
          done={done}
        >
          <p>{text()}</p>
          {ids.map((id) => (
            <p key={id}>
              <a href={link(id)}>{id}</a>
            </p>
          ))}
        </ActButton>
      ),
  );
}

/** The kind itself for an alert of a newer collector. */
export function alertText(kind: string, { t, has }: Pick<ChainWords, 't' | 'has'>): string {
  const key = `chain.alert.${kind}`;
  return has(key) ? t(key) : kind;
}
