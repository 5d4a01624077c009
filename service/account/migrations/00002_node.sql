-- +goose Up
-- The nodes that can be reached by others, to find the one that runs a session.
CREATE TABLE node (
    id   TEXT   PRIMARY KEY,
    url  TEXT   NOT NULL,
    seen BIGINT NOT NULL                   -- when it last said that it is there
);
