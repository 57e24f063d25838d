/** What is made of notes over HTTP: summaries, suggested todos with their evidence, accepting, dismissing, exports. */
import assert from "node:assert/strict";
import { after, test } from "node:test";
import { type CaptureSource, type Digest, ModelFailure } from "../../../src/actors/runtime/ports.ts";
import { createTestModel } from "../../helpers/model.ts";
import { startTestService } from "../../helpers/service.ts";
import { asTimePasses, eventually } from "../../helpers/settle.ts";
import { until } from "../../helpers/wait.ts";
import { pluck, rows } from "../../helpers/pluck.ts";

/** The built-in engine, unless a test takes its place. */
let summarise: ((source: CaptureSource) => Promise<Digest>) | null = null;
const usual = createTestModel();
const model = {
  ...usual,
  summarise: (source: CaptureSource, signal: AbortSignal) => summarise?.(source) ?? usual.summarise(source, signal),
};
const service = await startTestService({ after }, { model });
const unknownId = "0195f3a0-0000-7000-8000-0000000000ff";

const read = (captureId: string) => service.ok("getCapture", { path: { captureId } });
const settled = (captureId: string) =>
  until(
    "a capture that is completed",
    () => service.ok("getCaptureProgress", { path: { captureId } }),
    ({ phase }) => phase === "completed",
  );
const todosOf = async (captureId: string) => (await service.ok("listTodos", { query: { captureId } })).data;
const suggestionsOf = async (captureId: string) => (await service.ok("listSuggestions", { path: { captureId } })).data;

async function note(content: string): Promise<string> {
  const { id } = await service.ok("createCapture", { body: { type: "note", content } });
  await settled(id);
  return id;
}

async function edit(captureId: string, content: string): Promise<void> {
  await service.ok("updateCapture", { path: { captureId }, body: { content } });
  await settled(captureId);
}

test("unknown ids and unfailed captures are refused", { rules: ["captures.retry", "captures.segments"] }, async () => {
  const path = { captureId: unknownId };
  for (const id of ["listSegments", "getCaptureProgress", "listSuggestions", "retryCapture"] as const) {
    await service.refuses(id, { path }, "resource_not_found");
  }
  const captureId = await note("Plain.");
  await service.refuses("retryCapture", { path: { captureId } }, "resource_conflict");
  await service.refuses("exportCapture", { path: { captureId } }, "validation_failed", "format");
  await service.refuses("exportCapture", { path: { captureId }, query: { format: "srt" } }, "resource_conflict");
  const body = { speaker: "Ana", name: "Bo" };
  await service.refuses("renameSpeaker", { path: { captureId }, body }, "resource_not_found", "speaker");
  await service.refuses("listSegments", { path: { captureId }, query: { cursor: "x" } }, "invalid_cursor");
  for (const id of ["listSuggestions", "getCaptureProgress", "exportCapture"] as const) {
    const query = id === "exportCapture" ? { format: "txt" } : {};
    await service.refuses(id, { path: { captureId }, query, credential: service.key }, "api_key_auth_required");
  }
});

test("a summary and todos follow a note", { rules: ["captures.note-generated", "captures.suggestion"] }, async () => {
  const body = { type: "note", content: "# Call with Ana\nShe likes it.\nTODO: send the offer by Friday\n- [x] Lunch" };
  const made = await service.ok("createCapture", { body });
  assert.equal(made.status, "completed");
  await settled(made.id);
  const capture = await read(made.id);
  assert.equal(capture.title, "Call with Ana");
  assert.equal(capture.summary, "She likes it.");
  assert.equal(typeof capture.subtitle, "string");
  const [todo, ...others] = await todosOf(made.id);
  assert.deepEqual(others, []);
  assert.deepEqual(
    [todo?.title, todo?.isSuggested, todo?.source, todo?.captureId, todo?.dueDate, todo?.assignees, todo?.status],
    ["Send the offer", true, "auto_suggested", made.id, "2026-01-09", [], "ready"],
  );
  const lists = await service.ok("listTodoLists");
  assert.equal(todo?.todoListId, lists.data.find(({ isDefault }) => isDefault)?.id);
});

test("each suggestion quotes its evidence", { rules: ["captures.evidence"] }, async () => {
  const captureId = await note("Intro.\n\nAction: call the plumber");
  const [suggestion] = await suggestionsOf(captureId);
  const quote = "Action: call the plumber";
  assert.equal(suggestion?.status, "suggested");
  assert.deepEqual(suggestion?.evidence, {
    part: "content",
    number: 3,
    startMs: null,
    endMs: null,
    speaker: null,
    quote,
  });
});

test("editing accepts it, archiving dismisses it", { rules: ["captures.accepted", "captures.dismissed"] }, async () => {
  const captureId = await note("TODO: water the roses\nTODO: mow the lawn");
  const [roses, lawn] = await suggestionsOf(captureId);
  await service.ok("updateTodo", { path: { todoId: roses?.todoId ?? "" }, body: { priority: "low" } });
  await service.ok("deleteTodo", { path: { todoId: lawn?.todoId ?? "" } });
  assert.deepEqual(pluck(await suggestionsOf(captureId), "status"), ["accepted", "dismissed"]);
  await edit(captureId, "TODO: water the roses\nTODO: mow the lawn\nTODO: rake the leaves");
  const after = await suggestionsOf(captureId);
  assert.deepEqual(rows(after, "title", "status"), [
    ["Water the roses", "accepted"],
    ["Mow the lawn", "dismissed"],
    ["Rake the leaves", "suggested"],
  ]);
  const open = (await service.ok("listTodos", { query: { query: "roses" } })).data;
  assert.equal(open.length, 1);
});

