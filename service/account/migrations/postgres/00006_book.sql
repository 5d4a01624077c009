-- The ledger of PostgreSQL: one round trip books what requests of a node wait for.

-- Before the numbers that the account gives to its own entries.
CREATE SEQUENCE ledger_entry MINVALUE -9223372036854775808 MAXVALUE -1 START -9223372036854775808;

-- assay_balance is what the account has given away in a cycle: calls of its own entries,
-- and what was granted to nodes.
CREATE FUNCTION assay_balance(p_account text, p_cycle bigint) RETURNS bigint LANGUAGE sql STABLE AS $$
    SELECT COALESCE((SELECT balance FROM ledger WHERE account_id = p_account AND cycle_start = p_cycle AND seq > 0
        ORDER BY seq DESC LIMIT 1), 0);
$$;

-- assay_grant takes calls from the account for a node's block, or gives them back if they
-- are negative. Whoever calls it holds the account's row.
CREATE FUNCTION assay_grant(p_account text, p_cycle bigint, p_node text, p_calls bigint, p_now bigint) RETURNS void
LANGUAGE plpgsql AS $$
DECLARE
    place bigint;
BEGIN
    UPDATE account SET seq = seq + 1 WHERE id = p_account RETURNING seq INTO place;
    INSERT INTO ledger (request_id, kind, account_id, key_id, work, node, cycle_start, seq, amount, balance, at)
    VALUES ('grant ' || place, 'grant', p_account, '', '', p_node, p_cycle, place, p_calls,
        assay_balance(p_account, p_cycle) + p_calls, p_now);
END $$;

-- assay_recall takes back what nodes have not used, and returns how much that was. Whoever
-- calls it holds the account's row, and takes those of the blocks after it.
CREATE FUNCTION assay_recall(p_account text, p_cycle bigint, p_now bigint) RETURNS bigint LANGUAGE plpgsql AS $$
DECLARE
    block record;
    total bigint := 0;
BEGIN
    FOR block IN SELECT node, granted - used AS unused FROM quota_block
        WHERE account_id = p_account AND cycle_start = p_cycle AND granted > used ORDER BY node FOR UPDATE
    LOOP
        UPDATE quota_block SET granted = used WHERE account_id = p_account AND cycle_start = p_cycle AND node = block.node;
        PERFORM assay_grant(p_account, p_cycle, block.node, -block.unused, p_now);
        total := total + block.unused;
    END LOOP;
    RETURN total;
END $$;

-- A limit that is lowered holds for what was granted before, too, whoever lowers it.
CREATE FUNCTION assay_lowered() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    PERFORM assay_recall(NEW.id, cycle_start, (extract(epoch FROM clock_timestamp()) * 1000)::bigint)
    FROM (SELECT DISTINCT cycle_start FROM quota_block WHERE account_id = NEW.id AND granted > used) AS cycles;
    RETURN NULL;
END $$;
CREATE TRIGGER assay_lowered AFTER UPDATE OF usage_limit ON account
    FOR EACH ROW WHEN (NEW.usage_limit < OLD.usage_limit) EXECUTE FUNCTION assay_lowered();

-- assay_book concludes reservations of any node and makes new ones of a node. It returns
-- a row for each: of a conclusion settle or refund, whichever it came to, or none if there
-- is no such reservation; of a reservation reserved, quota, or exists if it was made
-- before, with the account's limit and, for quota, what is used of it.
--
-- Locks are taken in this order, so that no two wait for each other: outcomes by their
-- requests, the account, blocks by their nodes. The account's row is taken only for a
-- block that is used up.
CREATE FUNCTION assay_book(p_account text, p_node text, p_now bigint, p_expires bigint, p_cycle bigint,
    p_done text[], p_outcomes text[],
    p_requests text[], p_keys text[], p_works text[], p_calls bigint[])
RETURNS TABLE (request text, result text, quota bigint, used bigint) LANGUAGE plpgsql
-- Plans are kept, and may have been made when the tables were empty: rows are found by
-- their keys. Reservations are told by their amounts, for which there is no other index.
SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off AS $$
DECLARE
    wanted bigint := (SELECT COALESCE(sum(c), 0) FROM unnest(p_calls) AS c);
    taken  bigint := wanted;
    free   bigint;
    held   bigint;
    fits   boolean[] := array_fill(true, ARRAY[cardinality(p_requests)]);
    made   text[];
    undone text[];
