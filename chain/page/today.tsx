import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Button } from '../../renderer/ui/button.tsx';
import { Figure } from '../../renderer/ui/figure.tsx';
import { ChoiceBox } from '../../renderer/ui/form/choice-box.tsx';
import { DayBox } from '../../renderer/ui/form/day-box.tsx';
import { startOf } from '../../renderer/ui/form/day-text.ts';
import type { Received, Sum } from '../web/contract.ts';
import { Alerts } from './alerts.tsx';
import { useAnswer } from './ask.ts';
import { useHere, useMe } from './here.ts';
import styles from './parts.module.css';
import { Answered, daysBefore, Export } from './parts.tsx';
import { useText } from './words.ts';

type Day = Received<'today'>;
const EVERY_MS = 20_000;

export function Today() {
  const { t, day: dayName } = useText();
  const { environment, today } = useMe();
  const here = useHere();
  const [shop, till, day] = [here.of('shop'), here.number('till'), here.of('day') ?? today];
  const answer = useAnswer('today', { day, environment, shop, till }, EVERY_MS);
  return (
    <>
      <Alerts />
      <DayBar day={day} />
      <Answered of={answer}>
        {(figures) => (
          <>
            <Tiles of={figures} />
            <Comparison
              name={t('figures.hours')}
              about={dayName(startOf(day))}
              of={t('figures.column.hour')}
              before={figures.before}
              rows={figures.hours.map(({ hour, paid, before }) => ({
                ...{ key: String(hour), name: `${hour}:00`, paid, before: before.cents },
              }))}
            />
            {till === undefined && (
              <Comparison
                name={t(shop === undefined ? 'chain.by-shop' : 'chain.by-till')}
                about={figures.more ? t('chain.largest', { count: figures.parts.length }) : undefined}
                of={t(shop === undefined ? 'chain.shop' : 'chain.till')}
                before={figures.before}
                rows={figures.parts}
              />
            )}
          </>
        )}
      </Answered>
    </>
  );
}

function DayBar({ day }: { readonly day: string }) {
  const { t } = useText();
  const { today } = useMe();
  const here = useHere();
  const [shop, till] = [here.of('shop'), here.of('till')];
  const go = (to: string) => here.go({ day: to >= today ? null : to });
  return (
    <div className={styles.bar}>
      <Button aria-label={t('figures.day-before')} onClick={() => go(daysBefore(day, 1))}>
        <IconChevronLeft aria-hidden="true" />
      </Button>
      <DayBox name={t('figures.day')} value={day} wrong={false} choose={go} />
      <Button aria-label={t('figures.day-after')} disabled={day >= today} onClick={() => go(daysBefore(day, -1))}>
        <IconChevronRight aria-hidden="true" />
      </Button>
      {shop !== undefined && <TillChoice shop={shop} till={till} />}
      <Export table="tills" from={daysBefore(day, 30)} to={day} shop={shop} />
    </div>
  );
}

export function TillChoice({ shop, till }: { readonly shop: string; readonly till: string | undefined }) {
  const { t } = useText();
  const here = useHere();
  const { value } = useAnswer('tills', { show: 'all', shop });
  const tills = (value?.rows ?? []).map((row) => ({ value: String(row.till), label: row.name }));
  return (
    <ChoiceBox
      label={t('chain.till')}
      value={till ?? ''}
      options={[{ value: '', label: t('chain.till.all') }, ...tills]}
      choose={(chosen) => here.go({ till: chosen || null })}
    />
  );
}

function Tile({ name, value, children }: Record<'name' | 'value', string> & { readonly children: ReactNode }) {
  return (
    <div className={styles.tile}>
      <span>{name}</span>
      <strong>{value}</strong>
      <span>{children}</span>
    </div>
  );
}

function Tiles({ of }: { readonly of: Day }) {
  const { t, money } = useText();
  const here = useHere();
  const { paid, refunded, unknown, cancelled, failed } = of;
  return (
    <div className={styles.tiles}>
      <Tile name={t('stage.paid')} value={money(paid.cents)}>
        {t('count.payments', { count: paid.count })}. <Compared of={of} />
      </Tile>
      <Tile name={t('stage.refunded')} value={money(refunded.cents)}>
        {t('count.refunds', { count: refunded.count })}
      </Tile>
      <Tile name={t('chain.not-paid')} value={String(cancelled + failed)}>
        {t('chain.not-paid.text', { cancelled, failed })}
      </Tile>
      <Tile name={t('stage.unknown')} value={String(unknown)}>
        {unknown > 0 && <a href={here.link({ show: 'unknown' }, 'sales')}>{t('chain.see')}</a>}
      </Tile>
    </div>
  );
}

function Compared({ of: { sameTime, before } }: { readonly of: Day }) {
  const { t, weekday } = useText();
  const { hour, now, before: was } = sameTime;
  if (was === 0) return t('chain.compared.none', { day: weekday(startOf(before)) });
  const percent = Math.round((Math.abs(now - was) / was) * 100);
  const key = percent === 0 ? 'same' : now > was ? 'more' : 'less';
  const values = { percent, day: weekday(startOf(before)), hour: `${hour}:00` };
  return t(hour === 24 ? `chain.compared.day.${key}` : `chain.compared.${key}`, values);
}

interface ComparisonProps {
  readonly name: string;
  readonly about: string | undefined;
  readonly of: string;
  readonly before: string;
  readonly rows: readonly {
    readonly key: string;
    readonly name: string;
    readonly paid: Sum;
    readonly before: number;
  }[];
}

/** Takings next to the takings a week before. */
function Comparison({ name, about, of, before, rows }: ComparisonProps) {
  const { t, money, shortDay } = useText();
  const total = (cents: (row: (typeof rows)[number]) => number) => rows.reduce((all, row) => all + cents(row), 0);
  const [count, paid, was] = [
    total((row) => row.paid.count),
    total((row) => row.paid.cents),
    total((row) => row.before),
  ];
  return (
    <Figure
      name={name}
      about={about}
      bars={rows.map(({ key, name, paid, before }) => ({
        ...{ key, label: name, value: paid.cents, text: money(paid.cents) },
        second: { value: before, text: money(before) },
      }))}
      table={{
        columns: [of, t('nav.payments'), t('sale.amount'), shortDay(startOf(before))],
        rows: rows.map(({ key, name, paid, before }) => ({
          key,
          cells: [name, String(paid.count), money(paid.cents), money(before)],
        })),
        total: { key: 'total', cells: [t('figures.total'), String(count), money(paid), money(was)] },
      }}
      empty={t('figures.hours.empty')}
    />
  );
}
