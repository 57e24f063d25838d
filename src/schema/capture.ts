/** Captures and tags. */
import * as v from "valibot";
import { checked, countedList, dateTime, id, instant, line, list, message, paging, prose, sought } from "./common.ts";

const nullableText = v.nullable(v.string());

const lightEntries = {
  object: v.literal("capture"),
  id,
  type: v.picklist(["note", "recording"]),
  status: v.picklist(["recording", "processing", "completed", "failed"]),
  durationSeconds: v.nullable(v.pipe(v.number(), v.integer())),
  recordingId: v.nullable(id),
  isArchived: v.boolean(),
  createdAt: instant,
  updatedAt: instant,
};

const titles = { title: nullableText, subtitle: nullableText, summary: nullableText, tags: v.array(v.string()) };

export const captureLight = v.object({
  ...lightEntries,
  stream: v.optional(v.object({ url: v.string(), token: v.string(), expiresAt: instant })),
});
export const captureListItem = v.object({ ...lightEntries, ...titles });
export const captureFull = v.object({
  ...lightEntries,
  ...titles,
  content: nullableText,
  transcript: nullableText,
  notes: nullableText,
  mediaUrl: nullableText,
});

export const tag = v.object({
  object: v.literal("tag"),
  id,
  name: v.string(),
  captureCount: v.pipe(v.number(), v.integer()),
  createdAt: instant,
  updatedAt: instant,
});

const tagName = v.pipe(
  line(64),
  checked<string>((name) => !name.includes(","), "Expected a tag without a comma, which parts tags in the filter.", {
    pattern: "^[^,]*$",
  }),
);
const tags = v.pipe(v.array(tagName), v.maxLength(50));

export const captureListQuery = v.strictObject({
  ...paging,
  query: v.optional(
    v.pipe(
      sought(200),
      v.description(
        "Text found in titles, bodies, notes and summaries, and in what was said in recordings that have ended.",
      ),
    ),
  ),
  tags: v.optional(v.pipe(message(4000), v.description("Comma separated; the capture carries all of them."))),
  type: v.optional(v.picklist(["note", "recording"])),
  createdAfter: v.optional(dateTime),
  createdBefore: v.optional(dateTime),
  updatedSince: v.optional(dateTime),
  includeArchived: v.optional(
    v.pipe(v.boolean(), v.description("`true` lists archived captures instead of active ones.")),
    false,
  ),
  include: v.optional(v.literal("totalCount")),
});

export const captureCreate = v.pipe(
  v.strictObject({
    type: v.picklist(["note", "recording"]),
    content: v.optional(message(100_000)),
    title: v.optional(line(500)),
    language: v.optional(line(35)),
    source: v.optional(v.picklist(["microphone", "meeting", "upload"])),
    tags: v.optional(tags),
  }),
  v.examples([{ type: "note", content: "# Call with Ana\nTODO: send the offer", tags: ["sales"] }]),
);

export const captureUpdate = v.pipe(
  v.strictObject({
    title: v.optional(v.nullable(line(500))),
    content: v.optional(v.nullable(prose(100_000))),
    notes: v.optional(v.nullable(prose(100_000))),
    tags: v.optional(tags),
    expectedUpdatedAt: v.optional(dateTime),
  }),
  v.examples([{ tags: ["sales", "spring"] }]),
);

export const capturePage = countedList(captureListItem);
export const tagPage = list(tag);

export type CaptureLight = v.InferOutput<typeof captureLight>;
export type CaptureListItem = v.InferOutput<typeof captureListItem>;
export type CaptureFull = v.InferOutput<typeof captureFull>;
/** As it is asked: what has a default may be left out. */
export type CaptureListQuery = v.InferInput<typeof captureListQuery>;
export type CaptureCreate = v.InferOutput<typeof captureCreate>;
export type CaptureUpdate = v.InferOutput<typeof captureUpdate>;
export type Tag = v.InferOutput<typeof tag>;
