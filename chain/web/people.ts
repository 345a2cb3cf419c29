import { dayIn, type Handlers, limitOf, notFound, paged, Refusal } from './asking.ts';

/** `chain`: name of the chain. */
export function peopleHandlers(
  chain: string,
): Handlers<'me' | 'members' | 'member.save' | 'member.unbind' | 'member.remove' | 'audit'> {
  return {
    async me(_ask, { who, rows, now, timeZone }) {
      const environments = await rows<{ environment: string }>(
        'SELECT DISTINCT environment FROM tills ORDER BY 1 DESC',
      );
      return {
        ...who,
        chain,
        seen: await rows('SELECT shop, name FROM shops ORDER BY name, shop'),
        environments: environments.map(({ environment }) => environment),
        today: dayIn(timeZone, now),
      };
    },

    async members(_ask, { rows }) {
      return {
        rows: await rows(
          'SELECT email, name, role, shops, issuer IS NOT NULL AS "isBound" FROM members ORDER BY email',
        ),
      };
    },

    async 'member.save'(member, { who, rows, note }) {
      const { email, name, role } = member;
      // An administrator could create a member with more shops anyway.
      const shops = role === 'admin' ? null : member.shops;
      if (email === who.email && (role !== 'admin' || shops !== null))
        throw new Refusal(409, 'member.self', 'Own administrator role: only another administrator can remove it.', {
          path: 'role',
        });
      await rows(
        `INSERT INTO members (email, name, role, shops) VALUES ($1, $2, $3, $4)
         ON CONFLICT (email) DO UPDATE SET name = excluded.name, role = excluded.role, shops = excluded.shops`,
        ...[email, name, role, shops],
      );
      await note('member.saved', { detail: { ...member, shops } });
      return {};
    },

    async 'member.unbind'({ email }, { rows, note }) {
      const sql = 'UPDATE members SET issuer = NULL, subject = NULL WHERE email = $1 RETURNING email';
      const [unbound] = await rows(sql, email);
      if (unbound === undefined) throw notFound();
      await rows('DELETE FROM sessions WHERE email = $1', email);
      await note('member.unbound', { detail: { email } });
      return {};
    },

    async 'member.remove'({ email }, { who, rows, note }) {
      if (email === who.email)
        throw new Refusal(409, 'member.self', 'Own account: only another administrator can remove it.');
      const [removed] = await rows('DELETE FROM members WHERE email = $1 RETURNING email', email);
      if (removed === undefined) throw notFound();
      await rows('DELETE FROM sessions WHERE email = $1', email);
      await note('member.removed', { detail: { email } });
      return {};
    },

    async audit({ before }, { rows }) {
      const found = await rows(
        `SELECT entry, at, who, did, shop, till, detail FROM audit WHERE $1::int IS NULL OR entry < $1
         ORDER BY entry DESC ${limitOf()}`,
        before,
      );
      return paged(found);
    },
  };
}
