/** One trial: storage that fails in one way, while a database is opened or in use, and what came of what was acknowledged. */
import { cpSync, mkdirSync, readdirSync, readlinkSync, rmSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import type { Control, Counts, Rule } from "../helpers/faults.ts";
import { collectGarbage } from "../helpers/garbage.ts";
import { damageOf } from "./damage.ts";
import { copyAsKilled } from "./killed-copy.ts";
import type { Opened, Subject } from "./subject.ts";

/**
 * `start`: the fault meets a file that a kill left with its log, and the process then ends; `emptied`: with a log of which nothing was
 * left; `running`: one that is open and in use.
 */
export type Phase = "start" | "emptied" | "running";

export interface Trial {
  readonly phase: Phase;
  readonly rule: Rule;
}

export interface Outcome extends Counts {
  /** Why something was refused, each reason once. */
  readonly refusals: readonly string[];
  /** Acknowledged rows that an answer, given while the storage failed or after, left out. */
  readonly unanswered: number;
  /** Acknowledged rows that are gone when the storage is sound again and the process has started again. */
  readonly lost: number;
  /** Whether it takes no writes once the storage is sound, though the process goes on. */
  readonly stuck: boolean;
  /** Writes and openings that were refused without saying what happened. */
  readonly unclear: readonly string[];
  /** Files of the trial that the process has open when all is closed. */
  readonly leftOpen: readonly string[];
  /** What keeps the database from being used, or is wrong with it, when the storage is sound again. */
  readonly damage: readonly string[];
}

export interface Image {
  readonly folder: string;
  /** The same with everything in the file, and an empty log. */
  readonly emptied: string;
  /** What was acknowledged of it. */
  readonly acknowledged: readonly string[];
}

interface Use {
  readonly folder: string;
  readonly acknowledged: Set<string>;
  readonly refusals: Set<string>;
  readonly unclear: Set<string>;
  unanswered: number;
  opened: Opened | null;
  written: number;
}

/** What is done while the storage fails: the last letters are of the log that was folded in and begun again. */
const steps = "rwwzrwwr";

const inFile = 30;
const inLog = 40;

/** A database as a kill leaves it: some of its rows in the file, and some in the log alone. */
export async function makeImage(subject: Subject, folder: string): Promise<Image> {
  const original = join(folder, "original");
  mkdirSync(original, { recursive: true });
  await subject.prepare(original);
  const acknowledged: string[] = [];
  const fill = async (opened: Opened, count: number): Promise<void> => {
    const { lanes = [""] } = subject;
    for (let n = 0; n < count / lanes.length; n++)
      for (const lane of lanes) acknowledged.push(...(await opened.write(`row-${acknowledged.length}`, lane)));
  };
  const first = await subject.open(original);
  await fill(first, inFile);
  await first.close();
  const second = await subject.open(original);
  await fill(second, inLog);
  const image = join(folder, "image");
  copyAsKilled(original, image);
  await second.close();
  const emptied = join(folder, "emptied");
  emptyLog(image, emptied, subject.file);
  return { folder: image, emptied, acknowledged };
}

/** Makes a copy of the image as it is just after its log was emptied, with the file still open. */
function emptyLog(image: string, emptied: string, file: string): void {
  const working = `${emptied}-working`;
  cpSync(image, working, { recursive: true });
  using database = new DatabaseSync(join(working, file));
  database.exec("PRAGMA wal_checkpoint(TRUNCATE)");
  cpSync(working, emptied, { recursive: true });
}

/** Carries the trial out on a copy of the image. */
export async function carryOut(
  subject: Subject,
  image: Image,
  { phase, rule }: Trial,
  { control, folder }: { control: Control; folder: string },
): Promise<Outcome> {
  const use: Use = {
    folder: join(folder, "used"),
    acknowledged: new Set(image.acknowledged),
    refusals: new Set(),
    unclear: new Set(),
    unanswered: 0,
    opened: null,
    written: 0,
  };
  const killed = join(folder, "killed");
  cpSync(phase === "emptied" ? image.emptied : image.folder, use.folder, { recursive: true });
  if (phase === "running") await carryOutSteps(subject, use, "wwwr");
  control.set(rule);
  await carryOutSteps(subject, use, steps);
  copyAsKilled(use.folder, killed);
  const killedWith = [...use.acknowledged];
  const ends = phase === "start";
  if (ends) await attempt(use, async () => use.opened?.close());
  const [counts = { seen: 0, hit: 0 }] = control.counts();
  control.set();
  const stuck = !ends && !(await recovers(subject, use));
  if (!ends) await attempt(use, async () => use.opened?.close());
  use.opened = null;
  await collectGarbage();
  const leftOpen = openBelow(use.folder);
  const afterKill = await judge(subject, killed, killedWith);
  const afterStop = await judge(subject, use.folder, [...use.acknowledged]);
  rmSync(use.folder, { recursive: true, force: true });
  rmSync(killed, { recursive: true, force: true });
  return {
    ...counts,
    refusals: [...use.refusals],
    unanswered: use.unanswered,
    stuck,
    unclear: [...use.unclear],
    leftOpen,
    lost: Math.max(afterKill.lost, afterStop.lost),
    damage: [...new Set([...afterKill.damage, ...afterStop.damage])],
  };
}

const recoverTries = 5;

/** The process goes on, and nothing waits for the garbage collector. */
async function recovers(subject: Subject, use: Use): Promise<boolean> {
  for (let tries = 0; tries < recoverTries; tries++) {
    const written = await attempt(use, () => step(subject, use, "w"));
    if (written) return true;
  }
  return false;
}

/** The files below a folder that this process has open. */
function openBelow(folder: string): string[] {
  const descriptors = readdirSync("/proc/self/fd").flatMap((descriptor) => {
    try {
      return [readlinkSync(join("/proc/self/fd", descriptor))];
    } catch {
      return []; // that of the listing itself
    }
  });
  return descriptors.filter((path) => path.startsWith(folder)).map((path) => path.slice(folder.length + 1));
}

async function carryOutSteps(subject: Subject, use: Use, letters: string): Promise<void> {
  for (const letter of letters) await attempt(use, () => step(subject, use, letter));
}

async function step(subject: Subject, use: Use, letter: string): Promise<void> {
  const opened = (use.opened ??= await open(subject, use));
  if (letter === "r") return compare(use, await opened.read());
  if (letter === "z") return opened.detach();
  await writeAll(subject, use, opened);
}

async function open(subject: Subject, { folder, unclear }: Use): Promise<Opened> {
  try {
    return await subject.open(folder);
  } catch (error) {
    if (subject.isClear?.(error) === false) unclear.add(reasonOf(error));
    throw error;
  }
}

/** One piece in each lane, all at the same time. Rejects when one is refused. */
async function writeAll({ lanes = [""], isClear = () => true }: Subject, use: Use, opened: Opened): Promise<void> {
  const n = use.written++;
  const results = await Promise.allSettled(lanes.map((lane) => opened.write(`more-${n}${lane}`, lane)));
  for (const result of results) {
    if (result.status === "fulfilled") result.value.forEach((id) => use.acknowledged.add(id));
    else if (!isClear(result.reason)) use.unclear.add(reasonOf(result.reason));
  }
  const refused = results.find(({ status }) => status === "rejected");
  if (refused !== undefined) throw (refused as PromiseRejectedResult).reason;
}

function compare(use: Use, answered: readonly string[]): void {
  const there = new Set(answered);
  const missing = [...use.acknowledged].filter((id) => !there.has(id)).length;
  use.unanswered = Math.max(use.unanswered, missing);
}

/** Whether it was not refused. */
async function attempt({ refusals }: Use, action: () => Promise<void>): Promise<boolean> {
  try {
    await action();
    return true;
  } catch (error) {
    refusals.add(reasonOf(error));
    return false;
  }
}

/** What was refused, with what caused it, without the paths and numbers of this trial. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const cause = error.cause instanceof Error ? `: ${error.cause.message}` : "";
  return `${error.message}${cause}`.replace(/\/\S+\//g, "").replace(/\d+/g, "#");
}

/** Opens it with the storage sound: all that was acknowledged must be there, it must take writes, and SQLite find nothing wrong. */
async function judge(
  subject: Subject,
  folder: string,
  acknowledged: readonly string[],
): Promise<Pick<Outcome, "lost" | "damage">> {
  try {
    const opened = await subject.open(folder);
    try {
      const last: string[] = [];
      for (const lane of subject.lanes ?? [""]) last.push(...(await opened.write(`last${lane}`, lane)));
      await opened.conclude?.();
      const there = new Set(await opened.read());
      const lost = [...acknowledged, ...last].filter((id) => !there.has(id)).length;
      return { lost, damage: damageOf(join(folder, subject.file)) };
    } finally {
      await opened.close();
    }
  } catch (error) {
    return {
      lost: 0,
      damage: [`refused on every later start: ${reasonOf(error)}`, ...damageOf(join(folder, subject.file))],
    };
  }
}
