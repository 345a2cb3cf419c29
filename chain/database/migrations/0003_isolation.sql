-- Up Migration

-- Isolates tills: a till's data only changes the till's own figures.

-- A sale id is unique within a journal of a till. A journal is a branch without a parent, with all branches that continue it.
ALTER TABLE branches ADD COLUMN journal integer NOT NULL DEFAULT 1,
  -- Stored but not projected: the merchant is unknown for the till, or the data made the projector fail.
  ADD COLUMN aside text CHECK (aside IN ('merchant', 'fault'));
WITH RECURSIVE of AS (
  SELECT till, branch, branch AS journal FROM branches WHERE parent IS NULL
  UNION ALL SELECT b.till, b.branch, of.journal FROM branches b JOIN of ON b.till = of.till AND b.parent = of.branch)
UPDATE branches b SET journal = of.journal FROM of WHERE b.till = of.till AND b.branch = of.branch AND of.journal > 1;
DROP INDEX branches_behind;
CREATE INDEX branches_behind ON branches (till, branch) WHERE projected_seq < next_seq - 1 AND aside IS NULL;

ALTER TABLE sales ADD COLUMN journal integer NOT NULL DEFAULT 1;
ALTER TABLE refunds ADD COLUMN journal integer NOT NULL DEFAULT 1;
-- Existing rows lack a journal: assume the newest journal of the environment at the time of the row. Reprojecting corrects this.
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
-- The watcher reads a few rows per till.
DROP INDEX sales_open;
CREATE INDEX sales_open ON sales (till, at) WHERE NOT settled;

-- Prevents overflow of hourly sums.
ALTER TABLE day_hours ALTER COLUMN paid_sum TYPE numeric, ALTER COLUMN refund_sum TYPE numeric;

-- Limit from the service's documentation: Errors, field bounds.
CREATE OR REPLACE FUNCTION chain_cents(jsonb) RETURNS bigint IMMUTABLE LANGUAGE sql AS
  $$ SELECT CASE WHEN chain_int($1) BETWEEN 0 AND 999999999999 THEN chain_int($1) END $$;

-- The folds take the journal of a new sale or refund from `place`.
DO $$
DECLARE
  fold regproc;
BEGIN
  FOREACH fold IN ARRAY ARRAY['chain_next_sale', 'chain_next_refund']::regproc[] LOOP
    EXECUTE regexp_replace(pg_get_functiondef(fold), '(sale|refund)\.till := place->''till'';',
      '\&' || E'\n    ' || '\1.journal := place->''journal'';');
  END LOOP;
END $$;

-- The merchants of a till; events of other merchants are set aside.
CREATE TABLE till_merchants (
  till integer NOT NULL, environment text NOT NULL, merchant text NOT NULL,
  PRIMARY KEY (till, environment, merchant)
);
INSERT INTO till_merchants SELECT DISTINCT till, environment, merchant FROM branches;
INSERT INTO alerts (kind, till, shop, about)
  SELECT 'till.merchant', till, shop, m.environment || ' ' || merchant FROM till_merchants m JOIN tills USING (till)
    WHERE ended_at IS NULL;

-- Payments and refunds claimed by two tills. The row of `winner` counts.
CREATE TABLE claims (
  record text NOT NULL, environment text NOT NULL, id text NOT NULL, low_till integer NOT NULL, high_till integer NOT NULL,
  winner integer NOT NULL, decided_at timestamptz,
  -- Decided, but not yet counted again by the projector.
  due boolean NOT NULL DEFAULT false,
  PRIMARY KEY (record, environment, id, low_till, high_till)
);
CREATE INDEX claims_due ON claims (record) WHERE due;

-- The newest report of a payout per till; exactly one report is shown.
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
