/** What a note or a recording is called; one without a title by its kind and its time. */
import type { CaptureListItem } from "../../schema/capture.ts";
import { words } from "../words/index.ts";
import { momentInWords } from "./due.tsx";

type Named = Pick<CaptureListItem, "type" | "createdAt"> & Partial<Pick<CaptureListItem, "title">>;

export function titleOf({ title, type, createdAt }: Named): string {
  if (title !== null && title !== undefined && title !== "") return title;
  const time = momentInWords(createdAt);
  return type === "note" ? words.captures.noteOf(time) : words.captures.recordingOf(time);
}
