/** What the person was notified of, the newest first; looking at one reads it. */
import { useEffect, useState } from "preact/hooks";
import type { Notification } from "../../../schema/notification.ts";
import { go } from "../../base/routes.ts";
import { momentInWords } from "../../parts/due.tsx";
import { NotRead } from "../../parts/screen.tsx";
import { useStore, useView } from "../../parts/use.ts";
import { describe } from "../../store/describe.ts";
import type { Store } from "../../store/store.ts";
import { words } from "../../words/index.ts";

/** A request is shown as itself. */
const isShown = ({ kind }: Notification): boolean => kind !== "approval_waiting";
const newestFirst = (left: Notification, right: Notification): number => right.createdAt.localeCompare(left.createdAt);

export function Notifications() {
  const store = useStore();
  const { client, notices, notifications, caughtUp } = store;
  const { rows } = useView(notifications, { test: isShown, compare: newestFirst }, []);
  const [problem, setProblem] = useState<string | null>(null);
  const read = (): void => {
    notifications.putPage(client.listNotifications({ limit: 50 })).then(
      () => setProblem(null),
      (error: unknown) => setProblem(describe(error)),
    );
  };
  useEffect(() => (read(), caughtUp.subscribe(read)), []);
  if (rows.length === 0 && problem === null) return null;
  const look = ({ id, todoId, chatId, readAt }: Notification): void => {
    if (readAt === null)
      client.readNotification({ notificationId: id }).then(
        (seen) => notifications.put(seen),
        (error: unknown) => notices.show({ text: describe(error), isProblem: true }),
      );
    if (todoId !== null) go(`/todos/${todoId}`);
    else if (chatId !== null) go(`/chats/${chatId}`);
  };
  return (
    <>
      <h2 className="divider">{words.inbox.notifications}</h2>
      {problem !== null && <NotRead reason={problem} onRetry={read} />}
      <ul className="items">
        {rows.map((one) => (
          <li key={one.id}>
            <button type="button" className={one.readAt === null ? "unread" : ""} onClick={() => look(one)}>
              <span dir="auto">{inWords(store, one)}</span>
              <span className="soft second">
                <span className="clip grow" dir="auto">
                  {one.text ?? ""}
                </span>
                <span>{momentInWords(one.createdAt)}</span>
              </span>
            </button>
          </li>
        ))}
      </ul>
    </>
  );
}

/** In the language of the page; as the service has it where the page does not know the todo. */
function inWords({ agents, todos }: Store, { kind, title, agentId, todoId }: Notification): string {
  const todo = todos.get(todoId ?? "")?.title ?? null;
  if (todo === null || kind === "approval_waiting") return title;
  return words.notified[kind](agents.get(agentId ?? "")?.name ?? words.inbox.anAgent, words.quoted(todo));
}
