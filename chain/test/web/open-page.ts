import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import Fastify, { type FastifyInstance } from 'fastify';
import { onTestFinished } from 'vitest';
import { type Database, openDatabase } from '../../database/open.ts';
import type { CallName, Received, Refused, Sent } from '../../web/contract.ts';
import { chainPage } from '../../web/page.ts';
import { hashOf } from '../../web/sessions.ts';
import type { SignInParts } from '../../web/sign-in.ts';
import { migratedDatabase } from '../database.ts';

/** Fills a migrated database with two shops. */
export const FILLED = readFileSync(join(import.meta.dirname, 'filled.sql'), 'utf8');
/** 14:30 in Brussels, a Friday. */
export const NOW = Date.parse('2026-11-27T13:30:00Z');

export interface OpenPage {
  /** Address of the database. */
  readonly url: string;
  readonly app: FastifyInstance;
  readonly database: Database;
  /** http, on this machine. */
  readonly address: string;
  /** Advances the clock. */
  wait(ms: number): void;
  /** Returns a cookie that signs in. */
  cookieOf(email: string): Promise<string>;
  /** Calls as the member's browser does. */
  ask<Name extends CallName>(email: string, name: Name, body: Sent<Name>): Promise<Received<Name>>;
  refusal<Name extends CallName>(email: string, name: Name, body: Sent<Name>): Promise<Refused & { status: number }>;
}

export interface Opening {
  readonly signIn?: SignInParts['signIn'];
  /** Folder of the built page; absent: not needed. */
  readonly files?: string;
  readonly port?: number;
  readonly address?: string;
  readonly admin?: string;
  /** Address of a database that is already filled. */
  readonly url?: string;
  readonly exportDeadline?: () => AbortSignal;
}

/** Opens the page of a chain with two shops (`filled.sql`), closed after the test. */
export async function openPage({ signIn = { token: 'once' }, files, port, ...of }: Opening = {}): Promise<OpenPage> {
  const url = of.url ?? (await migratedDatabase());
  const database = openDatabase(url, { connections: 4 });
  onTestFinished(() => database.end());
  if (of.url === undefined) await database.query(FILLED);
  let now = NOW;
  const address = of.address ?? `http://127.0.0.1:${port ?? (await freePort())}`;
  const app = Fastify();
  onTestFinished(() => app.close());
  await app.register(chainPage, {
    ...{ database, address, signIn, now: () => now, chain: 'Zoë & Co', timeZone: 'Europe/Brussels' },
    ...{ files: files ?? import.meta.dirname, ...of, address },
  });
  const cookieOf = async (email: string) => {
    const id = randomBytes(32).toString('base64url');
    await database.query('INSERT INTO sessions (id_hash, email, expires_at) VALUES ($1, $2, $3)', [
      ...[hashOf(id), email, new Date(now + 12 * 3_600_000)],
    ]);
    return `chain=${id}`;
  };
  const send = async (email: string, name: string, body: object) =>
    app.inject({
      ...{ method: 'POST', url: `/api/${name}`, payload: body },
      headers: { cookie: await cookieOf(email), 'sec-fetch-site': 'same-origin' },
    });
  return {
    url,
    app,
    database,
    address,
    wait: (ms) => {
      now += ms;
    },
    cookieOf,
    async ask(email, name, body) {
      const answer = await send(email, name, body);
      if (answer.statusCode !== 200) throw new Error(`${name}: ${answer.statusCode} ${answer.body}`);
      return answer.json();
    },
    async refusal(email, name, body) {
      const answer = await send(email, name, body);
      return { status: answer.statusCode, ...answer.json() };
    },
  };
}

export function freePort(): Promise<number> {
  const { promise, resolve } = Promise.withResolvers<number>();
  const probe = createServer();
  probe.listen(0, '127.0.0.1', () => {
    const at = probe.address();
    probe.close(() => resolve(typeof at === 'object' && at !== null ? at.port : 0));
  });
  return promise;
}
