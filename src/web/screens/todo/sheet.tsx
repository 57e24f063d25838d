/** A todo in full: a sheet over where one was, or a page when come to directly. Read when opened; its title and states come from the page's memory. */
import { useEffect, useRef, useState } from "preact/hooks";
import type { Todo } from "../../../schema/todo.ts";
import { leaveTo, type Route } from "../../base/routes.ts";
import { momentInWords } from "../../parts/due.tsx";
import { useFocusBack } from "../../parts/focus.ts";
import { Icon } from "../../parts/icons.tsx";
import { lazy } from "../../parts/lazy.tsx";
import { Menu } from "../../parts/menu.tsx";
import { Loading, NotRead } from "../../parts/screen.tsx";
import { useTargets } from "../../parts/targets.ts";
import { useKeys, useRecord, useStore } from "../../parts/use.ts";
import { describe } from "../../store/describe.ts";
import { toRow, type TodoRow } from "../../store/todo.ts";
import { words } from "../../words/index.ts";
import { todoKeys } from "../../parts/todo-keys.ts";
import type { ScheduleProps } from "../schedules/todo-schedule.tsx";
import { Archived, useRestore } from "./archived.tsx";
import type { BodyProps } from "./body.tsx";
import { Fields } from "./fields.tsx";
import { TodoHistory } from "./history.tsx";
import type { OriginProps } from "./origin.tsx";
import type { RunsProps } from "./runs.tsx";
import { Title } from "./title.tsx";

const Body = lazy<BodyProps>(async () => (await import("./body.tsx")).Body);
const Origin = lazy<OriginProps>(async () => (await import("./origin.tsx")).Origin);
const Runs = lazy<RunsProps>(async () => (await import("./runs.tsx")).Runs);
const TodoSchedule = lazy<ScheduleProps>(async () => (await import("../schedules/todo-schedule.tsx")).TodoSchedule);

export function TodoSheet({ route, id }: { readonly route: Route; readonly id: string }) {
  const store = useStore();
  const row = useRecord(store.todos, id);
  const { full, problem, read, setFull } = useFull(id, row);
  const close = (): void => leaveTo("/todos");
  const box = useRef<HTMLElement>(null);
  const keys = row === undefined ? {} : todoKeys(store, [id]);
  // What is archived already is not archived again.
  useKeys({
    ...keys,
    ...(row?.isArchived === true && { Backspace: () => undefined }),
    Escape: close,
    e: () => focusTitle(box.current),
  });
  useFocusBack(id);
  useTargets([id]);
  useEffect(() => {
    if (route.query.get("edit") === "title") focusTitle(box.current);
    else box.current?.focus();
  }, [id]);
  const shown = row ?? (full === null ? undefined : toRow(full));
  const wasThere = useRef<string | null>(null);
  if (row !== undefined) wasThere.current = id;
  const isReading = full === null && problem === null;
  const isGone = row === undefined && wasThere.current === id;
  return (
    <section className="sheet" ref={box} tabIndex={-1} aria-label={shown?.title ?? words.untitled}>
      <header>
        <button type="button" className="bare" onClick={close} aria-label={words.close}>
          <Icon name="back" />
        </button>
        <span className="grow" />
        {shown !== undefined && !isGone && <SheetMenu todo={shown} onGone={close} />}
      </header>
      <div className="sheet-body">
        {problem !== null && <NotRead reason={problem} onRetry={read} />}
        {isGone && (
          <p className="problem" role="alert">
            {words.todo.gone}
          </p>
        )}
        {shown === undefined ? (
          isReading && <Loading />
        ) : (
          <>
            {shown.isArchived && !isGone && <Archived todo={shown} />}
            <Title todo={shown} />
            <Fields todo={shown} />
            {shown.captureId !== null && <Origin key={`origin-${id}`} todo={shown} captureId={shown.captureId} />}
            {full === null ? (
              isReading && <Loading />
            ) : (
              <Body key={id} todo={full} canWrite={!isGone} onSaved={setFull} />
            )}
            {!isGone && <TodoSchedule key={`schedule-${id}`} todo={shown} marked={route.query.get("occurrence")} />}
            {hasRuns(shown) && <Runs key={`runs-${id}`} todo={shown} />}
            <TodoHistory key={`history-${id}`} todo={shown} />
            <footer className="soft">
              {words.todo.times(momentInWords(shown.createdAt), momentInWords(shown.updatedAt))}
            </footer>
          </>
        )}
      </div>
    </section>
  );
}

/** Whether agents work on it, have, or will. */
function hasRuns({ assignees, latestRun, nextRunAt }: TodoRow): boolean {
  return latestRun !== null || nextRunAt !== null || assignees.some(({ type }) => type === "agent");
}

function focusTitle(box: HTMLElement | null): void {
  const field = box?.querySelector<HTMLTextAreaElement>("textarea.title");
  field?.focus();
  field?.select();
}

/** The whole todo, read again when it was changed elsewhere. */
function useFull(id: string, row: TodoRow | undefined) {
  const { client, caughtUp } = useStore();
  const [full, setFull] = useState<Todo | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const isCurrent = full !== null && full.id === id;
  const version = row?.updatedAt;
  const [attempt, setAttempt] = useState(0);
  const read = (): void => setAttempt((count) => count + 1);
  useEffect(() => caughtUp.subscribe(read), []);
  useEffect(() => {
    if (isCurrent && (version === undefined || version <= full.updatedAt)) return undefined;
    let isWanted = true;
    setProblem(null);
    client.getTodo({ todoId: id }).then(
      (todo) => isWanted && setFull(todo),
      (error: unknown) => isWanted && setProblem(describe(error)),
    );
    return () => void (isWanted = false);
  }, [id, version, attempt]);
  /** Of a todo that is not shown any more nothing is. */
  const show = (todo: Todo): void => setFull((shown) => (shown?.id === todo.id ? todo : shown));
  return { full: isCurrent ? full : null, problem, read, setFull: show };
}

function SheetMenu({ todo, onGone }: { readonly todo: TodoRow; readonly onGone: () => void }) {
  const { actions } = useStore();
  const restore = useRestore(todo);
  const { id } = todo;
  const isDone = todo.status === "done";
  const choices = [
    { value: "done", label: isDone ? words.actions.reopen : words.actions.done, keyName: "D" },
    todo.isArchived
      ? { value: "restore", label: words.archive.restore }
      : { value: "archive", label: words.actions.archive, keyName: "⌫" },
  ];
  const run = (value: string): void => {
    if (value === "done") return actions.toggleDone([id]);
    if (value === "restore") return restore();
    actions.archive([id], actions.labelOf(words.done.archived, [id]));
    onGone();
  };
  return (
    <Menu label={words.actions.more} className="bare" choices={choices} onChoose={run}>
      <Icon name="more" />
    </Menu>
  );
}
