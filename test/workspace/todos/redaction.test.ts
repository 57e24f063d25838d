/** Texts of todos that carry content of captures: what redacts them, who sees them, what lifts the redaction. */
import assert from "node:assert/strict";
import { test, type TestContext } from "node:test";
import { type Scope, scopes } from "../../../src/schema/scopes.ts";
import { withheldText } from "../../../src/workspace/captures/boundary.ts";
import type { Context } from "../../../src/workspace/protocol/context.ts";
import { eraseCapture } from "../../../src/workspace/erasure/erase-capture.ts";
import { captureRow } from "../../../src/workspace/captures/queries.ts";
import { viewWork } from "../../../src/workspace/runs/savings.ts";
import { suggest } from "../../../src/workspace/suggestions/suggest.ts";
import { seriesRows } from "../../../src/workspace/series/page.ts";
import { createFakeIds, fakeId } from "../../helpers/ids.ts";
import { addCapture } from "../captures.ts";
import { assistant, begin, setting, type Setting } from "./setting.ts";

const [capture, other] = [fakeId(0xc1), fakeId(0xc2)] as const;
const all: readonly Scope[] = scopes;
const none: readonly Scope[] = scopes.filter((scope) => scope !== "captures:read");

interface Bench {
  readonly space: Setting;
  /** Captures whose content the agent was shown, oldest first. */
  readonly shown: string[];
  /** Runs as that somebody: an agent whose call carries this, approved or not; or no agent, with these scopes. */
  readonly as: <T>(
    who: Partial<Pick<Setting, "scopes">> & { carried?: readonly string[] | null; isApproved?: boolean },
    act: () => T,
  ) => T;
  /** A todo of an agent that was before the capture. */
  readonly redacted: (texts?: { title?: string; content?: string }) => string;
  readonly suggestion: (title?: string) => string;
  readonly see: (todoId: string, held?: readonly Scope[]) => [string | null, string | null];
}

function bench(t: TestContext): Bench {
  const space = setting(t);
  const ids = createFakeIds(0x5000);
  addCapture(space.sql, capture);
  addCapture(space.sql, other);
  const shown: string[] = [];
  const agent = (carried: readonly string[] | null, isApproved: boolean): NonNullable<Context["acting"]> => ({
    turnId: fakeId(51),
    chatId: fakeId(52),
    agentId: assistant,
    depth: 0,
    carried,
    isApproved,
    shows: (captureIds) => void shown.push(...(captureIds.length === 0 ? ["unknown"] : captureIds)),
  });
  const self: Bench = {
    space,
    shown,
    as(who, act) {
      const before = { scopes: space.scopes, acting: space.acting };
      space.scopes = who.scopes ?? all;
      space.acting = who.carried === undefined ? null : agent(who.carried, who.isApproved ?? false);
      try {
        return act();
      } finally {
        Object.assign(space, before);
      }
    },
    redacted: (texts = { title: "Secret title", content: "Secret content" }) =>
      self.as({ carried: [capture] }, () => space.run("createTodo", { body: texts }).id),
    suggestion(title = "Call Ana") {
      const evidence = { part: "content", number: 1, startMs: null, endMs: null, speaker: null, quote: title } as const;
      const moment = { sql: space.sql, now: begin, newId: () => ids.uuid() };
      suggest(moment, capture, [{ title, dueDate: null, priority: null, evidence }]);
      const page = self.as({}, () => space.run("listTodos", { query: { captureId: capture } }));
      return page.data.find((todo) => todo.title === title)?.id ?? assert.fail("There is no such suggestion.");
    },
    see(todoId, held = none) {
      const todo = self.as({ scopes: held }, () => space.run("getTodo", { path: { todoId } }));
      return [todo.title, todo.content];
    },
  };
  return self;
}

