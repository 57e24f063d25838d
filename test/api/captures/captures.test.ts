/** Captures and tags over HTTP: notes made, listed, changed, archived, erased. */
import assert from "node:assert/strict";
import { after, test } from "node:test";
import { startTestService } from "../../helpers/service.ts";
import { until } from "../../helpers/wait.ts";
import { pluck } from "../../helpers/pluck.ts";

const service = await startTestService({ after });
const unknownId = "0195f3a0-0000-7000-8000-0000000000ff";

const note = (content: string, more: object = {}) =>
  service.ok("createCapture", { body: { type: "note", content, ...more } });
const read = (captureId: string) => service.ok("getCapture", { path: { captureId } });
/** The capture once its summary is there: making one moves `updatedAt`. */
const summedUp = ({ id }: { readonly id: string }) =>
  until(
    "a summary",
    () => read(id),
    ({ summary }) => summary !== null,
  );
const update = (captureId: string, body: object) => service.ok("updateCapture", { path: { captureId }, body });
const idsOf = async (query: Record<string, string | number | boolean>) =>
  (await service.ok("listCaptures", { query })).data.map(({ id }) => id);

const a = (more: object) => ({ type: "note", content: "a", ...more });
const refusedCreations: readonly (readonly [body: object, param: string])[] = [
  [{}, "type"],
  [a({ type: "photo" }), "type"],
  [{ type: "note" }, "content"],
  [a({ content: " \n " }), "content"],
  [a({ content: "x".repeat(100_001) }), "content"],
  [a({ source: "microphone" }), "source"],
  [a({ tags: ["x".repeat(65)] }), "tags[0]"],
  [a({ tags: ["ok", " "] }), "tags[1]"],
  [a({ tags: ["a,b"] }), "tags[0]"],
  [a({ tags: Array.from({ length: 51 }, (_, n) => `t${n}`) }), "tags"],
  [a({ transcript: "b" }), "transcript"],
];

test("a capture without content or with too much is refused", { rules: ["captures.create.limits"] }, async () => {
  for (const [body, param] of refusedCreations)
    await service.refuses("createCapture", { body }, "validation_failed", param);
});

test(
  "a note is answered light and completed at once; its heading is its title",
  { rules: ["captures.create.note", "captures.light", "captures.create.heading"] },
  async () => {
    const made = await note("# Call with Ana\nSend the offer", { tags: ["Sales", "spring", "SALES"] });
    assert.deepEqual(Object.keys(made).sort(), [
      "createdAt",
      "durationSeconds",
      "id",
      "isArchived",
      "object",
      "recordingId",
      "status",
      "type",
      "updatedAt",
    ]);
    assert.deepEqual(
      [made.type, made.status, made.recordingId, made.durationSeconds],
      ["note", "completed", null, null],
    );
    const whole = await read(made.id);
    assert.deepEqual(
      [whole.title, whole.content, whole.tags, whole.transcript, whole.notes, whole.mediaUrl],
      ["Call with Ana", "Send the offer", ["Sales", "spring"], null, null, null],
    );
  },
);

test("a note without a heading keeps its first line", { rules: ["captures.create.first-line"] }, async () => {
  const { id } = await note("First line\nSecond line");
  assert.deepEqual([(await read(id)).title, (await read(id)).content], ["First line", "First line\nSecond line"]);
  const { id: titled } = await note("# Heading\nBody", { title: "Mine" });
  assert.deepEqual([(await read(titled)).title, (await read(titled)).content], ["Mine", "# Heading\nBody"]);
});

test("a note is taken without minutes", { rules: ["minutes.keeps-working", "captures.create.note"] }, async (t) => {
  const poor = await startTestService(t, { configuration: { minutesPerMonth: 0 } });
  await poor.ok("createCapture", { body: { type: "note", content: "Free of charge" } });
});

test("an update refuses fields of others and too long a text", { rules: ["captures.update.refused"] }, async () => {
  const { id } = await note("Stays");
  const refusedUpdates: readonly (readonly [body: object, param: string])[] = [
    [{ transcript: "words" }, "transcript"],
    [{ summary: "words" }, "summary"],
    [{ title: " " }, "title"],
    [{ notes: "x".repeat(100_001) }, "notes"],
    [{ tags: null }, "tags"],
  ];
  for (const [body, param] of refusedUpdates) {
    await service.refuses("updateCapture", { path: { captureId: id }, body }, "validation_failed", param);
  }
  assert.equal((await read(id)).content, "Stays");
});

