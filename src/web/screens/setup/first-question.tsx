/** The first question of a new service, once it has an owner: who answers? Skipped where the environment has said so. */
import { useEffect, useState } from "preact/hooks";
import { useStore } from "../../parts/use.ts";
import { words } from "../../words/index.ts";
import type { Settings } from "./choices.ts";
import { WhoAnswers } from "./who-answers.tsx";

export function FirstQuestion({ onDone }: { readonly onDone: () => void }) {
  const { client } = useStore();
  const [used, setUsed] = useState<Settings | null>(null);
  const [isOpen, setOpen] = useState(false);
  useEffect(() => {
    client.getModel().then(({ source }) => (source === "environment" ? onDone() : setOpen(true)), onDone);
  }, []);
  if (!isOpen) return null;
  return (
    <div className="card form">
      <h1>{words.model.title}</h1>
      {used === null ? (
        <>
          <p className="soft">{words.model.text}</p>
          <WhoAnswers now={null} onUsed={setUsed} />
        </>
      ) : (
        <>
          <p role="status">{used.model === null ? words.model.nobody : words.model.inUse(used.model)}</p>
          <button type="button" className="primary" onClick={onDone}>
            {words.model.proceed}
          </button>
        </>
      )}
    </div>
  );
}
