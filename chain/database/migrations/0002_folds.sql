-- Up Migration

-- The folds of main/domain in SQL: each takes a record and an event, and gives the record after it. Records are JSON with
-- the columns of their table. A till may ship anything: what cannot be read is no fault here, and changes nothing.

CREATE FUNCTION chain_json(text) RETURNS jsonb IMMUTABLE LANGUAGE plpgsql AS $$
BEGIN
  RETURN $1::jsonb;
EXCEPTION WHEN data_exception OR program_limit_exceeded THEN
  RETURN NULL;
END $$;

CREATE FUNCTION chain_int(jsonb) RETURNS bigint IMMUTABLE LANGUAGE sql AS
  $$ SELECT CASE WHEN jsonb_typeof($1) = 'number' AND abs($1::numeric) < 1e15 THEN $1::numeric::bigint END $$;

-- ms since the epoch, at most 400 days before the day of receipt and one after: no clock makes partitions of other years.
CREATE FUNCTION chain_time(ms bigint, received date) RETURNS timestamptz STABLE LANGUAGE sql AS
  $$ SELECT CASE WHEN ms IS NOT NULL THEN
       greatest(least(to_timestamp(least(greatest(ms, -10000000000000), 10000000000000) / 1e3::float8), received + 2),
         received - 400) END $$;

-- Cents that a sum of many cannot overflow with.
CREATE FUNCTION chain_cents(jsonb) RETURNS bigint IMMUTABLE LANGUAGE sql AS
  $$ SELECT CASE WHEN chain_int($1) BETWEEN 0 AND 1e12 THEN chain_int($1) END $$;

-- Time of an event by the service's clock, as far as the sale knows that.
CREATE FUNCTION chain_told_at(sale jsonb, at bigint, received date) RETURNS timestamptz STABLE LANGUAGE sql AS
  $$ SELECT chain_time(at + coalesce((sale->>'skew_ms')::bigint, 0), received) $$;

CREATE FUNCTION chain_is_end(stage text) RETURNS boolean IMMUTABLE LANGUAGE sql AS
  $$ SELECT stage IN ('paid', 'cancelled', 'expired', 'failed', 'voided') $$;

-- `place`: shop, environment, terminal and pos of a sale that begins.
CREATE FUNCTION chain_next_sale(sale jsonb, type text, told jsonb, at bigint, received date, place jsonb)
RETURNS jsonb STABLE LANGUAGE plpgsql AS $$
DECLARE
  stage text;
  next text;
