-- Up Migration

-- Each key of a tills' table contains `till`, so that Citus can distribute the table (docs/chain-citus.md). Ids come from
-- sequences, because a unique id column would be a key without `till`.

CREATE TABLE shops (
  shop text PRIMARY KEY, name text NOT NULL
);

CREATE SEQUENCE till_numbers AS integer;

CREATE TABLE tills (
  till integer PRIMARY KEY, shop text NOT NULL REFERENCES shops, terminal text NOT NULL, pos text NOT NULL, name text,
  public_key text NOT NULL, environment text NOT NULL, enrolled_at timestamptz NOT NULL,
  -- Set when head office ends the till; later calls are refused.
  ended_at timestamptz, last_seen timestamptz NOT NULL,
  -- Time of the newest status, by the till's clock: an older status is a replay.
  sent_at bigint NOT NULL DEFAULT 0, status jsonb,
  -- False: silence is expected, such as in a closed shop.
  alarmed boolean NOT NULL DEFAULT true
) WITH (fillfactor = 50);
CREATE INDEX tills_shop ON tills (shop);

CREATE TABLE enrol_codes (
  code_hash bytea PRIMARY KEY, shop text NOT NULL REFERENCES shops, made_by text NOT NULL,
  made_at timestamptz NOT NULL DEFAULT now(), expires_at timestamptz NOT NULL, used_at timestamptz, till integer
);

-- A till's journal. A restored journal continues after the event `from_seq` of its parent.
CREATE TABLE branches (
  till integer NOT NULL, branch integer NOT NULL, environment text NOT NULL, merchant text NOT NULL,
  profile text NOT NULL, parent integer, from_seq integer NOT NULL, next_seq integer NOT NULL,
  last_hash bytea NOT NULL, last_batch bytea, last_answer jsonb,
  -- Day of the newest event. Never decreases, even if the collector's clock is set back.
  received date NOT NULL, projected_seq integer NOT NULL, opened_at timestamptz NOT NULL,
  PRIMARY KEY (till, branch)
) WITH (fillfactor = 50);
-- Partial index: few of many branches wait for the projector.
CREATE INDEX branches_behind ON branches (till, branch) WHERE projected_seq < next_seq - 1;

-- Days on which a branch grew, so that an event is found without scanning every partition.
CREATE TABLE branch_days (
  till integer NOT NULL, branch integer NOT NULL, received date NOT NULL, from_seq integer NOT NULL,
  PRIMARY KEY (till, branch, received)
);

-- Partitioned by the day of receipt: retention drops whole days, and wrong till clocks create no partitions.
CREATE TABLE events (
  at bigint NOT NULL, till integer NOT NULL, branch integer NOT NULL, seq integer NOT NULL, received date NOT NULL,
  cut boolean NOT NULL, terminal text NOT NULL, shop text NOT NULL, pos text NOT NULL, type text NOT NULL,
  payload text NOT NULL, hash bytea NOT NULL,
  PRIMARY KEY (till, branch, seq, received)
) PARTITION BY RANGE (received);

-- Projections have monthly partitions: over years, daily partitions would exceed the locks of a query.
CREATE TABLE sales (
  till integer NOT NULL, day date NOT NULL, sale_id text NOT NULL, shop text NOT NULL, environment text NOT NULL,
  terminal text NOT NULL,
  -- NULL when the service did not name another till's POS.
  pos text,
  -- By the service's clock, if known.
  at timestamptz NOT NULL,
  -- Service's clock minus the till's at the beginning of the sale.
  skew_ms bigint NOT NULL DEFAULT 0, reference text NOT NULL, amount bigint NOT NULL, description text,
  operation text, stage text NOT NULL, status text, ending text, payment_id text, bulk_id text,
  succeeded_at timestamptz, ended_at timestamptz, settled boolean NOT NULL,
  -- The stage shown earlier, if the end contradicts that stage.
  alarm text, alarm_seen boolean NOT NULL DEFAULT false, cancel_asked boolean NOT NULL DEFAULT false,
  -- here: charged by this till; recovered: charged by this till before a journal loss; found: another till's.
  origin text NOT NULL,
  -- True for exactly one row of each payment.
  counted boolean NOT NULL DEFAULT true, by_id text, by_name text, register text, seq integer NOT NULL,
  PRIMARY KEY (till, sale_id, day)
) PARTITION BY RANGE (day);
CREATE INDEX sales_at ON sales (till, at);
CREATE INDEX sales_day ON sales (day, at);
CREATE INDEX sales_payment ON sales (payment_id) WHERE payment_id IS NOT NULL;
CREATE INDEX sales_reference ON sales (reference text_pattern_ops);
CREATE INDEX sales_open ON sales (shop, at) WHERE NOT settled;
CREATE INDEX sales_alarms ON sales (at) WHERE alarm IS NOT NULL AND NOT alarm_seen;

