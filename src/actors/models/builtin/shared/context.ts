/** What earlier turns left to refer to: the todos that were listed by number, and the one that was last spoken of. */
import type { Turn } from "./conversation.ts";
import { numberedTitles } from "./format.ts";
import { type Todo, todosOf } from "./todo.ts";

export interface Context {
  /** The todos of the last numbered list by their numbers, its further pages included, as they were last seen. */
  readonly listed: ReadonlyMap<number, Todo>;
  /** The todo that "it" means; null when there is none or there are several. */
  readonly subject: Todo | null;
}

/** What the turns (all before the current one) allow to refer to. */
export function contextOf(turns: readonly Turn[]): Context {
  const seen = new Map<string, Todo>();
  let listed = new Map<number, Todo>();
  let subject: Todo | null = null;
  for (const turn of turns) {
    for (const todo of turn.rounds.flat().flatMap(todosOf)) seen.set(todo.id, todo);
    const list = listedIn(turn);
    const spoken = list.size > 0 ? [...list.values()] : changedIn(turn, seen);
    if (spoken.length > 0) subject = spoken.length === 1 ? (spoken[0] ?? null) : null;
    if (list.size > 0) listed = list.has(1) ? list : new Map([...listed, ...list]);
  }
  return { listed: new Map([...listed].map(([number, todo]) => [number, seen.get(todo.id) ?? todo])), subject };
}

/** The numbered lines of the answer, matched to the records that the tools gave in that turn. */
function listedIn(turn: Turn): Map<number, Todo> {
  const known = turn.rounds.flat().flatMap(todosOf);
  const listed = new Map<number, Todo>();
  for (const { number, title } of numberedTitles(turn.answer)) {
    const at = known.findIndex((todo) => todo.title === title);
    const [todo] = at === -1 ? [] : known.splice(at, 1);
    if (todo !== undefined) listed.set(number, todo);
  }
  return listed;
}

/** What the last call of the turn answered with; an archived todo is answered with no record, and known by the id of the call. */
function changedIn(turn: Turn, seen: ReadonlyMap<string, Todo>): Todo[] {
  const round = turn.rounds.at(-1) ?? [];
  const last = round.at(-1);
  if (last === undefined || last.isError || last.name !== "delete_todo") return todosOf(last);
  const archived = round.flatMap(({ input }) => seen.get(String(input["todoId"])) ?? []);
  return archived.map((todo) => ({ ...todo, isArchived: true }));
}
