import { Button } from '../../renderer/ui/button.tsx';
import type { Told } from '../web/contract.ts';
import { useAct, useAnswer } from './ask.ts';
import { useHere, useMe } from './here.ts';
import { type Column, Go, Panel, Problem, Rows, State } from './parts.tsx';
import { type ChainWords, useText } from './words.ts';

type Alert = Told<'alerts'>['rows'][number];
const EVERY_MS = 30_000;
/** The others are among the tills. */
const MOST = 6;

/** The alerts that are open; nothing where there is none. */
export function Alerts() {
  const { t, nearTime, ...words } = useText();
  const { may } = useMe();
  const here = useHere();
  const { value, problem, read } = useAnswer('alerts', { shop: here.of('shop') }, EVERY_MS);
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
      cell: ({ mayEnd, alert }) =>
        mayEnd && may('manager') && <Button onClick={() => void end(alert)}>{t('chain.seen')}</Button>,
    },
  ];
  const name = t('chain.alerts', { count: rows.length });
  const failed = problem ?? seen.problem;
  return (
    <>
      {failed && <Problem of={failed} />}
      {rows.length > 0 && (
        <Panel
          name={name}
          acts={rows.length > MOST && <Go to={here.link({ show: 'troubled' }, 'tills')}>{t('chain.see')}</Go>}
        >
          <Rows
            name={name}
            columns={columns}
            rows={rows.slice(0, MOST)}
            keyOf={({ alert }) => String(alert)}
            empty=""
          />
        </Panel>
      )}
    </>
  );
}

/** A newer collector may know kinds that have no words here. */
export function alertText(kind: string, { t, has }: Pick<ChainWords, 't' | 'has'>): string {
  const key = `chain.alert.${kind}`;
  return has(key) ? t(key) : kind;
}
