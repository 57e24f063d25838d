/** The tables in PostgreSQL, and what is asked of them. */

/** Names the locks of this program among those of a database: "Dysh". */
export const lockClass = 0x44797368;
/** All that one owner has. */
export const shard = 0;
/** Held while the tables are made. */
const makingLock = -1;

/** Makes the tables where they are missing; several nodes may start at once. */
export const makeTables = `
  BEGIN;
  SELECT pg_advisory_xact_lock(${lockClass}, ${makingLock});
  CREATE SCHEMA IF NOT EXISTS dayshift;
  CREATE TABLE IF NOT EXISTS dayshift.shard (
    id integer PRIMARY KEY, epoch bigint NOT NULL, owner text NOT NULL);
  CREATE TABLE IF NOT EXISTS dayshift.file (
    shard integer NOT NULL, name text COLLATE "C" NOT NULL, page_size integer NOT NULL, length bigint NOT NULL,
    PRIMARY KEY (shard, name));
  CREATE TABLE IF NOT EXISTS dayshift.page (
    shard integer NOT NULL, file text COLLATE "C" NOT NULL, n integer NOT NULL, bytes bytea NOT NULL,
    PRIMARY KEY (shard, file, n)) WITH (autovacuum_vacuum_scale_factor = 0.02);
  ALTER TABLE dayshift.page ALTER COLUMN bytes SET STORAGE EXTERNAL;
  CREATE TABLE IF NOT EXISTS dayshift.alarm (
    shard integer NOT NULL, workspace text NOT NULL, due bigint, planned bigint NOT NULL, PRIMARY KEY (shard, workspace));
  CREATE TABLE IF NOT EXISTS dayshift.fact (
    shard integer NOT NULL, name text NOT NULL, value text NOT NULL, PRIMARY KEY (shard, name));
  COMMIT`;

/** Raises the epoch, under the lock of the shard: appends under an earlier one are refused from then on. */
export const raiseEpoch = `
  INSERT INTO dayshift.shard (id, epoch, owner) VALUES ($1, 1, $2)
  ON CONFLICT (id) DO UPDATE SET epoch = shard.epoch + 1, owner = excluded.owner RETURNING epoch`;

/**
 * One append. The row of the shard is locked against a new epoch until all of this is committed, and nothing happens when it has
 * another one. The pages come as one piece of bytes with where each begins; a file of length null is erased. Answers whether it was done.
 */
export const append = `
  WITH own AS (SELECT id FROM dayshift.shard WHERE id = $1 AND epoch = $2 FOR SHARE),
  changed AS (SELECT * FROM unnest($3::text[], $4::integer[], $5::bigint[]) AS f (name, page_size, length)),
  gone AS (DELETE FROM dayshift.file USING own, changed
    WHERE file.shard = own.id AND file.name = changed.name AND changed.length IS NULL),
  cut AS (DELETE FROM dayshift.page USING own, changed
    WHERE page.shard = own.id AND page.file = changed.name
      AND page.n >= CASE WHEN changed.length IS NULL THEN 0 ELSE (changed.length + page_size - 1) / page_size END),
  shapes AS (INSERT INTO dayshift.file (shard, name, page_size, length)
    SELECT own.id, changed.name, changed.page_size, changed.length FROM own, changed WHERE changed.length IS NOT NULL
    ON CONFLICT (shard, name) DO UPDATE SET page_size = excluded.page_size, length = excluded.length),
  pages AS (INSERT INTO dayshift.page (shard, file, n, bytes)
    SELECT own.id, p.name, p.n, substring($10::bytea FROM p.begin FOR p.size)
    FROM own, unnest($6::text[], $7::integer[], $8::integer[], $9::integer[]) AS p (name, n, begin, size)
    ON CONFLICT (shard, file, n) DO UPDATE SET bytes = excluded.bytes),
  silent AS (DELETE FROM dayshift.alarm USING own, unnest($11::text[]) AS s (workspace)
    WHERE alarm.shard = own.id AND alarm.workspace = s.workspace),
  alarms AS (INSERT INTO dayshift.alarm (shard, workspace, due, planned)
    SELECT own.id, a.workspace, a.due, a.planned
    FROM own, unnest($12::text[], $13::bigint[], $14::bigint[]) AS a (workspace, due, planned)
    ON CONFLICT (shard, workspace) DO UPDATE SET due = excluded.due, planned = excluded.planned),
  facts AS (INSERT INTO dayshift.fact (shard, name, value)
    SELECT own.id, t.name, t.value FROM own, unnest($15::text[], $16::text[]) AS t (name, value)
    ON CONFLICT (shard, name) DO UPDATE SET value = excluded.value)
  SELECT count(*)::integer AS count FROM own`;

export const readOwner = "SELECT owner FROM dayshift.shard WHERE id = $1";
export const readShape = "SELECT page_size, length FROM dayshift.file WHERE shard = $1 AND name = $2";
export const readPages = `
  SELECT n, bytes FROM dayshift.page WHERE shard = $1 AND file = $2 AND n > $3 ORDER BY n LIMIT $4`;
export const readNames = `
  SELECT name FROM dayshift.file WHERE shard = $1 AND starts_with(name, $2) ORDER BY name`;
export const readAlarms = "SELECT workspace, due, planned FROM dayshift.alarm WHERE shard = $1";
export const readFacts = "SELECT name, value FROM dayshift.fact WHERE shard = $1";
