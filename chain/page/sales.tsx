import { useState } from 'react';
import { Button } from '../../renderer/ui/button.tsx';
import type { Received, SaleRow, Sent } from '../web/contract.ts';
import { useAnswer } from './ask.ts';
import { useHere, useMe } from './here.ts';
import styles from './parts.module.css';
import {
  Answered,
  type Column,
  DayRange,
  Export,
  Facts,
  Go,
  List,
  Older,
  Panel,
  SearchBox,
  State,
  Tabs,
  useDays,
  WithDetails,
} from './parts.tsx';
import { RefundRows } from './refunds.tsx';
import { type ChainWords, useText } from './words.ts';

const shows = ['open', 'unknown', 'late', 'found'] as const;
const EVERY_MS = 20_000;

export function Sales() {
  const { t } = useText();
  const here = useHere();
  const days = useDays(31);
  const [shop, till, sale, day] = [here.of('shop'), here.number('till'), here.of('sale'), here.of('day')];
  const show = shows.find((one) => one === here.of('show')) ?? (sale === undefined ? 'open' : 'found');
  const text = here.of('text') ?? '';
  const journal = here.number('journal');
  const chosen =
    sale !== undefined && till !== undefined && day !== undefined ? { till, journal, saleId: sale, day } : null;
  const looks = show !== 'found' || text !== '' || shop !== undefined;
  return (
    <>
      <div className={styles.bar}>
        <Tabs
          name={t('record.kind.sales')}
          current={show}
          tabs={shows.map((value) => ({ value, text: t(`chain.sales.${value}`) }))}
        />
        {show === 'found' && <Find key={text} text={text} />}
        <DayRange days={days} />
        <Export table="sales" {...days} shop={shop} />
      </div>
      <WithDetails
        chosen={chosen && <SaleDetails key={`${chosen.till} ${chosen.journal} ${chosen.saleId}`} of={chosen} />}
      >
        {looks ? <SaleList ask={{ ...days, show, shop, text }} open={chosen} /> : <p>{t('error.sales.what')}</p>}
      </WithDetails>
    </>
  );
}

function Find({ text }: { readonly text: string }) {
  const { t } = useText();
  const here = useHere();
  const [typed, setTyped] = useState(text);
  return (
    <form
      data-grows
      className={styles.bar}
      onSubmit={(event) => {
        event.preventDefault();
        here.go({ text: typed.trim() || null, sale: null, after: null });
      }}
    >
      <SearchBox name={t('chain.sales.find')} value={typed} change={setTyped} />
      <Button type="submit">{t('payouts.find')}</Button>
    </form>
  );
}

interface ListProps {
  readonly ask: Sent<'sales'>;
  readonly open: Sent<'sale'> | null;
}

/** Newest first. The address names the start of an older page. */
function SaleList({ ask, open }: ListProps) {
  const words = useText();
  const { t } = words;
  const here = useHere();
  const [at, till, saleId] = here.of('after')?.split(' ') ?? [];
  const after = saleId === undefined ? undefined : { at: Number(at), till: Number(till), saleId };
  const answer = useAnswer('sales', { ...ask, after }, after === undefined ? EVERY_MS : undefined);
  return (
    <List
      of={answer}
      name={t(`chain.sales.${ask.show}`)}
      acts={({ next }) => <Older from="after" next={next && `${next.at} ${next.till} ${next.saleId}`} />}
      columns={columnsOf(words)}
      keyOf={({ till, journal, day, saleId }) => `${till} ${journal} ${day} ${saleId}`}
      href={(row) => here.link({ sale: row.saleId, till: row.till, journal: row.journal, day: row.day })}
      isOpen={(row) => row.saleId === open?.saleId && row.till === open.till}
      empty={t(`chain.sales.none.${ask.show}`)}
    />
  );
}

const tones: Readonly<Record<string, 'green' | 'amber' | 'red'>> = { paid: 'green', unknown: 'amber', failed: 'red' };

function SaleState({ of }: { readonly of: Pick<SaleRow, 'stage' | 'alarm'> }) {
  const { t, has } = useText();
  const key = `stage.${of.stage}`;
  return <State tone={of.alarm === null ? (tones[of.stage] ?? 'grey') : 'red'}>{has(key) ? t(key) : of.stage}</State>;
}

function columnsOf({ t, money, nearTime }: ChainWords): readonly Column<SaleRow>[] {
  return [
    { head: t('sale.reference'), cell: ({ reference }) => reference },
    { head: t('list.time'), cell: ({ at }) => nearTime(at, Date.now()) },
    { head: t('chain.till'), cell: ({ tillName }) => tillName, below: ({ shopName }) => shopName },
    { head: t('sale.amount'), isNumber: true, cell: ({ amount }) => money(amount) },
    { head: t('list.state'), cell: (row) => <SaleState of={row} /> },
  ];
}

