import styles from './paper.module.css';

interface Props {
  readonly name: string;
  /** Left out where there is none. */
  readonly value: string | undefined;
  readonly big?: boolean;
}

/** A name and its value, beside each other where both fit the paper, else below each other; never cut. */
export function Row({ name, value, big = false }: Props) {
  if (value === undefined) return null;
  return (
    <div className={big ? `${styles.row} ${styles.big}` : styles.row}>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </div>
  );
}