test("a capture that has changed since it was seen is refused", { rules: ["captures.seen"] }, async () => {
  const { id, updatedAt } = await note("As I saw it.");
  service.clock.advance(1000);
  const theirs = await update(id, { content: "As somebody else wrote it." });
  const path = { captureId: id };
  const mine = { content: "As I wrote it.", expectedUpdatedAt: updatedAt };
  const { message } = await service.refuses(
    "updateCapture",
    { path, body: mine },
    "resource_conflict",
    "expectedUpdatedAt",
  );
  assert.match(message, new RegExp(`was changed at ${theirs.updatedAt}: read it again`));
  const malformed = { ...mine, expectedUpdatedAt: "yesterday" };
  await service.refuses("updateCapture", { path, body: malformed }, "validation_failed", "expectedUpdatedAt");
  assert.equal((await read(id)).content, "As somebody else wrote it.");
  await update(id, { ...mine, expectedUpdatedAt: theirs.updatedAt });
  assert.equal((await read(id)).content, "As I wrote it.");
});

test("an update keeps what is omitted, null empties", { rules: ["captures.update", "captures.light"] }, async () => {
  const { id } = await note("# One\nBody", { tags: ["x"] });
  service.clock.advance(1000);
  const changed = await update(id, { notes: "By hand" });
  assert.ok(!("notes" in changed) && !("title" in changed));
  assert.ok(changed.updatedAt > changed.createdAt);
  assert.deepEqual(await fields(id), { title: "One", content: "Body", notes: "By hand", tags: ["x"] });
  await update(id, { title: null, content: "", tags: ["y", "Z"] });
  assert.deepEqual(await fields(id), { title: null, content: null, notes: "By hand", tags: ["y", "Z"] });
  await update(id, { title: "Again", content: null, notes: null, tags: [] });
  assert.deepEqual(await fields(id), { title: "Again", content: null, notes: null, tags: [] });
});

test("an update without effect does not move updatedAt", { rules: ["captures.update"] }, async () => {
  const { id, updatedAt } = await summedUp(await note("# One\nBody", { tags: ["x"] }));
  service.clock.advance(1000);
  assert.equal((await update(id, { title: "One", content: "Body", notes: null, tags: ["X"] })).updatedAt, updatedAt);
  assert.equal((await update(id, {})).updatedAt, updatedAt);
});

async function fields(captureId: string) {
  const { title, content, notes, tags } = await read(captureId);
  return { title, content, notes, tags };
}

test("archived captures are readable and restored", { rules: ["captures.archive", "captures.restore"] }, async () => {
  const { id } = await note("Shelved", { tags: ["attic"] });
  const path = { captureId: id };
  const deleted = { object: "deleted", deleted: true, recoverable: true };
  assert.deepEqual(await service.ok("deleteCapture", { path }), deleted);
  assert.deepEqual(await service.ok("deleteCapture", { path }), { ...deleted, alreadyArchived: true });
  assert.equal((await read(id)).isArchived, true);
  assert.deepEqual(await idsOf({ tags: "attic" }), []);
  assert.deepEqual(await idsOf({ tags: "attic", includeArchived: true }), [id]);
  assert.equal((await service.ok("restoreCapture", { path })).isArchived, false);
  assert.deepEqual(await idsOf({ tags: "attic" }), [id]);
});

