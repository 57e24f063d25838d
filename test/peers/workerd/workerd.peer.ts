/** The rules of a workspace in another runtime: workerd, where a host of a few lines carries them. What they answer there is compared with Node's own store. */
import assert from "node:assert/strict";
import { test, type TestContext } from "node:test";
import { sha256 } from "../../../src/actors/runtime/ids.ts";
import type { Store } from "../../../src/actors/store/store.ts";
import type { Todo } from "../../../src/schema/todo.ts";
import { fakeId } from "../../helpers/ids.ts";
import { tempDir } from "../../helpers/temp-dir.ts";
import { openFresh } from "../../helpers/workspace-file.ts";
import { schemaOf, statementsOf } from "./new-file.ts";
import { bundle, start, workerd } from "./server.ts";
import { type Call, refusalOf, type Reply, replyTo } from "./workspace.ts";

const options = workerd === undefined ? { skip: "workerd could not be had for this system" } : {};
/** What the bundle is made of: the rules, the schema and its packages, and the host. */
const expected =
  /^(src\/(workspace|schema)|node_modules\/(valibot|@valibot\/to-json-schema)|test\/(peers\/workerd|helpers\/ids\.ts))\b/;
const begin = Date.UTC(2026, 0, 5, 9);

/** Asks Node's own store. */
async function askNode(store: Store, call: Call): Promise<Reply> {
  store.begin();
  try {
    const reply = replyTo(store.sql, sha256, call);
    await store.commit();
    return reply;
  } catch (error) {
    store.rollback();
    return refusalOf(error);
  }
}

/** A workspace in workerd, and the same one on Node. */
async function startBoth(t: TestContext) {
  const folder = tempDir(t);
  const store = openFresh(t, fakeId(0xa));
  const schema = store.read((sql) => schemaOf(sql, "ws"));
  const made = await bundle(folder);
  const run = () => start(workerd as string, folder, statementsOf(schema));
  let server = await run();
  t.after(() => server.end());
  let calls = 0;
  return {
    schema,
    made,
    schemaThere: async (): Promise<unknown> => (await fetch(server.url)).json(),
    /** The reply to a call; fails unless both give the same. */
    ask: async (call: Omit<Call, "at">): Promise<Reply> => {
      const asked = { ...call, at: begin + 1000 * calls++ };
      const response = await fetch(server.url, { method: "POST", body: JSON.stringify(asked) });
      const text = await response.text();
      assert.equal(response.status, 200, `${call.operation}: ${text}\n${server.written.join("\n")}`);
      const reply = JSON.parse(text) as Reply;
      assert.deepEqual(reply, await askNode(store, asked), call.operation);
      return reply;
    },
    /** Kills workerd, and starts it on the same files. */
    startAgain: async (): Promise<void> => {
      await server.end();
      server = await run();
    },
  };
}

test("in workerd a new workspace creates, lists, searches and replays as on Node, and keeps it", options, async (t) => {
  const { schema, made, schemaThere, ask, startAgain } = await startBoth(t);
  const foreign = made.files.filter((file) => !expected.test(file));
  assert.deepEqual({ foreign, modules: made.modules }, { foreign: [], modules: ["node:crypto"] });
  assert.deepEqual(await schemaThere(), schema);

  // The first write makes the default list, which goes with what is refused: the next one makes it again, with another id.
  const refused = await ask({ operation: "createTodo", body: { title: "Nowhere", todoListId: fakeId(9) }, key: "k1" });
  assert.equal(refused.body, "resource_not_found");

  const schedule = { rrule: "FREQ=WEEKLY;BYDAY=SA;BYHOUR=9;BYMINUTE=0;BYSECOND=0", timezone: "Europe/Berlin" };
  const body = { title: "Mow the lawn in Ōsaka Street", priority: "high", schedule };
  const first = await ask({ operation: "createTodo", body, key: "k1" });
  assert.deepEqual([first.status, first.nextDue], [201, Date.UTC(2026, 0, 10, 8)], "Saturday at nine in Berlin");
  const { id } = first.body as Todo;
  // Long enough to be indexed at once; the index of FTS5 answers for it, the texts that wait for the others.
  await ask({ operation: "createTodo", body: { title: "Water the roses", content: "And the lawn. ".repeat(100) } });
  await ask({ operation: "createTodo", body: { title: "Call Ana", dueDate: "2026-01-07" } });

  assert.equal(idsIn(await ask({ operation: "listTodos" })).length, 3);
  assert.equal(idsIn(await ask({ operation: "listTodos", query: { limit: 2 } })).length, 2);
  assert.deepEqual(idsIn(await ask({ operation: "listTodos", query: { priority: "high" } })), [id]);
  assert.deepEqual(idsIn(await ask({ operation: "listTodos", query: { query: "ōSAKA str" } })), [id]);
  assert.equal(idsIn(await ask({ operation: "listTodos", query: { query: "roses" } })).length, 1);
  assert.equal(idsIn(await ask({ operation: "search", query: { query: "the lawn" } })).length, 2);

  const again = { ...first, replayed: true };
  assert.deepEqual(await ask({ operation: "createTodo", body, key: "k1" }), again);
  const other = await ask({ operation: "createTodo", body: { title: "Another" }, key: "k1" });
  assert.equal(other.body, "idempotency_key_reused");

  await startAgain();
  assert.deepEqual(await ask({ operation: "createTodo", body, key: "k1" }), again);
  assert.equal(idsIn(await ask({ operation: "listTodos" })).length, 3);
  await ask({ operation: "listRecordChanges" });
});

function idsIn({ body }: Reply): string[] {
  return (body as { readonly data: readonly { readonly id: string }[] }).data.map(({ id }) => id);
}
