import type { SQLInputValue, StatementSync } from 'node:sqlite';
import type { Database } from './database.ts';

export type Row = Readonly<Record<string, unknown>>;

/** Preparing takes longer than running most of the journal's statements. */
export class Statements {
  readonly #database: Database;
  readonly #prepared = new Map<string, StatementSync>();

  constructor(database: Database) {
    this.#database = database;
  }

  run(sql: string, ...values: readonly SQLInputValue[]): void {
    this.#statement(sql).run(...values);
  }

  get(sql: string, ...values: readonly SQLInputValue[]): Row | undefined {
    return this.#statement(sql).get(...values);
  }

  all(sql: string, ...values: readonly SQLInputValue[]): readonly Row[] {
    return this.#statement(sql).all(...values);
  }

  iterate(sql: string, ...values: readonly SQLInputValue[]): Iterable<Row> {
    return this.#statement(sql).iterate(...values);
  }

  #statement(sql: string): StatementSync {
    const known = this.#prepared.get(sql);
    if (known !== undefined) return known;
    const statement = this.#database.prepare(sql);
    this.#prepared.set(sql, statement);
    return statement;
  }
}