test("nothing is suggested that is open already", { rules: ["captures.suggestion-new"] }, async () => {
  await service.ok("createTodo", { body: { title: "Renew the passport!" } });
  assert.deepEqual(await suggestionsOf(await note("TODO: renew the passport")), []);
});

test("what two captures ask for is suggested at both", { rules: ["captures.suggestion-each"] }, async () => {
  const [first, second] = [await note("- [ ] Order the cake"), await note("Action: order the cake")];
  assert.deepEqual([(await todosOf(first)).length, (await todosOf(second)).length], [1, 1]);
  const [todo] = await todosOf(first);
  await service.ok("updateTodo", { path: { todoId: todo?.id ?? "" }, body: {} });
  assert.deepEqual(await todosOf(await note("TODO: order the cake")), []);
});

test("an edited note is summed up again", { rules: ["captures.note-edited"] }, async () => {
  const captureId = await note("The first version talks about harbours.\nTODO: paint the boat");
  await edit(captureId, "The second version talks about mountains.");
  assert.equal((await read(captureId)).summary, "The second version talks about mountains.");
  assert.deepEqual(await suggestionsOf(captureId), []);
  assert.deepEqual(await todosOf(captureId), []);
});

test("what is edited while it is being read is read again", { rules: ["captures.note-edited"] }, async (t) => {
  const { promise, resolve } = Promise.withResolvers<void>();
  t.after(() => (summarise = null));
  const seen: string[] = [];
  summarise = async (source) => {
    seen.push(source.lines.map(({ text }) => text).join());
    if (seen.length === 1) await promise;
    return { title: "T", subtitle: "S", summary: `Of ${seen.at(-1)}`, suggestions: [] };
  };
  const { id } = await service.ok("createCapture", { body: { type: "note", content: "Before." } });
  await eventually("the model is asked", () => seen.length === 1);
  await service.ok("updateCapture", { path: { captureId: id }, body: { content: "After." } });
  resolve();
  await settled(id);
  assert.equal((await read(id)).summary, "Of After.");
  assert.deepEqual(seen, ["Before.", "After."]);
});

test("after three failures the built-in engine answers", { rules: ["captures.generation-falls-back"] }, async (t) => {
  t.after(() => (summarise = null));
  let asked = 0;
  summarise = () => {
    asked += 1;
    return Promise.reject(new ModelFailure("The model is away."));
  };
  const { id } = await service.ok("createCapture", { body: { type: "note", content: "Harbours.\nTODO: paint" } });
  for (const tries of [1, 2, 3]) await asTimePasses(service.clock, "another try", () => asked === tries, 1000);
  await settled(id);
  assert.equal(asked, 3);
  assert.equal((await read(id)).summary, "Harbours.");
  assert.deepEqual(pluck(await suggestionsOf(id), "title"), ["Paint"]);
});

test("a spent budget does not prevent the summary of a note", { rules: ["captures.no-minutes"] }, async (t) => {
  const poor = await startTestService(t, { configuration: { minutesPerMonth: 0 } });
  const { id } = await poor.ok("createCapture", { body: { type: "note", content: "Harbours are deep." } });
  const capture = await until(
    "a summary",
    () => poor.ok("getCapture", { path: { captureId: id } }),
    ({ summary }) => summary !== null,
  );
  assert.equal(capture.summary, "Harbours are deep.");
});

test("an erased capture takes what was suggested from it along", { rules: ["captures.erased"] }, async () => {
  const captureId = await note("TODO: burn the letters");
  await service.ok("deleteCapture", { path: { captureId }, query: { permanent: true } });
  await service.refuses("listSuggestions", { path: { captureId } }, "resource_not_found");
  assert.deepEqual((await service.ok("listTodos", { query: { query: "burn the letters" } })).data, []);
});

test("a note is exported as text and as Markdown, each with its type", { rules: ["captures.export"] }, async () => {
  const captureId = await note("# Harbours\nThey are deep.");
  const path = { captureId };
  const text = await service.call("exportCapture", { path, query: { format: "txt" } });
  assert.equal(text.body, "They are deep.\n");
  assert.equal(text.headers["content-type"], "text/plain; charset=utf-8");
  assert.match(String(text.headers["content-disposition"]), /^attachment; filename="capture-[0-9a-f-]+\.txt"$/);
  const markdown = await service.call("exportCapture", { path, query: { format: "markdown" } });
  assert.match(String(markdown.body), /^# Harbours\n/);
  assert.match(String(markdown.body), /## Summary\n\nThey are deep\.\n/);
});

test("days in a note are those of the person who wrote it", { rules: ["sessions.settings"] }, async (t) => {
  const zones: string[] = [];
  summarise = (source) => (zones.push(source.timezone), usual.summarise(source, AbortSignal.any([])));
  t.after(() => (summarise = null));
  await note("Call Ana tomorrow.");
  await service.ok("updateProfile", { credential: service.session, body: { timezone: "Pacific/Auckland" } });
  await note("Call Bo tomorrow.");
  await service.ok("updateProfile", { credential: service.session, body: { timezone: null } });
  assert.deepEqual(zones, ["UTC", "Pacific/Auckland"]);
});
