-- Up Migration

-- The folds of main/domain in SQL: each takes a row and an event, and returns the next row. `kept` is an existing row, passed
-- as an event of the type `row`. Tills may upload anything, so an unreadable event changes nothing and raises no error. The
-- projector sets `day`.

CREATE FUNCTION chain_json(text) RETURNS jsonb IMMUTABLE LANGUAGE plpgsql AS $$
BEGIN
  RETURN $1::jsonb;
EXCEPTION WHEN data_exception OR program_limit_exceeded THEN
  RETURN NULL;
END $$;

CREATE FUNCTION chain_int(jsonb) RETURNS bigint IMMUTABLE LANGUAGE sql AS
  $$ SELECT CASE WHEN jsonb_typeof($1) = 'number' AND abs($1::numeric) < 1e15 THEN $1::numeric::bigint END $$;

-- `ms`: since the epoch. Limited to between 400 days before the day of receipt and two days after its beginning, so that wrong
-- clocks create no partitions of other years.
CREATE FUNCTION chain_time(ms bigint, received date) RETURNS timestamptz STABLE LANGUAGE sql AS
  $$ SELECT CASE WHEN ms IS NOT NULL THEN
       greatest(least(to_timestamp(least(greatest(ms, -10000000000000), 10000000000000) / 1e3::float8), received + 2),
         received - 400) END $$;

-- Limits cents, so that sums cannot overflow.
CREATE FUNCTION chain_cents(jsonb) RETURNS bigint IMMUTABLE LANGUAGE sql AS
  $$ SELECT CASE WHEN chain_int($1) BETWEEN 0 AND 1e12 THEN chain_int($1) END $$;

CREATE FUNCTION chain_is_end(stage text) RETURNS boolean IMMUTABLE LANGUAGE sql AS
  $$ SELECT stage IN ('paid', 'cancelled', 'expired', 'failed', 'voided') $$;

-- `place`: till, shop, environment, terminal and pos of a new sale.
CREATE FUNCTION chain_next_sale(sale sales, seq integer, type text, told jsonb, at bigint, received date, place jsonb, kept sales)
RETURNS sales STABLE LANGUAGE plpgsql AS $$
DECLARE
  next text;
BEGIN
  IF type = 'row' THEN RETURN kept; END IF;
  IF type IN ('sale.intent', 'sale.imported') THEN
    IF told->>'reference' IS NULL OR chain_cents(told->'amount') IS NULL THEN RETURN sale; END IF;
    IF type = 'sale.imported' AND (told->>'stage' IS NULL OR told->>'paymentId' IS NULL
      OR chain_int(told->'createdAt') IS NULL) THEN RETURN sale; END IF;
    sale := NULL;
    sale.seq := seq;
    sale.till := place->'till';
    sale.sale_id := left(told->>'saleId', 100);
    sale.shop := place->>'shop';
    sale.environment := place->>'environment';
    sale.terminal := place->>'terminal';
    sale.pos := place->>'pos';
    sale.reference := left(told->>'reference', 200);
    sale.amount := chain_cents(told->'amount');
    sale.description := left(told->>'description', 500);
    sale.alarm_seen := false;
    sale.cancel_asked := false;
    sale.counted := true;
    sale.day := received;
    IF type = 'sale.intent' THEN
      sale.skew_ms := coalesce(chain_int(told->'skewMs'), 0);
      sale.at := chain_time(at + sale.skew_ms, received);
      sale.origin := 'here';
      sale.stage := 'creating';
      sale.settled := false;
      sale.operation := left(told->>'operation', 20);
      sale.by_id := left(told->'by'->>'id', 100);
      sale.by_name := left(told->'by'->>'name', 200);
      sale.register := left(told->'register'->>'id', 100);
      RETURN sale;
    END IF;
    sale.skew_ms := 0;
    sale.at := chain_time(chain_int(told->'createdAt'), received);
    sale.operation := 'static-qr';
    sale.payment_id := left(told->>'paymentId', 100);
    sale.bulk_id := left(told->>'bulkId', 100);
    sale.status := left(told->>'status', 50);
    sale.stage := left(told->>'stage', 20);
    sale.succeeded_at := chain_time(chain_int(told->'succeededAt'), received);
    IF chain_is_end(sale.stage) THEN sale.ended_at := coalesce(sale.succeeded_at, sale.at); END IF;
    IF told->'follow' = 'true' THEN
      sale.origin := 'recovered';
      sale.settled := chain_is_end(sale.stage);
    ELSE
      sale.origin := 'found';
      sale.settled := true;
      sale.pos := left(told->>'posId', 200);
    END IF;
    RETURN sale;
  END IF;
  IF sale.stage IS NULL THEN RETURN sale; END IF;
  sale.seq := seq;

  CASE type
  WHEN 'sale.moved' THEN
    next := left(told->>'stage', 20);
    IF next IS NULL OR sale.payment_id IS NULL OR chain_is_end(sale.stage) AND NOT chain_is_end(next) THEN
      RETURN sale;
    END IF;
    sale.status := left(told->>'status', 50);
    sale.settled := sale.origin = 'found' OR CASE WHEN next = 'paid' THEN sale.alarm IS DISTINCT FROM 'paid'
      ELSE chain_is_end(next) AND sale.settled END;
    IF told ? 'bulkId' THEN sale.bulk_id := left(told->>'bulkId', 100); END IF;
    IF told ? 'succeededAt' THEN sale.succeeded_at := chain_time(chain_int(told->'succeededAt'), received); END IF;
    IF chain_is_end(next) THEN
      IF told ? 'ending' THEN sale.ending := left(told->>'ending', 20); END IF;
      IF next <> sale.stage THEN sale.ended_at := chain_time(at + sale.skew_ms, received); END IF;
      IF told ? 'alarmOver' THEN
        sale.alarm := left(told->>'alarmOver', 20);
        sale.alarm_seen := false;
      END IF;
    END IF;
    sale.stage := next;
  WHEN 'sale.settled' THEN sale.settled := true;
  WHEN 'sale.created' THEN
    IF sale.payment_id IS NULL AND told->>'paymentId' IS NOT NULL THEN
      sale.payment_id := left(told->>'paymentId', 100);
      sale.settled := false;
      sale.at := coalesce(chain_time(chain_int(told->'createdAt'), received), sale.at);
    END IF;
  WHEN 'sale.cancel-asked' THEN sale.cancel_asked := true;
  WHEN 'sale.alarm-acknowledged' THEN sale.alarm_seen := true;
  WHEN 'sale.unreadable' THEN
    IF sale.payment_id IS NOT NULL AND NOT chain_is_end(sale.stage) THEN sale.stage := 'unknown'; END IF;
  WHEN 'sale.creation-unknown' THEN
    IF sale.payment_id IS NULL AND sale.stage = 'creating' THEN sale.stage := 'unknown'; END IF;
  WHEN 'sale.creation-refused' THEN
    IF sale.payment_id IS NULL AND sale.stage = 'creating' THEN
      sale.stage := 'failed';
      sale.ending := 'never-created';
      sale.ended_at := chain_time(at + sale.skew_ms, received);
      sale.settled := true;
    END IF;
  WHEN 'sale.creation-absent' THEN
    IF sale.payment_id IS NULL AND sale.stage = 'unknown' THEN
      sale.stage := CASE WHEN sale.cancel_asked THEN 'cancelled' ELSE 'failed' END;
      sale.ending := CASE WHEN sale.cancel_asked THEN 'cashier' ELSE 'never-created' END;
      sale.ended_at := chain_time(at + sale.skew_ms, received);
    END IF;
  ELSE NULL;
  END CASE;
  RETURN sale;
