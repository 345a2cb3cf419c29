-- Up Migration

-- Of the last call: a call with a lower counter is refused, and the same bytes again are taken.
ALTER TABLE tills ADD COLUMN counter bigint NOT NULL DEFAULT 0, ADD COLUMN call_digest bytea;

-- The account of the sign-in service that a member signed in with first.
ALTER TABLE members ADD COLUMN issuer text, ADD COLUMN subject text;
CREATE UNIQUE INDEX members_account ON members (issuer, subject);
