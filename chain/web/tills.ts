import { createHash, randomBytes } from 'node:crypto';
import { decisions, happenings } from '../alerts/raise.ts';
import { type Handlers, limitOf, notFound, paged, shopOf, shopOfTill } from './asking.ts';
import { TILL_NAME } from './figures.ts';
import { standingsOf, type TillOf } from './settings.ts';

const HOUR_MS = 3_600_000;
const ONE_TILL = { tills: 1, merchants: [], hours: 1 };

const ALERTS = 'FROM alerts a WHERE a.till = t.till AND a.ended_at IS NULL';

const TILLS = `
  SELECT t.till, ${TILL_NAME} AS name, t.shop, s.name AS "shopName", t.terminal, t.environment, t.status, t.status -> 'settings' AS told,
    t.enrolled_at AS "enrolledAt", t.ended_at AS "endedAt", t.last_seen AS "lastSeen",
    coalesce((SELECT json_agg(json_build_object('alert', a.alert, 'kind', a.kind,
      'raisedAt', floor(extract(epoch FROM a.raised_at) * 1000)) ORDER BY a.raised_at) ${ALERTS}), '[]') AS alerts
  FROM tills t JOIN shops s USING (shop)
  WHERE CASE WHEN $4::int IS NOT NULL THEN t.till = $4 WHEN $1 = 'ended' THEN t.ended_at IS NOT NULL
      WHEN $1 = 'troubled' THEN t.ended_at IS NULL AND EXISTS (SELECT ${ALERTS}) ELSE t.ended_at IS NULL END
    AND ($2::text IS NULL OR t.shop = $2)
    AND ($3::text IS NULL OR position(lower($3) IN lower(concat_ws(' ', t.name, t.pos, t.terminal, s.name))) > 0)
  ORDER BY s.name, t.shop, t.till`;

export const tillsHandlers: Handlers<
  'tills' | 'till.save' | 'till.end' | 'shop.save' | 'enrol.make' | 'alerts' | 'alert.seen'
> = {
  async tills({ show, shop, till, text, page }, asking) {
    const found = await asking.rows<TillOf>(`${TILLS} ${limitOf(page)}`, show, shop, text || undefined, till);
    const { rows, more } = paged(found);
    const [counts] = await asking.rows(
      `SELECT count(*) FILTER (WHERE ended_at IS NULL)::int AS "all",
         count(*) FILTER (WHERE ended_at IS NULL AND EXISTS (SELECT ${ALERTS}))::int AS troubled,
         count(*) FILTER (WHERE ended_at IS NOT NULL)::int AS ended
       FROM tills t WHERE $1::text IS NULL OR shop = $1`,
      shop,
    );
    const standings = await standingsOf(rows, asking);
    return { rows: rows.map((row) => ({ ...row, ...standings.get(row.till) })), more, counts };
  },

  async 'till.save'({ till, name }, asking) {
    const shop = await shopOfTill(asking, till);
    await asking.rows(`UPDATE tills SET name = nullif($2, '') WHERE till = $1`, till, name);
    await asking.note('till.named', { shop, till, detail: { name } });
    return {};
  },

  async 'till.end'({ till }, asking) {
    const shop = await shopOfTill(asking, till);
    await asking.rows('UPDATE tills SET ended_at = coalesce(ended_at, now()) WHERE till = $1', till);
    await asking.note('till.ended', { shop, till });
    return {};
  },

  async 'shop.save'({ shop, name }, asking) {
    await asking.rows(
      'INSERT INTO shops (shop, name) VALUES ($1, $2) ON CONFLICT (shop) DO UPDATE SET name = excluded.name',
      shop,
      name,
    );
    await asking.note('shop.saved', { shop, detail: { name } });
    return {};
  },

  async 'enrol.make'({ shop: named = '', till, ...of }, asking) {
    const shop = till === undefined ? await shopOf(asking, named) : await shopOfTill(asking, till);
    const { tills, merchants, hours } = till === undefined ? of : ONE_TILL;
    const expiresAt = asking.now + hours * HOUR_MS;
    const code = randomBytes(10)
      .toString('hex')
      .toUpperCase()
      .replaceAll(/(.{5})(?=.)/g, '$1-');
    await asking.rows(
      'INSERT INTO enrol_codes (code_hash, shop, made_by, expires_at, most, merchants, keeps) VALUES ($1, $2, $3, $4, $5, $6, $7)',
      ...[
        createHash('sha256').update(code).digest(),
        shop,
        asking.who.email,
        new Date(expiresAt),
        tills,
        merchants,
        till,
      ],
    );
    await asking.note('enrol.code-made', { shop, till, detail: { tills, merchants, hours } });
    return { code, expiresAt };
  },

  async alerts({ shop, till }, asking) {
    const rows = await asking.rows(
      `SELECT a.alert, a.kind, a.till, ${TILL_NAME} AS "tillName", s.name AS "shopName", a.raised_at AS "raisedAt",
         a.kind = ANY ($2) AS "mayEnd", a.kind = ANY ($3) AS "toDecide", a.about, coalesce(a.detail->'ids', '[]') AS ids,
         (SELECT ${TILL_NAME} FROM tills t WHERE t.till = (a.detail->'other')::int) AS "otherName",
         EXISTS (SELECT FROM till_merchants m WHERE m.till = a.till AND m.environment || ' ' || m.merchant = a.about) AS counts
       FROM alerts a LEFT JOIN tills t ON t.till = a.till LEFT JOIN shops s ON s.shop = a.shop
       WHERE a.ended_at IS NULL AND ($1::text IS NULL OR a.shop = $1) AND ($4::int IS NULL OR a.till = $4)
       ORDER BY a.raised_at DESC, a.alert DESC ${limitOf()}`,
      shop,
      happenings,
      decisions,
      till,
    );
    return paged(rows);
  },

  async 'alert.seen'({ alert }, asking) {
    const [ended] = await asking.rows<{ kind: string; shop: string; till: number }>(
      `UPDATE alerts SET ended_at = now() WHERE alert = $1 AND ended_at IS NULL AND kind = ANY ($2)
       RETURNING kind, shop, till`,
      alert,
      happenings,
    );
    if (ended === undefined) throw notFound();
    await asking.note('alert.seen', { ...ended, detail: { kind: ended.kind } });
    return {};
  },
};
