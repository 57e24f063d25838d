/** What the service finds by words that the page does not hold: texts of todos, notes, recordings and chats. */
import { useEffect, useState } from "preact/hooks";
import { go, goOver } from "../base/routes.ts";
import { useStore } from "../parts/use.ts";
import type { Store } from "../store/store.ts";
import { words } from "../words/index.ts";
import type { Command } from "./commands.ts";

const most = 8;
/** In milliseconds: what is typed on is not asked for. */
const pause = 180;

/** What was found for the text; empty until the service has answered. */
export function useServiceSearch(text: string, isOn: boolean): readonly Command[] {
  const store = useStore();
  const [found, setFound] = useState<{ readonly text: string; readonly commands: readonly Command[] } | null>(null);
  const query = text.trim();
  useEffect(() => {
    if (!isOn || query.length < 2) return undefined;
    let isWanted = true;
    const cancel = store.ports.later(pause, () => {
      void search(store, query).then((commands) => isWanted && setFound({ text: query, commands }));
    });
    return () => {
      isWanted = false;
      cancel();
    };
  }, [query, isOn]);
  return isOn && found?.text === query ? found.commands : [];
}

/** Each kind by itself: a caller who may not see one of them gets the others. */
async function search({ client }: Store, query: string): Promise<Command[]> {
  const asked = { query, limit: most } as const;
  const kinds = await Promise.all([
    client
      .listTodos(asked)
      .then(
        ({ data }) =>
          data.map(({ id, title }) => command(`todo-${id}`, title, words.kinds.todo, () => goOver(`/todos/${id}`))),
        none,
      ),
    client
      .listCaptures(asked)
      .then(
        ({ data }) =>
          data.map(({ id, title, type }) =>
            command(`capture-${id}`, title, words.captures[type], () => go(`/captures/${id}`)),
          ),
        none,
      ),
    client
      .listChats(asked)
      .then(
        ({ data }) =>
          data.map(({ id, title }) => command(`chat-${id}`, title, words.chat.open, () => go(`/chats/${id}`))),
        none,
      ),
  ]);
  return kinds.flat();
}

const none = (): Command[] => [];

function command(id: string, title: string | null, kind: string, run: () => void): Command {
  return { id, label: title ?? words.untitled, kind, run };
}
