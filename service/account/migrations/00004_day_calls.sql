-- +goose Up
-- The sums that reports are made of, kept with the ledger's entries: going through a
-- cycle of a million requests takes longer than a page may.
CREATE TABLE day_calls (
    account_id  TEXT   NOT NULL,
    cycle_start BIGINT NOT NULL,
    day         BIGINT NOT NULL,           -- on which they were asked for, in days since 1970 (UTC)
    key_id      TEXT   NOT NULL,
    work        TEXT   NOT NULL,
    calls       BIGINT NOT NULL,           -- reserved less refunded
    PRIMARY KEY (account_id, cycle_start, day, key_id, work)
);
INSERT INTO day_calls (account_id, cycle_start, day, key_id, work, calls)
SELECT r.account_id, r.cycle_start, r.at / 86400000, r.key_id, r.work, CAST(sum(r.amount + COALESCE(f.amount, 0)) AS BIGINT)
FROM ledger r LEFT JOIN ledger f ON f.request_id = r.request_id AND f.kind = 'refund'
WHERE r.kind = 'reserve'
GROUP BY r.account_id, r.cycle_start, r.at / 86400000, r.key_id, r.work;
