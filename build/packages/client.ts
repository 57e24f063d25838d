/** `@dayshift/client`: the typed client as JavaScript and types, without dependencies. */
import { build, type Plugin } from "esbuild";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { openApiDocument } from "../../src/gateway/openapi/document.ts";
import type { Operation } from "../../src/schema/operation.ts";
import { appTable, publicTable } from "../../src/schema/operations/index.ts";
import { root } from "../targets.ts";
import { declarations, writeManifest } from "./package.ts";
import { clientTypes } from "./types.ts";

/** Writes the package into the folder. */
export async function buildClient(folder: string): Promise<void> {
  await build({
    absWorkingDir: root,
    entryPoints: ["src/client/index.ts"],
    outfile: join(folder, "index.js"),
    bundle: true,
    format: "esm",
    platform: "neutral",
    target: "es2022",
    plugins: [bareTable],
  });
  declarations(["src/client/options.ts", "src/client/errors.ts"], folder);
  const words = { title: "", version: "", description: "", serverUrl: "", publicUrl: "" };
  writeFileSync(
    join(folder, "index.d.ts"),
    clientTypes([openApiDocument(publicTable, words), openApiDocument(appTable, words)]),
  );
  writeManifest(folder, {
    name: "@dayshift/client",
    description: "The typed client of Dayshift, on fetch alone.",
    readme: "docs/guides/typed-client.md",
    dependencies: {},
  });
}

/** Of each operation only what the client reads, so that no shape and no validation comes along. */
const bareTable: Plugin = {
  name: "bare-table",
  setup(build) {
    build.onLoad({ filter: /src\/schema\/operations\/index\.ts$/ }, () => ({
      contents: `export const publicTable = ${bare(publicTable)};\nexport const appTable = ${bare(appTable)};`,
    }));
  },
};

function bare(table: readonly Operation[]): string {
  const records = table.map(({ id, method, path, body, query, success, creates }) => ({
    id,
    method,
    path,
    body: body === null ? null : {},
    query: { entries: Object.fromEntries(Object.keys(query.entries).map((name) => [name, 1])) },
    success: success.texts === undefined ? {} : { texts: success.texts },
    creates,
  }));
  return JSON.stringify(records);
}
