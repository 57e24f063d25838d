/**
 * A service without its gateway: the real host with the real rules on real files, in a world that a test holds. Time, model,
 * budget and credentials are the world's; a life can end before or after any commit, and the next one begins on what is there.
 */
import { nothingOutside } from "../../src/actors/runtime/outside.ts";
import { createHost, type ActorHost } from "../../src/actors/workspace/host.ts";
import { createIds } from "../../src/actors/runtime/ids.ts";
import type { Clock, Minutes, Model } from "../../src/actors/runtime/ports.ts";
import { rules } from "../../src/actors/workspace/rules.ts";
import { workspaceMigrations } from "../../src/actors/store/migrate.ts";
import type { Store } from "../../src/actors/store/store.ts";
import { openAlarmFile } from "../../src/actors/alarms/alarm-file.ts";
import { createWorkspaceFiles, type WorkspaceFiles } from "../../src/actors/workspace/files.ts";
import type { Caller } from "../../src/schema/caller.ts";
import {
  type InputOf,
  operationById,
  type OutputOf,
  type WorkspaceOperationId,
} from "../../src/schema/operations/index.ts";
import { scopes as everyScope } from "../../src/schema/scopes.ts";
import { validateBody, validateQuery } from "../../src/schema/validate.ts";
import type { Sql } from "../../src/workspace/protocol/sql.ts";
import { createFakeClock, type FakeClock } from "../helpers/clock.ts";
import { fakeId } from "../helpers/ids.ts";
import { losesPatience, turns } from "../helpers/settle.ts";

const migrations = workspaceMigrations();
export const workspaceId = fakeId(0xa0000);
const owner = fakeId(0xa0001);
const caller: Caller = {
  workspaceId,
  userId: owner,
  credentialType: "api_key",
  credentialId: fakeId(0xa0003),
  scopes: everyScope,
};

type Given<Id extends WorkspaceOperationId> = { [Part in keyof InputOf<Id>]?: Partial<InputOf<Id>[Part]> };

export interface World {
  readonly clock: FakeClock;
  /** What the service reported, of all its lives. */
  readonly problems: string[];
  /** The credential that everything acts for is revoked. */
  isRevoked: boolean;
  /** Seconds of the budget; null when there is none. */
  budget: number | null;
  /** Version of the time-zone data of the next life. */
  zoneData: string;
  /** Seconds charged, by turn; undefined while a reservation is open. */
  readonly ledger: Map<string, number | undefined>;
  /** Charges that came again with another sum. */
  readonly disputed: string[];
  /** Counts what may have changed the tables, over all lives. */
  readonly commits: number;
  /** Carries out an operation; null when the life ended in the meantime. Throws what it refuses. */
  call<Id extends WorkspaceOperationId>(id: Id, input?: Given<Id>): Promise<OutputOf<Id> | null>;
  read<T>(fn: (sql: Sql) => T): T;
  /** The life ends at that commit, counted from now: just before it is on disk, or just after. */
  killAt(commit: number, when: "before" | "after"): void;
  /** True once the life has ended. */
  readonly isDead: boolean;
  /** Ends the life, if it has not ended, and begins the next one. */
  restart(how: "kill" | "drain"): Promise<void>;
  /** Resolves when nothing more happens by itself. */
  settle(): Promise<void>;
  close(): Promise<void>;
}

interface Life {
  readonly host: ActorHost;
  isDead: boolean;
  /** Commits, alarms and calls on their way. */
  underway: number;
  /** Changes whenever something happened. */
  happened: number;
  store: Store | null;
}

