-- Up Migration

-- The data of a till changes the numbers of that till alone.

-- A sale id is unique within one journal of a till. A journal is a branch without a parent, with the branches that go on from it.
ALTER TABLE branches ADD COLUMN journal integer NOT NULL DEFAULT 1,
  -- Stored and not projected: its merchant is not one of the till's, or its data made the projector fail.
  ADD COLUMN aside text CHECK (aside IN ('merchant', 'fault'));
WITH RECURSIVE of AS (
  SELECT till, branch, branch AS journal FROM branches WHERE parent IS NULL
  UNION ALL SELECT b.till, b.branch, of.journal FROM branches b JOIN of ON b.till = of.till AND b.parent = of.branch)
UPDATE branches b SET journal = of.journal FROM of WHERE b.till = of.till AND b.branch = of.branch AND of.journal > 1;
DROP INDEX branches_behind;
CREATE INDEX branches_behind ON branches (till, branch) WHERE projected_seq < next_seq - 1 AND aside IS NULL;

ALTER TABLE sales ADD COLUMN journal integer NOT NULL DEFAULT 1;
ALTER TABLE refunds ADD COLUMN journal integer NOT NULL DEFAULT 1;
-- A row does not say which journal it is of: the newest one of its environment that was there, until figures are made again.
DO $$
DECLARE
  name text;
BEGIN
  FOREACH name IN ARRAY ARRAY['sales', 'refunds'] LOOP
    EXECUTE format('UPDATE %I r SET journal = coalesce(
        (SELECT journal FROM branches b WHERE b.till = r.till AND b.environment = r.environment AND parent IS NULL
          AND opened_at < r.at + interval ''1 day'' ORDER BY opened_at DESC LIMIT 1),
        (SELECT min(journal) FROM branches b WHERE b.till = r.till AND b.environment = r.environment), 1)
      WHERE till IN (SELECT till FROM branches WHERE journal > 1)', name);
  END LOOP;
END $$;
ALTER TABLE sales DROP CONSTRAINT sales_pkey;
ALTER TABLE sales ADD PRIMARY KEY (till, journal, sale_id, day);
ALTER TABLE refunds DROP CONSTRAINT refunds_pkey;
ALTER TABLE refunds ADD PRIMARY KEY (till, journal, refund_key, day);
-- The watcher reads some of each till.
DROP INDEX sales_open;
CREATE INDEX sales_open ON sales (till, at) WHERE NOT settled;

-- No sum of an hour overflows.
ALTER TABLE day_hours ALTER COLUMN paid_sum TYPE numeric, ALTER COLUMN refund_sum TYPE numeric;

-- Service: Errors, field bounds.
CREATE OR REPLACE FUNCTION chain_cents(jsonb) RETURNS bigint IMMUTABLE LANGUAGE sql AS
  $$ SELECT CASE WHEN chain_int($1) BETWEEN 0 AND 999999999999 THEN chain_int($1) END $$;

-- The folds take the journal from the place of a sale or refund that begins.
DO $$
DECLARE
  fold regproc;
BEGIN
  FOREACH fold IN ARRAY ARRAY['chain_next_sale', 'chain_next_refund']::regproc[] LOOP
    EXECUTE regexp_replace(pg_get_functiondef(fold), '(sale|refund)\.till := place->''till'';',
      '\&' || E'\n    ' || '\1.journal := place->''journal'';');
  END LOOP;
END $$;

-- The merchants of a till: events of others are stored aside.
CREATE TABLE till_merchants (
  till integer NOT NULL, environment text NOT NULL, merchant text NOT NULL,
  PRIMARY KEY (till, environment, merchant)
);
INSERT INTO till_merchants SELECT DISTINCT till, environment, merchant FROM branches;
INSERT INTO alerts (kind, till, shop, about)
  SELECT 'till.merchant', till, shop, m.environment || ' ' || merchant FROM till_merchants m JOIN tills USING (till)
    WHERE ended_at IS NULL;

-- Payments and refunds that two tills claim. The row of `winner` counts.
CREATE TABLE claims (
  record text NOT NULL, environment text NOT NULL, id text NOT NULL, low_till integer NOT NULL, high_till integer NOT NULL,
  winner integer NOT NULL, decided_at timestamptz,
  -- A person has decided, and the projector has yet to count again.
  due boolean NOT NULL DEFAULT false,
  PRIMARY KEY (record, environment, id, low_till, high_till)
);
CREATE INDEX claims_due ON claims (record) WHERE due;

-- The newest report of each till of a payout, of which one is shown.
ALTER TABLE payouts ADD COLUMN shown boolean NOT NULL DEFAULT true, DROP CONSTRAINT payouts_pkey,
  ADD PRIMARY KEY (merchant, payout_id, told_by);
ALTER TABLE payout_transactions ADD COLUMN told_by integer;
UPDATE payout_transactions x SET told_by = p.told_by FROM payouts p
  WHERE p.merchant = x.merchant AND p.payout_id = x.payout_id;
ALTER TABLE payout_transactions DROP CONSTRAINT payout_transactions_pkey,
  ADD PRIMARY KEY (merchant, payout_id, told_by, kind, id);

ALTER TABLE till_merchants ENABLE ROW LEVEL SECURITY;
CREATE POLICY chain_sees ON till_merchants USING (till IN (SELECT till FROM tills));
ALTER TABLE claims ENABLE ROW LEVEL SECURITY;
CREATE POLICY chain_sees ON claims USING (
  low_till IN (SELECT till FROM tills) AND high_till IN (SELECT till FROM tills));
