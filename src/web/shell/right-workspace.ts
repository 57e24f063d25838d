/**
 * Addresses name a record and no workspace, so that they stay short and true: a link of a colleague, a note on the screen, an entry of a
 * calendar, and Back after another workspace was entered. Where the workspace that is shown has no such record, another one of the
 * person's may have it.
 */
import { useEffect } from "preact/hooks";
import { DayshiftError } from "../../client/errors.ts";
import type { Client } from "../../client/types.ts";
import type { Place } from "../../schema/places.ts";
import { here, type Route } from "../base/routes.ts";
import { useStore, useValue } from "../parts/use.ts";
import type { WorkspaceName } from "../store/session.ts";
import type { Store } from "../store/store.ts";
import { followTo } from "./workspaces.tsx";

interface Kind {
  /** Whether the page has it. */
  readonly isKnown: (store: Store, id: string) => boolean;
  readonly read: (client: Client, id: string) => Promise<unknown>;
}

const kinds: { readonly [P in Place]?: Kind } = {
  todos: {
    isKnown: ({ todos }, id) => todos.get(id) !== undefined,
    read: (client, todoId) => client.getTodo({ todoId }),
  },
  lists: {
    isKnown: ({ lists }, id) => lists.get(id) !== undefined,
    read: (client, todoListId) => client.getTodoList({ todoListId }),
  },
  chats: {
    isKnown: ({ chats }, id) => chats.get(id) !== undefined,
    read: (client, chatId) => client.getChat({ chatId }),
  },
  inbox: {
    isKnown: ({ approvals }, id) => approvals.get(id) !== undefined,
    read: (client, approvalId) => client.getApproval({ approvalId }),
  },
  captures: {
    isKnown: ({ captures }, id) => captures.get(id) !== undefined,
    read: (client, captureId) => client.getCapture({ captureId }),
  },
  agents: {
    isKnown: ({ agents }, id) => agents.get(id) !== undefined,
    read: (client, agentId) => client.getAgent({ agentId }),
  },
};

/** Enters the workspace that has what the address names, where the one that is shown does not have it. */
export function useRightWorkspace(route: Route): void {
  const store = useStore();
  const loading = useValue(store.loading);
  const { place, id, href } = route;
  useEffect(() => {
    const kind = place === null ? undefined : kinds[place];
    if (loading.kind !== "ready" || kind === undefined || id === null || kind.isKnown(store, id)) return;
    void workspaceOf(store, kind, id).then((workspace) => {
      if (workspace !== null && here.value.href === href) followTo(store, workspace);
    });
  }, [store, loading.kind, place, id]);
}

/** Null where the workspace that is shown has it, or none of the person's. */
async function workspaceOf(store: Store, { read }: Kind, id: string): Promise<WorkspaceName | null> {
  const session = store.session.value;
  if (session.kind !== "in" || session.workspaces.length < 2) return null;
  const others = session.workspaces.filter((one) => one.id !== session.workspaceId);
  const statusIn = (client: Client): Promise<number> => statusOf(read(client, id));
  if ((await statusIn(store.client)) !== 404) return null;
  for (const other of others) if ((await statusIn(store.clientOf(other.id))) === 200) return other;
  return null;
}

/** 0 where the service did not answer. */
function statusOf(answer: Promise<unknown>): Promise<number> {
  return answer.then(
    () => 200,
    (error: unknown) => (error instanceof DayshiftError ? error.status : 0),
  );
}
