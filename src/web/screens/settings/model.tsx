/** Who answers: operators of the service choose. */
import { useState } from "preact/hooks";
import { useStore } from "../../parts/use.ts";
import { words } from "../../words/index.ts";
import type { Settings } from "../setup/choices.ts";
import { WhoAnswers } from "../setup/who-answers.tsx";
import { Part } from "./part.tsx";
import { useReading } from "../../parts/use-reading.ts";

export function ModelCard() {
  const { client } = useStore();
  const { value: now, failure, isForbidden, set } = useReading<Settings>(() => client.getModel(), []);
  const [isChanging, setChanging] = useState(false);
  const used = (settings: Settings): void => (set(settings), setChanging(false));
  return (
    <Part id="model" title={words.model.title} failure={failure}>
      {isForbidden && <p className="soft">{words.model.operatorsOnly}</p>}
      {now !== null && <Now now={now} isChanging={isChanging} onChange={() => setChanging(true)} onUsed={used} />}
    </Part>
  );
}

interface NowProps {
  readonly now: Settings;
  readonly isChanging: boolean;
  readonly onChange: () => void;
  readonly onUsed: (settings: Settings) => void;
}

function Now({ now, isChanging, onChange, onUsed }: NowProps) {
  return (
    <>
      <p dir="auto">{now.model === null ? words.model.nobody : words.model.inUse(now.model)}</p>
      {now.provider === "openai-compatible" && now.baseUrl !== null && (
        <p className="soft">{words.model.where(new URL(now.baseUrl).host)}</p>
      )}
      {now.contextTokens !== null && <p className="soft">{words.model.window(now.contextTokens)}</p>}
      {now.source === "environment" && <p className="soft">{words.model.byEnvironment}</p>}
      {isChanging ? (
        <WhoAnswers now={now} onUsed={onUsed} />
      ) : (
        now.source !== "environment" && (
          <p className="buttons">
            <button type="button" className="outlined" onClick={onChange}>
              {words.model.change}
            </button>
          </p>
        )
      )}
    </>
  );
}
