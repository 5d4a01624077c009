-- The plan that finds outcomes, if it was made when the ledger was empty, read all that there
-- are for each request of a batch. Without these ways it is by their keys, as meant.
ALTER FUNCTION assay_book(text, text, bigint, bigint, bigint, text[], text[], text[], text[], text[], bigint[])
    SET enable_bitmapscan = off;
ALTER FUNCTION assay_book(text, text, bigint, bigint, bigint, text[], text[], text[], text[], text[], bigint[])
    SET enable_material = off;
