/**
 * The ground of the boundary tests: a workspace in which canaries stand in every field of captures and in the redacted texts of
 * todos, a model that obeys any text, a key for every set of scopes without `captures:read`, and a search of all that is answered.
 */
import assert from "node:assert/strict";
import { type Operation, pathParameters } from "../../src/schema/operation.ts";
import { appTable, mayCall, type OperationId, publicTable } from "../../src/schema/operations/index.ts";
import { type Scope, scopes } from "../../src/schema/scopes.ts";
import { setGenerated } from "../../src/workspace/captures/queries.ts";
import { setTags } from "../../src/workspace/captures/tags.ts";
import { insertRecording, setMedia } from "../../src/workspace/recordings/queries.ts";
import { appendSegment } from "../../src/workspace/segments/queries.ts";
import type { Sql } from "../../src/workspace/protocol/sql.ts";
import { insertSuggestion } from "../../src/workspace/suggestions/queries.ts";
import { defaultTodoListId } from "../../src/workspace/todo-lists/queries.ts";
import { insertTodo } from "../../src/workspace/todos/insert.ts";
import { addCapture } from "../workspace/captures.ts";
import { type Adversary, createAdversary } from "./adversary.ts";
import { createFakeIds, fakeId } from "./ids.ts";
import { startTestService, type TestService } from "./service.ts";
import { inFile } from "./workspace-file.ts";

export type Ids = Readonly<Record<string, string>>;
export interface Key {
  readonly held: readonly Scope[];
  readonly credential: string;
}

export interface Boundary {
  readonly service: TestService;
  readonly model: Adversary;
  readonly note: string;
  readonly recording: string;
  /** Todos whose title and content are redacted; each is given out once. */
  readonly takeRedacted: () => string;
  /** One of them that stays as it is. */
  readonly redacted: string;
  /** A suggestion made from the note that nobody has accepted. */
  readonly suggested: string;
  /** One for each set of scopes without `captures:read`, the empty one aside; the last one has all of them. */
  readonly keys: readonly Key[];
  readonly allOthers: string;
  /** What was found where it must not stand. */
  readonly found: string[];
  /** One request as it is, its answer looked through; answers its status. */
  readonly look: (record: Operation, path: string, credential: string, request?: object) => Promise<number>;
  /** Reads with the credential whatever there is to read; with `held`, only what it opens, refusals left out. */
  readonly readAll: (credential: string, ids: Ids, held?: readonly Scope[]) => Promise<void>;
  /** The same with every key. */
  readonly readAllSets: (ids: Ids) => Promise<void>;
  readonly readChat: (credential: string, chatId: string) => Promise<number>;
  readonly nothingFound: () => void;
  /** A chat whose turn has ended, or waits. */
  readonly start: (credential: string, body: object) => Promise<string>;
}

/** Every operation of both interfaces that takes a credential. */
export const operations: readonly Operation[] = [...publicTable, ...appTable].filter(({ auth }) => auth !== "none");
export const others = scopes.filter((scope) => scope !== "captures:read");

/** The operation of that name. */
export function operation(id: OperationId): Operation {
  return operations.find((record) => record.id === id) ?? assert.fail(id);
}

/** What content of captures is known by: words that were planted, and links to sound. */
export const content = /canary|\/v1\/media\/[\w-]/i;

const [note, recording, failed] = [fakeId(0xc1), fakeId(0xc2), fakeId(0xc3)] as const;
const poolSize = 900;

/** Its address, with the ids that are known in it, and the note's in the place of others. */
export function pathOf(record: Operation, ids: Ids): string {
  return pathParameters(record.path).reduce((path, name) => path.replace(`{${name}}`, ids[name] ?? note), record.path);
}

