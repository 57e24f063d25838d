/** Walking through paged lists. */
import assert from "node:assert/strict";
import { after, test } from "node:test";
import { getDefaults } from "valibot";
import { operationById, type OperationId } from "../../../src/schema/operations/index.ts";
import type { Request } from "../../helpers/client.ts";
import { startTestService } from "../../helpers/service.ts";
import { chatEnd, runEnd } from "../../helpers/wait.ts";

interface Page {
  readonly data: readonly { readonly id: string }[];
  readonly hasMore: boolean;
  readonly nextCursor: string | null;
}

type Query = Readonly<Record<string, string | number | boolean>>;

const service = await startTestService({ after });
const { id: agentId } = await service.ok("createAgent", { body: { name: "Worker", requiresApproval: false } });
for (let n = 0; n < 13; n++) {
  const priority = (["urgent", "high", "medium", "low", undefined] as const)[n % 5];
  const dueDate = n % 3 === 0 ? undefined : `2026-03-0${1 + (n % 4)}`;
  await service.ok("createTodo", { body: { title: `Todo ${n}`, priority, dueDate } });
  if (n % 2 === 0) service.clock.advance(1000);
}
const { id: todoId } = await service.ok("createTodo", { body: { title: "Often run" } });
const { id: chatId } = await service.ok("createChat", { body: { message: "Hello" } });
await chatEnd(service, chatId);
for (let n = 0; n < 5; n++) {
  await service.ok("runTodo", { path: { todoId }, body: { agentId, message: `Run ${n}` } });
  await runEnd(service, todoId);
  await service.ok("sendMessage", { path: { chatId }, body: { message: `Message ${n}`, waitSeconds: 60 } });
  service.clock.advance(1000);
}

const paged: readonly (readonly [OperationId, Request])[] = [
  ["listTodos", {}],
  ["listChats", {}],
  ["listMessages", { path: { chatId } }],
  ["listTodoRuns", { path: { todoId } }],
];

async function page(operation: OperationId, request: Request, query: Query): Promise<Page> {
  const whole = { ...request, query: { ...(request.query as Query | undefined), ...query } };
  return (await service.ok(operation, whole)) as Page;
}

/** All ids, page by page. */
async function walk(operation: OperationId, request: Request, limit: number): Promise<string[]> {
  const ids: string[] = [];
  let cursor: string | null = null;
  do {
    const next: Page = await page(operation, request, { limit, ...(cursor !== null && { cursor }) });
    assert.equal(next.hasMore, next.nextCursor !== null);
    assert.ok(next.data.length <= limit && (next.data.length === limit || !next.hasMore));
    ids.push(...next.data.map((item) => item.id));
    cursor = next.nextCursor;
  } while (cursor !== null);
  return ids;
}

test("a limit outside 1 to 100 is refused; 25 is the usual one", { rules: ["cursors.limit"] }, async () => {
  for (const [operation, request] of paged) {
    for (const limit of [0, 101, "x", "", "-1"]) {
      await service.refuses(operation, { ...request, query: { limit } }, "validation_failed", "limit");
    }
    await page(operation, request, { limit: 100 });
  }
  const body = { data: Array.from({ length: 20 }, (_, n) => ({ title: `More ${n}` })) };
  await service.ok("batchCreateTodos", { body });
  assert.equal((await page("listTodos", {}, {})).data.length, 25);
});

test("a cursor that was invented or changed is refused", { rules: ["cursors.invented"] }, async () => {
  for (const [operation, request] of paged) {
    const { nextCursor } = await page(operation, request, { limit: 1 });
    const real = nextCursor ?? assert.fail(`${operation} has one page`);
    const flipped = real.slice(0, -2) + (real.at(-2) === "A" ? "B" : "A") + real.slice(-1);
    for (const cursor of [
      "",
      "x",
      "a.b",
      ".",
      "x".repeat(3000),
      "null",
      real.slice(1),
      real.slice(0, -3),
      flipped,
      `${real}.x`,
      "💥",
      "\0",
    ]) {
      await service.refuses(operation, { ...request, query: { cursor } }, "invalid_cursor");
    }
  }
});

