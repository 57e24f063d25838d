/** A workspace with very many captures: written into its file while its service is stopped, as no program makes so many notes at once. */
import { createClock } from "../../src/actors/runtime/clock.ts";
import { createIds } from "../../src/actors/runtime/ids.ts";
import { insertCapture, setCaptureArchived, setGenerated } from "../../src/workspace/captures/queries.ts";
import { archiveTags, setTags } from "../../src/workspace/captures/tags.ts";
import type { Sql } from "../../src/workspace/protocol/sql.ts";
import { inFile } from "../helpers/workspace-file.ts";
import { createDraw, type Draw, drawWord, vocabulary } from "./draw.ts";

/** Words that stand in nearly every text, those that stand in many, and as many others as a team has. */
const common = (
  "the of and to in is that for it as was with be on by at this are we from or an will have not they our which you one about " +
  "meeting invoice garden report contract budget plan website interview offer travel client call week month team project note"
).split(" ");
/** What the texts are made of, the commonest first. */
export const captureWords: readonly string[] = [...common, ...vocabulary(createDraw(6), 4000 - common.length)];

/** Captures of one commit. */
const atOnce = 2500;
/** Milliseconds between two captures. */
const apart = 600_000;
/** When the first was made. */
export const firstAt = Date.UTC(2024, 0, 1);

/** When the capture was made that so great a part of all of them precedes, as the interface takes it. */
export function momentAt(part: number, count: number): string {
  return new Date(firstAt + Math.round(part * count) * apart).toISOString();
}

/** Adds so many, and answers the ids of those that are not archived: a tenth recordings, a fiftieth archived, half of them with tags; a hundred words each, common ones more often. */
export async function writeCaptures(
  dataDir: string,
  workspaceId: string,
  createdBy: string,
  count: number,
): Promise<string[]> {
  const draw = createDraw(7);
  const ids = createIds(createClock());
  const active: string[] = [];
  for (let from = 0; from < count; from += atOnce) {
    await inFile(dataDir, workspaceId, (sql) => {
      for (let at = from; at < Math.min(from + atOnce, count); at += 1) {
        const id = addOne({ sql, now: firstAt + at * apart, newId: () => ids.uuid() }, createdBy, at, draw);
        if (!isArchived(at)) active.push(id);
      }
    });
  }
  return active;
}

interface Moment {
  readonly sql: Sql;
  readonly now: number;
  readonly newId: () => string;
}

function addOne(moment: Moment, createdBy: string, at: number, draw: Draw): string {
  const { sql, now, newId } = moment;
  const words = (count: number): string => Array.from({ length: count }, () => drawWord(draw, captureWords)).join(" ");
  const isRecording = at % 10 === 3;
  const texts = isRecording ? { content: null, notes: words(90) } : { content: words(90), notes: null };
  const none = { recordingId: null, source: null, language: null };
  const more = { ...none, ...texts, title: words(5), titleBy: "person", status: "completed", createdBy } as const;
  const id = newId();
  const n = insertCapture(sql, { ...more, id, type: isRecording ? "recording" : "note" }, now);
  if (at % 4 === 0) setGenerated(sql, n, { title: null, subtitle: words(8), summary: words(20) }, now);
  setTags(moment, { n, isArchived: false, tags: [] }, tagsOf(at));
  if (isArchived(at)) {
    setCaptureArchived(sql, n, true);
    archiveTags(sql, n, true, now);
  }
  return id;
}

function isArchived(at: number): boolean {
  return at % 50 === 7;
}

function tagsOf(at: number): string[] {
  if (at % 2 === 0) return [];
  const list = at % 3 === 0 ? [`list ${at % 60}`] : [];
  return ["team", ...(at % 5 === 0 ? ["fifth"] : []), ...(at % 1001 === 0 ? ["rare"] : []), ...list];
}
