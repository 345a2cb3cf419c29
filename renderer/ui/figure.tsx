import { BarChart } from '@mantine/charts';
import { type ReactNode, useId } from 'react';
import styles from './figure.module.css';
import { textMeasure } from './measure-text.ts';
import textStyles from './text.module.css';

interface NumberTable {
  readonly columns: readonly string[];
  readonly rows: readonly NumberRow[];
  readonly total?: NumberRow;
}

interface NumberRow {
  readonly key: string;
  readonly cells: readonly string[];
}

interface Props {
  readonly name: string;
  /** The name is already visible above the figure. */
  readonly named?: boolean;
  readonly about?: ReactNode;
  /** Bars of zero are neither drawn nor listed. */
  readonly bars: readonly PicturedBar[];
  readonly stacked?: boolean;
  readonly table: NumberTable;
  readonly empty: string;
}

/** Screen readers get only the table. */
export function Figure({ name, named = false, about, bars, stacked = false, table, empty }: Props) {
  const heading = useId();
  const filled = bars.filter(({ value, second }) => value !== 0 || (second?.value ?? 0) !== 0);
  const rows = table.rows.filter(({ key }) => filled.some((bar) => bar.key === key));
  return (
    <section className={styles.figure} aria-labelledby={heading}>
      <header className={styles.head}>
        <h2 id={heading} className={named ? textStyles.unseen : undefined}>
          {name}
        </h2>
        {about !== undefined && <p>{about}</p>}
      </header>
      {filled.length > 0 ? (
        <div className={styles.both}>
          <BarPicture bars={filled} stacked={stacked} />
          <Numbers table={{ ...table, rows }} labelledBy={heading} />
        </div>
      ) : (
        <p className={styles.empty}>{empty}</p>
      )}
    </section>
  );
}

function Numbers({ table, labelledBy }: { readonly table: NumberTable; readonly labelledBy: string }) {
  const { columns, rows, total } = table;
  return (
    <table className={styles.numbers} aria-labelledby={labelledBy}>
      <thead>
        <tr>
          {columns.map((column) => (
            <th key={column} scope="col">
              {column}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <Cells key={row.key} row={row} columns={columns} />
        ))}
      </tbody>
      {total !== undefined && (
        <tfoot>
          <Cells row={total} columns={columns} />
        </tfoot>
      )}
    </table>
  );
}

function Cells({ row, columns }: { readonly row: NumberRow; readonly columns: readonly string[] }) {
  const [name, ...numbers] = row.cells;
  return (
    <tr>
      <th scope="row">{name}</th>
      {numbers.map((text, index) => (
        <td key={columns[index + 1]}>{text}</td>
      ))}
    </tr>
  );
}

interface PicturedBar {
  readonly key: string;
  readonly label: string;
  readonly value: number;
  readonly text: string;
  readonly second?: { readonly value: number; readonly text: string };
}

interface BarPictureProps {
  readonly bars: readonly PicturedBar[];
  /** The second bar of a row is part of the same whole and continues the first bar; otherwise it is below. */
  readonly stacked?: boolean;
}

const TEXT_PX = 16;
/** Height of a row with one bar, and with two bars below each other. */
const ROW_PX = 32;
const PAIR_PX = 60;
const GAP_PX = 8;

/** The second bar is striped, for users without colour vision. The table has the numbers. */
function BarPicture({ bars, stacked = false }: BarPictureProps) {
  const stripes = useId();
  const two = bars.some(({ second }) => second !== undefined);
  const rowPx = two && !stacked ? PAIR_PX : ROW_PX;
  const data = bars.map(({ key, value, second }) => ({
    key,
    value: length(value),
    second: length(second?.value ?? 0),
  }));
  const labels = new Map(bars.map(({ key, label }) => [key, label.replaceAll(' ', '\u00a0')]));
  const texts = stacked ? atTheEnd(bars) : eachAtIts(bars);
  return (
    <div className={styles.picture} aria-hidden="true" style={{ height: bars.length * rowPx + 8 }}>
      <BarChart
        unstyled
        className={styles.chart}
        classNames={{ container: styles.container }}
        orientation="vertical"
        type={stacked ? 'stacked' : 'default'}
        data={data}
        dataKey="key"
        series={[
          { name: 'value', color: 'var(--accent)' },
          ...(two ? [{ name: 'second', color: `url(#${stripes})` }] : []),
        ]}
        withTooltip={false}
        withXAxis={false}
        gridAxis="none"
        tickLine="none"
        // The chart is hidden from screen readers, so its elements must not take the focus.
        accessibilityLayer={false}
        withBarValueLabel
        valueLabelProps={({ name }) => ({
          fill: name === 'value' || stacked ? 'var(--ink)' : 'var(--quiet)',
          content: (label) => <BarNumber {...label} texts={name === 'value' ? texts.value : texts.second} />,
        })}
        barProps={({ name }) =>
          name === 'value' ? { radius: 3 } : { radius: 3, stroke: 'var(--quiet)', strokeWidth: 1.5, strokeOpacity: 1 }
        }
        yAxisProps={{
          width: widest([...labels.values()]) + 24,
          interval: 0,
          tickFormatter: (key: string) => labels.get(key) ?? key,
          tick: { fontSize: TEXT_PX, fill: 'var(--ink)', transform: 'translate(-4, 0)' },
        }}
        barChartProps={{
          barCategoryGap: 5,
          barGap: 3,
          margin: { top: 4, bottom: 4, left: 0, right: widest([...texts.value, ...texts.second]) + 2 * GAP_PX },
        }}
      >
        <defs>
          <pattern id={stripes} width="8" height="8" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
            <rect width="8" height="8" fill="var(--surface)" />
            <rect width="3" height="8" fill="var(--quiet)" />
          </pattern>
        </defs>
      </BarChart>
    </div>
  );
}

/** Zero needs no label in the chart: the table shows it. */
function wordsOf(bar: PicturedBar['second']): string {
  return bar === undefined || bar.value === 0 ? '' : bar.text;
}

function eachAtIts(bars: readonly PicturedBar[]) {
  return { value: bars.map(wordsOf), second: bars.map(({ second }) => wordsOf(second)) };
}

function atTheEnd(bars: readonly PicturedBar[]) {
  const both = bars.map((bar) => [wordsOf(bar), wordsOf(bar.second)].filter((text) => text !== '').join(' · '));
  return { value: bars.map(() => ''), second: both };
}

interface LabelPlace {
  readonly index?: number | undefined;
  readonly x?: string | number | undefined;
  readonly y?: string | number | undefined;
  readonly width?: string | number | undefined;
  readonly height?: string | number | undefined;
  readonly fill?: string | undefined;
  readonly texts: readonly string[];
}

function BarNumber({ index = 0, x = 0, y = 0, width = 0, height = 0, fill, texts }: LabelPlace) {
  return (
    <text
      x={Number(x) + Number(width) + GAP_PX}
      y={Number(y) + Number(height) / 2}
      dy="0.36em"
      fontSize={TEXT_PX}
      fill={fill}
    >
      {texts[index]}
    </text>
  );
}

/** Negative values have no bar; their number is shown. */
function length(value: number): number {
  return Math.max(0, value);
}

function widest(texts: readonly string[]): number {
  const measure = textMeasure();
  return Math.ceil(Math.max(0, ...texts.map((text) => measure(text, 500))) * TEXT_PX);
}
