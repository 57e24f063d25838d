/** Runs in workerd: a Durable Object whose SQL storage is the file of one workspace. What workerd gives it is declared here, as far as it is used. */
import { createHash } from "node:crypto";
import { silentRecorder, type Sql, type SqlRow, type SqlValue } from "../../../src/workspace/protocol/sql.ts";
import { schemaOf } from "./new-file.ts";
import { type Call, refusalOf, replyTo } from "./workspace.ts";

interface Storage {
  readonly sql: { exec(text: string, ...values: unknown[]): { raw(): Iterable<SqlRow> } };
  transactionSync<T>(action: () => T): T;
}

interface Environment {
  /** The statements that make a new file. */
  readonly newFile: readonly string[];
  readonly workspace: {
    idFromName(name: string): unknown;
    get(id: unknown): { fetch(request: Request): Promise<Response> };
  };
}

/** Answers a call with its reply; a GET with the schema of its file. */
export class Workspace {
  readonly #storage: Storage;
  readonly #sql: Sql;

  constructor({ storage }: { readonly storage: Storage }, { newFile }: Environment) {
    this.#storage = storage;
    this.#sql = createSql(storage);
    const isNew = this.#sql.get("SELECT 1 FROM sqlite_schema WHERE name = 'todos'") === undefined;
    if (isNew) storage.transactionSync(() => newFile.forEach((statement) => this.#sql.run(statement)));
  }

  async fetch(request: Request): Promise<Response> {
    if (request.method === "GET") return Response.json(schemaOf(this.#sql, "main"));
    const call = (await request.json()) as Call;
    try {
      return Response.json(this.#storage.transactionSync(() => replyTo(this.#sql, sha256, call)));
    } catch (error) {
      return Response.json(refusalOf(error));
    }
  }
}

export default {
  fetch: (request: Request, { workspace }: Environment): Promise<Response> =>
    workspace.get(workspace.idFromName("the only one")).fetch(request),
};

function createSql(storage: Storage): Sql {
  const all = (text: string, ...values: SqlValue[]): SqlRow[] => [
    ...storage.sql.exec(text, ...values.map(bound)).raw(),
  ];
  return {
    all,
    get: (text, ...values) => all(text, ...values)[0],
    run: (text, ...values) => void all(text, ...values),
    change(text, ...values) {
      all(text, ...values);
      return all("SELECT changes()")[0]?.[0] as number;
    },
    attempt: (action) => storage.transactionSync(action),
    erases: () => undefined,
    journal: { ...silentRecorder, unpack: String, hash: sha256 },
  };
}

/** A number of JavaScript is a REAL for workerd; a column of whole numbers takes it as one. */
function bound(value: SqlValue): unknown {
  return typeof value === "boolean" || typeof value === "bigint" ? Number(value) : value;
}

function sha256(text: string): string {
  return createHash("sha256").update(text).digest("base64url");
}
