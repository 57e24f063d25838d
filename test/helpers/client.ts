/**
 * A small client over the operation table. Every answer, of whatever status, is checked against the document that the service
 * serves, and for the headers that every answer carries.
 */
import assert from "node:assert/strict";
import { Agent, type IncomingHttpHeaders, request as httpRequest } from "node:http";
import { type ErrorCode, errorCatalogue } from "../../src/schema/errors.ts";
import { errorsOf, type Operation } from "../../src/schema/operation.ts";
import { appTable, operationById, type OperationId, type OutputOf } from "../../src/schema/operations/index.ts";
import type { FakeClock } from "./clock.ts";
import { type ResponseValidator, responseValidator } from "./openapi.ts";

export interface Request {
  readonly path?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string | number | boolean>> | string;
  readonly body?: unknown;
  /** Bytes to send instead of `body`. */
  readonly raw?: string | Buffer;
  readonly headers?: Readonly<Record<string, string>>;
  /** A token; null sends none; left out: the full key, or the owner's session where the operation needs one. */
  readonly credential?: string | null;
  readonly signal?: AbortSignal;
}

export interface Answer<Body = unknown> {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: Body;
}

export interface ErrorBody {
  readonly error: {
    readonly type: string;
    readonly code: ErrorCode;
    readonly message: string;
    readonly param: string | null;
    readonly docsUrl: string;
    readonly specUrl: string;
    readonly requestId: string;
  };
}

/** All fields of a failure, by the alphabet. */
export const errorFields = ["code", "docsUrl", "message", "param", "requestId", "specUrl", "type"];

export interface Client {
  readonly url: string;
  /** Calls an operation and checks the answer against the served document. */
  call(id: OperationId, request?: Request): Promise<Answer>;
  /** The body of a success; fails for anything else. */
  ok<Id extends OperationId>(id: Id, request?: Request): Promise<OutputOf<Id>>;
  /** Fails unless the answer is that refusal; `param` when given. Answers the error. */
  refuses(id: OperationId, request: Request, code: ErrorCode, param?: string | null): Promise<ErrorBody["error"]>;
  /** One request as it is, without an operation and unchecked but for the request id. */
  send(method: string, path: string, request?: Omit<Request, "path">): Promise<Answer<string>>;
  /** Closes the connections once the requests that are under way have ended. */
  close(): Promise<void>;
}

export interface ClientOptions {
  readonly url: () => string;
  readonly clock: FakeClock;
  /** Lines of the service's log, shown with a failure that nobody expected. */
  readonly log: readonly string[];
  readonly defaults: () => { readonly key: string; readonly session: string; readonly workspaceId: string };
}

/** Long enough for the owner's session to stay within its 600 requests a minute. */
const pace = 101;

export function createClient(options: ClientOptions): Client {
  let agent = new Agent({ keepAlive: true });
  let validators: { readonly of: string; readonly public: ResponseValidator; readonly app: ResponseValidator } | null =
    null;

  const underWay = new Set<Promise<unknown>>();

  const send: Client["send"] = async (method, path, request = {}) => {
    const sent = transmit(agent, method, options.url() + path, asBytes(request));
    underWay.add(sent);
    const answer = await sent.finally(() => underWay.delete(sent));
    assert.match(String(answer.headers["x-request-id"]), /^req_/, `${method} ${path} came without a request id`);
    return answer;
  };

  async function loadValidators() {
    const url = options.url();
    if (validators?.of === url) return validators;
    const [open, app] = [await send("GET", "/api/v1/openapi.json"), await send("GET", "/app/v1/openapi.json")];
    validators = {
      of: url,
      public: responseValidator(JSON.parse(open.body)),
      app: responseValidator(JSON.parse(app.body)),
    };
    return validators;
  }

  const call: Client["call"] = async (id, request = {}) => {
    const record = operationById(id);
    const { public: forPublic, app } = await loadValidators();
    const answer = await send(record.method, pathOf(record, request), withDefaults(options, record, request));
    checkHeaders(record, answer);
    if (isText(record, answer)) return answer;
    const body: unknown = answer.body === "" ? undefined : JSON.parse(answer.body);
    const code = (body as Partial<ErrorBody> | undefined)?.error?.code;
    if (code !== undefined)
      assert.ok(errorsOf(record).includes(code), `${id} does not describe that it answers ${code}`);
    (isApp(record) ? app : forPublic)(id, answer.status, body, answer.headers);
    return { ...answer, body };
  };

  return {
    get url() {
      return options.url();
    },
    call,
    send,
    async ok(id, request) {
      const answer = await call(id, request);
      const expected = operationById(id).success.status;
      assert.equal(answer.status, expected, `${id}: ${explain(options, answer)}`);
      return answer.body as OutputOf<typeof id>;
    },
    async refuses(id, request, code, param) {
      const answer = await call(id, request);
      const { error } = answer.body as ErrorBody;
      assert.equal(error?.code, code, `${id} ${JSON.stringify(request)}: ${explain(options, answer)}`);
      assert.equal(answer.status, errorCatalogue[code].status);
      if (param !== undefined) assert.equal(error.param, param, error.message);
      return error;
    },
    async close() {
      await Promise.allSettled(underWay);
      agent.destroy();
      agent = new Agent({ keepAlive: true });
    },
  };
}

