import { type ReactNode, useEffect, useId, useState } from 'react';
import type { ErrorView } from '../../preload/contract/views.ts';
import { useAnnounced } from '../../renderer/ui/announce.ts';
import buttonStyles from '../../renderer/ui/button.module.css';
import { Button } from '../../renderer/ui/button.tsx';
import { Dialog } from '../../renderer/ui/dialogs/dialog.tsx';
import { DialogForm } from '../../renderer/ui/dialogs/dialog-form.tsx';
import { FilterDay } from '../../renderer/ui/form/day-box.tsx';
import textFieldStyles from '../../renderer/ui/form/text-field.module.css';
import type { Tone } from '../../renderer/ui/sale-stage.tsx';
import { useElapsed } from '../../renderer/ui/use-now.ts';
import { type CallName, type ExportAsk, MOST_DAYS, type Received, type Sent } from '../web/contract.ts';
import { useAct } from './ask.ts';
import { queryOf, useHere, useMe } from './here.ts';
import styles from './parts.module.css';
import { useText } from './words.ts';

export function Problem({ of }: { readonly of: ErrorView }) {
  const { error } = useText();
  const text = error(of);
  useAnnounced(text);
  return (
    <p className={styles.problem} data-tone="red">
      {text}
    </p>
  );
}

interface AnswerProps<Value> {
  readonly of: { readonly value: Value | undefined; readonly problem: ErrorView | undefined };
  children(value: Value): ReactNode;
}

/** Announces waiting only after a delay. */
export function Answered<Value>({ of: { value, problem }, children }: AnswerProps<Value>) {
  const { t } = useText();
  const waited = useElapsed(value === undefined && problem === undefined);
  return (
    <>
      {problem && <Problem of={problem} />}
      {waited > 300 && <p role="status">{t('chain.reading')}</p>}
      {value !== undefined && children(value)}
    </>
  );
}

interface PanelProps {
  readonly name: string;
  /** Shown next to the name. */
  readonly acts?: ReactNode;
  readonly children?: ReactNode;
}

export function Panel({ name, acts, children }: PanelProps) {
  const id = useId();
  return (
    <section className={styles.panel} aria-labelledby={id}>
      <header className={styles.head}>
        <h2 id={id}>{name}</h2>
        {acts !== undefined && <div className={styles.acts}>{acts}</div>}
      </header>
      {children}
    </section>
  );
}

export interface Column<Row> {
  readonly head: string;
  readonly isNumber?: boolean;
  cell(row: Row): ReactNode;
  /** A second, quieter line. */
  below?(row: Row): ReactNode;
}

interface RowsProps<Row> {
  readonly name: string;
  /** The first column names the row and holds the link. */
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  readonly empty: string;
  keyOf(row: Row): string;
  href?(row: Row): string;
  isOpen?(row: Row): boolean;
}

