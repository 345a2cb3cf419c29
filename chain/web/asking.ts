import type { Connection, Database } from '../database/open.ts';
import { inTransaction } from '../database/open.ts';
import { type Asked, type CallName, type Member, type Refused, ROWS } from './contract.ts';

/** The transaction only sees the member's shops. */
export interface Asking {
  readonly who: Member;
  readonly now: number;
  readonly timeZone: string;
  /** Times are ms since the epoch, days as `2026-11-27`. */
  rows<R = Row>(sql: string, ...values: readonly unknown[]): Promise<R[]>;
  /** Writes an audit entry in the same transaction. */
  note(did: string, about?: { shop?: string; till?: number | undefined; detail?: object }): Promise<void>;
}

export type Row = Readonly<Record<string, unknown>>;

export type Handlers<Name extends CallName> = {
  readonly [N in Name]: (ask: Asked<N>, asking: Asking) => Promise<object>;
};

/** `code` is the key of the page's text. */
export class Refusal extends Error {
  readonly status: number;
  readonly body: Refused;

  constructor(status: number, code: string, message: string, more: Pick<Refused, 'path' | 'values'> = {}) {
    super(message);
    this.status = status;
    this.body = { code, message, ...more };
  }
}

export const notFound = () => new Refusal(404, 'page.not-found', 'Not found, or not in your shops.');

interface Context extends Pick<Asking, 'who' | 'now' | 'timeZone'> {
  readonly database: Database;
  readonly writes: boolean;
}

const LONGEST_QUERY_MS = 15_000;

export function asMember<T>({ database, writes, ...of }: Context, act: (asking: Asking) => Promise<T>): Promise<T> {
  return inTransaction(database, async (connection) => {
    const shops = of.who.shops === null ? '*' : JSON.stringify(of.who.shops);
    await connection.query(
      `SET TRANSACTION READ ${writes ? 'WRITE' : 'ONLY'}; SET LOCAL ROLE chain_page;
       SET LOCAL statement_timeout = ${LONGEST_QUERY_MS}; SET LOCAL jit = off; SET LOCAL chain.shops = ${connection.escapeLiteral(shops)}`,
    );
    return act({
      ...of,
      rows: (sql, ...values) => rowsOf(connection, sql, values),
      async note(did, { shop, till, detail } = {}) {
        const values = [of.who.email, did, shop, till, detail === undefined ? undefined : JSON.stringify(detail)];
        await connection.query('INSERT INTO audit (who, did, shop, till, detail) VALUES ($1, $2, $3, $4, $5)', values);
      },
    });
  });
}

async function rowsOf<R>(connection: Connection, sql: string, values: readonly unknown[]): Promise<R[]> {
  const { rows } = await connection.query<Record<string, unknown>>(sql, [...values]);
  return rows.map((row) => {
    for (const [name, value] of Object.entries(row)) if (value instanceof Date) row[name] = value.getTime();
    return row as R;
  });
}

/** A further row shows whether more follow. */
export const limitOf = (page = 0) => `LIMIT ${ROWS + 1} OFFSET ${page * ROWS}`;

/** From a query with `limitOf`. */
export function paged<R>(rows: readonly R[]): { readonly rows: readonly R[]; readonly more: boolean } {
  return { rows: rows.slice(0, ROWS), more: rows.length > ROWS };
}

/** `2026-11-27`. */
export function dayIn(timeZone: string, at: number): string {
  return new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short' }).format(at);
}

/** 0 to 23. */
export function hourIn(timeZone: string, at: number): number {
  return Number(new Intl.DateTimeFormat('en-GB', { timeZone, hour: '2-digit' }).format(at));
}

/** The shop's tills if none is chosen: sales are indexed by till. Null for all visible tills. */
export async function tillsOf({ rows }: Asking, { shop, till }: Pick<Asked<'today'>, 'shop' | 'till'>) {
  if (till !== undefined) return [till];
  if (shop === undefined) return null;
  return (await rows<{ till: number }>('SELECT till FROM tills WHERE shop = $1', shop)).map(({ till }) => till);
}

/** Throws Refusal 404 unless the member sees the shop. */
export async function shopOf(asking: Asking, shop: string): Promise<string> {
  const [found] = await asking.rows('SELECT FROM shops WHERE shop = $1', shop);
  if (found === undefined) throw notFound();
  return shop;
}

/** Throws Refusal 404 unless the member sees the till. */
export async function shopOfTill(asking: Asking, till: number): Promise<string> {
  const [found] = await asking.rows<{ shop: string }>('SELECT shop FROM tills WHERE till = $1', till);
  if (found === undefined) throw notFound();
  return found.shop;
}
