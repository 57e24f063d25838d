/** How much is measured: `--quick` for a look, the default for the page in the repository, `--full` for the whole range. */

export interface Scale {
  readonly mode: "quick" | "default" | "full";
  /** Todos in the large workspace, and in the one that growth is measured against. */
  readonly todos: number;
  readonly fewTodos: number;
  /** Pages of each kind that are drawn at random. */
  readonly randomReads: number;
  /**
   * Rounds of the interleaved comparison, in how many rounds before them nobody may become cheaper, and the length of one load in
   * milliseconds. A service runs for weeks: what V8 has not compiled yet is not measured.
   */
  readonly rounds: number;
  readonly warmUps: number;
  readonly burst: number;
  /** Workspaces on disk, those written to at once, those held open. */
  readonly workspaces: number;
  readonly busyWorkspaces: number;
  readonly active: number;
  /** Workspaces with a schedule, and those of them that come due together. */
  readonly scheduled: number;
  readonly due: number;
  readonly held: number;
  readonly turns: number;
  readonly starts: number;
  /** Recordings at once and for how many seconds; the minutes of a long one. */
  readonly recordings: number;
  readonly recordingSeconds: number;
  readonly longMinutes: number;
  /** Captures in one workspace. */
  readonly captures: number;
}

const quick: Scale = {
  mode: "quick",
  todos: 10_000,
  fewTodos: 1000,
  randomReads: 200,
  rounds: 3,
  warmUps: 2,
  burst: 150,
  workspaces: 150,
  busyWorkspaces: 50,
  active: 100,
  scheduled: 1000,
  due: 100,
  held: 200,
  turns: 160,
  starts: 3,
  recordings: 20,
  recordingSeconds: 5,
  longMinutes: 10,
  captures: 10_000,
};

const normal: Scale = {
  mode: "default",
  todos: 100_000,
  fewTodos: 1000,
  randomReads: 2000,
  rounds: 9,
  warmUps: 8,
  burst: 500,
  workspaces: 2000,
  busyWorkspaces: 100,
  active: 500,
  scheduled: 10_000,
  due: 1000,
  held: 1000,
  turns: 800,
  starts: 5,
  recordings: 50,
  recordingSeconds: 30,
  longMinutes: 120,
  captures: 100_000,
};

const full: Scale = {
  mode: "full",
  todos: 1_000_000,
  fewTodos: 1000,
  randomReads: 2000,
  rounds: 9,
  warmUps: 4,
  burst: 1000,
  workspaces: 10_000,
  busyWorkspaces: 100,
  active: 500,
  scheduled: 10_000,
  due: 1000,
  held: 1000,
  turns: 3000,
  starts: 9,
  recordings: 50,
  recordingSeconds: 60,
  longMinutes: 240,
  captures: 100_000,
};

/** The scale that the command line asks for. */
export function scaleFor(asked: { readonly quick?: boolean; readonly full?: boolean }): Scale {
  if (asked.quick === true) return quick;
  return asked.full === true ? full : normal;
}
