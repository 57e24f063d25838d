/** A workspace with many todos, as different as those of a person: five lists, all priorities, days around today, many without one. */
import { call, createKey, type Session, signIn } from "../../bench/client.ts";

export interface ManyTodos {
  readonly session: Session;
  readonly key: string;
  readonly workspaceId: string;
}

const priorities = ["urgent", "high", "medium", "low", undefined, undefined] as const;
const verbs = ["Call", "Send", "Review", "Plan", "Book", "Renew", "Answer", "Draft", "Check", "Collect"];
const things = ["the invoice", "the contract", "a train to Lyon", "the quarterly report", "the heating", "two quotes"];

/** Fills the first workspace of a service that nobody has used. */
export async function fillWithTodos(url: string, count: number, today: Date): Promise<ManyTodos> {
  const session = await signIn(url);
  const workspaceId = session.workspaces[0]?.id ?? "";
  const key = await createKey(url, session.token, workspaceId);
  const lists: string[] = [];
  for (const name of ["Work", "Home", "Hiring", "Garden", "Someday"])
    lists.push((await call<{ id: string }>(`${url}/api/v1/todo-lists`, { credential: key, body: { name } })).id);
  for (let from = 0; from < count; from += 50) {
    const data = Array.from({ length: Math.min(50, count - from) }, (_, at) => todo(from + at, lists, today));
    await call(`${url}/api/v1/todos/batch`, { credential: key, body: { data } });
  }
  return { session, key, workspaceId };
}

function todo(at: number, lists: readonly string[], today: Date): object {
  const priority = priorities[at % priorities.length];
  const day = new Date(today.getTime() + (((at * 37) % 121) - 20) * 86_400_000).toISOString().slice(0, 10);
  return {
    title: `${verbs[at % verbs.length]} ${things[(at * 7) % things.length]} (${at + 1})`,
    todoListId: lists[at % lists.length],
    ...(priority !== undefined && { priority }),
    ...(at % 3 !== 0 && { dueDate: day }),
  };
}
