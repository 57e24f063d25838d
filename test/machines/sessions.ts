/** What a test does to the sessions that the owner has in the server. */
import { openSession } from "../../src/actors/store/pages/postgres/session.ts";
import type { Postgres } from "../helpers/postgres.ts";
import { eventually } from "../helpers/settle.ts";
import { until } from "../helpers/wait.ts";

const sessions = {
  lease: "SELECT pid FROM pg_locks WHERE locktype = 'advisory' AND granted AND classid <> 0",
  append: "SELECT pid FROM pg_stat_activity WHERE query LIKE '%FOR SHARE OF shard%' AND pid <> pg_backend_pid()",
};

/** Ends a session of the owner in the server, as soon as it has one. */
export function cut({ ask }: Pick<Postgres, "ask">, database: string, which: keyof typeof sessions): Promise<void> {
  const end = `SELECT count(pg_terminate_backend(pid)) FROM (${sessions[which]}) AS session`;
  return eventually(`a session with the ${which}, to be cut`, () => ask(database, end) !== "0");
}

export interface HeldAppend {
  /** Resolves when it has come, and is held. */
  readonly held: () => Promise<void>;
  /** Lets it go on, and holds none any more. */
  readonly release: () => Promise<void>;
}

/** Holds the append in the server that comes as the nth from now on, of all or of one shard: its owner has committed here, and waits. */
export async function holdAppend(
  postgres: Postgres,
  database: string,
  { nth = 1, shard }: { readonly nth?: number; readonly shard?: number } = {},
): Promise<HeldAppend> {
  const session = await openSession(postgres.database(database));
  await session.ask("SELECT pg_advisory_lock(1)");
  const isOfShard = `EXISTS (SELECT FROM dayshift.page WHERE shard = ${shard} AND xmin = pg_current_xact_id()::xid)`;
  postgres.ask(
    database,
    `CREATE SEQUENCE dayshift.appends;
    CREATE FUNCTION dayshift.held() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
      IF ${shard === undefined ? "true" : isOfShard} THEN
        IF nextval('dayshift.appends') = ${nth} THEN PERFORM pg_advisory_xact_lock_shared(1); END IF;
      END IF; RETURN NULL; END $$;
    CREATE TRIGGER held AFTER INSERT ON dayshift.page FOR EACH STATEMENT EXECUTE FUNCTION dayshift.held()`,
  );
  const waiting =
    "SELECT 1 FROM pg_locks WHERE locktype = 'advisory' AND NOT granted AND objid = 1 AND classid = 0 AND database = (SELECT oid FROM pg_database WHERE datname = current_database())";
  return {
    held: async () => {
      const ask = () => session.ask(waiting);
      await until(`the append that comes as number ${nth}`, ask, (rows) => rows.length > 0);
    },
    async release() {
      await session.close();
      postgres.ask(database, "DROP FUNCTION dayshift.held CASCADE; DROP SEQUENCE dayshift.appends");
    },
  };
}
