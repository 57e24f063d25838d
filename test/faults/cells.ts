/** Every way in which the storage of a database is made to fail: a call, on a kind of file, with an error, in a mode. */
import type { Call, Failure, Kind, Rule } from "../helpers/faults.ts";
import type { Phase } from "./trial.ts";

export const subjects = ["workspace", "directory"] as const;
export type SubjectName = (typeof subjects)[number];

export interface Cell {
  readonly subject: SubjectName;
  readonly phase: Phase;
  readonly rule: Omit<Rule, "mode" | "n">;
}

type Place = "file" | "log" | "index";

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
];

const kindsOf: Readonly<Record<SubjectName, Readonly<Record<Place, Kind>>>> = {
  workspace: { file: "file", log: "log", index: "index" },
  directory: { file: "directory", log: "directoryLog", index: "index" },
};

/** Without frames in the log only opening goes another way. */
const waysIn: Readonly<Record<Phase, readonly Way[]>> = {
  start: ways,
  emptied: ways.filter(({ call }) => call === "open"),
  running: ways,
};
const phases: readonly Phase[] = ["start", "emptied", "running"];

/** All of them. */
export const cells: readonly Cell[] = subjects.flatMap((subject) =>
  phases.flatMap((phase) => waysIn[phase].map((way) => cellOf(subject, phase, way))),
);

function cellOf(subject: SubjectName, phase: Phase, { call, places, error, drops = false }: Way): Cell {
  const kinds = places.map((place) => kindsOf[subject][place]);
  return { subject, phase, rule: { calls: [call], kinds, error, drops } };
}

/** A cell in a line. */
export function describeCell({ subject, phase, rule }: Cell): string {
  const drops = rule.drops === true ? " and drops what was written" : "";
  return `${subject}, ${phase}: ${rule.calls.join("+")} of ${rule.kinds.join("+")} ${rule.error}${drops}`;
}
