/**
 * What an operation is: one plain record from which the router, validation, OpenAPI, permissions, tools and the command line
 * are folds. Nothing else describes a route.
 */
import type { GenericSchema, ObjectEntries, StrictObjectSchema, InferOutput } from "valibot";
import type { ErrorCode } from "./errors.ts";
import type { LimitOfEach } from "./limits.ts";
import type { Changed } from "./record-kinds.ts";
import type { Scope } from "./scopes.ts";

/** Who may call: nobody in particular, any credential, a signed-in person only, or a credential with the scope. */
type Auth = "none" | "any" | "session" | Scope;

export type InputSchema = StrictObjectSchema<ObjectEntries, undefined>;

export interface Operation {
  readonly id: string;
  readonly method: "GET" | "POST" | "PATCH" | "DELETE";
  /** Relative to the base address of its interface; parameters in braces are ids (UUIDs). */
  readonly path: string;
  readonly tag: string;
  readonly summary: string;
  readonly description: string;
  readonly auth: Auth;
  /** Where the handler lives: in the workspace's actor, or at the gateway (identity, keys, documents). */
  readonly home: "workspace" | "gateway";
  readonly query: InputSchema;
  readonly body: InputSchema | null;
  /** The body is a file of one of these media types, not JSON: `body` says what the handler is given of it. */
  readonly bytes?: { readonly types: readonly string[]; readonly limit: LimitOfEach };
  readonly success: {
    readonly status: 200 | 201 | 202;
    readonly schema: GenericSchema;
    /** Media types of an answer that is a text: the field `text` of what the handler answers, as its `contentType` says. */
    readonly texts?: readonly string[];
  };
  /** Codes beyond those that follow from the flags (see `errorsOf`). */
  readonly errors: readonly ErrorCode[];
  /** Makes a resource or starts work once: accepts `Idempotency-Key`. */
  readonly creates?: true;
  /** May start agent work, and so answer 402. */
  readonly startsAgentWork?: true;
  /** A read whose answer depends on the minutes that are left. */
  readonly weighsMinutes?: true;
  /** Removes or ends something. */
  readonly destructive?: true;
  /** Shows capture content or a secret. */
  readonly sensitive?: true;
  /** Takes in captures, which are refused while the disk is nearly full. */
  readonly needsDisk?: true;
  /** May hold the request open (`waitSeconds`). */
  readonly waits?: true;
  /**
   * What becomes of free text that an agent writes here while content of captures is before it, and that is read without
   * `captures:read`: `marked`, it is kept as carrying such content and withheld; `held`, a person decides first. Left out: held.
   */
  readonly agentTexts?: "marked" | "held";
  /** The kinds of records whose own fields it may change; every workspace operation that is not a read says so. */
  readonly changes?: readonly Changed[];
  /** Which calls wait for a person when an agent makes them, whatever its settings say. */
  readonly changeClass?: Classify;
  /** An operation of the app interface that agents may use: what they may say of its input, and what it does then. */
  readonly forAgents?: { readonly input: InputSchema; readonly description: string };
  /** A long answer goes compressed to clients that take it; never one that holds a secret. */
  readonly compressed?: true;
  /** The cursor is the id of the last item, as it is: anybody may make one. */
  readonly plainCursor?: true;
}

/** An operation, its literal types kept. */
export function operation<const O extends Operation>(record: O): O {
  return record;
}

/** Names of the parameters of a path: `/agents/{agentId}/skills/{skillId}` → `agentId | skillId`. */
export type PathParameter<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? Name | PathParameter<Rest>
  : never;

/** What a handler receives: everything validated, ids in lower case. */
export interface Input<O extends Operation> {
  readonly path: { readonly [Name in PathParameter<O["path"]>]: string };
  readonly query: InferOutput<O["query"]>;
  readonly body: O["body"] extends GenericSchema ? InferOutput<O["body"]> : undefined;
}

/** What a handler answers: the body of the success response. */
export type Output<O extends Operation> = InferOutput<O["success"]["schema"]>;

/** Parameter names of a path, in order. */
export function pathParameters(path: string): string[] {
  return [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1] as string);
}

/** True when the operation changes nothing. */
export function isRead(record: Operation): boolean {
  return record.method === "GET";
}

/** True when the operation lists records page by page. */
export function isPaged({ query }: Pick<Operation, "query">): boolean {
  return "limit" in query.entries && "cursor" in query.entries;
}

const authenticated = [
  "missing_credentials",
  "invalid_api_key",
  "expired_api_key",
  "invalid_session_token",
  "invalid_token",
  "expired_token",
  "rate_limit_exceeded",
] as const satisfies readonly ErrorCode[];

/** Every code the operation may answer: what it lists plus what follows from its flags. */
export function errorsOf(record: Operation): readonly ErrorCode[] {
  const codes = new Set<ErrorCode>(["validation_failed", "unknown_parameter", "internal_error", ...record.errors]);
  if (record.auth !== "none") for (const code of authenticated) codes.add(code);
  if (record.auth === "session") codes.add("api_key_auth_required");
  if (record.auth.includes(":")) codes.add("missing_scope").add("workspace_access_denied");
  if (record.path.includes("{")) codes.add("resource_not_found");
  if (record.body !== null) codes.add("payload_too_large").add("unsupported_media_type");
  if (record.creates) codes.add("idempotency_key_reused").add("idempotency_request_in_progress");
  if (record.startsAgentWork) codes.add("insufficient_minutes");
  if (record.waits) codes.add("upstream_timeout");
  return [...codes];
}

/**
 * `permissions`: what agents are and may do. `irreversible`: what cannot be taken back. `standing`: what sets agents to work, now
 * or by itself later.
 */
export const changeClasses = ["permissions", "irreversible", "standing", "outward"] as const;

export type ChangeClass = (typeof changeClasses)[number];

type Fields = Readonly<Record<string, unknown>>;

/** The class of a call, by its query and body; null when it has none. */
type Classify = (fields: Fields) => ChangeClass | null;

/** No call of the operation has a class. */
export const ordinary: Classify = () => null;

/** Every call of the operation is of this class. */
export const always =
  (name: ChangeClass): Classify =>
  () =>
    name;

/** A call with `permanent: true` cannot be taken back. */
export const whenPermanent: Classify = ({ permanent }) => (permanent === true ? "irreversible" : null);

/** A call that gives a todo a schedule, or an agent, or sets the agent to work. */
export const whenAgentsWork: Classify = (fields) => (setsToWork(fields) ? "standing" : null);

/** The same for todos of a batch. */
export const whenAgentsWorkInBatch: Classify = ({ data }) =>
  Array.isArray(data) && data.some((each) => setsToWork(each as Fields)) ? "standing" : null;

function setsToWork({ schedule, schedulePaused, run, assignees }: Fields): boolean {
  if (schedule !== undefined || schedulePaused !== undefined || run === true) return true;
  return Array.isArray(assignees) && assignees.some((each) => (each as Fields)["type"] === "agent");
}

/** Why a person is asked about a call of the class, after what it would do. */
export const alwaysAsked: Readonly<Record<ChangeClass, string>> = {
  permissions: " (always asked: it changes what agents are and may do)",
  irreversible: " (always asked: it cannot be taken back)",
  standing: " (always asked: it sets agents to work)",
  outward: " (always asked: it goes to somebody outside)",
};
