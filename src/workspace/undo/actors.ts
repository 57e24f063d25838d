/** Who changed something, by name. */
import type { Sql } from "../protocol/sql.ts";
import type { Entry } from "./entries.ts";

/** The name of the actor behind the entry, for a sentence. */
export function actorName(sql: Sql, entry: Pick<Entry, "actorType" | "actorId">): string {
  if (entry.actorType === "service") return "Dayshift";
  return nameOf(sql, entry) ?? (entry.actorType === "user" ? "a former member" : "an agent");
}

/** The name; null for the service, and for a person who has left. */
export function nameOf(sql: Sql, { actorType, actorId }: Pick<Entry, "actorType" | "actorId">): string | null {
  if (actorType === "service") return null;
  const text =
    actorType === "agent" ? "SELECT name FROM agents WHERE id = ?" : "SELECT name FROM members WHERE user_id = ?";
  return (sql.get(text, actorId)?.[0] ?? null) as string | null;
}
