-- +goose Up
ALTER TABLE api_key ADD COLUMN expires BIGINT;       -- NULL for never
ALTER TABLE api_key ADD COLUMN scopes TEXT;          -- with spaces between them; NULL for all
ALTER TABLE api_key ADD COLUMN session_limit BIGINT; -- NULL for the service's own
