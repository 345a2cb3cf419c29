-- Up Migration

-- A code is for several tills, or for a till that is installed again and keeps its number.
ALTER TABLE enrol_codes ADD COLUMN most integer NOT NULL DEFAULT 1, ADD COLUMN used integer NOT NULL DEFAULT 0,
  ADD COLUMN keeps integer,
  -- Of tills that are enrolled with it; none: those that each till names.
  ADD COLUMN merchants text[] NOT NULL DEFAULT '{}';
UPDATE enrol_codes SET used = 1 WHERE till IS NOT NULL;
