/**
 * The matrix: every operation does the same, answers the same and is refused the same on each surface. Each has a workspace of its
 * own, furnished alike; answers are compared after ids, instants and cursors have become words.
 */
import assert from "node:assert/strict";
import { after, test } from "node:test";
import { jsonSchemaOf } from "../../src/schema/json-schema.ts";
import { type InputSchema, isRead, type Operation, pathParameters } from "../../src/schema/operation.ts";
import { publicTable } from "../../src/schema/operations/index.ts";
import type { Request } from "../helpers/client.ts";
import { startTestService } from "../helpers/service.ts";
import { type Outcome, type Surface, surfaces } from "../helpers/surfaces.ts";
import { chatEnd } from "../helpers/wait.ts";

const service = await startTestService({ after });
const absent = "00000000-0000-4000-8000-000000000000";

interface House {
  readonly surface: Surface;
  readonly credential: string;
}

const houses: House[] = [];
for (const surface of surfaces) houses.push({ surface, credential: (await service.addWorkspace("Same")).key });

type Own = Readonly<Record<string, string>>;

/** Makes the record whose id goes under a name, over HTTP; `name` comes once in its workspace. */
const makers: Readonly<Record<string, (credential: string, name: string, own: Own) => Promise<{ id: string }>>> = {
  agentId: (credential, name) => service.ok("createAgent", { credential, body: { name, requiresApproval: false } }),
  skillId: (credential, name, { agentId = absent }) =>
    service.ok("createAgentSkill", { credential, path: { agentId }, body: { name, instructions: name } }),
  todoListId: (credential, name) => service.ok("createTodoList", { credential, body: { name } }),
  todoId: async (credential, name) => {
    const { id } = await service.ok("createAgent", { credential, body: { name: `${name}, agent` } });
    return service.ok("createTodo", { credential, body: { title: name, assignees: [{ id, type: "agent" }] } });
  },
  captureId: (credential, name) => service.ok("createCapture", { credential, body: { type: "note", content: name } }),
  chatId: async (credential, name) => {
    const chat = await service.ok("createChat", { credential, body: { message: name, title: name } });
    return chatEnd({ ...service, ok: (id, request) => service.ok(id, { ...request, credential }) }, chat.id);
  },
};

/** New records for one operation. */
async function furnish(record: Operation, credential: string, name: string): Promise<Own> {
  const own: Record<string, string> = {};
  for (const parameter of pathParameters(record.path)) {
    own[parameter] = (await makers[parameter]?.(credential, name, own))?.id ?? absent;
  }
  return own;
}

/** Where the example of the body does not suit what was furnished. */
const bodies: Readonly<Record<string, (name: string) => object>> = {
  updateAgent: () => ({ instructions: "Keep receipts." }),
  createAgent: (name) => ({ name: `${name}, new` }),
};

function bodyFor(record: Operation, name: string): object {
  const [example = {}] = (jsonSchemaOf(record.body as InputSchema)["examples"] ?? []) as object[];
  return bodies[record.id]?.(name) ?? example;
}

/** What is made beside the request, some time after it. */
const late = ["subtitle", "summary", "minutesSaved", "minutesSavedReason", "minutesSavedConfidence"];

/** Ids by the order in which they appear, and words for what no two answers share. */
function plain(outcome: Outcome): unknown {
  const ids = new Map<string, string>();
  const words = JSON.stringify(outcome)
    .replaceAll(/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, (id) => {
      ids.set(id, ids.get(id) ?? `id ${ids.size}`);
      return ids.get(id) as string;
    })
    .replaceAll(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z/g, "an instant");
  return JSON.parse(words, (key, value: unknown) => {
    if (late.includes(key)) return undefined;
    return key === "nextCursor" && value !== null ? "a cursor" : value;
  });
}

type Change = (request: Request) => Request;

/** Asks every surface that offers the operation, each in its own house; the first is what the others must equal. */
async function compare(record: Operation, change: Change = (request) => request, times = 1): Promise<Outcome> {
  const name = `${record.id} ${(count += 1)}`;
  const answers: Outcome[] = [];
  for (const { surface, credential } of houses.filter((house) => house.surface.offers(record))) {
    const path = await furnish(record, credential, name);
    const request = change({ credential, path, ...(record.body !== null && { body: bodyFor(record, name) }) });
    for (let time = 0; time < times; time += 1) answers.push(await surface.call(service, record, request));
    const [first, last] = [answers[0] as Outcome, answers.at(-1) as Outcome];
    assert.deepEqual(view(last), view(first), `${record.id} over ${surface.name}`);
  }
  return answers[0] as Outcome;
}

let count = 0;

/** Messages say how a surface is used, and differ. */
function view(outcome: Outcome): unknown {
  const { error } = outcome;
  return error === undefined ? plain(outcome) : { type: error.type, code: error.code, param: error.param };
}

const shared = publicTable.filter((record) => surfaces.every((surface) => surface.offers(record)));

/** What needs more than a record and its example: a recording that runs, a schedule, an archived list. */
const refused = new Set(["retireTodoSchedule", "stopCapture"]);

for (const record of shared) {
  test(`${record.id} does and answers the same everywhere [surfaces.same]`, async () => {
    const { error } = await compare(record);
    assert.ok(error === undefined || refused.has(record.id), JSON.stringify(error));
  });

  test(`${record.id} is refused alike everywhere [surfaces.same]`, async () => {
    const names = pathParameters(record.path);
    if (names.length > 0) {
      const path = Object.fromEntries(names.map((name) => [name, absent]));
      const { error } = await compare(record, (request) => ({ ...request, path }));
      assert.equal(error?.code, "resource_not_found");
    }
    if (record.body !== null) {
      const { error } = await compare(record, ({ body, ...rest }) => ({
        ...rest,
        body: { ...(body as object), stray: 1 },
      }));
      assert.deepEqual([error?.code, error?.param], ["validation_failed", "stray"]);
    }
    if (!record.auth.includes(":")) return;
    const credential = await service.keyFor([record.auth === "agents:read" ? "chats:read" : "agents:read"]);
    const { error } = await compare(record, (request) => ({ ...request, credential }));
    assert.equal(error?.code, "missing_scope");
  });
}

for (const record of shared.filter((one) => one.creates)) {
  test(`${record.id} has its effect once for one key, everywhere [surfaces.same, mcp.idempotency]`, async () => {
    const headers = { "idempotency-key": `${record.id} once` };
    assert.equal((await compare(record, (request) => ({ ...request, headers }), 2)).error, undefined);
  });
}

for (const record of shared.filter((one) => isRead(one) && "cursor" in one.query.entries)) {
  test(`the pages of ${record.id} are alike everywhere [surfaces.same]`, async () => {
    for (const query of [{ limit: 1 }, { limit: 0 }, { cursor: "invented" }]) {
      await compare(record, (request) => ({ ...request, query }));
    }
  });
}
