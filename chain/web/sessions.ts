import { createHash, randomBytes } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Database } from '../database/open.ts';
import { Refusal } from './asking.ts';
import type { Member } from './contract.ts';

const SESSION_MS = 12 * 3_600_000;

export const hashOf = (text: string): Buffer => createHash('sha256').update(text).digest();

/** Over https the `__Host-` prefix prevents other hosts of the domain from setting the cookies. */
export function cookiesAt(address: string) {
  const isSecure = address.startsWith('https:');
  const nameOf = (name: string) => `${isSecure ? '__Host-' : ''}${name}`;
  return {
    set(reply: FastifyReply, name: string, value: string, ms: number): void {
      const rules = `Path=/; HttpOnly; SameSite=Lax; Max-Age=${ms / 1000}${isSecure ? '; Secure' : ''}`;
      reply.header('set-cookie', `${nameOf(name)}=${value}; ${rules}`);
    },
    read: ({ headers }: FastifyRequest, name: string): string | undefined =>
      new RegExp(`(?:^|; )${nameOf(name)}=([\\w.~-]+)`).exec(headers.cookie ?? '')?.[1],
  };
}

/**
 * Sessions last 12 hours; the database stores only hashes of their ids. `local`: the member for the terminal's link, if
 * enabled; every other session ends with the membership.
 */
export function sessionsIn(database: Database, address: string, now: () => number, local: Member | undefined) {
  const cookies = cookiesAt(address);
  const idOf = (request: FastifyRequest) => hashOf(cookies.read(request, 'chain') ?? '');
  return {
    async begin(reply: FastifyReply, { email, name }: Pick<Member, 'email' | 'name'>, idToken?: string) {
      const id = randomBytes(32).toString('base64url');
      await database.query('DELETE FROM sessions WHERE expires_at <= $1', [new Date(now())]);
      await database.query(
        'INSERT INTO sessions (id_hash, email, name, expires_at, id_token) VALUES ($1, $2, $3, $4, $5)',
        [hashOf(id), email, name, new Date(now() + SESSION_MS), idToken],
      );
      await database.query(`INSERT INTO audit (who, did) VALUES ($1, 'signed-in')`, [email]);
      cookies.set(reply, 'chain', id, SESSION_MS);
      return reply.redirect('/');
    },

    /** Throws Refusal 401 `page.signed-out`. */
    async memberOf(request: FastifyRequest): Promise<Member> {
      const { rows } = await database.query<Member & { readonly session: string; readonly email: string | null }>(
        `SELECT s.email AS session, m.email, coalesce(m.name, s.name, m.email) AS name, m.role, m.shops
         FROM sessions s LEFT JOIN members m USING (email) WHERE s.id_hash = $1 AND s.expires_at > $2`,
        [idOf(request), new Date(now())],
      );
      const [found] = rows;
      if (local !== undefined && found?.session === local.email) return local;
      if (found === undefined || found.email === null) throw new Refusal(401, 'page.signed-out', 'Sign-in required.');
      const { email, name, role, shops } = found;
      return { email, name, role, shops };
    },

    /** Returns the sign-in service's ID token. */
    async end(request: FastifyRequest, reply: FastifyReply): Promise<string | undefined> {
      const sql = 'DELETE FROM sessions WHERE id_hash = $1 RETURNING id_token';
      const { rows } = await database.query<{ id_token: string | null }>(sql, [idOf(request)]);
      cookies.set(reply, 'chain', '', 0);
      return rows[0]?.id_token ?? undefined;
    },
  };
}
