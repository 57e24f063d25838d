/** What an app begins with: who is signed in, what the service can do, and all that is active. */
import assert from "node:assert/strict";
import { after, test } from "node:test";
import { takes } from "../../../src/gateway/http/compressed.ts";
import type { Snapshot } from "../../../src/schema/snapshot.ts";
import { ownerEmail, ownerPassword } from "../../helpers/owner.ts";
import { addMember } from "../../helpers/people.ts";
import { startTestService } from "../../helpers/service.ts";

const service = await startTestService({ after });

interface Row {
  readonly [field: string]: unknown;
}

function rowsOf({ fields, rows }: { readonly fields: readonly string[]; readonly rows: readonly unknown[][] }): Row[] {
  return rows.map((row) => Object.fromEntries(fields.map((field, index) => [field, row[index]])));
}

/** All rows, page after page. */
async function allRows(credential: string): Promise<Row[]> {
  const rows: Row[] = [];
  let cursor: string | null = null;
  do {
    const page: Snapshot = await service.ok("getSnapshot", { credential, query: cursor === null ? {} : { cursor } });
    rows.push(...rowsOf(page.todos));
    cursor = page.nextCursor;
  } while (cursor !== null);
  return rows;
}

test("at a first visit nobody is signed in, which is an answer and no refusal", async () => {
  for (const credential of [null, "dss_stale", service.key, await service.keyFor(["todos:read"])]) {
    const session = await service.ok("getSession", { credential });
    assert.deepEqual(session, {
      object: "current_session",
      signedIn: false,
      user: null,
      workspaces: [],
      defaultWorkspaceId: null,
      expiresAt: null,
      passwordResetByEmail: false,
      provider: null,
    });
  }
});

test("a session says whose it is and which workspaces it opens, the first one joined as the default", async () => {
  const second = await service.addWorkspace("Second");
  const headers = { cookie: `dayshift_session=${service.session}` };
  const session = await service.ok("getSession", { credential: null, headers });
  assert.equal(session.signedIn, true);
  assert.equal(session.user?.id, service.userId);
  assert.deepEqual(
    session.workspaces.map(({ id }) => id),
    [service.workspaceId, second.id],
  );
  assert.equal(session.defaultWorkspaceId, service.workspaceId);
  assert.ok(Date.parse(session.expiresAt ?? "") > service.clock.now());
});

test("people see their own sessions and end them, and nobody else's", async () => {
  const body = { email: ownerEmail, password: ownerPassword };
  const { token } = await service.ok("createSession", { body });
  const { data } = await service.ok("listSessions");
  assert.deepEqual(data.filter(({ isCurrent }) => isCurrent).length, 1);
  const other = data.find(({ isCurrent }) => !isCurrent) ?? assert.fail("There is no other session.");
  const { token: stranger } = await addMember(service, { email: "bo@example.com" });
  const path = { sessionId: other.id };
  await service.refuses("endOtherSession", { path, credential: stranger }, "resource_not_found");
  await service.ok("endOtherSession", { path });
  assert.equal((await service.ok("getSession", { credential: token })).signedIn, false);
  assert.ok(!(await service.ok("listSessions")).data.some(({ id }) => id === other.id));
});

test("a workspace is renamed by its members", async () => {
  const { id } = await service.addWorkspace("Old name");
  const renamed = await service.ok("renameWorkspace", { path: { workspaceId: id }, body: { name: "New name" } });
  assert.deepEqual([renamed.id, renamed.name], [id, "New name"]);
  const { workspaces } = await service.ok("getSession", { credential: service.session });
  assert.ok(workspaces.some((one) => one.id === id && one.name === "New name"));
});

test("capabilities are those of the configuration", async () => {
  const { object, model, transcription, email, publicUrl } = await service.ok("getCapabilities");
  assert.deepEqual(
    { object, model, transcription, email, publicUrl },
    {
      object: "capabilities",
      model: { kind: "builtin", name: "builtin" },
      transcription: false,
      email: false,
      publicUrl: service.publicUrl,
    },
  );
});

