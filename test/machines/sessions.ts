/** What a test does to the sessions that the owner has in the server. */
import type { Postgres } from "../helpers/postgres.ts";

const sessions = {
  lease: "SELECT pid FROM pg_locks WHERE locktype = 'advisory' AND granted AND classid <> 0",
  append: "SELECT pid FROM pg_stat_activity WHERE query LIKE '%WITH own AS%' AND pid <> pg_backend_pid()",
};

/** Ends a session of the owner in the server. */
export function cut({ ask }: Pick<Postgres, "ask">, database: string, which: keyof typeof sessions): void {
  ask(database, `SELECT pg_terminate_backend(pid) FROM (${sessions[which]}) AS session`);
}
