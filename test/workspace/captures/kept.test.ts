/** Captures in memory: whatever is written, and however it ends, answers are what the file says. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { operationById } from "../../../src/schema/operations/index.ts";
import { validateQuery } from "../../../src/schema/validate.ts";
import * as queries from "../../../src/workspace/captures/queries.ts";
import { mediaIsWhole } from "../../../src/workspace/flows/recordings.ts";
import { replaceSegments } from "../../../src/workspace/segments/queries.ts";
import type { Sql } from "../../../src/workspace/sql.ts";
import { withoutKeptCaptures } from "../../helpers/kept-captures.ts";
import { type Act, answerOf, assertWalks, begin, pickOf, type Space } from "../kept-walks.ts";

const queriesAsked = [
  {},
  { limit: 2, include: "totalCount" },
  { type: "recording" },
  { type: "note", tags: "team" },
  { tags: "new,team", include: "totalCount" },
  { includeArchived: true },
  { createdAfter: new Date(begin + 200_000).toISOString() },
  { createdBefore: new Date(begin + 300_000).toISOString(), limit: 2 },
  { updatedSince: new Date(begin + 400_000).toISOString(), include: "totalCount" },
  { query: "offer", include: "totalCount" },
  { query: "the offer", type: "note", limit: 1 },
  { query: "e", includeArchived: true, include: "totalCount" },
] as const;

/** Every list and every capture is answered as without what is kept, the second time and the third, too. */
function compare(space: Space, sql: Sql): void {
  const scratch = withoutKeptCaptures(sql);
  for (let round = 0; round < 3; round += 1) {
    for (const query of queriesAsked) {
      const input = { query: validateQuery(operationById("listCaptures").query, query) };
      const [kept, read] = [sql, scratch].map((one) => answerOf(space.context(one), "listCaptures", input));
      assert.equal(kept, read, JSON.stringify(query));
    }
    for (const captureId of idsIn(sql)) {
      const input = { path: { captureId } };
      const [kept, read] = [sql, scratch].map((one) => answerOf(space.context(one), "getCapture", input));
      assert.equal(kept, read, captureId);
    }
  }
}

function idsIn(sql: Sql): string[] {
  return sql.all("SELECT id FROM captures ORDER BY n DESC LIMIT 6").map(([id]) => id as string);
}

/** The n of the capture when it is a recording, else of none. */
function recordingIn(sql: Sql, captureId: string): number {
  const capture = queries.findCapture(sql, captureId);
  return capture?.type === "recording" ? capture.n : 0;
}

const tags = [["team"], ["Team", "new"], ["new"], []] as const;
const bodies = [
  { title: "Größe 漢字 🦀" },
  { title: null },
  { notes: "About the offer" },
  { notes: null },
  { content: "TODO: send the offer" },
  { content: `The offer, at length: ${"yes ".repeat(5000)}` },
  { tags: tags[0] },
  { tags: tags[1], title: "The offer" },
  { tags: tags[3] },
] as const;
const said = { startMs: 0, endMs: 900, speaker: "Ana" };

const acts = {
  create: (ask, _, pick) =>
    ask("createCapture", {
      body: { type: "note", content: `# Offer ${pick}\nAbout the offer`, tags: pickOf(tags, pick) },
    }),
  record: (ask, _, pick) =>
    ask("createCapture", { body: { type: "recording", title: `Talk ${pick}`, tags: pickOf(tags, pick) } }),
  stop: (ask, captureId) => ask("stopCapture", { path: { captureId } }),
  change: (ask, captureId, pick) => ask("updateCapture", { path: { captureId }, body: pickOf(bodies, pick) }),
  archive: (ask, captureId) => ask("deleteCapture", { path: { captureId } }),
  erase: (ask, captureId) => ask("deleteCapture", { path: { captureId }, query: { permanent: true } }),
  restore: (ask, captureId) => ask("restoreCapture", { path: { captureId } }),
  rename: (ask, captureId) => ask("renameSpeaker", { path: { captureId }, body: { speaker: "Ana", name: "Ben" } }),
  link: (ask, captureId) => ask("createTodo", { body: { title: "From it", captureId } }),
  heard: (_, captureId, pick, { sql }) => {
    if (recordingIn(sql, captureId) > 0)
      replaceSegments(sql, captureId, "transcription", pick % 4 === 0 ? [] : [{ ...said, text: `Send offer ${pick}` }]);
  },
  whole: (_, captureId, pick, { sql, now }) =>
    mediaIsWhole({ sql, now }, captureId, pick % 4 === 0 ? null : { type: "audio/ogg", bytes: pick }, pick),
  generated: (_, captureId, pick, { sql, now }) => {
    const n = queries.findCapture(sql, captureId)?.n ?? 0;
    queries.setGenerated(sql, n, { title: null, subtitle: `${pick}`, summary: "It is the offer." }, now);
  },
  completed: (_, captureId, _pick, { sql, now }) =>
    queries.setCaptureStatus(sql, recordingIn(sql, captureId), "completed", now),
  failed: (_, captureId, _pick, { sql, now }) =>
    queries.setCaptureFailed(sql, recordingIn(sql, captureId), "x", "No", now),
  tried: (_, captureId, pick, { sql }) => queries.setCaptureAttempt(sql, recordingIn(sql, captureId), pick % 3, null),
  undeclared: (_ask, captureId, pick, { sql }) =>
    sql.run(`UPDATE "captures" SET updated_at = ? WHERE id = ?`, begin + (pick % 10) * 60_000, captureId),
} as const satisfies Readonly<Record<string, Act>>;

test("whatever is written, and whatever of it is undone, answers are those that are read from the file", async () => {
  await assertWalks({ acts, often: ["create", "record", "change", "change", "completed", "heard"], idsIn, compare });
});