test("an agent's text with captures in view is withheld field by field", { rules: ["boundary.todos"] }, (t) => {
  const { space, as, redacted, see } = bench(t);
  assert.deepEqual(see(redacted()), [withheldText, withheldText]);
  assert.deepEqual(see(redacted(), all), ["Secret title", "Secret content"]);
  assert.deepEqual(see(redacted({ title: "Only" })), [withheldText, null]);
  assert.deepEqual(see(redacted({ content: "Only" })), [null, withheldText]);
  const { id: todoId } = space.run("createTodo", { body: { title: "Mine" } });
  as({ carried: [capture] }, () => space.run("updateTodo", { path: { todoId }, body: { content: "Secret" } }));
  assert.deepEqual(see(todoId), ["Mine", withheldText]);
  as({ carried: [] }, () => space.run("updateTodo", { path: { todoId }, body: { title: "Secret" } }));
  assert.deepEqual(see(todoId), [withheldText, withheldText]);
  const clean = as({ carried: null }, () => space.run("createTodo", { body: { title: "Clean" } }));
  assert.deepEqual(see(clean.id), ["Clean", null]);
  const batch = { body: { data: [{ title: "One" }, { title: "Two" }] } };
  const { data } = as({ carried: [capture] }, () => space.run("batchCreateTodos", batch));
  for (const { id } of data) assert.deepEqual(see(id), [withheldText, null]);
});

test("every answer withholds them, and shows the rest of the todo", { rules: ["boundary.todos"] }, (t) => {
  const { space, as, redacted } = bench(t);
  const todoId = redacted();
  const path = { todoId };
  for (const who of [{ scopes: none }, { scopes: none, carried: null }]) {
    const answers = as(who, () => [
      ...space.run("listTodos").data,
      space.run("updateTodo", { path, body: { dueDate: "2026-05-05", priority: "high", status: "in_progress" } }),
      space.run("restoreTodo", { path }),
    ]);
    for (const { title, content } of answers) assert.deepEqual([title, content], [withheldText, withheldText]);
    assert.deepEqual(
      [answers[1]?.dueDate, answers[1]?.priority, answers[1]?.status],
      ["2026-05-05", "high", "in_progress"],
    );
  }
});

test("nobody finds a todo by words that are withheld from them, nor counts it", { rules: ["boundary.todos"] }, (t) => {
  const { space, as, redacted } = bench(t);
  redacted({ title: "Secret alpha", content: "Secret beta" });
  const half = space.run("createTodo", { body: { title: "Open alpha" } });
  as({ carried: [capture] }, () => space.run("updateTodo", { path: { todoId: half.id }, body: { content: "beta" } }));
  const found = (query: string, held = none) =>
    as({ scopes: held }, () => {
      const page = space.run("listTodos", { query: { query, include: "totalCount" } });
      assert.equal(space.run("summariseTodos", { query: { query } }).total, page.data.length);
      assert.equal(page.totalCount, page.data.length);
      return page.data.length;
    });
  assert.deepEqual([found("alpha"), found("beta"), found("a"), found("withheld")], [1, 0, 1, 0]);
  assert.deepEqual([found("alpha", all), found("beta", all)], [2, 2]);
});

test("an agent that sees redacted texts is shown captures; so does counting", { rules: ["boundary.blocks"] }, (t) => {
  const { space, as, redacted, shown } = bench(t);
  const todoId = redacted();
  const seen = (who: Parameters<typeof as>[0], act: () => unknown): string[] => {
    shown.splice(0);
    as(who, act);
    return shown.splice(0);
  };
  const agent = { carried: null };
  assert.deepEqual(
    seen(agent, () => space.run("getTodo", { path: { todoId } })),
    [capture],
  );
  assert.deepEqual(
    seen(agent, () => space.run("listTodos")),
    [capture],
  );
  assert.deepEqual(
    seen({ ...agent, scopes: none }, () => space.run("listTodos", { query: { query: "secret" } })),
    [],
  );
  assert.deepEqual(
    seen(agent, () => space.run("summariseTodos", { query: { query: "secret" } })),
    ["unknown"],
  );
  assert.deepEqual(
    seen(agent, () => space.run("summariseTodos", { query: { query: "nowhere" } })),
    [],
  );
  assert.deepEqual(
    seen(agent, () => space.run("summariseTodos")),
    [],
  );
});