/** A world in the folder; `model` is asked by every life. */
export async function createWorld(dataDir: string, model: Model): Promise<World> {
  const clock = createFakeClock();
  const plan = { left: Number.POSITIVE_INFINITY, when: "before" as "before" | "after", commits: 0 };
  const ids = createIds(clock);
  const minutes = ledgerOf(() => world);
  const aside = besides(dataDir);
  const begin = async (): Promise<Life> => {
    plan.left = Number.POSITIVE_INFINITY;
    const alarms = await openAlarmFile(dataDir, world.zoneData);
    const life: { -readonly [Key in keyof Life]: Life[Key] } = {
      host: null as never,
      isDead: false,
      underway: 0,
      happened: 0,
      store: null,
    };
    const during = async <T>(action: () => Promise<T>): Promise<T> => {
      life.underway += 1;
      try {
        return await action();
      } finally {
        life.underway -= 1;
        life.happened += 1;
      }
    };
    const asked: Model = {
      ...model,
      step: (request, signal) => {
        life.happened += 1;
        return model.step(request, signal);
      },
    };
    life.host = createHost({
      zoneData: world.zoneData,
      clock: clockOf(clock, life),
      ids,
      model: asked,
      access: {
        currentScopes: async ({ scopes }) => (world.isRevoked ? [] : scopes),
        timezoneOf: async () => null,
      },
      minutes,
      mailer: { send: async () => ({ state: "unavailable" }) },
      outside: nothingOutside,
      transcriber: () => null,
      alarms: {
        ...alarms,
        set: (id, alarm) => during(() => (life.isDead ? Promise.reject(killed()) : alarms.set(id, alarm))),
        all: () => alarms.all(),
        close: () => alarms.close(),
      },
      files: filesOf(dataDir, life, plan, during, aside),
      rules,
      report: (what, error) => {
        if (!life.isDead) world.problems.push(`${what} ${error instanceof Error ? error.stack : String(error)}`);
      },
      log: () => undefined,
    });
    return life;
  };
  let life: Life;

  const world: World = {
    clock,
    problems: [],
    isRevoked: false,
    budget: null,
    zoneData: "version 0",
    ledger: new Map(),
    disputed: [],
    get commits() {
      return plan.commits;
    },
    async call(id, input = {}) {
      const { query, body } = operationById(id);
      const parts = {
        path: {},
        ...input,
        query: validateQuery(query, input.query ?? {}),
        body: body === null ? undefined : validateBody(body, input.body ?? {}),
      };
      const here = life;
      here.underway += 1;
      try {
        const answer = await here.host.call(workspaceId, { operation: id, caller, input: parts, idempotency: null });
        return answer.body as never;
      } catch (error) {
        if (here.isDead) return null;
        throw error;
      } finally {
        here.underway -= 1;
        here.happened += 1;
      }
    },
    read: (fn) => (life.store === null ? aside.read(fn) : (life.store.read(fn as never) as never)),
    killAt(commit, when) {
      plan.left = commit;
      plan.when = when;
    },
    get isDead() {
      return life.isDead;
    },
    async restart(how) {
      if (how === "kill") life.isDead = true;
      await end(life, clock);
      life = await begin();
      await life.host.ready();
      clock.advance(0);
      await world.settle();
      if (life.store === null) await wakeByHand();
    },
    async settle() {
      for (let quiet = 0, seen = -1, round = 0; quiet < 4; round += 1) {
        await turns(8);
        const isQuiet = life.isDead || (life.happened === seen && life.underway === 0);
        quiet = isQuiet ? quiet + 1 : 0;
        seen = life.happened;
        if (round > 1_000_000) throw new Error(`The world does not come to rest: ${life.underway} underway.`);
      }
    },
    async close() {
      aside.close();
      await end(life, clock);
    },
  };
  /** The workspace is closed, as nothing woke it or what did is done: then there must be nothing to do in it. */
  const wakeByHand = async (): Promise<void> => {
    const due = aside.read((sql) => sql.all("SELECT kind FROM work WHERE is_taken = 1 OR due_at <= ?", clock.now()));
    for (const [kind] of due) world.problems.push(`Nobody woke the workspace for due work: ${String(kind)}.`);
    await world.call("listTodoLists");
    await world.settle();
  };
  life = await begin();
  await life.host.create(workspaceId, [{ userId: owner, email: "owner@example.com", name: "Owner", isOwner: true }]);
  await world.settle();
  return world;
}