END $$;
CREATE AGGREGATE chain_sale(integer, text, jsonb, bigint, date, jsonb, sales) (SFUNC = chain_next_sale, STYPE = sales);

CREATE FUNCTION chain_next_refund(refund refunds, seq integer, type text, told jsonb, at bigint, received date, place jsonb, kept refunds)
RETURNS refunds STABLE LANGUAGE plpgsql AS $$
BEGIN
  CASE type
  WHEN 'row' THEN RETURN kept;
  WHEN 'refund.intent', 'refund.imported' THEN
    IF told->>'paymentId' IS NULL OR told->>'saleId' IS NULL OR chain_cents(told->'amount') IS NULL THEN RETURN refund; END IF;
    refund := NULL;
    refund.till := place->'till';
    refund.refund_key := left(told->>'refundKey', 100);
    refund.shop := place->>'shop';
    refund.environment := place->>'environment';
    refund.sale_id := left(told->>'saleId', 100);
    refund.payment_id := left(told->>'paymentId', 100);
    refund.amount := chain_cents(told->'amount');
    refund.reason := left(told->>'reason', 500);
    refund.by_id := left(told->'by'->>'id', 100);
    refund.by_name := left(told->'by'->>'name', 200);
    refund.allowed_id := left(told->'allowedBy'->>'id', 100);
    refund.allowed_name := left(told->'allowedBy'->>'name', 200);
    refund.register := left(told->'register'->>'id', 100);
    refund.counted := true;
    refund.day := received;
    IF type = 'refund.intent' THEN
      refund.at := chain_time(at + coalesce(chain_int(told->'skewMs'), 0), received);
      refund.stage := 'sending';
      refund.origin := 'here';
    ELSE
      refund.at := chain_time(coalesce(chain_int(told->'createdAt'), at), received);
      refund.stage := 'pending';
      refund.refund_id := left(told->>'refundId', 100);
      refund.origin := CASE WHEN told->'restored' = 'true' THEN 'recovered' ELSE 'found' END;
    END IF;
  WHEN 'refund.answered' THEN
    IF refund.stage IS NOT NULL THEN
      refund.stage := coalesce(left(told->>'stage', 20), refund.stage);
      refund.refund_id := coalesce(left(told->>'refundId', 100), refund.refund_id);
    END IF;
  WHEN 'refund.refused' THEN
    IF refund.stage IS NOT NULL THEN refund.stage := 'refused'; END IF;
  WHEN 'refund.settled' THEN
    IF refund.stage IS NOT NULL AND told->>'decision' = 'not-made' THEN refund.stage := 'not-made'; END IF;
  ELSE NULL;
  END CASE;
  IF refund.stage IS NOT NULL THEN refund.seq := seq; END IF;
  RETURN refund;
END $$;
CREATE AGGREGATE chain_refund(integer, text, jsonb, bigint, date, jsonb, refunds) (SFUNC = chain_next_refund, STYPE = refunds);
