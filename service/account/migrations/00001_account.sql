-- One schema for SQLite and PostgreSQL: integers are 64 bits, times are
-- milliseconds since 1970 (UTC), ids are text.

-- +goose Up
CREATE TABLE account (
    id          TEXT   PRIMARY KEY,
    created     BIGINT NOT NULL,
    usage_limit BIGINT NOT NULL,
    seq         BIGINT NOT NULL            -- of the last transaction's last entry; taking it locks the account
);

CREATE TABLE api_key (
    id         TEXT   PRIMARY KEY,
    account_id TEXT   NOT NULL,
    name       TEXT   NOT NULL,
    prefix     TEXT   NOT NULL UNIQUE,     -- the readable beginning of the key
    hash       TEXT   NOT NULL,            -- SHA-256 of the whole key, hexadecimal
    created    BIGINT NOT NULL,
    last_used  BIGINT,
    revoked    BIGINT
);

-- Append-only. What a cycle has used is the sum of its amounts; balance carries
-- that sum along so that reading it takes one row, and can be checked against it.
CREATE TABLE ledger (
    request_id  TEXT   NOT NULL,
    kind        TEXT   NOT NULL,           -- reserve, settle or refund
    account_id  TEXT   NOT NULL,
    key_id      TEXT   NOT NULL,
    work        TEXT   NOT NULL,           -- web or document
    node        TEXT   NOT NULL,           -- the node that wrote the entry
    cycle_start BIGINT NOT NULL,           -- of the cycle the reservation was made in
    seq         BIGINT NOT NULL,           -- order within the account
    amount      BIGINT NOT NULL,           -- calls: +n for reserve, 0 for settle, -n for refund
    balance     BIGINT NOT NULL,           -- sum of the cycle's amounts up to this entry
    at          BIGINT NOT NULL,
    PRIMARY KEY (request_id, kind)
);
CREATE UNIQUE INDEX ledger_cycle ON ledger (account_id, cycle_start, seq);

-- The reservations that are open: the ledger's reserves without settle or refund.
CREATE TABLE lease (
    request_id TEXT   PRIMARY KEY,
    account_id TEXT   NOT NULL,
    node       TEXT   NOT NULL,            -- that does the work
    expires    BIGINT NOT NULL
);
