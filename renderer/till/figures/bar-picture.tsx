import { BarChart } from '@mantine/charts';
import { useId } from 'react';
import { widthInEms } from '../../ui/money.ts';
import styles from './bar-picture.module.css';

/** A bar with its number beside it, and perhaps another one below that it is compared with. */
export interface PicturedBar {
  readonly key: string;
  readonly label: string;
  readonly value: number;
  /** The number as it is read. */
  readonly text: string;
  /** A number of nought needs no words here: the table has it. */
  readonly beside?: { readonly value: number; readonly text: string };
}

const TEXT_PX = 16;
/** Height of a row with one bar, and with two. */
const ROW_PX = 32;
const PAIR_PX = 60;

/**
 * Bars from left to right, one row below the other. The second of a pair is striped, so that nobody needs colours to tell
 * it from the first. The numbers stand in a table beside the picture, so it is for the eye alone.
 */
export function BarPicture({ bars }: { readonly bars: readonly PicturedBar[] }) {
  const stripes = useId();
  const paired = bars.some(({ beside }) => beside !== undefined);
  const data = bars.map(({ key, value, beside }) => ({
    key,
    value: length(value),
    beside: length(beside?.value ?? 0),
  }));
  const labelled = new Map(bars.map(({ key, label }) => [key, label]));
  const texts = {
    value: bars.map(({ text }) => text),
    beside: bars.map(({ beside }) => (beside && beside.value !== 0 ? beside.text : '')),
  };
  const series = [
    { name: 'value', color: 'var(--accent)' },
    ...(paired ? [{ name: 'beside', color: `url(#${stripes})` }] : []),
  ];
  return (
    <div
      className={styles.picture}
      aria-hidden="true"
      style={{ height: bars.length * (paired ? PAIR_PX : ROW_PX) + 8 }}
    >
      <BarChart
        unstyled
        className={styles.chart}
        classNames={{ container: styles.container }}
        orientation="vertical"
        data={data}
        dataKey="key"
        series={series}
        withTooltip={false}
        withXAxis={false}
        gridAxis="none"
        tickLine="none"
        // Nobody can focus what is hidden from whoever hears the window.
        accessibilityLayer={false}
        withBarValueLabel
        valueLabelProps={({ name }) => ({
          fontSize: TEXT_PX,
          fill: name === 'value' ? 'var(--ink)' : 'var(--quiet)',
          offset: 8,
          content: (label) => <NumberBeside {...label} texts={name === 'value' ? texts.value : texts.beside} />,
        })}
        barProps={({ name }) =>
          name === 'value' ? { radius: 3 } : { radius: 3, stroke: 'var(--quiet)', strokeWidth: 1.5, strokeOpacity: 1 }
        }
        yAxisProps={{
          width: widest([...labelled.values()]) + 12,
          interval: 0,
          tickFormatter: (key: string) => labelled.get(key) ?? key,
          tick: { fontSize: TEXT_PX, fill: 'var(--ink)', transform: 'translate(-4, 0)' },
        }}
        barChartProps={{
          barCategoryGap: 5,
          barGap: 3,
          margin: { top: 4, bottom: 4, left: 0, right: widest([...texts.value, ...texts.beside]) + 16 },
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

interface LabelPlace {
  readonly index?: number | undefined;
  readonly x?: string | number | undefined;
  readonly y?: string | number | undefined;
  readonly width?: string | number | undefined;
  readonly height?: string | number | undefined;
  readonly fill?: string | undefined;
}

/** The number at the end of its bar. */
function NumberBeside({
  index = 0,
  x = 0,
  y = 0,
  width = 0,
  height = 0,
  fill,
  texts,
}: LabelPlace & { readonly texts: readonly string[] }) {
  return (
    <text
      x={Number(x) + Number(width) + 8}
      y={Number(y) + Number(height) / 2}
      dy="0.36em"
      fontSize={TEXT_PX}
      fill={fill}
    >
      {texts[index]}
    </text>
  );
}

/** More went back than came: its number says so, and it has no bar. */
function length(value: number): number {
  return Math.max(0, value);
}

/** Room for the longest of these texts, px. */
function widest(texts: readonly string[]): number {
  return Math.ceil(Math.max(0, ...texts.map(widthInEms)) * TEXT_PX);
}
