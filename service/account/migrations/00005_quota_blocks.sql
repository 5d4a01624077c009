-- +goose Up
-- What a node of several may spend without asking the others. What is granted is taken
-- from the account by an entry of the ledger of kind grant, and given back by one with
-- a negative amount; what is not used yet can be taken back at any time. The ledger's
-- entries of a node's own calls are outside the account's balance: they have a negative
-- seq and no balance of their own, and their amounts are used up from the block.
CREATE TABLE quota_block (
    account_id  TEXT   NOT NULL,
    cycle_start BIGINT NOT NULL,
    node        TEXT   NOT NULL,
    granted     BIGINT NOT NULL,
    used        BIGINT NOT NULL,           -- sum of the amounts of the node's entries
    PRIMARY KEY (account_id, cycle_start, node)
);

-- As day_calls, of which each node adds to rows of its own.
CREATE TABLE node_calls (
    account_id  TEXT   NOT NULL,
    cycle_start BIGINT NOT NULL,
    day         BIGINT NOT NULL,
    key_id      TEXT   NOT NULL,
    work        TEXT   NOT NULL,
    node        TEXT   NOT NULL,
    calls       BIGINT NOT NULL,
    PRIMARY KEY (account_id, cycle_start, day, key_id, work, node)
);

-- A reservation is settled or refunded, never both, whoever does it.
CREATE UNIQUE INDEX ledger_outcome ON ledger (request_id) WHERE kind IN ('settle', 'refund');
CREATE INDEX ledger_asked ON ledger (account_id, at) WHERE kind = 'reserve';