export function Rows<Row>({ name, columns, rows, empty, keyOf, href, isOpen }: RowsProps<Row>) {
  if (rows.length === 0) return <p className={styles.empty}>{empty}</p>;
  return (
    // Wider than a small window, so the group scrolls by keys too.
    // biome-ignore lint/a11y/noNoninteractiveTabindex: the scrolling group must be reachable by keyboard
    // biome-ignore lint/a11y/useSemanticElements: a set of fields is something else
    <div className={styles.scroll} role="group" tabIndex={0} aria-label={name}>
      <table className={styles.rows} aria-label={name}>
        <thead>
          <tr>
            {columns.map(({ head, isNumber }) =>
              head === '' ? (
                <td key={head} />
              ) : (
                <th key={head} scope="col" data-number={isNumber}>
                  {head}
                </th>
              ),
            )}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={keyOf(row)} aria-current={isOpen?.(row) || undefined} data-linked={href !== undefined}>
              {columns.map(({ head, isNumber, cell, below }, index) => {
                const Cell = index === 0 ? 'th' : 'td';
                return (
                  <Cell key={head} scope={index === 0 ? 'row' : undefined} data-number={isNumber}>
                    {index === 0 && href !== undefined ? <a href={href(row)}>{cell(row)}</a> : cell(row)}
                    {below && <div className={styles.quiet}>{below(row)}</div>}
                  </Cell>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

interface ListProps<List extends { readonly rows: readonly unknown[] }>
  extends Omit<RowsProps<List['rows'][number]>, 'rows'>,
    Pick<AnswerProps<List>, 'of'> {
  acts?(list: List): ReactNode;
}

export function List<Data extends { readonly rows: readonly unknown[] }>({ of, acts, ...table }: ListProps<Data>) {
  return (
    <Answered of={of}>
      {(list) => (
        <Panel name={table.name} acts={acts?.(list)}>
          <Rows {...table} rows={list.rows} />
        </Panel>
      )}
    </Answered>
  );
}

/** Side by side if there is room. */
export function WithDetails({ chosen, children }: { readonly chosen: ReactNode; readonly children: ReactNode }) {
  return (
    <div className={styles.withDetails} data-open={chosen !== null}>
      <div className={styles.column}>{children}</div>
      {chosen !== null && <div className={styles.column}>{chosen}</div>}
    </div>
  );
}

export function Facts({ of }: { readonly of: readonly (readonly [name: string, value: ReactNode])[] }) {
  return (
    <dl className={styles.facts}>
      {of
        .filter(([, value]) => value !== null && value !== undefined && value !== '' && value !== false)
        .map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
    </dl>
  );
}

/** The sign serves colour-blind users. */
export function State({ tone, children }: { readonly tone: Tone; readonly children: ReactNode }) {
  return (
    <span className={styles.state} data-tone={tone}>
      {children}
    </span>
  );
}

export function Go({ to, children }: { readonly to: string; readonly children: string }) {
  return (
    <a className={buttonStyles.button} href={to}>
      {children}
    </a>
  );
}

interface ActProps<Name extends CallName> {
  /** Also the title of the dialog. */
  readonly text: string;
  readonly label?: string;
  readonly kind?: 'danger';
  readonly confirm: string;
  readonly act: Name;
  readonly body: Sent<Name>;
  readonly blocked?: boolean;
  readonly children: ReactNode;
  opening?(): void;
  done(answer: Received<Name>): void;
}

export function ActButton<Name extends CallName>(props: ActProps<Name>) {
  const { text, label = text, kind, confirm, act, body, blocked = false, children } = props;
  const call = useAct(act);
  const [opened, setOpened] = useState(false);
  const close = () => setOpened(false);
  const open = () => {
    call.clear();
    props.opening?.();
    setOpened(true);
  };
  const submit = async () => {
    const outcome = await call.run(body);
    if (!outcome?.ok) return;
    close();
    props.done(outcome.value);
  };
  return (
    <>
      <Button kind={kind} aria-label={label} onClick={open}>
        {text}
      </Button>
      <Dialog title={label} opened={opened} guarded close={close}>
        {opened && (
          <DialogForm
            kind={kind ?? 'main'}
            confirm={confirm}
            call={call}
            blocked={blocked}
            submit={submit}
            leave={close}
          >
            {children}
          </DialogForm>
        )}
      </Dialog>
    </>
  );
}

export function SearchBox({ name, value, change }: Record<'name' | 'value', string> & { change(text: string): void }) {
  return (
    <input
      type="search"
      data-grows
      className={textFieldStyles.input}
      aria-label={name}
      placeholder={name}
      value={value}
      onChange={(event) => change(event.currentTarget.value)}
    />
  );
}

interface TabsProps {
  readonly name: string;
  readonly current: string;
  readonly tabs: readonly { readonly value: string; readonly text: string }[];
}

/** The address names the current tab. */
export function Tabs({ name, current, tabs }: TabsProps) {
  const here = useHere();
  return (
    <nav className={styles.tabs} aria-label={name}>
      {tabs.map(({ value, text }) => (
        <a
          key={value}
          href={here.link({ show: value, page: null, after: null })}
          aria-current={value === current || undefined}
        >
          {text}
        </a>
      ))}
    </nav>
  );
}

/** Renders nothing for a single page. */
export function Pages({ page, more }: { readonly page: number; readonly more: boolean }) {
  const { t } = useText();
  const here = useHere();
  if (page === 0 && !more) return null;
  return (
    <div className={styles.acts}>
      <Button disabled={page === 0} onClick={() => here.go({ page: page - 1 || null })}>
        {t('chain.previous')}
      </Button>
      <span>{t('chain.page', { page: page + 1 })}</span>
      <Button disabled={!more} onClick={() => here.go({ page: page + 1 })}>
        {t('chain.next')}
      </Button>
    </div>
  );
}

interface OlderProps {
  /** Address parameter with the start of the list. */
  readonly from: string;
  /** Absent at the end of the list. */
  readonly next: string | number | null | undefined;
}

/** For a list that grows at the beginning. */
export function Older({ from, next }: OlderProps) {
  const { t } = useText();
  const here = useHere();
  return (
    <>
      {here.of(from) !== undefined && <Go to={here.link({ [from]: null })}>{t('chain.newest')}</Go>}
      {next != null && <Go to={here.link({ [from]: next })}>{t('chain.older')}</Go>}
    </>
  );
}

type Days = Readonly<Record<'from' | 'to', string>>;

export function daysBefore(day: string, days: number): string {
  return new Date(Date.parse(day) - days * 86_400_000).toISOString().slice(0, 10);
}

/** From the address, or else the latest `usual` days. */
export function useDays(usual: number): Days {
  const { today } = useMe();
  const here = useHere();
  return { from: here.of('from') ?? daysBefore(today, usual - 1), to: here.of('to') ?? today };
}

/** Invalid days stay in the boxes, with the reason. */
export function DayRange({ days }: { readonly days: Days }) {
  const { t } = useText();
  const { today } = useMe();
  const here = useHere();
  const [typed, setTyped] = useState(days);
  useEffect(() => setTyped({ from: days.from, to: days.to }), [days.from, days.to]);
  const choose = (change: Partial<Days>) => {
    const next = { ...typed, ...change };
    setTyped(next);
    if (faultOf(next, today) === undefined) here.go({ ...next, page: null, after: null });
  };
  const fault = faultOf(typed, today);
  const text = fault === undefined ? undefined : t(fault, { most: MOST_DAYS });
  useAnnounced(text);
  return (
    <div className={styles.range}>
      <FilterDay
        name={t('payouts.from')}
        value={typed.from}
        wrong={fault !== undefined}
        choose={(from) => choose({ from })}
      />
      <FilterDay name={t('payouts.to')} value={typed.to} wrong={fault !== undefined} choose={(to) => choose({ to })} />
      {text !== undefined && <p className={styles.fault}>{text}</p>}
    </div>
  );
}

function faultOf({ from, to }: Days, today: string) {
  if (to > today) return 'error.range.future';
  if (from > to) return 'error.range.order';
  return daysBefore(to, MOST_DAYS - 1) > from ? 'error.page.range' : undefined;
}

export function Export(ask: Omit<ExportAsk, 'decimal'>) {
  const { t } = useText();
  return (
    <a className={buttonStyles.button} href={`/export?${queryOf({ ...ask, decimal: t('format.decimal') })}`} download>
      {t('chain.export')}
    </a>
  );
}
