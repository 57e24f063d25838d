/** The second question of a new service: who turns speech into text? Skipped where the environment has said so. */
import { useEffect, useState } from "preact/hooks";
import { useStore } from "../../parts/use.ts";
import { words } from "../../words/index.ts";
import type { SpeechSettings } from "./speech-choices.ts";
import { WhoListens } from "./who-listens.tsx";

export function SpeechQuestion({ onDone }: { readonly onDone: () => void }) {
  const { client } = useStore();
  const [used, setUsed] = useState<SpeechSettings | null>(null);
  const [isOpen, setOpen] = useState(false);
  useEffect(() => {
    client.getSpeech().then(({ source }) => (source === "environment" ? onDone() : setOpen(true)), onDone);
  }, []);
  if (!isOpen) return null;
  return (
    <div className="card form">
      <h1>{words.speech.title}</h1>
      {used === null ? (
        <>
          <p className="soft">{words.speech.text}</p>
          <WhoListens now={null} onUsed={setUsed} />
        </>
      ) : (
        <>
          <p role="status">{used.model === null ? words.speech.none : words.speech.inUse(used.model)}</p>
          <button type="button" className="primary" onClick={onDone}>
            {words.model.proceed}
          </button>
        </>
      )}
    </div>
  );
}
