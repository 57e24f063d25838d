/** Answers of reads are kept as long as nothing changes: nobody may notice, but for the time that it takes. */
import assert from "node:assert/strict";
import { after, test } from "node:test";
import { addMember } from "../../helpers/people.ts";
import { startTestService } from "../../helpers/service.ts";

const service = await startTestService({ after });

test("a repeated query is up to date after every change, by any caller", async () => {
  const other = await service.keyFor(["todos:read", "todos:write"]);
  const { id: todoId } = await service.ok("createTodo", { body: { title: "First" } });
  const titles = async () => {
    const one = await service.ok("getTodo", { path: { todoId } });
    const { data } = await service.ok("listTodos", { query: { query: "first second third" } });
    return [one.title, ...data.map(({ title }) => title)];
  };
  const query = { query: { query: "Second" } };
  assert.equal((await titles())[0], "First");
  assert.deepEqual((await service.ok("listTodos", query)).data, []);
  assert.equal((await titles())[0], "First");
  await service.ok("updateTodo", { path: { todoId }, body: { title: "Second" }, credential: other });
  assert.equal((await titles())[0], "Second");
  assert.equal((await service.ok("listTodos", query)).data.length, 1);
  await service.ok("deleteTodo", { path: { todoId }, query: { permanent: true } });
  await service.refuses("getTodo", { path: { todoId } }, "resource_not_found");
  assert.deepEqual((await service.ok("listTodos", query)).data, []);
});

test("the same request of another person is answered for that person", async () => {
  const { token: credential } = await addMember(service, { email: "bo@example.com", name: "Bo" });
  await service.ok("createTodo", { body: { title: "For the owner" } });
  const mine = { query: { assignedToMe: true } };
  assert.equal((await service.ok("listTodos", mine)).data.length, 1);
  assert.deepEqual((await service.ok("listTodos", { ...mine, credential })).data, []);
});

test("Content-Length is that of the bytes, also of cached pieces", async () => {
  const titles = ["Größe", "漢字 🦀", "plain"];
  const made = [];
  for (const title of titles) made.push((await service.ok("createTodo", { body: { title } })).id);
  for (const round of ["first", "second", "third"]) {
    await service.ok("createTodo", { body: { title: round } });
    for (const [at, todoId] of made.entries()) {
      assert.equal((await service.ok("getTodo", { path: { todoId } })).title, titles[at]);
    }
    const { data } = await service.ok("listTodos", { query: { limit: 10 } });
    for (const title of titles) assert.ok(data.some((todo) => todo.title === title));
  }
});

test("a caller who lost access is refused, although the answer is cached", async () => {
  const { id: apiKeyId, secret } = await service.ok("createApiKey", {
    credential: service.session,
    body: { name: "Brief", workspaceId: service.workspaceId, scopes: ["todos:read"] },
  });
  const credential = secret ?? assert.fail();
  await service.ok("listTodos", { credential });
  await service.ok("listTodos", { credential });
  await service.refuses("listTodos", { credential, query: { nonsense: 1 } }, "unknown_parameter");
  await service.refuses("listAgents", { credential }, "missing_scope");
  await service.ok("revokeApiKey", { credential: service.session, path: { apiKeyId } });
  await service.refuses("listTodos", { credential }, "invalid_api_key");
});
