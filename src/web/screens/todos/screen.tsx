/** All open todos, or those of a list: grouped, filtered, with every choice in the address. */
import { useState } from "preact/hooks";
import { addDays } from "../../base/days.ts";
import { refine, type Route } from "../../base/routes.ts";
import { Icon } from "../../parts/icons.tsx";
import { lazy } from "../../parts/lazy.tsx";
import { Menu } from "../../parts/menu.tsx";
import { Head } from "../../parts/screen.tsx";
import { openList } from "../../parts/ui.ts";
import { useRecords, useStore, useToday } from "../../parts/use.ts";
import type { TodoRow } from "../../store/todo.ts";
import { words } from "../../words/index.ts";
import type { BoardProps } from "../board/board.tsx";
import type { CalendarProps } from "../calendar/calendar.tsx";
import { Composer } from "./composer.tsx";
import { Chips, Empty } from "./filters.tsx";
import { filtersOf, passes } from "./filter-rule.ts";
import { boardGroupings, type Grouping, groupings, groupRule } from "./groups.ts";
import { TodoList } from "./todo-list.tsx";

const Board = lazy<BoardProps>(async () => (await import("../board/board.tsx")).Board);
const ArchivedList = lazy<{ readonly id: string }>(async () => (await import("./list-away.tsx")).ArchivedList);
const UnknownList = lazy<{ readonly id: string }>(async () => (await import("./list-away.tsx")).UnknownList);
const Calendar = lazy<CalendarProps>(async () => (await import("../calendar/calendar.tsx")).Calendar);

const views = ["list", "board", "calendar"] as const;
type View = (typeof views)[number];

/** The day that the address names; null for none, or one that does not exist. */
function dayIn(query: URLSearchParams): string | null {
  const day = query.get("day") ?? "";
  return /^\d{4}-\d{2}-\d{2}$/.test(day) && addDays(day, 0) === day ? day : null;
}

export function TodosScreen({ route }: { readonly route: Route }) {
  const store = useStore();
  const today = useToday();
  useRecords(store.lists);
  useRecords(store.agents);
  const listId = route.place === "lists" ? route.id : null;
  const list = listId === null ? undefined : store.lists.get(listId);
  const filters = filtersOf(route.query);
  const view = views.find((one) => one === route.query.get("view")) ?? "list";
  const by = groupingOf(groupings, route.query, listId);
  const boardBy = groupingOf(boardGroupings, route.query, listId);
  const lists = store.lists.all();
  const choices = listId === null ? lists.filter(({ isArchived }) => !isArchived) : [];
  const agents = store.agents.all();
  const names = [...lists, ...agents].map(({ id, name }) => id + name).join();
  const colors = lists.map(({ color }) => color).join();
  if (listId !== null && list === undefined) return <UnknownList id={listId} />;
  const isOfList = (todo: TodoRow): boolean =>
    !todo.isArchived && !todo.isSuggested && (listId === null || todo.todoListId === listId);
  const isHere = (todo: TodoRow): boolean => isOfList(todo) && passes(todo, filters, today);
  const test = (todo: TodoRow): boolean => todo.status !== "done" && isHere(todo);
  const setQuery = (change: Readonly<Record<string, string | null>>): void => refine(withQuery(route, change));
  const empty = list?.isArchived !== true && (
    <Empty
      filters={filters}
      lists={choices}
      agents={agents}
      countOf={(others) =>
        store.todos.all().filter((todo) => todo.status !== "done" && isOfList(todo) && passes(todo, others, today))
          .length
      }
      onSet={setQuery}
    />
  );
  return (
    <>
      <Head title={list?.name ?? words.places.todos} count={<Count test={test} key={route.href} />}>
        {view !== "calendar" && (
          <GroupMenu
            by={view === "board" ? boardBy : by}
            choices={groupingsOf(view === "board" ? boardGroupings : groupings, listId)}
            onChoose={(value) => setQuery({ group: value })}
          />
        )}
        <ViewButtons view={view} onChoose={(one) => setQuery({ view: one === "list" ? null : one })} />
        {listId !== null && (
          <button
            type="button"
            className="bare"
            aria-label={words.lists.change}
            onClick={() => openList.set({ id: listId })}
          >
            <Icon name="more" />
          </button>
        )}
      </Head>
      <div className="above">
        {list?.isArchived === true ? (
          <ArchivedList id={list.id} />
        ) : (
          <Composer {...(listId !== null && { preset: { todoListId: listId } })} />
        )}
        <Chips filters={filters} lists={choices} agents={agents} onSet={setQuery} />
      </div>
      {view === "board" && (
        <Board
          label={list?.name ?? words.places.todos}
          by={boardBy}
          test={isHere}
          given={[route.href, today, names, colors]}
          listId={listId}
          empty={empty}
        />
      )}
      {view === "calendar" && (
        <Calendar
          label={list?.name ?? words.places.todos}
          test={isHere}
          given={[route.href, today]}
          listId={listId}
          isFiltered={Object.keys(filters).length > 0}
          span={route.query.get("span")}
          day={dayIn(route.query)}
          composerOf={(day) => (
            <Composer isAlone preset={{ dueDate: day, ...(listId !== null && { todoListId: listId }) }} />
          )}
          onGo={setQuery}
        />
      )}
      {view === "list" && (
        <TodoList
          label={list?.name ?? words.places.todos}
          test={test}
          rule={groupRule(by, { today, lists, agents })}
          given={[route.href, today, names]}
          withoutList={by === "list" || listId !== null}
          empty={empty}
        />
      )}
    </>
  );
}

/** The grouping that the address names, else the first of those that there are. */
function groupingOf<T extends Grouping>(all: readonly [T, ...T[]], query: URLSearchParams, listId: string | null): T {
  return groupingsOf(all, listId).find((one) => one === query.get("group")) ?? all[0];
}

/** The todos of one list need no groups of lists. */
function groupingsOf<T extends Grouping>(all: readonly T[], listId: string | null): readonly T[] {
  return listId === null ? all : all.filter((one) => one !== "list");
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

interface GroupMenuProps {
  readonly by: Grouping;
  readonly choices: readonly Grouping[];
  readonly onChoose: (by: Grouping) => void;
}

function GroupMenu({ by, choices, onChoose }: GroupMenuProps) {
  return (
    <Menu
      label={words.groupBy(words.groupings[by])}
      className="outlined"
      chosen={by}
      choices={choices.map((value) => ({ value, label: words.groupings[value] }))}
      onChoose={onChoose}
    >
      <span className="soft wide">{words.groupByShort}</span> {words.groupings[by]} <Icon name="down" size={14} />
    </Menu>
  );
}

/** List, board or calendar; the address says which. */
function ViewButtons({ view, onChoose }: { readonly view: View; readonly onChoose: (view: View) => void }) {
  return (
    <span className="segments" role="group" aria-label={words.views.label}>
      {views.map((one) => (
        <button
          key={one}
          type="button"
          aria-pressed={one === view}
          aria-label={words.views[one]}
          title={words.views[one]}
          onClick={() => onChoose(one)}
        >
          <Icon name={one} />
        </button>
      ))}
    </span>
  );
}

/** How many there are; drawn by itself, so that a change elsewhere draws no list. */
function Count({ test }: { readonly test: (todo: TodoRow) => boolean }) {
  const { todos } = useStore();
  useRecords(todos);
  const [format] = useState(() => new Intl.NumberFormat());
  return <>{format.format(todos.all().filter(test).length)}</>;
}