CREATE TABLE refunds (
  till integer NOT NULL, day date NOT NULL, refund_key text NOT NULL, sale_id text NOT NULL, payment_id text NOT NULL,
  shop text NOT NULL, environment text NOT NULL, at timestamptz NOT NULL, amount bigint NOT NULL, reason text,
  stage text NOT NULL, refund_id text, origin text NOT NULL, counted boolean NOT NULL DEFAULT true, by_id text,
  by_name text, allowed_id text, allowed_name text, register text, seq integer NOT NULL,
  PRIMARY KEY (till, refund_key, day)
) PARTITION BY RANGE (day);
CREATE INDEX refunds_at ON refunds (till, at);
CREATE INDEX refunds_day ON refunds (day, at);
CREATE INDEX refunds_payment ON refunds (payment_id);
CREATE INDEX refunds_refund ON refunds (refund_id) WHERE refund_id IS NOT NULL;

CREATE TABLE shifts (
  till integer NOT NULL, day date NOT NULL, branch integer NOT NULL, number integer NOT NULL, shop text NOT NULL,
  environment text NOT NULL, from_at timestamptz NOT NULL, to_at timestamptz NOT NULL, by_name text, report jsonb,
  PRIMARY KEY (till, branch, number, day)
) PARTITION BY RANGE (day);

-- Sums of counted rows, by the hour of the charge or refund.
CREATE TABLE day_hours (
  till integer NOT NULL, day date NOT NULL, hour integer NOT NULL, environment text NOT NULL, shop text NOT NULL,
  paid_count integer NOT NULL, paid_sum bigint NOT NULL, refund_count integer NOT NULL, refund_sum bigint NOT NULL,
  cancelled integer NOT NULL,
  -- Includes expired and voided sales.
  failed integer NOT NULL,
  -- Without an end: still open.
  open integer NOT NULL, unknown integer NOT NULL,
  PRIMARY KEY (day, till, hour, environment)
) PARTITION BY RANGE (day);

CREATE TABLE payouts (
  merchant text NOT NULL, payout_id text NOT NULL, environment text NOT NULL, day date NOT NULL, status text NOT NULL,
  payment_count bigint NOT NULL, payment_cents bigint NOT NULL, refund_count bigint NOT NULL,
  refund_cents bigint NOT NULL, payout_cents bigint NOT NULL, iban_end text, told_by integer NOT NULL,
  told_at timestamptz NOT NULL,
  PRIMARY KEY (merchant, payout_id)
);
CREATE INDEX payouts_day ON payouts (day);

CREATE TABLE payout_transactions (
  merchant text NOT NULL, payout_id text NOT NULL, kind text NOT NULL, id text NOT NULL,
  -- Equal to `id` for a payment.
  payment_id text, cents bigint NOT NULL, at timestamptz NOT NULL, reference text,
  PRIMARY KEY (merchant, payout_id, kind, id)
);
CREATE INDEX payout_transactions_payment ON payout_transactions (payment_id);

CREATE TABLE settings (
  scope text NOT NULL CHECK (scope IN ('chain', 'shop', 'till')),
  -- The shop, or the till's number; empty for the chain.
  owner text NOT NULL, path text NOT NULL, value jsonb NOT NULL, set_by text NOT NULL,
  set_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (scope, owner, path)
);

CREATE TABLE alerts (
  alert integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY, kind text NOT NULL, till integer, shop text,
  about text NOT NULL DEFAULT '', detail jsonb, raised_at timestamptz NOT NULL DEFAULT now(), ended_at timestamptz,
  told_at timestamptz, end_told_at timestamptz
);
CREATE UNIQUE INDEX alerts_current ON alerts (kind, coalesce(till, 0), about) WHERE ended_at IS NULL;
CREATE INDEX alerts_untold ON alerts (alert) WHERE told_at IS NULL OR (ended_at IS NOT NULL AND end_told_at IS NULL);

