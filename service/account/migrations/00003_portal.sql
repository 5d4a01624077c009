-- +goose Up
-- What the developer portals of all nodes share.
CREATE TABLE portal (
    account_id  TEXT PRIMARY KEY,
    signing_key TEXT NOT NULL,             -- of cookies and forms, hexadecimal
    password    TEXT NOT NULL              -- the operator's, hashed; empty if none is set
);

CREATE TABLE portal_session (
    id         TEXT   PRIMARY KEY,         -- SHA-256 of what the cookie holds, hexadecimal
    account_id TEXT   NOT NULL,
    created    BIGINT NOT NULL,
    seen       BIGINT NOT NULL             -- when it was last used, to the minute
);