test(
  "the list is light, newest first, in pages, and takes every filter",
  { rules: ["captures.list.filters", "captures.list.newest-first", "captures.list.count"] },
  async () => {
    const first = await summedUp(await note("# Quokka one\nAlpha", { tags: ["zoo", "west"] }));
    service.clock.advance(60_000);
    const second = await summedUp(await note("# Quokka two\nBeta", { tags: ["zoo"] }));
    const both = [second.id, first.id];
    assert.deepEqual(await idsOf({ query: "QUOKKA" }), both);
    assert.deepEqual(await idsOf({ query: "alph" }), [first.id]);
    assert.deepEqual(await idsOf({ tags: "Zoo, west" }), [first.id]);
    assert.deepEqual(await idsOf({ tags: "zoo", type: "note" }), both);
    assert.deepEqual(await idsOf({ tags: "zoo", type: "recording" }), []);
    assert.deepEqual(await idsOf({ tags: "zoo", createdAfter: second.createdAt }), [second.id]);
    assert.deepEqual(await idsOf({ tags: "zoo", createdBefore: first.createdAt }), [first.id]);
    service.clock.advance(60_000);
    await update(first.id, { notes: "Later" });
    assert.deepEqual(await idsOf({ tags: "zoo", updatedSince: (await read(first.id)).updatedAt }), [first.id]);
    const page = await service.ok("listCaptures", { query: { tags: "zoo", limit: 1, include: "totalCount" } });
    assert.deepEqual([page.data[0]?.id, page.hasMore, page.totalCount], [second.id, true, 2]);
    const { data, hasMore, totalCount } = await service.ok("listCaptures", {
      query: { tags: "zoo", limit: 1, cursor: page.nextCursor ?? "" },
    });
    assert.deepEqual([data[0]?.id, hasMore, totalCount], [first.id, false, null]);
    const item = data[0] ?? assert.fail();
    assert.ok(!("content" in item) && !("notes" in item) && !("transcript" in item));
    assert.deepEqual([item.title, typeof item.summary, item.tags], ["Quokka one", "string", ["zoo", "west"]]);
  },
);

test("a list refuses unknown parameters and foreign cursors", { rules: ["captures.list.refused"] }, async () => {
  await service.refuses("listCaptures", { query: { status: "failed" } }, "unknown_parameter", "status");
  await service.refuses("listCaptures", { query: { cursor: "made-up" } }, "invalid_cursor", "cursor");
  await service.refuses("listCaptures", { query: { tags: " , " } }, "validation_failed", "tags");
  await service.refuses("listCaptures", { query: { createdAfter: "2026-01-05" } }, "validation_failed", "createdAfter");
  await service.refuses("getCapture", { path: { captureId: unknownId } }, "resource_not_found");
});

test("tags are listed by name with the number of captures that carry them", { rules: ["captures.tags"] }, async () => {
  const { id } = await note("One", { tags: ["ostrich", "Émeu"] });
  await note("Two", { tags: ["Ostrich"] });
  const named = async () =>
    (await service.ok("listTags")).data
      .filter(({ name }) => /ostrich|émeu/i.test(name))
      .map((tag) => [tag.name, tag.captureCount]);
  assert.deepEqual(await named(), [
    ["ostrich", 2],
    ["Émeu", 1],
  ]);
  await service.ok("deleteCapture", { path: { captureId: id }, query: { permanent: true } });
  assert.deepEqual(await named(), [["ostrich", 1]]);
});

test("a capture with a live schedule is not archived or erased", { rules: ["captures.live-series"] }, async () => {
  const { id: captureId } = await note("Weekly");
  const schedule = { rrule: "FREQ=WEEKLY;BYDAY=MO" };
  const { id: todoId } = await service.ok("createTodo", { body: { title: "Each week", captureId, schedule } });
  for (const query of [{}, { permanent: true }]) {
    await service.refuses("deleteCapture", { path: { captureId }, query }, "series_action_required");
  }
  await service.ok("updateTodo", { path: { todoId }, body: { schedulePaused: true } });
  await service.ok("deleteCapture", { path: { captureId } });
});

test("erasing is final; a todo made of the capture stays", { rules: ["captures.erase"] }, async () => {
  const { id: captureId } = await note("To be gone");
  const { id: todoId } = await service.ok("createTodo", { body: { title: "Stays", captureId } });
  assert.deepEqual(pluck((await service.ok("listTodos", { query: { captureId } })).data, "id"), [todoId]);
  const erased = await service.ok("deleteCapture", { path: { captureId }, query: { permanent: true } });
  assert.deepEqual(erased, { object: "deleted", deleted: true, recoverable: false });
  await service.refuses("getCapture", { path: { captureId } }, "resource_not_found");
  await service.refuses("restoreCapture", { path: { captureId } }, "resource_not_found");
  assert.equal((await service.ok("getTodo", { path: { todoId } })).captureId, null);
});