function explain({ log }: ClientOptions, { status, body }: Answer): string {
  return `${JSON.stringify(body)}${status === 500 ? `\n${log.at(-1)}` : ""}`;
}

function isApp(record: Operation): boolean {
  return appTable.includes(record);
}

/** The path of an operation with its ids filled in and its query behind. */
export function pathOf(record: Operation, request: Request): string {
  const path = record.path.replace(
    /\{(\w+)\}/g,
    (_, name: string) => request.path?.[name] ?? assert.fail(`no ${name}`),
  );
  const base = isApp(record) ? "/app/v1" : "/api/v1";
  const { query = {} } = request;
  const text = typeof query === "string" ? query : new URLSearchParams(entriesOf(query)).toString();
  return base + path + (text === "" ? "" : `?${text}`);
}

function entriesOf(query: Readonly<Record<string, unknown>>): [string, string][] {
  return Object.entries(query).map(([name, value]) => [name, String(value)]);
}

function withDefaults({ clock, defaults }: ClientOptions, record: Operation, request: Request): Request {
  if (request.credential !== undefined || record.auth === "none") return request;
  const { key, session, workspaceId } = defaults();
  if (record.auth !== "session") return { ...request, credential: key };
  clock.advance(pace);
  const headers = record.home === "workspace" ? { "dayshift-workspace": workspaceId } : {};
  return { ...request, credential: session, headers: { ...headers, ...request.headers } };
}

/** A body of bytes with their type, as the typed client takes it, as it goes over the wire. */
function asBytes<Sent extends Omit<Request, "path">>(request: Sent): Sent {
  const { bytes, contentType } = (request.body ?? {}) as { bytes?: unknown; contentType?: string };
  if (!(bytes instanceof Uint8Array)) return request;
  return {
    ...request,
    body: undefined,
    raw: Buffer.from(bytes),
    headers: { "content-type": contentType ?? "", ...request.headers },
  };
}

function isText({ success }: Operation, { status }: Answer): boolean {
  return success.texts !== undefined && status === success.status;
}

function checkHeaders(record: Operation, answer: Answer): void {
  const type = String(answer.headers["content-type"]);
  if (isText(record, answer))
    assert.ok(
      record.success.texts?.some((one) => type.startsWith(one)),
      type,
    );
  else assert.match(type, /^application\/json/);
  if (answer.status === 429) assert.match(String(answer.headers["retry-after"]), /^[1-9]\d*$/);
  const admitted = record.auth !== "none" && answer.status !== 401 && answer.status !== 429;
  if (!admitted) return;
  assert.match(String(answer.headers["ratelimit-policy"]), /^"default";q=\d+;w=60$/, `${record.id} ${answer.status}`);
  assert.match(String(answer.headers["ratelimit"]), /^"default";r=\d+;t=\d+$/);
}

function transmit(agent: Agent, method: string, url: string, request: Request): Promise<Answer<string>> {
  const payload = request.raw ?? (request.body === undefined ? undefined : JSON.stringify(request.body));
  const headers: Record<string, string> = {};
  if (request.credential) headers["authorization"] = `Bearer ${request.credential}`;
  if (payload !== undefined) headers["content-type"] = "application/json";
  // Node sends a DELETE without the length of its body, as if it had none.
  if (payload !== undefined && method === "DELETE") headers["content-length"] = String(Buffer.byteLength(payload));
  return new Promise((resolve, reject) => {
    const { signal } = request;
    // The path goes as it is: the URL parser would repair what a test means to be wrong.
    const { hostname, port } = new URL(url.split("/", 3).join("/"));
    const path = url.slice(url.indexOf("/", 8));
    // What is called off has a connection of its own: on one that had been used Deno sends it again, on another one.
    const sent = httpRequest(
      {
        agent: signal ? false : agent,
        method,
        hostname,
        port,
        path,
        headers: { ...headers, ...request.headers },
        ...(signal && { signal }),
      },
      (incoming) => {
        const chunks: Buffer[] = [];
        incoming.on("data", (chunk: Buffer) => chunks.push(chunk));
        incoming.on("error", reject);
        incoming.on("end", () =>
          resolve({
            status: incoming.statusCode ?? 0,
            headers: incoming.headers,
            body: Buffer.concat(chunks).toString(),
          }),
        );
      },
    );
    sent.on("error", reject);
    sent.end(payload);
  });
}
