/** What people say to trip the engine up, said to the real service over HTTP: nothing changes but what was asked for. */
import assert from "node:assert/strict";
import { after, test } from "node:test";
import { createModel } from "../../src/actors/models/index.ts";
import { createFakeClock } from "../helpers/clock.ts";
import { startTestService } from "../helpers/service.ts";
import { chatEnd } from "../helpers/wait.ts";
import { adversarial, oddRows } from "./utterances/adversarial.ts";
import type { Effect, Utterance } from "./utterances/expected.ts";
import { rows } from "./utterances/rows.ts";

const clock = createFakeClock();
const service = await startTestService({ after }, { clock, model: await createModel({ model: "builtin" }, clock) });
const groceries = await service.ok("createTodoList", { body: { name: "Groceries" } });

interface Seen {
  readonly title: string | null;
  readonly status: string;
  readonly priority: string | null;
  readonly isArchived: boolean;
}

/** The ids of fresh todos, in the order of the rows. */
async function begin(): Promise<string[]> {
  for (const { id } of await activeTodos()) await service.ok("deleteTodo", { path: { todoId: id } });
  const ids: string[] = [];
  for (const { title = "", status, dueDate, priority, todoListId, isArchived } of [...rows, ...oddRows]) {
    const list = todoListId === undefined ? {} : { todoListId: groceries.id };
    const body = { title, dueDate: dueDate ?? undefined, priority: priority ?? undefined, ...list };
    const { id } = await service.ok("createTodo", { body });
    if (status !== undefined) await service.ok("updateTodo", { path: { todoId: id }, body: { status } });
    if (isArchived === true) await service.ok("deleteTodo", { path: { todoId: id } });
    ids.push(id);
  }
  return ids;
}

async function activeTodos() {
  return (await service.ok("listTodos", { query: { limit: 100 } })).data;
}

async function snapshot(): Promise<Map<string, Seen>> {
  const todos = await activeTodos();
  return new Map(
    todos.map(({ id, title, status, priority, isArchived }) => [id, { title, status, priority, isArchived }]),
  );
}

/** What must be there after the effects. */
function afterwards(before: Map<string, Seen>, effects: readonly Effect[], ids: readonly string[]): Seen[] {
  const left = new Map(before);
  const made: Seen[] = [];
  for (const [tool, { todoId, ...fields }] of effects) {
    const id = ids[Number(String(todoId).replace("todo-", "")) - 1] ?? "";
    const todo = left.get(id);
    if (tool === "delete_todo") left.delete(id);
    else if (tool === "update_todo" && todo !== undefined) left.set(id, { ...todo, ...fields });
    else made.push({ title: String(fields["title"]), status: "ready", priority: null, isArchived: false });
  }
  return [...left.values(), ...made];
}

const byTitle = (seen: readonly Seen[]): string[] => seen.map((each) => JSON.stringify(each)).sort();

async function tryOut({ say, does }: Utterance, ids: readonly string[]): Promise<boolean> {
  const before = await snapshot();
  for (const message of say) {
    const { id } = await service.ok("createChat", { body: { message } });
    await chatEnd(service, id);
    clock.advance(1000);
  }
  const changed = byTitle([...(await snapshot()).values()]);
  assert.deepEqual(changed, byTitle(afterwards(before, does, ids)), say.join("\n"));
  return does.length > 0;
}

for (const [group, utterances] of Object.entries(adversarial)) {
  test(`said to the service, ${group.replace("adversarial: ", "")}: only what was asked changes`, async () => {
    let ids = await begin();
    for (const utterance of utterances) if (await tryOut(utterance, ids)) ids = await begin();
  });
}
