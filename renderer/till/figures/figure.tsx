import { type ReactNode, useId } from 'react';
import textStyles from '../../ui/text.module.css';
import { BarPicture, type PicturedBar } from './bar-picture.tsx';
import styles from './figure.module.css';

export interface NumberTable {
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
  /** It stands above the figure already. */
  readonly named?: boolean;
  readonly about?: ReactNode;
  /** A bar of nothing is neither drawn nor listed. */
  readonly bars: readonly PicturedBar[];
  readonly stacked?: boolean;
  readonly table: NumberTable;
  readonly empty: string;
}

/** One idea as a picture, and its numbers beside it as a table. Who hears the window gets the table. */
export function Figure({ name, named = false, about, bars, stacked = false, table, empty }: Props) {
  const heading = useId();
  const filled = bars.filter(({ value, beside }) => value !== 0 || (beside?.value ?? 0) !== 0);
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
