/** The tables in PostgreSQL, and what is asked of them. */

/** Names the locks of this program among those of a database: "Dysh". */
export const lockClass = 0x44797368;
/** The lock of the whole: one node has it, or several share it. */
export const wholeLock = 0;
/** Held while the tables are made, and while rows are put where they belong. */
const makingLock = -1;
/** Names the locks of single shards: "Dysi". */
const shardLockClass = lockClass + 1;

/**
 * Whether the tables are as they are made below: what came last there is there. To make them again would lock them all, wait for those
 * who read, and stop those who write.
 */
export const hasTables =
  "SELECT EXISTS (SELECT FROM pg_attribute WHERE attrelid = to_regclass('dayshift.file') AND attname = 'sum') AS has";

/** Makes the tables where they are missing; several nodes may start at once. Tables are locked in the order in which an append takes them. */
export const makeTables = `
  BEGIN;
  SELECT pg_advisory_xact_lock(${lockClass}, ${makingLock});
  CREATE SCHEMA IF NOT EXISTS dayshift;
  CREATE TABLE IF NOT EXISTS dayshift.shard (
    id integer PRIMARY KEY, epoch bigint NOT NULL, owner text NOT NULL);
  ALTER TABLE dayshift.shard ADD COLUMN IF NOT EXISTS summed bigint;
  CREATE TABLE IF NOT EXISTS dayshift.file (
    shard integer NOT NULL, name text COLLATE "C" NOT NULL, page_size integer NOT NULL, length bigint NOT NULL,
    PRIMARY KEY (shard, name));
  ALTER TABLE dayshift.file ADD COLUMN IF NOT EXISTS sum bigint;
  CREATE TABLE IF NOT EXISTS dayshift.page (
    shard integer NOT NULL, file text COLLATE "C" NOT NULL, n integer NOT NULL, bytes bytea NOT NULL,
    PRIMARY KEY (shard, file, n)) WITH (autovacuum_vacuum_scale_factor = 0.02);
  ALTER TABLE dayshift.page ALTER COLUMN bytes SET STORAGE EXTERNAL;
  CREATE TABLE IF NOT EXISTS dayshift.alarm (
    shard integer NOT NULL, workspace text NOT NULL, due bigint, planned bigint NOT NULL, PRIMARY KEY (shard, workspace));
  CREATE TABLE IF NOT EXISTS dayshift.fact (
    shard integer NOT NULL, name text NOT NULL, value text NOT NULL, PRIMARY KEY (shard, name));
  COMMIT`;

/** Whether the rows are by shard: the table of nodes came with that. */
export const isByShard = "SELECT to_regclass('dayshift.node') IS NOT NULL AS is";

const shardOfWorkspace = (text: string): string => `('x' || right(${text}, 2))::bit(8)::integer`;
const shardOfFile = (name: string): string =>
  `CASE WHEN position('/' IN ${name}) = 0 THEN 256 ELSE ${shardOfWorkspace(`split_part(${name}, '/', 2)`)} END`;

/**
 * Puts the rows of a store that had one shard where they belong, if that was not done yet. Whoever sends it has the lock of the whole, alone
 * or shared with others who send it too: no owner from before writes then, and what a former one still sends is refused from then on.
 */
export const arrangeByShard = `
  BEGIN;
  SELECT pg_advisory_xact_lock(${lockClass}, ${makingLock});
  DO $$ BEGIN
    IF to_regclass('dayshift.node') IS NULL THEN
      UPDATE dayshift.shard SET epoch = epoch + 1;
      UPDATE dayshift.file SET shard = ${shardOfFile("name")} WHERE shard = 0;
      UPDATE dayshift.page SET shard = ${shardOfFile("file")} WHERE shard = 0;
      UPDATE dayshift.alarm SET shard = ${shardOfWorkspace("workspace")} WHERE shard = 0;
      CREATE TABLE dayshift.node (url text PRIMARY KEY, pid integer NOT NULL);
    END IF;
  END $$;
  COMMIT`;