test("a row says what the todo says, of every active one, over all pages, each once", async () => {
  const { id: workspaceId, key: credential } = await service.addWorkspace("Long");
  const create = (data: object[]) => service.ok("batchCreateTodos", { credential, body: { data } });
  const made = [];
  for (let batch = 0; batch < 22; batch += 1) {
    const data = Array.from({ length: 50 }, (_, index) => ({
      title: `${batch} ${index}`,
      ...(index % 5 === 0 && { content: "A body." }),
      ...(index % 7 === 0 && { dueDate: "2026-12-24", priority: "high" }),
    }));
    made.push(...(await create(data)).data);
  }
  const [done, archived, ...others] = made;
  await service.ok("updateTodo", { credential, path: { todoId: done?.id ?? "" }, body: { status: "done" } });
  await service.ok("deleteTodo", { credential, path: { todoId: archived?.id ?? "" } });
  const [started] = others;
  const begun = await service.ok("updateTodo", {
    credential,
    path: { todoId: started?.id ?? "" },
    body: { status: "in_progress", schedule: { rrule: "FREQ=DAILY", startsAt: "2030-01-01T09:00:00" } },
  });

  const rows = await allRows(credential);
  assert.deepEqual(
    rows.map(({ id }) => id),
    others.map(({ id }) => id),
  );
  const expected = new Map([...others, begun].map((todo) => [todo.id, todo as unknown as Row]));
  for (const { hasContent, rank, ...row } of rows) {
    const todo = expected.get(row["id"] as string) ?? assert.fail();
    for (const [field, value] of Object.entries(row)) assert.deepEqual(value, todo[field], field);
    assert.equal(hasContent, todo["content"] !== null);
    assert.equal(typeof rank, "string");
  }
  const ranks = rows.map(({ rank }) => rank as string);
  assert.deepEqual(ranks, ranks.toSorted());
  assert.equal(new Set(ranks).size, ranks.length);

  const first = await service.ok("getSnapshot", {
    headers: { "dayshift-workspace": workspaceId },
    credential: service.session,
  });
  assert.equal(first.todos.rows.length, 1000);
  assert.deepEqual([first.todoLists.length, first.agents.length, first.members[0]?.id], [1, 1, service.userId]);
  const query = { cursor: first.nextCursor ?? "" };
  const headers = { "dayshift-workspace": workspaceId };
  const last = await service.ok("getSnapshot", { headers, credential: service.session, query });
  assert.deepEqual([last.todoLists, last.agents, last.members], [[], [], []]);
  assert.equal(last.changesCursor, first.changesCursor);
});

test("agents take their scope, people a session, and a cursor its own workspace", async () => {
  const credential = await service.keyFor(["todos:read"]);
  const { agents, members, todoLists } = await service.ok("getSnapshot", { credential });
  assert.deepEqual([agents, members, todoLists.length], [[], [], 1]);
  await service.refuses("getSnapshot", { credential: await service.keyFor(["chats:read"]) }, "missing_scope");
  await service.refuses("getSnapshot", { query: { cursor: "1" } }, "invalid_cursor", "cursor");
});

test("a long answer is compressed for clients that accept gzip, and only there", async () => {
  const data = Array.from({ length: 40 }, (_, index) => ({ title: `Number ${index}` }));
  await service.ok("batchCreateTodos", { body: { data } });
  const plain = await fetch(`${service.url}/api/v1/todos?limit=40`, ask({ "accept-encoding": "identity" }));
  assert.equal(plain.headers.get("content-encoding"), null);
  assert.equal(plain.headers.get("vary"), "Accept-Encoding");
  const body = await plain.text();
  for (const path of ["/app/v1/snapshot", "/api/v1/todos?limit=40"]) {
    // Twice: made, and out of the cache of answers.
    for (let time = 0; time < 2; time += 1) {
      const answer = await service.send("GET", path, {
        credential: service.key,
        headers: { "accept-encoding": "gzip" },
      });
      assert.equal(answer.headers["content-encoding"], "gzip", path);
    }
  }
  const zipped = await fetch(`${service.url}/api/v1/todos?limit=40`, ask({ "accept-encoding": "gzip" }));
  assert.equal(zipped.headers.get("content-encoding"), "gzip");
  assert.ok(Number(zipped.headers.get("content-length")) < body.length / 4);
  assert.equal(await zipped.text(), body);
  const short = await fetch(`${service.url}/api/v1/todo-lists`, ask({ "accept-encoding": "gzip" }));
  assert.equal(short.headers.get("content-encoding"), null);
  const keys = await service.send("GET", `/api/v1/api-keys?workspaceId=${service.workspaceId}`, {
    credential: service.session,
    headers: { "accept-encoding": "gzip" },
  });
  assert.deepEqual([keys.status, keys.headers["content-encoding"]], [200, undefined]);
});

test("what a client takes is read as RFC 9110 says", () => {
  for (const header of ["gzip", "br, gzip", "GZIP;q=0.5", "*", "deflate, *;q=0.1", " gzip ; q=1"])
    assert.ok(takes("gzip", header), header);
  assert.ok(!takes("gzip", undefined));
  for (const header of ["", "br", "gzip;q=0", "gzip; q=0.000", "gzip;q=0, *", "x-gzip"])
    assert.ok(!takes("gzip", header), header);
  // Takes minutes where the blanks are looked through from each of them.
  assert.ok(!takes("gzip", `x${" ".repeat(500_000)}x;q=1`));
});

function ask(headers: Readonly<Record<string, string>>): RequestInit {
  return { headers: { ...headers, authorization: `Bearer ${service.key}` } };
}
