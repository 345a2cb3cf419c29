/** One line of the table: a figure beside its yardstick, both from this run on this machine. */
export interface Row {
  readonly figure: string;
  readonly value: number;
  readonly unit: string;
  readonly yardstick?: string;
  readonly yardstickValue?: number;
  /** The bar in words, such as `≤ 50 ms`. */
  readonly bar: string;
  readonly ok: boolean;
}

export interface Bench {
  readonly name: string;
  bench(): Promise<readonly Row[]>;
}
