import { createHash, randomUUID } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { onTestFinished } from 'vitest';
import { type Database, type DatabaseOptions, openDatabase } from '../database/open.ts';
import { makePartitions } from '../database/partitions.ts';
import { FIRST, projectSome } from '../project/projector.ts';
import { buildServer, type ServerParts } from '../server.ts';
import { migratedDatabase } from './database.ts';
import { type Request, TestTill } from './till.ts';

export const TIME_ZONE = 'Europe/Brussels';

export interface Answered {
  readonly status: number;
  // `unknown`, because tests read responses of every shape.
  readonly body: Record<string, unknown>;
  readonly retryAfter: number | undefined;
}

/** A collector with its own database and a manual clock. */
export class TestCollector {
  readonly url: string;
  readonly database: Database;
  server: FastifyInstance;
  now: number;
  /** Errors logged by the collector. */
  readonly faults: string[];

  private constructor(url: string, database: Database, server: FastifyInstance, now: number, faults: string[]) {
    this.faults = faults;
    this.url = url;
    this.database = database;
    this.server = server;
    this.now = now;
  }

  static async start(
    now = Date.parse('2026-11-27T10:00:00Z'),
    options?: DatabaseOptions,
    more: Partial<Pick<ServerParts, 'oldTillsUntil' | 'connections'>> = {},
  ): Promise<TestCollector> {
    const url = await migratedDatabase();
    const database = openDatabase(url, options);
    onTestFinished(() => database.end());
    await makePartitions(database, now);
    await database.query("INSERT INTO shops VALUES ('shop', 'Shop')");
    const faults: string[] = [];
    let collector: TestCollector | undefined;
    const server = await buildServer({
      database,
      chain: 'Chain',
      timeZone: TIME_ZONE,
      debtors: false,
      oldTillsUntil: 0,
      ...more,
      logger: { level: 'error', stream: { write: (line) => void faults.push(line) } },
      now: () => collector?.now ?? now,
    });
    collector = new TestCollector(url, database, server, now, faults);
    onTestFinished(() => collector.server.close());
    return collector;
  }

  async send({ path, body, headers }: Request, more: Record<string, string> = {}): Promise<Answered> {
    const type = { 'content-type': 'application/octet-stream' };
    const answer = await this.server.inject({
      method: 'POST',
      url: path,
      payload: body,
      headers: { ...type, ...headers, ...more },
    });
    const retryAfter = answer.headers['retry-after'];
    return {
      status: answer.statusCode,
      body: answer.json(),
      retryAfter: retryAfter === undefined ? undefined : Number(retryAfter),
    };
  }

  async code(
    shop = 'shop',
    expiresAt = this.now + 3_600_000,
    more: { most?: number; keeps?: number; merchants?: string[] } = {},
  ): Promise<string> {
    const code = randomUUID().toUpperCase();
    await this.rows(
      'INSERT INTO enrol_codes (code_hash, shop, made_by, expires_at, most, keeps, merchants) VALUES ($1, $2, $3, $4, $5, $6, $7)',
      [
        ...[createHash('sha256').update(code).digest(), shop, 'test', new Date(expiresAt)],
        ...[more.most ?? 1, more.keeps, more.merchants ?? []],
      ],
    );
    return code;
  }

  async enrolled(shop = 'shop'): Promise<TestTill> {
    const till = new TestTill();
    const { status, body } = await this.send(till.enrolment(await this.code(shop)));
    if (status !== 201) throw new Error(this.faults.at(-1));
    till.till = Number(body['till']);
    return till;
  }

  async project(): Promise<void> {
    const { database } = this;
    const now = () => this.now;
    const onFault = ({ message }: Error) => void this.faults.push(message);
    for (let from = FIRST; ; ) {
      const run = await projectSome({ database, timeZone: TIME_ZONE, now, onFault }, from);
      if (run === undefined || run.isDone) return;
      from = run.next;
    }
  }

  async rows(sql: string, values: readonly unknown[] = []): Promise<Record<string, unknown>[]> {
    return (await this.database.query(sql, [...values])).rows;
  }

  async alerts(): Promise<unknown[]> {
    return (await this.rows('SELECT kind FROM alerts WHERE ended_at IS NULL ORDER BY alert')).map(({ kind }) => kind);
  }
}
