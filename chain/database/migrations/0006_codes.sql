-- Up Migration

-- A code is for several tills, or for a reinstalled till that keeps its number.
ALTER TABLE enrol_codes ADD COLUMN most integer NOT NULL DEFAULT 1, ADD COLUMN used integer NOT NULL DEFAULT 0,
  ADD COLUMN keeps integer,
  -- Merchants of tills enrolled with the code; empty: the merchants named by each till.
  ADD COLUMN merchants text[] NOT NULL DEFAULT '{}';
UPDATE enrol_codes SET used = 1 WHERE till IS NOT NULL;