test("a text is free once a person who reads captures writes or approves it", { rules: ["boundary.released"] }, (t) => {
  const { space, as, redacted, see } = bench(t);
  const change = (todoId: string, body: object) => space.run("updateTodo", { path: { todoId }, body });
  const written = redacted();
  as({}, () => change(written, { title: "Secret title" }));
  assert.deepEqual(see(written), ["Secret title", withheldText]);
  const approved = as({ carried: [capture], isApproved: true }, () =>
    space.run("createTodo", { body: { title: "Approved", content: "As asked" } }),
  );
  assert.deepEqual(see(approved.id), ["Approved", "As asked"]);
  const replaced = redacted();
  as({ scopes: none }, () => change(replaced, { content: "My own" }));
  assert.deepEqual(see(replaced, all), ["Secret title", "My own"]);
  assert.deepEqual(see(replaced), [withheldText, "My own"]);
  as({ scopes: none }, () => change(replaced, { content: "" }));
  assert.deepEqual(see(replaced), [withheldText, null]);
  const kept = redacted();
  as({}, () => change(kept, { priority: "low", dueDate: "2026-05-05" }));
  as({ carried: [capture] }, () => change(kept, { title: "Secret title" }));
  assert.deepEqual(see(kept), [withheldText, withheldText]);
  assert.equal(space.sql.get("SELECT count(*) FROM todo_captures WHERE capture_id = ?", other)?.[0], 0);
});

test("what was withheld and is sent back as it was shown changes nothing", { rules: ["boundary.todos"] }, (t) => {
  const { space, as, redacted, see } = bench(t);
  const todoId = redacted();
  const body = { title: withheldText, content: withheldText, priority: "low" } as const;
  as({ scopes: none }, () => space.run("updateTodo", { path: { todoId }, body }));
  assert.deepEqual(see(todoId, all), ["Secret title", "Secret content"]);
  assert.deepEqual(see(todoId), [withheldText, withheldText]);
});

test("writing the words by a guess shows the same change, right or wrong", { rules: ["boundary.todos"] }, (t) => {
  const { space, as, redacted } = bench(t);
  const guessed = [redacted({ title: "Right" }), redacted({ title: "Something" })];
  space.now = begin + 60_000;
  const [right, wrong] = guessed.map((todoId) =>
    as({ scopes: none }, () => space.run("updateTodo", { path: { todoId }, body: { title: "Right" } })),
  );
  assert.deepEqual({ ...right, id: "", createdAt: "" }, { ...wrong, id: "", createdAt: "" });
});

test("a suggestion is redacted until a reader of captures accepts it", { rules: ["boundary.suggestions"] }, (t) => {
  const { space, as, suggestion, see } = bench(t);
  const accept = (todoId: string) => space.run("updateTodo", { path: { todoId }, body: { priority: "low" } });
  const first = suggestion("Call Ana");
  assert.deepEqual(see(first), [withheldText, null]);
  as({}, () => accept(first));
  assert.deepEqual(see(first), ["Call Ana", null]);
  for (const who of [{ scopes: none }, { carried: null }]) {
    const todoId = suggestion(`Write to ${JSON.stringify(who)}`);
    assert.equal(as(who, () => accept(todoId)).isSuggested, false);
    assert.deepEqual(see(todoId), [withheldText, null]);
  }
  const run = suggestion("Do something");
  as({}, () => space.run("runTodo", { path: { todoId: run }, body: { agentId: assistant } }));
  assert.deepEqual(see(run), ["Do something", null]);
});

test("an omitted suggestion reveals nothing of a redacted title", { rules: ["boundary.suggestions"] }, (t) => {
  const { space, as, redacted, suggestion } = bench(t);
  redacted({ title: "Call Bo" });
  assert.throws(() => suggestion("Call Bo"), "it is content of the same capture");
  as({ carried: [other] }, () => space.run("createTodo", { body: { title: "Call Cy" } }));
  assert.ok(suggestion("Call Cy"));
  as({ carried: [] }, () => space.run("createTodo", { body: { title: "X Y" } }));
  assert.ok(suggestion("X Y"));
});

