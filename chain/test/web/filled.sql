INSERT INTO shops VALUES ('A', 'Bakkerij Zoë'), ('B', 'Café Noir');
INSERT INTO tills (till, shop, terminal, pos, name, public_key, environment, enrolled_at, last_seen, status) VALUES
  (1, 'A', 'till-1', 'TILL1', 'Counter', 'k1', 'PROD', '2026-11-01 08:00Z', '2026-11-27 13:29Z',
   '{"appVersion":"1.4.0","environment":"PROD","backlog":0,"skewMs":120,"clockKnown":true,"keychain":"ok","journal":"ok","journalBytes":52428800,"diskFree":80000000000}'),
  (2, 'A', 'till-2', 'TILL2', NULL, 'k2', 'PROD', '2026-11-01 08:00Z', '2026-11-27 11:02Z',
   '{"appVersion":"1.3.2","environment":"PROD","backlog":4210,"skewMs":-95000,"clockKnown":true,"keychain":"fault","journal":"full","journalBytes":5242880000,"diskFree":120000000}'),
  (3, 'B', 'till-3', 'TILL3', 'Bar', 'k3', 'PROD', '2026-11-02 08:00Z', '2026-11-27 13:29Z',
   '{"appVersion":"1.4.0","environment":"PROD","backlog":2,"clockKnown":true,"keychain":"ok","journal":"ok"}'),
  (4, 'B', 'till-4', 'TILL4', NULL, 'k4', 'PROD', '2026-11-02 08:00Z', '2026-11-20 13:29Z', NULL);
UPDATE tills SET ended_at = '2026-11-21 09:00Z' WHERE till = 4;
SELECT setval('till_numbers', 4);

INSERT INTO alerts (kind, till, shop, raised_at, ended_at) VALUES
  ('till.silent', 2, 'A', '2026-11-27 11:12Z', NULL), ('till.branch', 3, 'B', '2026-11-27 09:00Z', NULL),
  ('till.silent', 1, 'A', '2026-11-26 11:12Z', '2026-11-26 12:00Z');
INSERT INTO till_merchants SELECT till, 'PROD', 'm' FROM tills;

SELECT chain_partition(name, '2026-11-27', 'month') FROM unnest(ARRAY['sales', 'refunds', 'day_hours']) name;
SELECT chain_partition('events', '2026-11-27', 'day');

INSERT INTO sales (till, day, sale_id, shop, environment, terminal, pos, at, reference, amount, stage, status, payment_id,
  settled, origin, by_name, seq, succeeded_at)
SELECT till, at::date, 's' || n, CASE WHEN till < 3 THEN 'A' ELSE 'B' END, 'PROD', 'till-' || till, 'TILL' || till, at,
  'TILL' || till || '-' || to_char(at, 'YYMMDD') || '-' || lpad(n::text, 4, '0'), 1000 + n, 'paid', 'SUCCEEDED',
  'payment' || lpad(n::text, 17, '0'), true, 'here', CASE n % 2 WHEN 0 THEN 'Zoë' ELSE 'Milan' END, n * 3, at + interval '20 s'
FROM (SELECT n, 1 + n % 3 AS till, timestamptz '2026-11-27 07:00Z' - (n / 60) * interval '7 days' + (n % 60) * interval '6 min' AS at
  FROM generate_series(0, 119) n) made;
UPDATE sales SET stage = 'unknown', status = NULL, settled = false, payment_id = NULL, succeeded_at = NULL WHERE sale_id = 's3';
UPDATE sales SET stage = 'waiting', status = 'PENDING', settled = false, succeeded_at = NULL WHERE sale_id IN ('s4', 's5');
UPDATE sales SET alarm = 'cancelled' WHERE sale_id IN ('s6', 's8');
UPDATE sales SET description = '=1+1', reference = '=HYPERLINK("x")' WHERE sale_id = 's9';

INSERT INTO refunds (till, day, refund_key, sale_id, payment_id, shop, environment, at, amount, reason, stage, refund_id,
  origin, by_name, allowed_name, seq)
SELECT till, day, 'r' || sale_id, sale_id, payment_id, shop, 'PROD', at + interval '1 h', amount / 2, 'Wrong cake', 'refunded',
  'refund-' || sale_id, 'here', by_name, CASE WHEN till = 1 THEN 'Anna' END, seq + 1
FROM sales WHERE sale_id IN ('s12', 's15', 's18', 's20', 's72');

