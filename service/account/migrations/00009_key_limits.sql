-- +goose Up
ALTER TABLE api_key ADD COLUMN cycle_limit BIGINT;   -- calls; NULL for none
ALTER TABLE api_key ADD COLUMN minute_limit BIGINT;  -- calls; NULL for none

-- What the keys with a limit of calls a minute have left: each may use its limit at once,
-- and that much more with each minute. Nodes take from it for several calls together.
CREATE TABLE key_rate (
    key_id  TEXT   PRIMARY KEY,
    full_at BIGINT NOT NULL                -- when all of the limit can be used again, in microseconds since 1970
);

-- What a key has used of a cycle.
CREATE INDEX day_calls_key ON day_calls (account_id, cycle_start, key_id);
CREATE INDEX node_calls_key ON node_calls (account_id, cycle_start, key_id);