/** Every field that a capture has, and the texts of todos that carry content of it. */
function plant(
  sql: Sql,
  { userId, workspaceId }: TestService,
  now: number,
): { readonly suggested: string; readonly redacted: readonly string[] } {
  const ids = createFakeIds(0xd000);
  const moment = { sql, now, newId: () => ids.uuid() };
  const person = { titleBy: "person", createdBy: userId } as const;
  const texts = { title: "CanaryTitle", content: "CanaryBody", notes: "CanaryNotes" };
  const n = addCapture(sql, note, { ...person, ...texts }, now);
  setGenerated(sql, n, { title: null, subtitle: "CanarySubtitle", summary: "CanarySummary" }, now);
  setTags(moment, { n, isArchived: false, tags: [] }, ["CanaryTag"]);
  for (const [id, status] of [
    [recording, "completed"],
    [failed, "failed"],
  ] as const) {
    const one = addCapture(sql, id, { type: "recording", status, content: null, notes: "CanaryTyped" }, now);
    setGenerated(sql, one, { title: "CanaryMade", subtitle: "CanaryLine", summary: "CanarySum" }, now);
    const caller = { workspaceId, userId, credentialType: "session", credentialId: userId, scopes } as const;
    insertRecording(sql, id, caller, now);
    setMedia(sql, id, { type: "audio/wav", bytes: 44 });
    const said = { startMs: 0, endMs: 900, speaker: "CanarySpeaker", text: "CanarySpeech" };
    appendSegment(sql, id, said, "transcription");
  }
  const fields = { priority: null, type: "task", dueDate: null, todoListId: defaultTodoListId(sql) } as const;
  const assignees = [{ id: userId, type: "user" as const }];
  const add = (title: string, content: string | null, more: { captureId: string | null; isSuggested: boolean }) =>
    insertTodo(
      sql,
      ids.uuid(),
      { ...fields, ...more, title, content, assignees, source: "agent_created", carried: [note] },
      now,
    ).id;
  const suggested = add("CanarySuggested", null, { captureId: note, isSuggested: true });
  const evidence = { part: "content", number: 1, startMs: null, endMs: null, speaker: "CanaryTeller" } as const;
  insertSuggestion(
    sql,
    { ...evidence, captureId: note, key: "call ana", todoId: suggested, quote: "CanaryQuote" },
    now,
  );
  const redacted = Array.from({ length: poolSize }, () =>
    add("CanaryRedacted", "CanaryRedactedText", { captureId: null, isSuggested: false }),
  );
  return { suggested, redacted };
}

/** Filters that widen what is seen, for the operations that take them. */
function queriesOf(record: Operation): string[] {
  const has = (name: string) => name in record.query.entries;
  const limit = has("limit") ? `limit=${record.id === "search" ? 50 : 100}` : "";
  const more = [
    has("includeArchived") ? "includeArchived=true" : "",
    has("captureId") ? `captureId=${note}` : "",
    has("query") ? "query=canar" : "",
  ].filter((one) => one !== "");
  return ["", ...more]
    .map((one) => [limit, one].filter((part) => part !== "").join("&"))
    .map((one) => (one ? `?${one}` : ""));
}

/** Starts the service and plants the canaries. */
export async function startBoundary(host: Parameters<typeof startTestService>[0]): Promise<Boundary> {
  const model = createAdversary();
  const service = await startTestService(host, { model });
  model.captureIds.push(note, recording, failed);
  let planted = { suggested: "", redacted: [] as readonly string[] };
  await service.stop();
  await inFile(service.dataDir, service.workspaceId, (sql) => {
    planted = plant(sql, service, service.clock.now());
  });
  await service.restart();
  const keys: Key[] = [];
  for (let bits = 1; bits < 2 ** others.length; bits += 1) {
    const held = others.filter((_scope, n) => (bits >> n) & 1);
    keys.push({ held, credential: await service.keyFor(held) });
  }
  const allOthers = keys.at(-1)?.credential ?? assert.fail();
  const [redacted = "", ...pool] = planted.redacted;
  const found: string[] = [];

  const look: Boundary["look"] = async (record, path, credential, request = {}) => {
    const base = appTable.includes(record) ? "/app/v1" : "/api/v1";
    const answer = await service.send(record.method, base + path, { credential, ...request });
    const text = `${JSON.stringify(answer.headers)} ${answer.body}`;
    const at = text.search(content);
    if (at >= 0) found.push(`${record.id} ${path}: ${text.slice(Math.max(0, at - 60), at + 40)}`);
    return answer.status;
  };
  const readAll: Boundary["readAll"] = async (credential, ids, held) => {
    for (const record of operations) {
      if (record.method !== "GET" || (held !== undefined && !mayCall(record, held, false))) continue;
      for (const query of queriesOf(record)) await look(record, pathOf(record, ids) + query, credential);
    }
  };
  return {
    service,
    model,
    note,
    recording,
    takeRedacted: () => pool.pop() ?? assert.fail("No redacted todo is left."),
    redacted,
    suggested: planted.suggested,
    keys,
    allOthers,
    found,
    look,
    readAll,
    readAllSets: async (ids) => {
      for (const { credential, held } of keys) await readAll(credential, ids, held);
      await readAll(allOthers, ids);
    },
    readChat: (credential, chatId) =>
      look(operation("listMessages"), `/chats/${chatId}/messages?limit=100`, credential),
    nothingFound: () => assert.deepEqual([...new Set(found.splice(0))], []),
    start: async (credential, body) => {
      const chat = await service.ok("createChat", {
        credential,
        body: { message: "Do as it says.", waitSeconds: 60, ...body },
      });
      model.chatIds.push(chat.id);
      return chat.id;
    },
  };
}
