-- +goose Up
-- Sessions for which a node has room; none is said by a node of a version that places none.
ALTER TABLE node ADD COLUMN room BIGINT;

-- Which node has which browser session. A row is there before the session is.
CREATE TABLE browser_session (
    id      TEXT   PRIMARY KEY,
    node    TEXT   NOT NULL,
    key_id  TEXT   NOT NULL,
    created BIGINT NOT NULL,
    ended   BIGINT
);
CREATE INDEX browser_session_node ON browser_session (node);
CREATE INDEX browser_session_key ON browser_session (key_id);