function SaleDetails({ of }: { readonly of: Sent<'sale'> }) {
  const words = useText();
  const { t, money, dayAndTime } = words;
  const { mayOpen } = useMe();
  const here = useHere();
  const answer = useAnswer('sale', of);
  return (
    <Answered of={answer}>
      {({ sale, refunds, payout, events }) => (
        <Panel
          name={`${money(sale.amount)}  ${sale.reference}`}
          acts={<Go to={here.link({ sale: null, till: null, journal: null, day: null })}>{t('dialog.close')}</Go>}
        >
          <SaleState of={sale} />
          {sale.alarm !== null && <p>{alarmText(sale, words)}</p>}
          <Facts
            of={[
              [t('chain.shop'), sale.shopName],
              [t('chain.till'), sale.tillName],
              [t('details.started'), dayAndTime(sale.at)],
              [t('stage.paid'), sale.succeededAt && dayAndTime(sale.succeededAt)],
              [t('details.ended'), sale.endedAt && dayAndTime(sale.endedAt)],
              [t('details.charged-by'), sale.byName],
              [t('details.register'), sale.register],
              [t('sale.description'), sale.description],
              [t('details.payment-id'), sale.paymentId],
              [t('details.status'), sale.status],
              [t('stage.refunded'), sale.refunded > 0 && money(sale.refunded)],
              [
                t('payouts.table'),
                payout && mayOpen('payouts') ? (
                  <a href={here.link({ merchant: payout.merchant, payout: payout.payoutId }, 'payouts')}>
                    {payout.payoutId}
                  </a>
                ) : (
                  payout?.payoutId
                ),
              ],
            ]}
          />
          {sale.origin === 'found' && <p>{t('chain.sales.found-elsewhere')}</p>}
          {sale.origin !== 'found' && !sale.counted && <p>{t('chain.sales.not-counted')}</p>}
          {refunds.length > 0 && <RefundRows rows={refunds} />}
          <h3>{t('details.history')}</h3>
          <ol className={styles.steps}>
            {events.map((event) => (
              <Step key={event.seq} of={event} day={sale.at} amount={amountOf(event, refunds)} />
            ))}
          </ol>
        </Panel>
      )}
    </Answered>
  );
}

function alarmText({ alarm, reference }: SaleRow, { t, has }: ChainWords): string {
  if (alarm === 'paid') return t('alarm.taken-back.text', { reference });
  const shown = `alarm.shown.${alarm}`;
  return t('alarm.text', { reference, shownAs: t(has(shown) ? shown : 'alarm.shown.other') });
}

type Event = Received<'sale'>['events'][number];

/** Text keys that differ from the event type. */
const STEPS: Readonly<Record<string, string>> = {
  'sale.intent': 'charged',
  'sale.imported': 'found',
  'sale.dismissed': 'left',
  'refund.intent': 'refund-begun',
  'refund.imported': 'refund-found',
};

function stepOf({ type, facts }: Event): string {
  if (type === 'sale.cancel-answered') return `cancel-${facts['outcome']}`;
  if (type === 'refund.answered') return `refund-${facts['stage']}`;
  if (type === 'refund.settled') return `refund-${facts['decision']}`;
  return STEPS[type] ?? type.replace(/^sale\./, '').replace(/^refund\./, 'refund-');
}

/** Only a refund's first event has the amount. */
function amountOf({ facts }: Event, refunds: Received<'sale'>['refunds']): number {
  const refund = refunds.find(({ refundKey }) => refundKey === facts['refundKey']);
  return Number(facts['amount'] ?? refund?.amount ?? 0);
}

/** Renders nothing for an event without a text. */
function Step({ of, day, amount }: { readonly of: Event; readonly day: number; readonly amount: number }) {
  const { t, has, money, exactTime, nearTime } = useText();
  const isSameDay = new Date(of.at).toDateString() === new Date(day).toDateString();
  const { stage = '', by, status } = of.facts;
  const [key, moved] = [`details.step.${stepOf(of)}`, `stage.${stage}`];
  const stageText = has(moved) ? t(moved) : String(stage);
  const text = of.type === 'sale.moved' ? stageText : has(key) && t(key, { stage: stageText, amount: money(amount) });
  if (text === false) return null;
  return (
    <li>
      <time dateTime={new Date(of.at).toISOString()}>{isSameDay ? exactTime(of.at) : nearTime(of.at, Date.now())}</time>
      <span>
        {text}
        {status !== undefined && ` (${status})`}
        {by !== undefined && `, ${by}`}
      </span>
    </li>
  );
}