/** A node of a version without sums has not kept them up: there are none of a shard that one of those has owned. */
export const forgetSums = `
  UPDATE dayshift.file SET sum = NULL FROM dayshift.shard WHERE shard.id = ANY ($1::integer[])
    AND shard.summed IS DISTINCT FROM shard.epoch AND file.shard = shard.id AND file.sum IS NOT NULL`;

/** Raises the epochs, under the locks: appends under earlier ones are refused from then on. */
export const raiseEpochs = `
  INSERT INTO dayshift.shard (id, epoch, owner, summed) SELECT id, 1, $2, 1 FROM unnest($1::integer[]) AS s (id) ORDER BY id
  ON CONFLICT (id) DO UPDATE SET epoch = shard.epoch + 1, owner = excluded.owner, summed = shard.epoch + 1 RETURNING id, epoch`;

/** Says that the node of that address is the one with this session. */
export const enterNode = `
  WITH former AS (DELETE FROM dayshift.node WHERE pid = pg_backend_pid() AND url <> $1)
  INSERT INTO dayshift.node (url, pid) VALUES ($1, pg_backend_pid()) ON CONFLICT (url) DO UPDATE SET pid = excluded.pid`;
const lockedIn = (lockClass: number): string => `pg_locks JOIN pg_database d ON d.oid = database
  WHERE locktype = 'advisory' AND classid = ${lockClass} AND granted AND datname = current_database()`;
/** A node lives as long as its session shares the lock of the whole. */
export const readNodes = `
  SELECT url FROM dayshift.node WHERE pid IN (SELECT pid FROM ${lockedIn(lockClass)} AND objid = ${wholeLock})
  ORDER BY url COLLATE "C"`;
/** How many shards of workspaces each node that lives has, and whether it has the directory. */
export const readShares = `
  SELECT url, (count(owned.objid) FILTER (WHERE owned.objid <> 256))::integer AS shards, coalesce(bool_or(owned.objid = 256), false) AS has_directory FROM dayshift.node
  JOIN (SELECT pid FROM ${lockedIn(lockClass)} AND objid = ${wholeLock}) AS living USING (pid)
  LEFT JOIN (SELECT pid, objid FROM ${lockedIn(shardLockClass)}) AS owned USING (pid)
  GROUP BY url ORDER BY url COLLATE "C"`;
export const readLocked = `SELECT objid FROM ${lockedIn(shardLockClass)}`;
export const lockShards = `SELECT id FROM unnest($1::integer[]) AS s (id) WHERE pg_try_advisory_lock(${shardLockClass}, id)`;
export const unlockShards = `SELECT pg_advisory_unlock(${shardLockClass}, id) FROM unnest($1::integer[]) AS s (id)`;
export const readOwners = "SELECT id, owner FROM dayshift.shard";

/**
 * One append. The rows of its shards are locked against new epochs until all of this is committed, and nothing happens when one has
 * another one. The pages come as one piece of bytes with where each begins; a file of length null is erased. Answers whether it was done.
 */
export const append = `
  WITH held AS (SELECT shard.id FROM dayshift.shard JOIN unnest($1::integer[], $2::bigint[]) AS e (id, epoch) USING (id, epoch)
    ORDER BY id FOR SHARE OF shard),
  own AS (SELECT FROM held HAVING count(*) = cardinality($1::integer[])),
  changed AS (SELECT * FROM unnest($3::text[], $4::integer[], $5::bigint[], $6::integer[], $20::bigint[])
    AS f (name, page_size, length, shard, sum)),
  gone AS (DELETE FROM dayshift.file USING own, changed
    WHERE file.shard = changed.shard AND file.name = changed.name AND changed.length IS NULL),
  cut AS (DELETE FROM dayshift.page USING own, changed
    WHERE page.shard = changed.shard AND page.file = changed.name
      AND page.n >= CASE WHEN changed.length IS NULL THEN 0 ELSE (changed.length + page_size - 1) / page_size END),
  shapes AS (INSERT INTO dayshift.file (shard, name, page_size, length, sum)
    SELECT changed.shard, changed.name, changed.page_size, changed.length, changed.sum FROM own, changed
    WHERE changed.length IS NOT NULL
    ON CONFLICT (shard, name) DO UPDATE SET page_size = excluded.page_size, length = excluded.length, sum = excluded.sum),
  pages AS (INSERT INTO dayshift.page (shard, file, n, bytes)
    SELECT changed.shard, p.name, p.n, substring($11::bytea FROM p.begin FOR p.size)
    FROM own, unnest($7::text[], $8::integer[], $9::integer[], $10::integer[]) AS p (name, n, begin, size) JOIN changed USING (name)
    ON CONFLICT (shard, file, n) DO UPDATE SET bytes = excluded.bytes),
  silent AS (DELETE FROM dayshift.alarm USING own, unnest($12::text[], $13::integer[]) AS s (workspace, shard)
    WHERE alarm.shard = s.shard AND alarm.workspace = s.workspace),
  alarms AS (INSERT INTO dayshift.alarm (shard, workspace, due, planned)
    SELECT a.shard, a.workspace, a.due, a.planned
    FROM own, unnest($14::text[], $15::integer[], $16::bigint[], $17::bigint[]) AS a (workspace, shard, due, planned)
    ON CONFLICT (shard, workspace) DO UPDATE SET due = excluded.due, planned = excluded.planned),
  facts AS (INSERT INTO dayshift.fact (shard, name, value)
    SELECT 0, t.name, t.value FROM own, unnest($18::text[], $19::text[]) AS t (name, value)
    ON CONFLICT (shard, name) DO UPDATE SET value = excluded.value)
  SELECT count(*)::integer AS count FROM own`;

