-- Till 3 claims sale s12 of till 1, reports a payout differently than till 1, and uploads for another merchant.
INSERT INTO sales (till, day, sale_id, shop, environment, terminal, pos, at, reference, amount, stage, status, payment_id,
  settled, origin, counted, by_name, seq)
SELECT 3, day, 'stolen', 'B', environment, 'till-3', 'TILL3', at, 'TILL3-261127-9999', amount, 'cancelled', 'CANCELLED', payment_id,
  true, 'here', false, 'Noir', 1 FROM sales WHERE sale_id = 's12';
INSERT INTO claims (record, environment, id, low_till, high_till, winner) VALUES ('sales', 'PROD', 'payment00000000000000012', 1, 3, 1);
INSERT INTO payouts (merchant, payout_id, environment, day, status, payment_count, payment_cents, refund_count, refund_cents,
  payout_cents, iban_end, told_by, told_at, shown)
VALUES ('m', 'payout-1', 'PROD', '2026-11-27', 'SUCCEEDED', 4, 4200, 1, 506, 1, '6666', 3, '2026-11-27 09:30Z', false);
INSERT INTO branches (till, branch, environment, merchant, profile, from_seq, next_seq, last_hash, received, projected_seq,
  opened_at, journal, aside)
VALUES (3, 2, 'PROD', 'foreign', 'p', 0, 5, '', '2026-11-27', 0, '2026-11-27', 2, 'merchant'),
  (3, 3, 'PROD', 'm', 'q', 0, 5, '', '2026-11-27', 0, '2026-11-27', 3, 'fault');
INSERT INTO alerts (kind, till, shop, about, detail, raised_at) VALUES
  ('till.merchant', 3, 'B', 'PROD foreign', NULL, '2026-11-27 09:01Z'),
  ('till.merchant', 1, 'A', 'PROD m', NULL, '2026-11-27 09:02Z'),
  ('till.fault', 3, 'B', 'journal', '{"reason":"division by zero"}', '2026-11-27 09:03Z'),
  ('payment.claimed', 1, 'A', 'till 3', '{"other":3,"ids":["payment00000000000000012"]}', '2026-11-27 09:04Z'),
  ('till.counter', 3, 'B', '', '{"counter":1000001,"last":7000004}', '2026-11-27 09:06Z'),
  ('payout.differs', 3, 'B', 'm', '{"other":1,"ids":["payout-1"]}', '2026-11-27 09:05Z');
