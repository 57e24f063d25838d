/** A first request: the assistant is asked for a change of the first todo, and asks back before it makes it. */
import { useState } from "preact/hooks";
import { fromHere } from "../../base/routes.ts";
import { zone } from "../../base/zone.ts";
import { useRecords, useStore } from "../../parts/use.ts";
import { describe } from "../../store/describe.ts";
import { once } from "../../store/once.ts";
import { words } from "../../words/index.ts";

export function AskAgent() {
  const store = useStore();
  const { client, todos, agents, chats } = store;
  useRecords(todos);
  useRecords(agents);
  const { agent: text } = words.firstSteps;
  const [asks, setAsks] = useState(true);
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const [todo] = todos.all();
  // A fresh workspace has one agent: the assistant, who answers where nobody else is named.
  const [assistant] = agents.all();
  const begin = async (): Promise<void> => {
    const onward = fromHere();
    if (assistant !== undefined && assistant.requiresApproval !== asks)
      agents.put(await client.updateAgent({ agentId: assistant.id, requiresApproval: asks }));
    const body = { message: text.message(todo?.title ?? ""), timezone: zone.value };
    const chat = await once(store, "first request", body, client.createChat);
    chats.put(chat);
    onward(`/chats/${chat.id}`);
  };
  const ask = (): void => {
    setBusy(true);
    begin()
      .catch((error: unknown) => setProblem(describe(error)))
      .finally(() => setBusy(false));
  };
  if (todo === undefined) return <p>{text.none}</p>;
  return (
    <>
      <blockquote dir="auto">{text.message(todo.title ?? "")}</blockquote>
      <label className="check">
        <input type="checkbox" checked={asks} onInput={(event) => setAsks(event.currentTarget.checked)} />
        <span>{text.asks}</span>
      </label>
      {problem !== null && (
        <p className="problem" role="alert">
          {problem}
        </p>
      )}
      <button type="button" className="primary" disabled={isBusy} onClick={ask}>
        {text.send}
      </button>
    </>
  );
}
