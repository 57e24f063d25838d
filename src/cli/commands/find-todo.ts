/** The todo that a person means: by its id, by the beginning of it, or by words of its title. */
import { operationById, type OutputOf } from "../../schema/operations/index.ts";
import { usage } from "../ports/failure.ts";
import type { Api } from "../session/api.ts";
import { plain } from "../output/text.ts";

export type Todo = OutputOf<"getTodo">;

const wholeId = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const beginningOfId = /^[0-9a-f]{4,8}(?:-[0-9a-f-]*)?$/i;
/** How many are named when several would do. */
const named = 5;

/** Finds it among the open todos; an id finds any. Throws a usage failure that names the candidates when no or several todos suit. */
export async function findTodo(api: Api, words: string): Promise<Todo> {
  if (wholeId.test(words)) return (await api.call(operationById("getTodo"), { todoId: words })) as Todo;
  const byId = beginningOfId.test(words) ? await withId(api, words) : [];
  const found = byId.length > 0 ? byId : await withTitle(api, words);
  const [only, ...others] = found;
  if (only === undefined) throw usage(`No open todo is called "${words}".`, "dayshift todos list --status active");
  if (others.length > 0) throw several(words, found);
  return only;
}

async function withId(api: Api, beginning: string): Promise<readonly Todo[]> {
  const found: Todo[] = [];
  for await (const page of pages(api, {}))
    found.push(...page.filter(({ id }) => id.startsWith(beginning.toLowerCase())));
  return found;
}

/** Those with exactly this title, else those whose title has the words. */
async function withTitle(api: Api, words: string): Promise<readonly Todo[]> {
  const wanted = words.trim().toLowerCase();
  const found: Todo[] = [];
  for await (const page of pages(api, { query: words }))
    found.push(...page.filter(({ title }) => title?.toLowerCase().includes(wanted)));
  const exact = found.filter(({ title }) => title?.toLowerCase() === wanted);
  return exact.length > 0 ? exact : found;
}

/** The open todos, page by page. */
async function* pages(api: Api, filter: { readonly query?: string }): AsyncGenerator<readonly Todo[]> {
  let cursor: string | null = null;
  do {
    const asked = { ...filter, status: "active", limit: 100, ...(cursor !== null && { cursor }) };
    const page = (await api.call(operationById("listTodos"), asked)) as OutputOf<"listTodos">;
    yield page.data;
    cursor = page.nextCursor;
  } while (cursor !== null);
}

function several(words: string, found: readonly Todo[]): Error {
  const lines = found.slice(0, named).map(({ id, title }) => `${id}  ${plain(title ?? "")}`);
  const more = found.length > named ? [`and ${found.length - named} more`] : [];
  return usage(
    `"${words}" may be any of ${found.length} todos: give an id, or more words.`,
    [...lines, ...more].join("\n  "),
  );
}
