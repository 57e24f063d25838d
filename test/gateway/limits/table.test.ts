/** Every way in, and all that stays, has its line in the table of limits. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { clientFrames } from "../../../src/schema/recording.ts";
import { limits } from "../../../src/schema/limits.ts";
import { appTable, publicTable } from "../../../src/schema/operations/index.ts";
import { frameLimits, limitsOf, makes, routeLimits, rowLimits } from "../../../src/schema/ways-in.ts";
import { settings } from "../../../src/server/base/settings.ts";
import { mcpRoute } from "../../../src/gateway/mcp/route.ts";
import { oauthRoutes } from "../../../src/gateway/oauth/routes.ts";
import { oidcRoutes } from "../../../src/gateway/oidc/visits.ts";
import { mediaRoutes } from "../../../src/gateway/recordings/media.ts";
import { uploadRoutes } from "../../../src/gateway/recordings/uploads.ts";
import { webRoutes } from "../../../src/gateway/web/app.ts";
import { openFresh } from "../../helpers/workspace-file.ts";
import { setting } from "../directory/helpers.ts";
import { createClient } from "@libsql/client/sqlite3";

const operations = [...publicTable, ...appTable];
const tablesOf = (schema: string): string => `SELECT name FROM ${schema}.sqlite_schema WHERE type = 'table'`;
/** What the database makes for itself, and the tables behind the indexes of texts. */
const isOwn = (name: string): boolean => !/^(sqlite_|libsql_)|_search|migrations$/.test(name);

for (const record of operations) {
  test(`${record.id} has its limits`, { rules: ["limits.table"] }, () => {
    const names = limitsOf(record);
    assert.ok(names.length > 0);
    for (const name of names) assert.ok(name in limits, name);
    if (record.creates) assert.ok(makes[record.id] !== undefined, `${record.id} makes something without a limit`);
  });
}

test("no limit is named for an operation that is not there", { rules: ["limits.table"] }, () => {
  const ids = new Set(operations.map(({ id }) => id));
  assert.deepEqual(
    Object.keys(makes).filter((id) => !ids.has(id)),
    [],
  );
});

test("each frame has its limits", { rules: ["limits.table"] }, () => {
  assert.deepEqual(Object.keys(frameLimits).toSorted(), [...Object.keys(clientFrames), "audio"].toSorted());
});

test(
  "each kind of stored row has its limit, in a workspace and in the directory",
  { rules: ["limits.table"] },
  async (t) => {
    const workspace = openFresh(t, "00000000-0000-7000-8000-000000000001");
    const stored = workspace.sql.all(tablesOf("ws")).map(([name]) => name as string);
    const { path } = await setting(t);
    const directory = createClient({ url: `file:${path}` });
    t.after(() => directory.close());
    stored.push(...(await directory.execute(tablesOf("main"))).rows.map((row) => row["name"] as string));
    assert.deepEqual([...new Set(stored.filter(isOwn))].toSorted(), Object.keys(rowLimits).toSorted());
  },
);

test("each route that is no operation has its limits", { rules: ["limits.table"] }, () => {
  const nothing = {} as never;
  const routes = [
    ...oauthRoutes({ services: { publicUrl: "http://day.test" } } as never),
    ...oidcRoutes({ oidc: {} } as never),
    ...uploadRoutes(nothing),
    ...mediaRoutes(nothing),
    mcpRoute(nothing),
    ...webRoutes(nothing),
  ];
  const names = routes.filter(({ method }) => method !== "OPTIONS").map(({ method, path }) => `${method} ${path}`);
  assert.deepEqual(names.toSorted(), Object.keys(routeLimits).toSorted());
});

test("each route names limits that there are, and each setting of a limit is one", { rules: ["limits.table"] }, () => {
  for (const names of Object.values(routeLimits)) for (const name of names) assert.ok(name in limits, name);
  const variables = new Set<string>(Object.values(settings).map(({ variable }) => variable));
  for (const limit of Object.values(limits)) if ("setting" in limit) assert.ok(variables.has(limit.setting));
});
