/**
 * A libSQL server for tests: the part of the Hrana protocol over HTTP, version 2 in JSON, that @libsql/client speaks to an
 * `http:` address. Each stream has a connection of its own to the file, as on a real server, until it is closed or lost.
 */
import { once } from "node:events";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";
import { DatabaseSync, type SQLOutputValue } from "node:sqlite";
import { lasting } from "../../helpers/local-server.ts";
import { type HeldPort, holdPort } from "../../helpers/ports.ts";

type Value = { type: "null" } | { type: "integer" | "text"; value: string } | { type: "float"; value: number };

interface Stmt {
  readonly sql?: string;
  readonly sql_id?: number;
  readonly args?: readonly Value[];
}

type Condition =
  | { readonly type: "ok"; readonly step: number }
  | { readonly type: "error"; readonly step: number }
  | { readonly type: "not"; readonly cond: Condition }
  | { readonly type: "and"; readonly conds: readonly Condition[] }
  | { readonly type: "or"; readonly conds: readonly Condition[] };

type StreamRequest =
  | { readonly type: "execute"; readonly stmt: Stmt }
  | { readonly type: "batch"; readonly batch: { readonly steps: readonly { stmt: Stmt; condition?: Condition }[] } }
  | { readonly type: "store_sql"; readonly sql_id: number; readonly sql: string }
  | { readonly type: "close_sql"; readonly sql_id: number }
  | { readonly type: "close" };

const change = /^\s*(INSERT|UPDATE|DELETE)/i;

interface Stream {
  readonly db: DatabaseSync;
  readonly sqls: Map<number, string>;
}

/** `lose` cuts the connection after a change, before its answer; `fail` answers 503, `garble` with a web page. */
export type Manner = "answer" | "lose" | "fail" | "garble";

export interface HranaServer {
  readonly url: string;
  readonly token: string;
  /** Every SQL text it was asked to run. */
  readonly statements: string[];
  manner: Manner;
  /** Stops listening and cuts every connection; `start` listens at the same address again. */
  stop(): Promise<void>;
  start(): Promise<void>;
}

/** Starts a server for the database file; it takes requests that carry the token. */
export async function startHranaServer(file: string): Promise<HranaServer> {
  const streams = new Map<string, Stream>();
  const http = createServer(lasting, (request, response) => void answer(request, response));
  let port = 0;
  let held: HeldPort | null = null;

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await buffer(request);
    if (self.manner === "fail") return reply(response, 503, { error: "The server is overloaded" });
    if (self.manner === "garble") return void response.end("<!doctype html><title>Hello</title>");
    if (request.headers.authorization !== `Bearer ${self.token}`)
      return reply(response, 401, { error: "Unauthorized" });
    if (request.url !== "/v2/pipeline") return reply(response, 404, { error: "Not found" });
    const before = self.statements.length;
    const answered = pipeline(JSON.parse(body.toString()));
    const isChange = self.statements.slice(before).some((sql) => change.test(sql));
    if (self.manner === "lose" && isChange) return void request.socket.destroy();
    reply(response, 200, answered);
  }

  function pipeline(body: { readonly baton?: string; readonly requests: readonly StreamRequest[] }) {
    const stream = (body.baton !== undefined && streams.get(body.baton)) || openStream(file);
    const baton = crypto.randomUUID();
    if (body.baton !== undefined) streams.delete(body.baton);
    const results = body.requests.map((request) => handle(stream, request, self.statements));
    const isClosed = body.requests.some(({ type }) => type === "close");
    if (!isClosed) streams.set(baton, stream);
    return { baton: isClosed ? null : baton, base_url: null, results };
  }

  const self: HranaServer = {
    get url() {
      return `http://127.0.0.1:${port}`;
    },
    token: "a token of the test",
    statements: [],
    manner: "answer",
    stop: async () => {
      if (!http.listening) return;
      const closed = once(http, "close");
      http.close();
      http.closeAllConnections();
      await closed;
      held = await holdPort(port);
      for (const { db } of streams.values()) db.close();
      streams.clear();
    },
    start: async () => {
      held?.release();
      port = await listen(http, port);
    },
  };
  await self.start();
  return self;
}

