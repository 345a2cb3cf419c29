import { decisions } from '../alerts/raise.ts';
import { type Handlers, notFound } from './asking.ts';
import { checkSeesAll } from './payouts.ts';

interface Decided {
  readonly kind: (typeof decisions)[number];
  readonly till: number;
  readonly shop: string;
  readonly about: string;
  readonly other: number | null;
  readonly raisedAt: number;
}

export const decisionsHandlers: Handlers<'alert.decide'> = {
  async 'alert.decide'({ alert, accept }, asking) {
    // An unaccepted merchant, or a till set aside, can still be accepted later.
    const [of] = await asking.rows<Decided>(
      `UPDATE alerts SET ended_at = CASE WHEN $2 OR kind IN ('payment.claimed', 'payout.differs') THEN now() END
         WHERE alert = $1 AND ended_at IS NULL AND kind = ANY ($3)
         RETURNING kind, till, shop, about, (detail->'other')::int AS other, raised_at AS "raisedAt"`,
      ...[alert, accept, decisions],
    );
    if (of === undefined) throw notFound();
    const { kind, till, shop, about, other, raisedAt } = of;
    if (kind === 'till.merchant') {
      const [environment = '', ...rest] = about.split(' ');
      const merchant = [till, environment, rest.join(' ')];
      await asking.rows(
        accept
          ? 'INSERT INTO till_merchants VALUES ($1, $2, $3) ON CONFLICT DO NOTHING'
          : 'DELETE FROM till_merchants WHERE till = $1 AND environment = $2 AND merchant = $3',
        ...merchant,
      );
      await asking.rows(
        `UPDATE branches SET aside = $4 WHERE till = $1 AND environment = $2 AND merchant = $3
           AND aside IS DISTINCT FROM 'fault'`,
        ...[...merchant, accept ? null : 'merchant'],
      );
    }
    if (kind === 'till.fault' && accept)
      await asking.rows(`UPDATE branches SET aside = NULL WHERE till = $1 AND aside = 'fault'`, till);
    if (kind === 'payment.claimed') {
      // Row-level security only shows a claim to members who see both tills.
      const decided = await asking.rows(
        `UPDATE claims SET winner = CASE WHEN $3 THEN $2 ELSE winner END, decided_at = now(), due = $3
           WHERE winner = $1 AND $2 IN (low_till, high_till) AND decided_at IS NULL RETURNING id`,
        ...[till, other, accept],
      );
      if (decided.length === 0) throw notFound();
    }
    if (kind === 'payout.differs') {
      checkSeesAll(asking.who);
      if (accept)
        await asking.rows(
          `UPDATE payouts SET shown = told_by = $2 WHERE merchant = $1 AND payout_id IN (
             SELECT payout_id FROM payouts WHERE merchant = $1 AND told_by = $2 AND NOT shown AND told_at >= $3)`,
          ...[about, till, new Date(raisedAt)],
        );
    }
    await asking.note('alert.decided', { shop, till, detail: { kind, about, accept } });
    return {};
  },
};
