/** Walks of writes over a workspace that keeps records in memory: in groups, undone or not, with reads before, between and after. */
import assert from "node:assert/strict";
import fc from "fast-check";
import { createMailbox, type Mailbox } from "../../src/actors/mailbox.ts";
import { createRowMemory } from "../../src/actors/store/kept-rows.ts";
import { ensureWorkspaceFile, workspaceMigrations } from "../../src/actors/store/migrate.ts";
import { createPool } from "../../src/actors/store/pool.ts";
import { openStore, type Store } from "../../src/actors/store/store.ts";
import { ApiError } from "../../src/schema/errors.ts";
import { operationById, type WorkspaceOperationId } from "../../src/schema/operations/index.ts";
import { scopes as everyScope } from "../../src/schema/scopes.ts";
import { validateBody } from "../../src/schema/validate.ts";
import type { Context } from "../../src/workspace/context.ts";
import { execute } from "../../src/workspace/execute.ts";
import { initialise } from "../../src/workspace/initialise.ts";
import { toJson } from "../../src/workspace/json-text.ts";
import type { Sql } from "../../src/workspace/sql.ts";
import { createFakeIds, fakeId } from "../helpers/ids.ts";
import { tempDir } from "../helpers/temp-dir.ts";

const workspaceId = fakeId(0xa);
export const me = fakeId(0xb);
/** When a walk begins, in milliseconds; each group of writes comes a minute after the one before. */
export const begin = Date.UTC(2026, 0, 5, 9);
const migrations = workspaceMigrations();
const caller = { workspaceId, userId: me, credentialType: "api_key", credentialId: fakeId(0xc) } as const;

interface After {
  after(end: () => unknown): unknown;
}

export interface Space {
  readonly store: Store;
  readonly mailbox: Mailbox;
  now: number;
  /** The context of a call, by somebody who may read captures or by somebody who may not. */
  context(sql: Sql, readsCaptures?: boolean): Context;
}

/** A workspace of its own that keeps so many bytes of rows. */
async function open(t: After, capacity: number): Promise<Space> {
  const file = ensureWorkspaceFile(tempDir(t), workspaceId, migrations);
  const pool = createPool({ maxIdle: 1 });
  const store = openStore({ file, workspaceId, pool, migrations, rows: createRowMemory(capacity)() });
  const mailbox = createMailbox({ store, jobs: 1, maxQueue: 100 });
  t.after(async () => {
    await mailbox.stop();
    store.close();
    pool.close();
  });
  const ids = createFakeIds();
  const space: Space = {
    store,
    mailbox,
    now: begin,
    context: (sql, readsCaptures = true) => ({
      sql,
      now: space.now,
      newId: () => ids.uuid(),
      caller: { ...caller, scopes: readsCaptures ? everyScope : everyScope.filter((one) => one !== "captures:read") },
      secondsLeft: null,
      acting: null,
    }),
  };
  const members = [{ userId: me, email: "me@example.org", name: "Me" }];
  await mailbox.write((sql) => initialise(sql, { now: begin, newId: () => ids.uuid(), members }));
  return space;
}

interface Input {
  readonly path?: object;
  readonly query?: object;
}

/** What is answered, as text: the JSON, or the code of the error. */
export function answerOf(context: Context, id: WorkspaceOperationId, input: Input): string {
  try {
    const json = toJson(execute(context, id, { path: {}, query: {}, ...input }));
    assert.ok(json.bytes === null || json.bytes === Buffer.byteLength(json.text), json.text);
    return json.text;
  } catch (error) {
    assert.ok(error instanceof ApiError);
    return error.code;
  }
}

export type Ask = (id: WorkspaceOperationId, input: Input & { readonly body?: object }) => void;
/** `id`: of a record that there is, most of the time. */
export type Act = (ask: Ask, id: string, pick: number, context: Context) => void;

export function pickOf<T>(all: readonly T[], pick: number): T {
  return all[pick % all.length] as T;
}

interface Step {
  readonly name: string;
  readonly pick: number;
  /** Throws when it is done, and is undone. */
  readonly fails: boolean;
}

interface Walks {
  readonly acts: Readonly<Record<string, Act>>;
  /** Those that come more often. */
  readonly often: readonly string[];
  /** The records that are acted on. */
  readonly idsIn: (sql: Sql) => readonly string[];
  /** Fails unless everything is answered as without what is kept. */
  readonly compare: (space: Space, sql: Sql) => void;
}

/** Writes that a caller can make go wrong, and one that looks at what it has done before it ends. */
function carryOut({ acts, idsIn, compare }: Walks, space: Space, { name, pick, fails }: Step): Promise<unknown> {
  const done = space.mailbox.write((sql) => {
    const context = space.context(sql);
    const ask: Ask = (id, { path = {}, query = {}, body }) => {
      const record = operationById(id);
      const valid = record.body === null ? undefined : validateBody(record.body, body ?? {});
      execute(context, id, { path, query, body: valid });
    };
    const ids = idsIn(sql);
    acts[name]?.(ask, ids.length === 0 ? fakeId(99) : pickOf(ids, pick), pick, context);
    if (pick % 3 === 0) compare(space, sql);
    if (fails) throw new ApiError("resource_conflict", "It is undone.");
  });
  return done.catch((error: unknown) => {
    if (!(error instanceof ApiError) || error.code === "internal_error") throw error;
  });
}

/** Takes some walks, of groups of writes that are handed in together, with little memory and with much. */
export async function assertWalks(walks: Walks): Promise<void> {
  const { acts, often, compare } = walks;
  const step = fc.record<Step>({
    name: fc.constantFrom(...Object.keys(acts), ...often),
    pick: fc.nat({ max: 10_000 }),
    fails: fc.nat({ max: 3 }).map((one) => one === 0),
  });
  const walk = fc.array(fc.array(step, { minLength: 1, maxLength: 3 }), { minLength: 5, maxLength: 25, size: "max" });
  await fc.assert(
    fc.asyncProperty(walk, fc.constantFrom(20_000, 1_000_000), async (groups, capacity) => {
      const ends: (() => unknown)[] = [];
      try {
        const space = await open({ after: (end) => ends.push(end) }, capacity);
        for (const group of groups) {
          space.store.read((sql) => compare(space, sql));
          space.now += 60_000;
          const written = Promise.all(group.map((one) => carryOut(walks, space, one)));
          for (let turn = 0; turn < 3; turn += 1) {
            await new Promise(setImmediate);
            space.store.read((sql) => compare(space, sql));
          }
          await written;
        }
        space.store.read((sql) => compare(space, sql));
      } finally {
        for (const end of ends.toReversed()) await end();
      }
    }),
    { seed: 7, numRuns: Number(process.env["DAYSHIFT_WALKS"] ?? 12), endOnFailure: false },
  );
}
