/** Of each operation only what the client reads, so that no shape and no validation comes along into what is bundled with it. */
import type { Plugin } from "esbuild";
import type { Operation } from "../src/schema/operation.ts";
import { appTable, publicTable } from "../src/schema/operations/index.ts";

export const bareTable: Plugin = {
  name: "bare-table",
  setup(build) {
    build.onLoad({ filter: /src[/\\]schema[/\\]operations[/\\]index\.ts$/ }, () => ({
      contents: `${spread}\nexport const publicTable = spread(${bare(publicTable)});\nexport const appTable = spread(${bare(appTable)});`,
    }));
  },
};

/** The records of what `bare` gives, which is written in a fifth of their length. */
const spread = `
  const spread = (rows) => rows.map(([id, method, path, has, query, texts]) => ({
    id, method, path,
    body: has.includes("body") ? {} : null,
    query: { entries: Object.fromEntries(query.map((name) => [name, 1])) },
    success: texts === null ? {} : { texts },
    creates: has.includes("key") || undefined,
    bytes: has.includes("bytes") ? {} : undefined,
  }));`;

function bare(table: readonly Operation[]): string {
  const rows = table.map(({ id, method, path, body, bytes, query, success, creates }) => {
    const has = [body !== null && "body", bytes !== undefined && "bytes", creates === true && "key"].filter(Boolean);
    return [id, method, path, has.join(), Object.keys(query.entries), success.texts ?? null];
  });
  return JSON.stringify(rows);
}