test("a schedule on a withheld task is refused when it is set", { rules: ["boundary.chats"] }, (t) => {
  const { space, as, redacted } = bench(t);
  const [todoId, own] = [redacted(), redacted()];
  space.sql.run(
    "UPDATE todos SET assignees = ? WHERE id = ?",
    JSON.stringify([{ type: "agent", id: assistant }]),
    todoId,
  );
  const set = (scopes: readonly Scope[], id: string, schedule: object) =>
    as({ scopes }, () =>
      space.run("updateTodo", { path: { todoId: id }, body: { schedule: { rrule: "FREQ=DAILY", ...schedule } } }),
    );
  assert.throws(() => set(none, todoId, {}), { code: "missing_scope", message: /captures:read/ });
  assert.equal(set(none, todoId, { message: "My own" }).scheduleStatus, "pending", "words of one's own are no secret");
  assert.equal(set(none, own, {}).scheduleStatus, "pending", "only people are shown it");
  assert.equal(set(all, todoId, {}).scheduleStatus, "pending");
});

test("runs, chats, schedules and messages carry what their todo carries", { rules: ["boundary.chats"] }, (t) => {
  const { space, as, redacted, see } = bench(t);
  const blocksOf = (chatId: string) =>
    JSON.parse(space.sql.get("SELECT blocks FROM messages WHERE chat_id = ? AND sequence = 1", chatId)?.[0] as string);
  const run = (body: object, scopes = all, todoId = redacted()) =>
    as({ scopes }, () => space.run("runTodo", { path: { todoId }, body: { agentId: assistant, ...body } }));
  assert.deepEqual(blocksOf(run({}).chatId)[0].captureIds, [capture]);
  assert.equal(blocksOf(run({ message: "My own" }, none).chatId)[0].captureIds, undefined);
  const change = { path: { todoId: redacted() }, body: { assignees: [{ type: "agent" as const, id: assistant }] } };
  for (const start of [() => run({}, none), () => as({ scopes: none }, () => space.run("updateTodo", change))])
    assert.throws(start, { code: "missing_scope", message: /captures:read/ }, "nobody starts what they may not read");
  const rrule = "FREQ=DAILY";
  const series = (message?: string, isApproved = false) => {
    const schedule = { rrule, ...(message !== undefined && { message }) };
    const body = { title: "Every day", schedule };
    const { id } = as({ carried: [capture], isApproved }, () => space.run("createTodo", { body }));
    const rows = seriesRows(space.sql, { view: "scheduled", todoListId: null }, 100, null);
    return rows.find(({ todoId }) => todoId === id)?.carried;
  };
  assert.deepEqual([series("Secret"), series(), series("Asked", true)], [[capture], null, null]);
  const rows = seriesRows(space.sql, { view: "scheduled", todoListId: null }, 100, null);
  assert.deepEqual(rows.map(({ todo }) => String(todo.redacted)).toSorted(), ["0", "1", "1"]);
  assert.equal(see(rows[0]?.todoId ?? "")[0], withheldText);
  const id = redacted();
  assert.equal(viewWork(space.sql, id).isWithheld, true);
});

test("erasing a capture takes its unaccepted suggestions; other todos stay", { rules: ["boundary.erase"] }, (t) => {
  const { space, as, redacted, suggestion, see } = bench(t);
  const todoId = redacted();
  const accepted = suggestion("Call Ana");
  as({ scopes: none }, () => space.run("updateTodo", { path: { todoId: accepted }, body: { priority: "low" } }));
  const open = suggestion("Call Bo");
  const dismissed = suggestion("Call Cy");
  as({}, () => space.run("deleteTodo", { path: { todoId: dismissed } }));
  const context = {
    sql: space.sql,
    now: begin,
    newId: () => fakeId(77),
    caller: {} as never,
    secondsLeft: null,
    acting: null,
  };
  eraseCapture(context, captureRow(space.sql, capture));
  assert.deepEqual(see(todoId), [withheldText, withheldText]);
  assert.deepEqual(see(todoId, all), ["Secret title", "Secret content"]);
  assert.deepEqual(see(accepted), [withheldText, null]);
  for (const gone of [open, dismissed])
    space.refuses("getTodo", { path: { todoId: gone } }, "resource_not_found", null);
  assert.equal(space.sql.get("SELECT count(*) FROM todo_captures")?.[0], 0);
});
