-- assay_book_limited is assay_book for reservations of which some are by keys that may use
-- only so many calls of a cycle: p_limits has how many, 0 for all. It says key_quota of
-- those that do not fit, with the key's limit and what is used of it.
--
-- The nodes book the requests of such a key one after the other. Its lock is taken before
-- those of assay_book, and by nobody who has one of them.
CREATE FUNCTION assay_book_limited(p_account text, p_node text, p_now bigint, p_expires bigint, p_cycle bigint,
    p_done text[], p_outcomes text[],
    p_requests text[], p_keys text[], p_works text[], p_calls bigint[], p_limits bigint[])
RETURNS TABLE (request text, result text, quota bigint, used bigint) LANGUAGE plpgsql
SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off AS $$
DECLARE
    limited record;
    spent   bigint;
    places  integer[] := '{}';
BEGIN
    FOR limited IN SELECT k AS key, hashtextextended('assay key ' || k, 0) AS lock
        FROM (SELECT DISTINCT k FROM unnest(p_keys, p_limits) AS r (k, l) WHERE l > 0) AS keys ORDER BY lock
    LOOP
        PERFORM pg_advisory_xact_lock(limited.lock);
        spent := (SELECT COALESCE(sum(calls), 0) FROM day_calls d WHERE d.account_id = p_account AND d.cycle_start = p_cycle AND d.key_id = limited.key)
            + (SELECT COALESCE(sum(calls), 0) FROM node_calls n WHERE n.account_id = p_account AND n.cycle_start = p_cycle AND n.key_id = limited.key);
        FOR i IN 1 .. cardinality(p_requests) LOOP
            IF p_keys[i] <> limited.key OR p_limits[i] = 0
                -- asked again, on another connection, and in spent already
                OR EXISTS (SELECT FROM ledger l WHERE l.request_id = p_requests[i] AND l.kind = 'reserve') THEN
                CONTINUE;
            END IF;
            IF spent + p_calls[i] <= p_limits[i] THEN
                spent := spent + p_calls[i];
            ELSE
                places := places || i;
                RETURN QUERY SELECT p_requests[i], 'key_quota', p_limits[i], spent;
            END IF;
        END LOOP;
    END LOOP;
    RETURN QUERY SELECT b.request, b.result, b.quota, b.used FROM assay_book(p_account, p_node, p_now, p_expires, p_cycle, p_done, p_outcomes,
        ARRAY(SELECT v FROM unnest(p_requests) WITH ORDINALITY AS r (v, i) WHERE i <> ALL (places) ORDER BY i),
        ARRAY(SELECT v FROM unnest(p_keys) WITH ORDINALITY AS r (v, i) WHERE i <> ALL (places) ORDER BY i),
        ARRAY(SELECT v FROM unnest(p_works) WITH ORDINALITY AS r (v, i) WHERE i <> ALL (places) ORDER BY i),
        ARRAY(SELECT v FROM unnest(p_calls) WITH ORDINALITY AS r (v, i) WHERE i <> ALL (places) ORDER BY i)) AS b;
END $$;
