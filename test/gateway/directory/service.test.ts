/** The service on a remote directory. */
import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { runtime } from "../../helpers/runtime.ts";
import { startTestService } from "../../helpers/service.ts";
import { remoteServer } from "./helpers.ts";

test("the service runs on a remote directory, through its absence and a restart", async (t) => {
  const { server, address } = await remoteServer(t);
  const configuration = { directoryUrl: address.url, directoryToken: address.authToken, minutesPerMonth: 60 };
  const service = await startTestService(t, { configuration });
  const todo = await service.ok("createTodo", { body: { title: "Water the plants" } });
  const key = await service.keyFor(["todos:read"]);
  await service.refuses("createTodo", { credential: key, body: { title: "x" } }, "missing_scope");

  await server.stop();
  service.clock.advance(1000);
  // Without its directory the service does not know the caller, so neither a rate limit: the answer is a bare one.
  const away = await service.send("GET", `/api/v1/todos/${todo.id}`, { credential: service.key });
  assert.deepEqual([away.status, away.headers["retry-after"]], [500, "5"]);
  assert.equal(JSON.parse(away.body).error.code, "internal_error");
  assert.match(service.log.join(""), new RegExp(`request failed.*${runtime.refused}`));
  await server.start();
  assert.equal((await service.ok("getTodo", { path: { todoId: todo.id } })).id, todo.id);

  await service.restart();
  assert.equal(service.setupToken, null);
  assert.equal((await service.ok("getTodo", { credential: key, path: { todoId: todo.id } })).title, "Water the plants");
  assert.equal(existsSync(join(service.dataDir, "directory.db")), false);
  await service.stop();
});

test("the service does not start on a remote directory that refuses its token", async (t) => {
  const { address } = await remoteServer(t);
  const configuration = { directoryUrl: address.url, directoryToken: "another" };
  await assert.rejects(startTestService(t, { configuration }), /Set DAYSHIFT_DIRECTORY_TOKEN/);
});
