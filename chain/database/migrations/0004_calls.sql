-- Up Migration

-- Counter and digest of the last call: a lower counter is refused, an identical call is accepted.
ALTER TABLE tills ADD COLUMN counter bigint NOT NULL DEFAULT 0, ADD COLUMN call_digest bytea;

-- The sign-in service's account of the member's first sign-in.
ALTER TABLE members ADD COLUMN issuer text, ADD COLUMN subject text;
CREATE UNIQUE INDEX members_account ON members (issuer, subject);