INSERT INTO day_hours (till, day, hour, environment, shop, paid_count, paid_sum, refund_count, refund_sum, cancelled, failed, open, unknown)
SELECT s.till, s.day, extract(hour FROM s.at AT TIME ZONE 'Europe/Brussels'), s.environment, s.shop,
  count(*) FILTER (WHERE stage = 'paid'), coalesce(sum(amount) FILTER (WHERE stage = 'paid'), 0), 0, 0, 1, 0,
  count(*) FILTER (WHERE stage = 'waiting'), count(*) FILTER (WHERE stage = 'unknown')
FROM sales s GROUP BY 1, 2, 3, 4, 5;
UPDATE day_hours d SET refund_count = r.count, refund_sum = r.sum FROM (
  SELECT till, day, extract(hour FROM at AT TIME ZONE 'Europe/Brussels') AS hour, count(*), sum(amount) FROM refunds GROUP BY 1, 2, 3) r
  WHERE r.till = d.till AND r.day = d.day AND r.hour = d.hour;

INSERT INTO branches (till, branch, environment, merchant, profile, from_seq, next_seq, last_hash, received, projected_seq,
  opened_at) SELECT till, 1, 'PROD', 'm', 'p', 0, 1, '', '2026-11-27', 0, '2026-11-01' FROM tills;
INSERT INTO branch_days (till, branch, received, from_seq) SELECT till, 1, '2026-11-27', 1 FROM tills;
INSERT INTO events (at, till, branch, seq, received, cut, terminal, shop, pos, type, payload, hash)
SELECT extract(epoch FROM timestamptz '2026-11-27 08:12Z')::bigint * 1000 + seq * 1000, 1, 1, seq, '2026-11-27', true, 'till-1', 'A',
  'TILL1', type, payload, ''
FROM (VALUES
  (36, 'sale.intent', '{"saleId":"s12","amount":1012,"body":"{}","by":{"role":"cashier","name":"Zoë"}}'),
  (37, 'sale.created', '{"saleId":"s12","paymentId":"payment00000000000000012","via":"create"}'),
  (38, 'sale.moved', '{"saleId":"s12","stage":"paid","status":"SUCCEEDED","via":"read","debtor":{"name":"Jan"}}'),
  (39, 'sale.intent', '{"saleId":"s120","amount":1}'),
  (40, 'refund.intent', '{"refundKey":"rs12","saleId":"s12","amount":506,"reason":"Wrong cake","by":{"role":"manager","name":"Anna"}}'),
  (41, 'refund.answered', '{"refundKey":"rs12","refundId":"refund-s12","stage":"refunded","status":"REFUNDED"}'),
  (42, 'sale.sparkled', '{"saleId":"s12"}')) made (seq, type, payload);

INSERT INTO payouts VALUES
  ('m', 'payout-1', 'PROD', '2026-11-27', 'SUCCEEDED', 4, 4200, 1, 506, 3694, '7890', 1, '2026-11-27 06:00Z'),
  ('m', 'payout-2', 'PROD', '2026-11-26', 'PENDING', 1, 1000, 0, 0, 1000, NULL, 1, '2026-11-27 06:00Z');
INSERT INTO payout_transactions VALUES
  ('m', 'payout-1', 'payment', 'payment00000000000000012', 'payment00000000000000012', 1012, '2026-11-27 08:13Z', 'TILL1-261127-0012', 1),
  ('m', 'payout-1', 'payment', 'payment00000000000000013', 'payment00000000000000013', 1013, '2026-11-27 08:19Z', NULL, 1),
  ('m', 'payout-1', 'payment', 'payment00000000000000014', 'payment00000000000000014', 1014, '2026-11-27 08:25Z', NULL, 1),
  ('m', 'payout-1', 'payment', 'payment-of-nobody-at-all', 'payment-of-nobody-at-all', 1161, '2026-11-27 08:26Z', 'STICKER', 1),
  ('m', 'payout-1', 'refund', 'refund-s12', 'payment00000000000000012', 506, '2026-11-27 09:13Z', NULL, 1),
  ('m', 'payout-2', 'payment', 'payment00000000000000014', 'payment00000000000000014', 1014, '2026-11-27 08:25Z', NULL, 1);

INSERT INTO settings (scope, owner, path, value, set_by, set_at) VALUES
  ('chain', '', 'counter.maximum', '100000', 'admin@example.org', '2026-11-20 09:00Z');
INSERT INTO members VALUES ('viewer@example.org', 'Vera Viewer', 'viewer', NULL), ('admin@example.org', 'Ada Admin', 'admin', NULL),
  ('manager@example.org', 'Max Manager', 'manager', '{A}'), ('other@example.org', 'Otto Other', 'manager', '{B}');
UPDATE members SET issuer = 'https://id.example', subject = 'otto' WHERE email = 'other@example.org';