BEGIN
  CASE type
  WHEN 'sale.moved' THEN
    stage := sale->>'stage';
    next := left(told->>'stage', 20);
    IF next IS NULL OR sale->>'payment_id' IS NULL OR chain_is_end(stage) AND NOT chain_is_end(next) THEN RETURN sale; END IF;
    sale := sale || jsonb_strip_nulls(jsonb_build_object(
      'status', left(told->>'status', 50), 'stage', next, 'bulk_id', left(told->>'bulkId', 100),
      'succeeded_at', chain_time(chain_int(told->'succeededAt'), received),
      'settled', CASE WHEN sale->>'origin' = 'found' THEN true
        WHEN next = 'paid' THEN sale->>'alarm' IS DISTINCT FROM 'paid'
        ELSE chain_is_end(next) AND (sale->>'settled')::boolean END));
    IF NOT chain_is_end(next) THEN RETURN sale; END IF;
    RETURN sale || jsonb_strip_nulls(jsonb_build_object(
      'ending', left(told->>'ending', 20), 'ended_at', CASE WHEN next <> stage THEN chain_told_at(sale, at, received) END,
      'alarm', left(told->>'alarmOver', 20), 'alarm_seen', CASE WHEN told ? 'alarmOver' THEN false END));
  WHEN 'sale.intent' THEN
    IF told->>'reference' IS NULL OR chain_cents(told->'amount') IS NULL THEN RETURN sale; END IF;
    RETURN place || jsonb_build_object(
      'reference', left(told->>'reference', 200), 'amount', chain_cents(told->'amount'),
      'description', left(told->>'description', 500), 'alarm_seen', false, 'cancel_asked', false,
      'at', chain_time(at + coalesce(chain_int(told->'skewMs'), 0), received),
      'skew_ms', coalesce(chain_int(told->'skewMs'), 0), 'origin', 'here', 'stage', 'creating', 'settled', false,
      'operation', left(told->>'operation', 20), 'by_id', left(told->'by'->>'id', 100),
      'by_name', left(told->'by'->>'name', 200), 'register', left(told->'register'->>'id', 100));
  WHEN 'sale.created' THEN
    IF sale->>'payment_id' IS NOT NULL OR told->>'paymentId' IS NULL THEN RETURN sale; END IF;
    RETURN sale || jsonb_strip_nulls(jsonb_build_object(
      'payment_id', left(told->>'paymentId', 100), 'settled', false,
      'at', chain_time(chain_int(told->'createdAt'), received)));
  WHEN 'sale.settled' THEN RETURN sale || '{"settled":true}';
  WHEN 'row' THEN RETURN told;
  WHEN 'sale.cancel-asked' THEN RETURN sale || '{"cancel_asked":true}';
  WHEN 'sale.alarm-acknowledged' THEN RETURN sale || '{"alarm_seen":true}';
  WHEN 'sale.unreadable' THEN
    IF sale->>'payment_id' IS NULL OR chain_is_end(sale->>'stage') THEN RETURN sale; END IF;
    RETURN sale || '{"stage":"unknown"}';
  WHEN 'sale.creation-unknown' THEN
    IF sale->>'payment_id' IS NOT NULL OR sale->>'stage' <> 'creating' THEN RETURN sale; END IF;
    RETURN sale || '{"stage":"unknown"}';
  WHEN 'sale.creation-refused' THEN
    IF sale->>'payment_id' IS NOT NULL OR sale->>'stage' <> 'creating' THEN RETURN sale; END IF;
    RETURN sale || jsonb_build_object('stage', 'failed', 'ending', 'never-created', 'settled', true,
      'ended_at', chain_told_at(sale, at, received));
  WHEN 'sale.creation-absent' THEN
    IF sale->>'payment_id' IS NOT NULL OR sale->>'stage' <> 'unknown' THEN RETURN sale; END IF;
    RETURN sale || jsonb_build_object('ended_at', chain_told_at(sale, at, received))
      || CASE WHEN (sale->>'cancel_asked')::boolean THEN '{"stage":"cancelled","ending":"cashier"}'::jsonb
         ELSE '{"stage":"failed","ending":"never-created"}' END;
  WHEN 'sale.imported' THEN
    next := left(told->>'stage', 20);
    IF next IS NULL OR told->>'reference' IS NULL OR chain_cents(told->'amount') IS NULL OR told->>'paymentId' IS NULL
      OR chain_int(told->'createdAt') IS NULL THEN RETURN sale; END IF;
    RETURN place || jsonb_build_object(
      'reference', left(told->>'reference', 200), 'amount', chain_cents(told->'amount'),
      'description', left(told->>'description', 500), 'alarm_seen', false, 'cancel_asked', false,
      'at', chain_time(chain_int(told->'createdAt'), received), 'skew_ms', 0, 'operation', 'static-qr',
      'payment_id', left(told->>'paymentId', 100), 'bulk_id', left(told->>'bulkId', 100),
      'status', left(told->>'status', 50), 'stage', next,
      'succeeded_at', chain_time(chain_int(told->'succeededAt'), received),
      'ended_at', CASE WHEN chain_is_end(next) THEN
        chain_time(coalesce(chain_int(told->'succeededAt'), chain_int(told->'createdAt')), received) END)
      || CASE WHEN told->'follow' = 'true' THEN
        jsonb_build_object('origin', 'recovered', 'settled', chain_is_end(next))
      ELSE jsonb_build_object('origin', 'found', 'settled', true, 'pos', left(told->>'posId', 200)) END;
  ELSE RETURN sale;
  END CASE;
END $$;
CREATE AGGREGATE chain_sale(text, jsonb, bigint, date, jsonb) (SFUNC = chain_next_sale, STYPE = jsonb);

CREATE FUNCTION chain_next_refund(refund jsonb, type text, told jsonb, at bigint, received date)
RETURNS jsonb STABLE LANGUAGE plpgsql AS $$
BEGIN
  IF type = 'row' THEN RETURN told; END IF;
  IF type IN ('refund.intent', 'refund.imported') THEN
    IF told->>'paymentId' IS NULL OR told->>'saleId' IS NULL OR chain_cents(told->'amount') IS NULL THEN RETURN refund; END IF;
    refund := jsonb_build_object('sale_id', left(told->>'saleId', 100), 'payment_id', left(told->>'paymentId', 100),
      'amount', chain_cents(told->'amount'));
    IF type = 'refund.intent' THEN
      RETURN refund || jsonb_build_object(
        'at', chain_time(at + coalesce(chain_int(told->'skewMs'), 0), received), 'stage', 'sending', 'origin', 'here',
        'reason', left(told->>'reason', 500), 'by_id', left(told->'by'->>'id', 100),
        'by_name', left(told->'by'->>'name', 200), 'allowed_id', left(told->'allowedBy'->>'id', 100),
        'allowed_name', left(told->'allowedBy'->>'name', 200), 'register', left(told->'register'->>'id', 100));
    END IF;
    RETURN refund || jsonb_build_object(
      'at', chain_time(coalesce(chain_int(told->'createdAt'), at), received), 'stage', 'pending',
      'refund_id', left(told->>'refundId', 100),
      'origin', CASE WHEN told->'restored' = 'true' THEN 'recovered' ELSE 'found' END);
  END IF;
  RETURN CASE type
    WHEN 'refund.refused' THEN refund || '{"stage":"refused"}'
    WHEN 'refund.answered' THEN refund || jsonb_strip_nulls(jsonb_build_object(
      'stage', left(told->>'stage', 20), 'refund_id', left(told->>'refundId', 100)))
    WHEN 'refund.settled' THEN
      CASE WHEN told->>'decision' = 'not-made' THEN refund || '{"stage":"not-made"}' ELSE refund END
    ELSE refund
  END;
END $$;
CREATE AGGREGATE chain_refund(text, jsonb, bigint, date) (SFUNC = chain_next_refund, STYPE = jsonb);
