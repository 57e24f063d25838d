/** Who answers, for the operators of the service; nothing for anybody else. */
import { useEffect, useState } from "preact/hooks";
import { useStore } from "../../parts/use.ts";
import { words } from "../../words/index.ts";
import type { Settings } from "../setup/choices.ts";
import { WhoAnswers } from "../setup/who-answers.tsx";

export function ModelCard() {
  const { client } = useStore();
  const [now, setNow] = useState<Settings | null>(null);
  const [isChanging, setChanging] = useState(false);
  useEffect(() => {
    client.getModel().then(setNow, () => undefined);
  }, []);
  if (now === null) return null;
  const used = (settings: Settings): void => (setNow(settings), setChanging(false));
  return (
    <section className="card">
      <h2>{words.model.title}</h2>
      <p dir="auto">{now.model === null ? words.model.nobody : words.model.inUse(now.model)}</p>
      {now.provider === "openai-compatible" && now.baseUrl !== null && (
        <p className="soft">{words.model.where(new URL(now.baseUrl).host)}</p>
      )}
      {now.contextTokens !== null && <p className="soft">{words.model.window(now.contextTokens)}</p>}
      {now.source === "environment" && <p className="soft">{words.model.byEnvironment}</p>}
      {isChanging ? (
        <WhoAnswers now={now} onUsed={used} />
      ) : (
        now.source !== "environment" && (
          <p className="buttons">
            <button type="button" className="outlined" onClick={() => setChanging(true)}>
              {words.model.change}
            </button>
          </p>
        )
      )}
    </section>
  );
}