CREATE TABLE audit (
  entry integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY, at timestamptz NOT NULL DEFAULT now(), who text NOT NULL,
  did text NOT NULL, shop text, till integer, detail jsonb
);
CREATE INDEX audit_at ON audit (at);

CREATE TABLE members (
  email text PRIMARY KEY, name text, role text NOT NULL CHECK (role IN ('viewer', 'manager', 'admin')),
  -- NULL: every shop.
  shops text[]
);

CREATE TABLE sessions (
  id_hash bytea PRIMARY KEY, email text NOT NULL, name text, made_at timestamptz NOT NULL DEFAULT now(),
  expires_at timestamptz NOT NULL, id_token text
);

CREATE TABLE facts (
  name text PRIMARY KEY, value jsonb NOT NULL
);

-- Creates the partition of `parent` for `day` if missing. Attached rather than created in place, because an attachment does
-- not block readers and writers.
CREATE FUNCTION chain_partition(parent text, day date, step text) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  from_day date := date_trunc(step, day);
  to_day date := from_day + ('1 ' || step)::interval;
  name text := parent || '_' || to_char(from_day, CASE step WHEN 'day' THEN 'YYYYMMDD' ELSE 'YYYYMM' END);
BEGIN
  IF to_regclass(name) IS NOT NULL THEN RETURN; END IF;
  PERFORM pg_advisory_xact_lock(hashtext('chain_partition'));
  IF to_regclass(name) IS NOT NULL THEN RETURN; END IF;
  EXECUTE format('CREATE TABLE %I (LIKE %I INCLUDING ALL)', name, parent);
  EXECUTE format('ALTER TABLE %I ATTACH PARTITION %I FOR VALUES FROM (%L) TO (%L)', parent, name, from_day, to_day);
END $$;

-- The page uses the role chain_page (database/access.ts), which sees the shops in `chain.shops`: '*', or a JSON array.
CREATE FUNCTION chain_all() RETURNS boolean STABLE LANGUAGE sql AS
  $$ SELECT coalesce(current_setting('chain.shops', true) = '*', false) $$;
CREATE FUNCTION chain_shops() RETURNS text[] STABLE LANGUAGE sql AS
  $$ SELECT CASE WHEN current_setting('chain.shops', true) LIKE '[%'
       THEN ARRAY(SELECT jsonb_array_elements_text(current_setting('chain.shops')::jsonb)) ELSE '{}' END $$;

-- Sub-selects are evaluated once per query instead of once per row.
DO $$
DECLARE
  of_shops text;
BEGIN
  FOREACH of_shops IN ARRAY
    ARRAY['shops', 'tills', 'enrol_codes', 'events', 'sales', 'refunds', 'shifts', 'day_hours', 'alerts', 'audit']
  LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', of_shops);
    EXECUTE format('CREATE POLICY chain_sees ON %I USING ((SELECT chain_all()) OR shop = ANY ((SELECT chain_shops())::text[]))',
      of_shops);
  END LOOP;
END $$;
-- Audit entries may concern any shop.
CREATE POLICY chain_notes ON audit FOR INSERT WITH CHECK (true);

ALTER TABLE branches ENABLE ROW LEVEL SECURITY;
CREATE POLICY chain_sees ON branches USING (till IN (SELECT till FROM tills));
ALTER TABLE branch_days ENABLE ROW LEVEL SECURITY;
CREATE POLICY chain_sees ON branch_days USING (till IN (SELECT till FROM tills));

ALTER TABLE payout_transactions ENABLE ROW LEVEL SECURITY;
CREATE POLICY chain_sees ON payout_transactions USING (
  (SELECT chain_all()) OR EXISTS (SELECT FROM sales WHERE sales.payment_id = payout_transactions.payment_id));
ALTER TABLE payouts ENABLE ROW LEVEL SECURITY;
CREATE POLICY chain_sees ON payouts USING (
  (SELECT chain_all()) OR EXISTS (
    SELECT FROM payout_transactions told WHERE told.merchant = payouts.merchant AND told.payout_id = payouts.payout_id));

-- Every member reads the settings of wider scopes too, but writes only settings of the member's shops and tills.
ALTER TABLE settings ENABLE ROW LEVEL SECURITY;
CREATE POLICY chain_reads ON settings FOR SELECT USING (true);
CREATE POLICY chain_sets ON settings USING (
  (SELECT chain_all())
  OR (scope = 'shop' AND owner = ANY ((SELECT chain_shops())::text[]))
  OR (scope = 'till' AND owner IN (SELECT till::text FROM tills)));
