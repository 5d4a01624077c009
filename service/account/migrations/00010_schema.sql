-- +goose Up
-- The oldest program that may work on this schema: it knows the migration with this number.
-- A migration that takes away what the version before uses raises both, so that a program
-- that is too old refuses to begin. One that only adds, which nodes of the version before
-- do not notice, leaves them.
CREATE TABLE oldest_program (
    migration BIGINT NOT NULL,
    version   TEXT   NOT NULL              -- of the first release that knows it
);
INSERT INTO oldest_program (migration, version) VALUES (1, '');
