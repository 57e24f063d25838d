/** All open todos, or those of a list: grouped, filtered, with every choice in the address. */
import { useState } from "preact/hooks";
import { go, refine, type Route } from "../../base/routes.ts";
import { Icon } from "../../parts/icons.tsx";
import { lazy } from "../../parts/lazy.tsx";
import { Menu } from "../../parts/menu.tsx";
import { Head } from "../../parts/screen.tsx";
import { useRecords, useStore, useToday } from "../../parts/use.ts";
import type { TodoRow } from "../../store/todo.ts";
import { words } from "../../words/index.ts";
import type { BoardProps } from "../board/board.tsx";
import { Composer } from "./composer.tsx";
import { Chips } from "./filters.tsx";
import { type Filters, filtersOf, passes } from "./filter-rule.ts";
import { type Grouping, groupings, groupRule } from "./groups.ts";
import { TodoList } from "./todo-list.tsx";

const Board = lazy<BoardProps>(async () => (await import("../board/board.tsx")).Board);

export function TodosScreen({ route }: { readonly route: Route }) {
  const store = useStore();
  const today = useToday();
  useRecords(store.lists);
  useRecords(store.agents);
  const listId = route.place === "lists" ? route.id : null;
  const list = listId === null ? undefined : store.lists.get(listId);
  const filters = filtersOf(route.query);
  const by = groupingOf(route.query, listId);
  const lists = store.lists.all();
  const agents = store.agents.all();
  const names = [...lists, ...agents].map(({ id, name }) => id + name).join();
  if (listId !== null && list === undefined) return <Missing />;
  const isHere = (todo: TodoRow): boolean =>
    !todo.isArchived &&
    !todo.isSuggested &&
    (listId === null || todo.todoListId === listId) &&
    passes(todo, filters, today);
  const test = (todo: TodoRow): boolean => todo.status !== "done" && isHere(todo);
  const isBoard = route.query.get("view") === "board";
  const setQuery = (change: Readonly<Record<string, string | null>>): void => refine(withQuery(route, change));
  return (
    <>
      <Head title={list?.name ?? words.places.todos} count={<Count test={test} key={route.href} />}>
        {!isBoard && <GroupMenu by={by} onChoose={(value) => setQuery({ group: value })} />}
        <ViewButton isBoard={isBoard} onChoose={(view) => setQuery({ view })} />
      </Head>
      <div className="above">
        <Composer {...(listId !== null && { preset: { todoListId: listId } })} />
        <Chips filters={filters} lists={listId === null ? lists : []} agents={agents} onSet={setQuery} />
      </div>
      {isBoard ? (
        <Board label={list?.name ?? words.places.todos} test={isHere} given={[route.href, today]} listId={listId} />
      ) : (
        <TodoList
          label={list?.name ?? words.places.todos}
          test={test}
          rule={groupRule(by, { today, lists, agents })}
          given={[route.href, today, names]}
          withoutList={by === "list" || listId !== null}
          empty={<Empty filters={filters} onClear={setQuery} />}
        />
      )}
    </>
  );
}

function groupingOf(query: URLSearchParams, listId: string | null): Grouping {
  const wanted = groupings.find((one) => one === query.get("group"));
  return wanted === undefined || (wanted === "list" && listId !== null) ? "due" : wanted;
}

function withQuery({ href, query }: Route, change: Readonly<Record<string, string | null>>): string {
  const next = new URLSearchParams(query);
  for (const [name, value] of Object.entries(change)) {
    if (value === null) next.delete(name);
    else next.set(name, value);
  }
  const text = next.toString();
  return (href.split("?", 1)[0] ?? "") + (text === "" ? "" : `?${text}`);
}

function GroupMenu({ by, onChoose }: { readonly by: Grouping; readonly onChoose: (by: Grouping) => void }) {
  return (
    <Menu
      label={words.groupBy(words.groupings[by])}
      className="outlined"
      chosen={by}
      choices={groupings.map((value) => ({ value, label: words.groupings[value] }))}
      onChoose={onChoose}
    >
      <span className="soft wide">{words.groupByShort}</span> {words.groupings[by]} <Icon name="down" size={14} />
    </Menu>
  );
}

/** From the list to the board and back; the address says which. */
function ViewButton({
  isBoard,
  onChoose,
}: {
  readonly isBoard: boolean;
  readonly onChoose: (view: string | null) => void;
}) {
  return (
    <button type="button" className="outlined" onClick={() => onChoose(isBoard ? null : "board")}>
      <Icon name={isBoard ? "list" : "board"} /> {isBoard ? words.views.list : words.views.board}
    </button>
  );
}

/** How many there are; drawn by itself, so that a change elsewhere draws no list. */
function Count({ test }: { readonly test: (todo: TodoRow) => boolean }) {
  const { todos } = useStore();
  useRecords(todos);
  const [format] = useState(() => new Intl.NumberFormat());
  return <>{format.format(todos.all().filter(test).length)}</>;
}

function Empty({
  filters,
  onClear,
}: {
  readonly filters: Filters;
  readonly onClear: (change: Record<string, null>) => void;
}) {
  const names = Object.keys(filters);
  if (names.length === 0) return <p className="empty">{words.empty.todos}</p>;
  return (
    <div className="empty">
      <p>{words.empty.filtered}</p>
      <button
        type="button"
        className="outlined"
        onClick={() => onClear(Object.fromEntries(names.map((name) => [name, null])))}
      >
        {words.empty.clear}
      </button>
    </div>
  );
}

function Missing() {
  return (
    <>
      <Head title={words.places.lists} />
      <div className="empty">
        <p>{words.empty.list}</p>
        <button type="button" className="outlined" onClick={() => go("/todos")}>
          {words.places.todos}
        </button>
      </div>
    </>
  );
}
