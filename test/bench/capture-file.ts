/** A workspace with very many captures: written into its file, beside a service that is stopped, as no program makes so many notes at once. */
import { createClock } from "../../src/actors/runtime/clock.ts";
import { createIds } from "../../src/actors/runtime/ids.ts";
import { insertCapture, setCaptureArchived, setGenerated } from "../../src/workspace/captures/queries.ts";
import { archiveTags, setTags } from "../../src/workspace/captures/tags.ts";
import type { Sql } from "../../src/workspace/protocol/sql.ts";
import { inFile } from "../helpers/workspace-file.ts";

/** Words that stand in nearly every text, those that stand in many, and as many others as a team has. */
const common = (
  "the of and to in is that for it as was with be on by at this are we from or an will have not they our which you one about " +
  "meeting invoice garden report contract budget plan website interview offer travel client call week month team project note"
).split(" ");
const syllables = "ba de ki lo mu na pe ri so tu va en er ing ist tion ment ka li mo".split(" ");
const vocabulary = 4000;

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

/** Adds so many: a tenth recordings, a fiftieth archived, half of them with tags; a hundred words each, common ones more often. */
export async function writeCaptures(
  dataDir: string,
  workspaceId: string,
  createdBy: string,
  count: number,
): Promise<void> {
  const words = createWords();
  const ids = createIds(createClock());
  for (let from = 0; from < count; from += atOnce) {
    await inFile(dataDir, workspaceId, (sql) => {
      for (let at = from; at < Math.min(from + atOnce, count); at += 1) {
        addOne({ sql, now: firstAt + at * apart, newId: () => ids.uuid() }, createdBy, at, words);
      }
    });
  }
}

interface Moment {
  readonly sql: Sql;
  readonly now: number;
  readonly newId: () => string;
}

function addOne(moment: Moment, createdBy: string, at: number, words: (count: number) => string): void {
  const { sql, now, newId } = moment;
  const isRecording = at % 10 === 3;
  const texts = isRecording ? { content: null, notes: words(90) } : { content: words(90), notes: null };
  const none = { recordingId: null, source: null, language: null };
  const more = { ...none, ...texts, title: words(5), titleBy: "person", status: "completed", createdBy } as const;
  const n = insertCapture(sql, { ...more, id: newId(), type: isRecording ? "recording" : "note" }, now);
  if (at % 4 === 0) setGenerated(sql, n, { title: null, subtitle: words(8), summary: words(20) }, now);
  setTags(moment, { n, isArchived: false, tags: [] }, tagsOf(at));
  if (at % 50 !== 7) return;
  setCaptureArchived(sql, n, true);
  archiveTags(sql, n, true, now);
}

function tagsOf(at: number): string[] {
  if (at % 2 === 0) return [];
  const list = at % 3 === 0 ? [`list ${at % 60}`] : [];
  return ["team", ...(at % 5 === 0 ? ["fifth"] : []), ...(at % 1001 === 0 ? ["rare"] : []), ...list];
}

/** The same words each time, the first of the vocabulary most often (as Zipf has it). */
function createWords(): (count: number) => string {
  let seed = 20_260_105;
  const chance = (): number => (seed = (Math.imul(seed, 1_103_515_245) + 12_345) >>> 0) / 2 ** 32;
  const syllable = (): string => syllables[Math.floor(chance() * syllables.length)] as string;
  const rare = Array.from({ length: vocabulary - common.length }, () => syllable() + syllable() + syllable());
  const all = [...common, ...rare];
  const one = (): string => all[Math.floor(Math.exp(chance() * Math.log(all.length))) - 1] as string;
  return (count) => Array.from({ length: count }, one).join(" ");
}