BEGIN
    IF cardinality(p_done) > 0 THEN
        WITH written AS (
            INSERT INTO ledger (request_id, kind, account_id, key_id, work, node, cycle_start, seq, amount, balance, at)
            SELECT r.request_id, d.outcome, r.account_id, r.key_id, r.work, p_node, r.cycle_start, nextval('ledger_entry'),
                CASE d.outcome WHEN 'refund' THEN -r.amount ELSE 0 END, 0, p_now
            FROM unnest(p_done, p_outcomes) AS d (id, outcome)
            JOIN ledger r ON r.request_id = d.id AND r.amount > 0
            ORDER BY r.request_id
            ON CONFLICT DO NOTHING
            RETURNING request_id, amount
        )
        SELECT array_agg(request_id) FROM written WHERE amount <> 0 INTO undone;
        DELETE FROM lease WHERE request_id = ANY (p_done);
        RETURN QUERY SELECT d, COALESCE(l.kind, 'none'), 0::bigint, 0::bigint
            FROM unnest(p_done) AS d LEFT JOIN ledger l ON l.request_id = d AND l.kind IN ('settle', 'refund');
    END IF;

    IF wanted > 0 THEN
        SELECT usage_limit INTO quota FROM account WHERE id = p_account;
        BEGIN
            UPDATE quota_block b SET used = b.used + wanted
            WHERE b.account_id = p_account AND b.cycle_start = p_cycle AND b.node = p_node AND b.granted - b.used >= wanted
                -- What comes back when the limit was lowered below what is used is not spent again.
                AND assay_balance(p_account, p_cycle) <= (SELECT a.usage_limit FROM account a WHERE a.id = p_account);
            IF NOT FOUND THEN
                RAISE EXCEPTION USING ERRCODE = 'AS001'; -- gives the block's row back, if it was waited for
            END IF;
        EXCEPTION WHEN SQLSTATE 'AS001' THEN
            SELECT usage_limit INTO quota FROM account WHERE id = p_account FOR UPDATE;
            free := quota - assay_balance(p_account, p_cycle);
            IF free < wanted THEN
                free := free + assay_recall(p_account, p_cycle, p_now);
            END IF;
            held := quota - free;
            IF free < wanted THEN
                taken := 0;
                FOR i IN 1 .. cardinality(p_requests) LOOP
                    fits[i] := p_calls[i] <= free - taken;
                    IF fits[i] THEN
                        taken := taken + p_calls[i];
                    ELSE
                        RETURN QUERY SELECT p_requests[i], 'quota', quota, held + taken;
                    END IF;
                END LOOP;
            END IF;
            IF taken > 0 THEN
                -- A share of what is left goes along, so that the next calls need not ask.
                free := LEAST(free, taken + free / 64);
                PERFORM assay_grant(p_account, p_cycle, p_node, free, p_now);
                INSERT INTO quota_block AS b (account_id, cycle_start, node, granted, used)
                VALUES (p_account, p_cycle, p_node, free, taken)
                ON CONFLICT (account_id, cycle_start, node)
                DO UPDATE SET granted = b.granted + excluded.granted, used = b.used + excluded.used;
            END IF;
        END;

        WITH entries AS (
            INSERT INTO ledger (request_id, kind, account_id, key_id, work, node, cycle_start, seq, amount, balance, at)
            SELECT r.id, 'reserve', p_account, r.key, r.work, p_node, p_cycle, nextval('ledger_entry'), r.calls, 0, p_now
            FROM unnest(p_requests, p_keys, p_works, p_calls, fits) AS r (id, key, work, calls, fit) WHERE r.fit
            ON CONFLICT DO NOTHING
            RETURNING request_id, key_id, work, amount
        ), leases AS (
            INSERT INTO lease (request_id, account_id, node, expires) SELECT request_id, p_account, p_node, p_expires FROM entries
        ), sums AS (
            INSERT INTO node_calls AS n (account_id, cycle_start, day, key_id, work, node, calls)
            SELECT p_account, p_cycle, p_now / 86400000, key_id, work, p_node, sum(amount) FROM entries GROUP BY key_id, work
            ON CONFLICT (account_id, cycle_start, day, key_id, work, node) DO UPDATE SET calls = n.calls + excluded.calls
        )
        SELECT COALESCE(array_agg(request_id), '{}'), taken - COALESCE(sum(amount), 0) FROM entries INTO made, taken;
        IF taken > 0 THEN -- for what was reserved before
            UPDATE quota_block b SET used = b.used - taken
            WHERE b.account_id = p_account AND b.cycle_start = p_cycle AND b.node = p_node;
        END IF;
        RETURN QUERY SELECT r.id, CASE WHEN r.id = ANY (made) THEN 'reserved' ELSE 'exists' END, quota, 0::bigint
            FROM unnest(p_requests, fits) AS r (id, fit) WHERE r.fit;
    END IF;

    -- What is given back goes to the node that does so, in the cycle that it was taken from.
    IF undone IS NOT NULL THEN
        INSERT INTO quota_block AS b (account_id, cycle_start, node, granted, used)
        SELECT p_account, cycle_start, p_node, 0, -sum(amount) FROM ledger
        WHERE request_id = ANY (undone) AND amount > 0 GROUP BY cycle_start
        ON CONFLICT (account_id, cycle_start, node) DO UPDATE SET used = b.used + excluded.used;
        INSERT INTO node_calls AS n (account_id, cycle_start, day, key_id, work, node, calls)
        SELECT p_account, cycle_start, at / 86400000, key_id, work, p_node, -sum(amount) FROM ledger
        WHERE request_id = ANY (undone) AND amount > 0 GROUP BY cycle_start, at / 86400000, key_id, work
        ON CONFLICT (account_id, cycle_start, day, key_id, work, node) DO UPDATE SET calls = n.calls + excluded.calls;
    END IF;
END $$;
