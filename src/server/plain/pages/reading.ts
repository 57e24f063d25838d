/** Reads a copy of a workspace's file through the operations, as somebody who may read everything. */
import { openStore } from "../../../actors/store/store.ts";
import { createPool } from "../../../actors/store/pool.ts";
import { workspaceMigrations } from "../../../actors/store/migrate.ts";
import {
  type InputOf,
  operationById,
  type OutputOf,
  type WorkspaceOperationId,
} from "../../../schema/operations/index.ts";
import { scopes } from "../../../schema/scopes.ts";
import { validateQuery } from "../../../schema/validate.ts";
import { execute } from "../../../workspace/execute.ts";
import { isPaged, type Query } from "./collections.ts";

/** A record of any kind, in the shape of its interface. */
export type Plain = Readonly<Record<string, unknown>>;

export interface Asked {
  readonly path?: Readonly<Record<string, string>>;
  readonly query?: Query;
  /** Who asks; anybody when left out. */
  readonly userId?: string;
}

export interface Reading {
  /** What a read operation answers. Throws ApiError. */
  ask<Id extends WorkspaceOperationId>(operation: Id, input: Partial<InputOf<Id>>): OutputOf<Id>;
  /** A list, page by page. */
  pages(list: WorkspaceOperationId, asked: Asked): Generator<readonly Plain[]>;
  close(): void;
}

const nobody = "00000000-0000-7000-8000-000000000000";

function newId(): string {
  throw new Error("Reading makes nothing.");
}

/** Opens the copy, bringing it to the newest schema. `now`: milliseconds since 1970. */
export function openReading(file: string, workspaceId: string, now: number): Reading {
  const pool = createPool({ maxIdle: 1 });
  const store = openStore({ file, workspaceId, pool, migrations: workspaceMigrations() });
  const read = (operation: WorkspaceOperationId, { path = {}, query = {}, userId = nobody }: Asked): unknown => {
    const caller = { workspaceId, userId, credentialType: "membership", credentialId: userId, scopes } as const;
    return store.read((sql) => {
      const context = { sql, now, newId, caller, secondsLeft: null, acting: null };
      const input = { path, query: validateQuery(operationById(operation).query, query), body: undefined };
      return execute(context, operation, input);
    });
  };
  return {
    ask: (operation, input) => read(operation, input) as never,
    *pages(list, asked) {
      const limit = isPaged(list) ? { limit: 100 } : {};
      let cursor: string | null = null;
      do {
        const query: Query = { ...asked.query, ...limit, ...(cursor !== null && { cursor }) };
        const page = read(list, { ...asked, query }) as { data: readonly Plain[]; nextCursor: string | null };
        yield page.data;
        cursor = page.nextCursor;
      } while (cursor !== null);
    },
    close() {
      store.close();
      pool.close();
    },
  };
}
