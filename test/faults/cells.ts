/** Every way in which the storage of a database is made to fail: a call, on a kind of file, with an error, in a mode. */
import type { Call, Failure, Kind, Rule } from "../helpers/faults.ts";
import type { Phase } from "./trial.ts";

export const subjects = ["workspace", "directory", "media"] as const;
export type SubjectName = (typeof subjects)[number];

export interface Cell {
  readonly subject: SubjectName;
  readonly phase: Phase;
  readonly rule: Omit<Rule, "mode" | "n">;
}

type Place = "file" | "log" | "index" | "medium" | "folder";

interface Way {
  readonly call: Call;
  readonly places: readonly Place[];
  readonly error: Failure;
  readonly drops?: boolean;
}

const ways: readonly Way[] = [
  { call: "read", places: ["log"], error: "EIO" },
  { call: "read", places: ["file"], error: "EIO" },
  { call: "read", places: ["file", "log"], error: "short" },
  { call: "open", places: ["log"], error: "EIO" },
  { call: "open", places: ["file"], error: "EIO" },
  { call: "open", places: ["index"], error: "EIO" },
  { call: "open", places: ["file", "log", "index"], error: "EMFILE" },
  { call: "stat", places: ["log"], error: "EIO" },
  { call: "stat", places: ["file"], error: "EIO" },
  { call: "stat", places: ["index"], error: "EIO" },
  { call: "look", places: ["file", "log"], error: "EIO" },
  { call: "sync", places: ["log"], error: "EIO" },
  { call: "sync", places: ["file"], error: "EIO" },
  { call: "sync", places: ["file", "log"], error: "EIO", drops: true },
  { call: "write", places: ["log"], error: "EIO" },
  { call: "write", places: ["file"], error: "EIO" },
  { call: "write", places: ["file", "log", "index"], error: "ENOSPC" },
  { call: "write", places: ["file", "log"], error: "short" },
  { call: "truncate", places: ["file", "log", "index"], error: "EIO" },
  { call: "rename", places: ["log", "folder"], error: "EIO" },
  { call: "unlink", places: ["log", "index"], error: "EIO" },
  { call: "unlink", places: ["folder"], error: "EIO" },
];

/** Files of sound, and the folders that they are in; at the end all files of a workspace at once. */
const mediaWays: readonly Way[] = [
  { call: "read", places: ["medium"], error: "EIO" },
  { call: "read", places: ["medium"], error: "short" },
  { call: "open", places: ["medium"], error: "EIO" },
  { call: "open", places: ["medium"], error: "EMFILE" },
  { call: "open", places: ["folder"], error: "EIO" },
  { call: "stat", places: ["medium"], error: "EIO" },
  { call: "look", places: ["medium"], error: "EIO" },
  { call: "sync", places: ["medium"], error: "EIO" },
  { call: "sync", places: ["medium"], error: "EIO", drops: true },
  { call: "sync", places: ["folder"], error: "EIO" },
  { call: "write", places: ["medium"], error: "EIO" },
  { call: "write", places: ["medium"], error: "ENOSPC" },
  { call: "write", places: ["medium"], error: "short" },
  { call: "truncate", places: ["medium"], error: "EIO" },
  { call: "read", places: ["medium", "file", "log"], error: "EIO" },
  { call: "open", places: ["medium", "folder", "file", "log", "index"], error: "EMFILE" },
  { call: "sync", places: ["medium", "file", "log"], error: "EIO", drops: true },
];

const kindOf: Readonly<Record<Place, Kind>> = {
  file: "file",
  log: "log",
  index: "index",
  medium: "media",
  folder: "other",
};
const kindOfDirectory: Readonly<Partial<Record<Place, Kind>>> = { file: "directory", log: "directoryLog" };

/** Without frames in the log only opening goes another way. */
function waysIn(subject: SubjectName, phase: Phase): readonly Way[] {
  if (subject === "media") return phase === "emptied" ? [] : mediaWays;
  return phase === "emptied" ? ways.filter(({ call }) => call === "open") : ways;
}
const phases: readonly Phase[] = ["start", "emptied", "running"];

/** All of them. */
export const cells: readonly Cell[] = subjects.flatMap((subject) =>
  phases.flatMap((phase) => waysIn(subject, phase).map((way) => cellOf(subject, phase, way))),
);

function cellOf(subject: SubjectName, phase: Phase, { call, places, error, drops = false }: Way): Cell {
  const kinds = places.map((place) => (subject === "directory" && kindOfDirectory[place]) || kindOf[place]);
  return { subject, phase, rule: { calls: [call], kinds, error, drops } };
}

const shortCalls: readonly Call[] = ["read", "open", "stat", "sync"];

/** Those of the short form: of files of sound a few, as each trial takes long. */
export function isShort({ subject, rule }: Cell): boolean {
  return subject !== "media" || (rule.error === "EIO" && rule.kinds.join() === "media" && isOneOf(rule.calls));
}

function isOneOf(calls: readonly Call[]): boolean {
  return calls.every((call) => shortCalls.includes(call));
}

/** A cell in a line. */
export function describeCell({ subject, phase, rule }: Cell): string {
  const drops = rule.drops === true ? " and drops what was written" : "";
  return `${subject}, ${phase}: ${rule.calls.join("+")} of ${rule.kinds.join("+")} ${rule.error}${drops}`;
}