test("a cursor of another list is refused", { rules: ["cursors.endpoint", "cursors.workspace"] }, async () => {
  const other = await service.addWorkspace("Other");
  const { nextCursor } = await page("listTodos", {}, { limit: 1 });
  const cursor = nextCursor as string;
  await service.refuses("listChats", { query: { cursor } }, "invalid_cursor");
  await service.refuses("listMessages", { path: { chatId }, query: { cursor } }, "invalid_cursor");
  await service.refuses("listTodos", { query: { cursor }, credential: other.key }, "invalid_cursor");
  const runs = await page("listTodoRuns", { path: { todoId } }, { limit: 1 });
  const { data } = await page("listTodos", {}, { limit: 1 });
  const stranger = { path: { todoId: data[0]?.id as string }, query: { cursor: runs.nextCursor as string } };
  await service.refuses("listTodoRuns", stranger, "invalid_cursor");
});

test("a new sort, order or filter between pages is refused", { rules: ["cursors.order"] }, async () => {
  const { nextCursor } = await page("listTodos", {}, { limit: 2, sort: "dueDate", order: "asc" });
  const cursor = nextCursor as string;
  const kept = { cursor, sort: "dueDate", order: "asc" };
  const changes: readonly Query[] = [
    { ...kept, order: "desc" },
    { ...kept, sort: "priority" },
    { cursor },
    { ...kept, status: "ready" },
  ];
  for (const query of changes) await service.refuses("listTodos", { query }, "invalid_cursor");
  await service.ok("listTodos", { query: { ...kept, limit: 7 } });
});

test("a default may be written out or left out between pages", { rules: ["cursors.order"] }, async () => {
  for (const [operation, request] of paged) {
    const { limit: _, ...defaults } = JSON.parse(JSON.stringify(getDefaults(operationById(operation).query))) as Query;
    const silent = await page(operation, request, { limit: 2 });
    const spoken = await page(operation, request, { limit: 2, ...defaults });
    const [left, written] = [silent.nextCursor as string, spoken.nextCursor as string];
    assert.equal(left, written, operation);
    const next = await page(operation, request, { limit: 2, cursor: left });
    for (const [name, value] of Object.entries(defaults))
      assert.deepEqual(await page(operation, request, { limit: 2, cursor: left, [name]: value }), next, name);
    assert.deepEqual(await page(operation, request, { limit: 2, cursor: written, ...defaults }), next, operation);
  }
  const { nextCursor } = await page("listTodos", {}, { limit: 2 });
  const written = { sort: "createdAt", order: "desc", includeArchived: false, assignedToMe: false, unassigned: false };
  await page("listTodos", {}, { cursor: nextCursor as string, ...written });
});

test("paging lists every record once, in order", { rules: ["cursors.walk"] }, async () => {
  for (const [operation, request] of paged) {
    const whole = (await page(operation, request, { limit: 100 })).data.map((item) => item.id);
    assert.ok(whole.length >= 5, `${operation}: ${whole.length}`);
    for (const limit of [1, 2, 3, 7, whole.length]) assert.deepEqual(await walk(operation, request, limit), whole);
  }
});

test("paging in every sort and order lists every todo once", { rules: ["cursors.walk"] }, async () => {
  for (const sort of ["createdAt", "updatedAt", "dueDate", "priority"]) {
    for (const order of ["asc", "desc"]) {
      const whole = (await page("listTodos", {}, { limit: 100, sort, order })).data.map((item) => item.id);
      const walked = await walk("listTodos", { query: { sort, order } }, 3);
      assert.deepEqual(walked, whole, `${sort} ${order}`);
      assert.equal(new Set(walked).size, walked.length);
    }
  }
});

test("changes between pages neither repeat nor hide others", { rules: ["cursors.keyset"] }, async () => {
  const before = (await page("listTodos", {}, { limit: 100 })).data.map((item) => item.id);
  const first = await page("listTodos", {}, { limit: 5 });
  await service.ok("createTodo", { body: { title: "Newer" } });
  const boundary = first.data.at(-1)?.id as string;
  await service.ok("deleteTodo", { path: { todoId: boundary }, query: { permanent: true } });
  const rest: string[] = [];
  let cursor = first.nextCursor;
  while (cursor !== null) {
    const next = await page("listTodos", {}, { limit: 5, cursor });
    rest.push(...next.data.map((item) => item.id));
    cursor = next.nextCursor;
  }
  assert.deepEqual([...first.data.map((item) => item.id), ...rest], before);
});
