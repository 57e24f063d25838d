/** Archives a list, an agent or a skill, and restores it; each is a step to take back. */
import type { AgentSkill } from "../../schema/agent.ts";
import { words } from "../words/index.ts";
import type { Store } from "./store.ts";
import type { Step } from "./undo.ts";

/** Rejects with the refusal: one that holds todos stays. */
export async function archiveList(store: Store, id: string): Promise<void> {
  await act(store, {
    label: words.about(words.done.archived, nameOf(store, id)),
    redo: () => set(store, id, true),
    undo: () => set(store, id, false),
  });
}

/** Rejects with the refusal. */
export async function restoreList(store: Store, id: string): Promise<void> {
  await act(store, {
    label: words.about(words.archive.restored, nameOf(store, id)),
    redo: () => set(store, id, false),
    undo: () => set(store, id, true),
  });
}

/** Rejects with the refusal. */
export async function archiveAgent(store: Store, id: string): Promise<void> {
  const { client, agents } = store;
  await act(store, {
    label: words.about(words.agents.archived, agents.get(id)?.name ?? ""),
    redo: () => client.deleteAgent({ agentId: id }).then(() => agents.remove(id)),
    undo: () => client.restoreAgent({ agentId: id }).then((agent) => agents.put(agent)),
  });
}

/** Rejects with the refusal. */
export async function archiveSkill(store: Store, agentId: string, { id: skillId, name }: AgentSkill): Promise<void> {
  const { client, agents } = store;
  const setSkill = async (archived: boolean): Promise<void> => {
    await client.updateAgentSkill({ agentId, skillId, archived });
    agents.put(await client.getAgent({ agentId }));
  };
  await act(store, {
    label: words.about(words.agents.archived, name),
    redo: () => setSkill(true),
    undo: () => setSkill(false),
  });
}

/** A step to take back at once, as the feed may be quicker than the answer; none of its requests overtakes the one before. */
async function act({ undo, notices, actions }: Store, { label, ...does }: Step): Promise<void> {
  let last: Promise<void> = Promise.resolve();
  const inTurn = (action: () => Promise<void>) => () => (last = last.catch(() => undefined).then(action));
  const step = { label, redo: inTurn(does.redo), undo: inTurn(does.undo) };
  undo.add(step);
  try {
    await step.redo();
  } catch (error) {
    undo.drop(step);
    throw error;
  }
  notices.show({ text: label, isProblem: false, action: actions.undoAction() });
}

function nameOf({ lists }: Store, id: string): string {
  return lists.get(id)?.name ?? "";
}

async function set({ client, lists }: Store, id: string, archived: boolean): Promise<void> {
  lists.put(await client.updateTodoList({ todoListId: id, archived }));
}
