/** Of each operation only what the client reads, so that no shape and no validation comes along into what is bundled with it. */
import type { Plugin } from "esbuild";
import type { Operation } from "../src/schema/operation.ts";
import { appTable, publicTable } from "../src/schema/operations/index.ts";

export const bareTable: Plugin = {
  name: "bare-table",
  setup(build) {
    build.onLoad({ filter: /src[/\\]schema[/\\]operations[/\\]index\.ts$/ }, () => ({
      contents: `export const publicTable = ${bare(publicTable)};\nexport const appTable = ${bare(appTable)};`,
    }));
  },
};

function bare(table: readonly Operation[]): string {
  const records = table.map(({ id, method, path, body, bytes, query, success, creates }) => ({
    id,
    method,
    path,
    body: body === null ? null : {},
    query: { entries: Object.fromEntries(Object.keys(query.entries).map((name) => [name, 1])) },
    success: success.texts === undefined ? {} : { texts: success.texts },
    creates,
    bytes: bytes === undefined ? undefined : {},
  }));
  return JSON.stringify(records);
}