/** Who owns the whole, or owned it last. */
export const readOwner = "SELECT owner FROM dayshift.shard WHERE id = 0";
export const readShape = "SELECT page_size, length, sum FROM dayshift.file WHERE shard = $1 AND name = $2";
export const readPages = `
  SELECT n, bytes FROM dayshift.page WHERE shard = $1 AND file = $2 AND n > $3 ORDER BY n LIMIT $4`;
/** Of one shard, or of all: null. */
export const readNames = `
  SELECT name FROM dayshift.file WHERE shard = coalesce($1, shard) AND starts_with(name, $2) ORDER BY name`;
/** What is read from then on is as the first of it was found. */
export const beginMoment = "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY";
/** The transaction that made a row is another one after each append, and 32 bits of it come again after four thousand million. */
export const readMarks = "SELECT name, concat_ws(' ', xmin, page_size, length) AS mark FROM dayshift.file";
export const readAlarms = "SELECT workspace, due, planned FROM dayshift.alarm WHERE shard = ANY ($1::integer[])";
export const readFacts = "SELECT name, value FROM dayshift.fact WHERE shard = 0";

/** Workspaces that should have been opened before a moment, the oldest first, with how many there are; 0 says nothing: they are in use. */
export const readOverdue = `
  SELECT workspace, due, count(*) OVER ()::integer AS count FROM dayshift.alarm WHERE due > 0 AND due < $1 ORDER BY due LIMIT $2`;

/** What the doctor asks; a user without the right to it is shown no state of a standby. */
export const serverHealth = `
  SELECT current_setting('server_version') AS version, current_setting('synchronous_commit') AS synchronous_commit,
    current_setting('fsync') AS fsync, current_setting('synchronous_standby_names') AS standby_names,
    pg_has_role(current_user, 'pg_read_all_stats', 'USAGE') AS sees_standbys,
    (SELECT count(*) FROM pg_stat_replication WHERE sync_state IN ('sync', 'quorum'))::integer AS standbys,
    pg_backend_pid() AS pid, extract(epoch FROM clock_timestamp()) * 1000 AS now,
    coalesce((SELECT extract(epoch FROM clock_timestamp() - min(xact_start)) * 1000 FROM pg_stat_activity
      WHERE datname = current_database() AND pid <> pg_backend_pid()), 0) AS oldest,
    to_regclass('dayshift.page') IS NOT NULL AS has_pages`;

/** Reads the head of each row alone: the bytes of a page stand elsewhere, uncompressed. */
export const pageBloat = `
  SELECT pg_total_relation_size('dayshift.page') AS table_bytes, coalesce(sum(octet_length(bytes) + 60), 0) AS live_bytes,
    (SELECT count(*) FROM dayshift.file WHERE starts_with(name, 'moving/'))::integer AS moving
  FROM dayshift.page`;