async function listen(http: Server, port: number): Promise<number> {
  http.listen(port, "127.0.0.1");
  await once(http, "listening");
  return (http.address() as AddressInfo).port;
}

function reply(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { "Content-Type": "application/json" }).end(JSON.stringify(body));
}

function openStream(file: string): Stream {
  return { db: new DatabaseSync(file, { timeout: 250 }), sqls: new Map() };
}

function handle(stream: Stream, request: StreamRequest, statements: string[]): unknown {
  const run = (stmt: Stmt) => execute(stream, stmt, statements);
  const { type } = request;
  try {
    if (type === "execute") return { type: "ok", response: { type, result: run(request.stmt) } };
    if (type === "batch") return { type: "ok", response: { type, result: batch(request.batch.steps, run) } };
    if (type === "store_sql") stream.sqls.set(request.sql_id, request.sql);
    else if (type === "close_sql") stream.sqls.delete(request.sql_id);
    else stream.db.close();
    return { type: "ok", response: { type } };
  } catch (error) {
    return { type: "error", error: toError(error) };
  }
}

/** Each step runs when its condition holds; what a step answers or how it failed stands at its place, null at the others. */
function batch(steps: readonly { stmt: Stmt; condition?: Condition }[], run: (stmt: Stmt) => unknown) {
  const results: unknown[] = [];
  const errors: unknown[] = [];
  const holds = (condition: Condition): boolean => {
    if (condition.type === "not") return !holds(condition.cond);
    if (condition.type === "and") return condition.conds.every(holds);
    if (condition.type === "or") return condition.conds.some(holds);
    if (condition.type === "ok") return results[condition.step] !== null;
    return errors[condition.step] !== null;
  };
  for (const { stmt, condition } of steps) {
    let [result, error]: [unknown, unknown] = [null, null];
    try {
      if (condition === undefined || holds(condition)) result = run(stmt);
    } catch (thrown) {
      error = toError(thrown);
    }
    results.push(result);
    errors.push(error);
  }
  return { step_results: results, step_errors: errors };
}

function execute({ db, sqls }: Stream, stmt: Stmt, statements: string[]) {
  const sql = stmt.sql ?? sqls.get(stmt.sql_id ?? -1) ?? "";
  statements.push(sql);
  const prepared = db.prepare(sql);
  prepared.setReadBigInts(true);
  prepared.setReturnArrays(true);
  const rows: unknown = prepared.all(...(stmt.args ?? []).map(fromValue));
  const changed = db.prepare("SELECT changes() AS changed").get()?.["changed"];
  return {
    cols: prepared.columns().map(({ name, type }) => ({ name, decltype: type })),
    rows: (rows as SQLOutputValue[][]).map((row) => row.map(toValue)),
    affected_row_count: change.test(sql) ? changed : 0,
    last_insert_rowid: null,
  };
}

function fromValue(value: Value) {
  if (value.type === "null") return null;
  return value.type === "integer" ? BigInt(value.value) : value.value;
}

function toValue(value: SQLOutputValue): Value {
  if (value === null) return { type: "null" };
  if (typeof value === "bigint") return { type: "integer", value: String(value) };
  if (typeof value === "number") return { type: "float", value };
  if (typeof value === "string") return { type: "text", value };
  throw new TypeError("The directory keeps no blobs.");
}

const codes: Readonly<Record<number, string>> = { 1: "SQL_INPUT_ERROR", 5: "SQLITE_BUSY", 19: "SQLITE_CONSTRAINT" };

/** The codes are SQLite's primary ones, by name. */
function toError(error: unknown) {
  const { message, errcode = 1 } = error as Error & { errcode?: number };
  return { message: `SQLite error: ${message}`, code: codes[errcode & 0xff] ?? "SQLITE_UNKNOWN" };
}