/** Lets go of the files. Of a life that ended nothing more is written: it only gives its connections back. */
async function end(life: Life, clock: FakeClock): Promise<void> {
  const over = { isSo: false };
  const drained = life.host.drain(0).catch((error: unknown) => {
    if (!life.isDead) throw error;
  });
  void drained.finally(() => {
    over.isSo = true;
  });
  const isInVain = losesPatience();
  while (!over.isSo) {
    if (isInVain()) throw new Error("The files of a life are not let go.");
    await turns(5);
    clock.advance(0);
  }
  await drained;
  life.isDead = true;
}

/** Timers of a life that ended never fire, but those that let it go. */
function clockOf(clock: FakeClock, life: { readonly isDead: boolean }): Clock {
  return {
    now: () => clock.now(),
    monotonic: () => clock.monotonic(),
    timer: (milliseconds, action) =>
      clock.timer(milliseconds, () => {
        if (!life.isDead || milliseconds === 0) action();
      }),
  };
}

interface Aside {
  read<T>(fn: (sql: Sql) => T): T;
  close(): void;
}

/** Reads the workspace while the service has it closed; its file stays open until the service opens it. */
function besides(dataDir: string): Aside {
  let open: { readonly store: Store; readonly files: WorkspaceFiles } | null = null;
  const opened = (): { readonly store: Store; readonly files: WorkspaceFiles } => {
    const files = createWorkspaceFiles({ dataDir, migrations });
    return { files, store: files.open(workspaceId) };
  };
  return {
    read(fn) {
      open ??= opened();
      return open.store.read(fn as never);
    },
    close() {
      open?.store.close();
      open?.files.close();
      open = null;
    },
  };
}

function filesOf(
  dataDir: string,
  life: { isDead: boolean; store: Store | null },
  plan: { left: number; readonly when: "before" | "after"; commits: number },
  during: <T>(action: () => Promise<T>) => Promise<T>,
  aside: Aside,
): WorkspaceFiles {
  const files = createWorkspaceFiles({ dataDir, migrations });
  const commit = async (store: Store): Promise<void> => {
    if (life.isDead) throw killed();
    plan.left -= 1;
    if (plan.left <= 0 && plan.when === "before") life.isDead = true;
    if (life.isDead) throw killed();
    plan.commits += 1;
    await store.commit();
    if (plan.left <= 0) life.isDead = true;
    if (life.isDead) throw killed();
  };
  return {
    ...files,
    open(id) {
      aside.close();
      const store = files.open(id);
      life.store = store;
      return new Proxy(store, {
        get(target, property) {
          if (property === "commit") return () => during(() => commit(target));
          if (property === "settle") return () => during(() => target.settle());
          if (property === "begin" && life.isDead) throw killed();
          if (property === "close") life.store = null;
          const value: unknown = Reflect.get(target, property, target);
          return typeof value === "function" ? value.bind(target) : value;
        },
      });
    },
  };
}

function ledgerOf(world: () => World): Minutes {
  const left = (): number | null => {
    const { budget, ledger } = world();
    return budget === null ? null : budget - [...ledger.values()].reduce((sum: number, one) => sum + (one ?? 0), 0);
  };
  return {
    secondsLeft: async () => left(),
    async reserve(_workspace, turnId) {
      const { ledger } = world();
      if (ledger.has(turnId)) return true;
      const seconds = left();
      if (seconds !== null && seconds <= 0) return false;
      ledger.set(turnId, undefined);
      return true;
    },
    note: async () => undefined,
    async settle(_workspace, charges) {
      const { ledger, disputed } = world();
      for (const { turnId, seconds } of charges) {
        const before = ledger.get(turnId);
        if (before === undefined) ledger.set(turnId, seconds);
        else if (before !== seconds) disputed.push(`${turnId}: ${before} and ${seconds}`);
      }
    },
  };
}

function killed(): Error {
  return new Error("The process was killed.");
}
