-- Once, as a superuser: psql --file=database.sql, with CHAIN_DATABASE_PASSWORD in the environment.
\getenv password CHAIN_DATABASE_PASSWORD
CREATE ROLE chain LOGIN PASSWORD :'password';
CREATE ROLE chain_page NOLOGIN;
GRANT chain_page TO chain;
CREATE DATABASE chain OWNER chain;
