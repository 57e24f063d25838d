/** A disk that is full for some files: no-room.c, preloaded into what shall meet such a disk. */
import { join } from "node:path";
import { preloaded } from "./preload.ts";

/** The environment of a process for which files with such an ending have no room but for one page; null without a compiler (`cc`). */
export function noRoomFor(ending: string, folder: string): Record<string, string> | null {
  const environment = preloaded(join(import.meta.dirname, "no-room.c"), folder);
  return environment && { ...environment, NO_ROOM_IN: ending };
}
