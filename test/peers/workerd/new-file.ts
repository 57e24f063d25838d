/** The schema of a file as text. It makes a new file where a migration is refused: workerd lets nobody write to `sqlite_schema`, or to the tables that FTS5 makes. */
import type { Sql } from "../../../src/workspace/protocol/sql.ts";

/** A table, an index or a trigger; or a setting of an index of FTS5. */
type Part = readonly [kind: string, name: string, value: string | number];

/** What the schema of a file consists of, in the order in which it can be made. `database`: by which name the connection knows the file. */
export function schemaOf(sql: Sql, database: string): readonly Part[] {
  const parts = sql.all(
    `SELECT type, name, sql FROM ${database}.sqlite_schema WHERE sql IS NOT NULL AND name NOT GLOB '_cf_*' ORDER BY type = 'table' DESC, rowid`,
  ) as unknown as readonly Part[];
  const settings = indexesIn(parts).flatMap((index) =>
    sql
      .all(`SELECT k, v FROM ${database}.${index}_config ORDER BY k`)
      .map(([key, value]): Part => [index, String(key), value as string | number]),
  );
  return [...parts, ...settings];
}

/**
 * The statements that make an empty file with that schema. The tables of an index of FTS5 come with it, and their format is that of the
 * SQLite which makes them; each of its settings is a command to the index.
 */
export function statementsOf(schema: readonly Part[]): string[] {
  const indexes = indexesIn(schema);
  const isMadeByFts5 = (name: string): boolean => indexes.some((index) => name.startsWith(`${index}_`));
  return schema.flatMap(([kind, name, value]) => {
    if (indexes.includes(kind))
      return name === "version" ? [] : [`INSERT INTO ${kind} (${kind}, rank) VALUES ('${name}', ${value})`];
    return isMadeByFts5(name) ? [] : [String(value)];
  });
}

function indexesIn(schema: readonly Part[]): string[] {
  return schema.filter(([, , text]) => String(text).startsWith("CREATE VIRTUAL TABLE")).map(([, name]) => name);
}
