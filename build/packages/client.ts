/** `@dayshift/client`: the typed client as JavaScript and types, without dependencies. */
import { build } from "esbuild";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { openApiDocument } from "../../src/gateway/openapi/document.ts";
import { appTable, publicTable } from "../../src/schema/operations/index.ts";
import { bareTable } from "../bare-table.ts";
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
    node: ">=22",
    dependencies: {},
  });
}
