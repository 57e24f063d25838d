/** Who turns speech into text: operators of the service choose. */
import { useState } from "preact/hooks";
import { useStore } from "../../parts/use.ts";
import { words } from "../../words/index.ts";
import type { SpeechSettings } from "../setup/speech-choices.ts";
import { WhoListens } from "../setup/who-listens.tsx";
import { Part } from "./part.tsx";
import { useReading } from "../../parts/use-reading.ts";

/** `onChanged`: what the service can do is another thing now. */
export function SpeechCard({ onChanged }: { readonly onChanged: () => void }) {
  const { client } = useStore();
  const { value: now, failure, isForbidden, set } = useReading<SpeechSettings>(() => client.getSpeech(), []);
  const [isChanging, setChanging] = useState(false);
  const used = (settings: SpeechSettings): void => (set(settings), setChanging(false), onChanged());
  return (
    <Part id="speech" title={words.speech.title} failure={failure}>
      {isForbidden && <p className="soft">{words.model.operatorsOnly}</p>}
      {now !== null && <Now now={now} isChanging={isChanging} onChange={() => setChanging(true)} onUsed={used} />}
    </Part>
  );
}

interface NowProps {
  readonly now: SpeechSettings;
  readonly isChanging: boolean;
  readonly onChange: () => void;
  readonly onUsed: (settings: SpeechSettings) => void;
}

function Now({ now: settings, isChanging, onChange, onUsed }: NowProps) {
  const { model, baseUrl, source } = settings;
  return (
    <>
      <p dir="auto">{model === null ? words.speech.none : words.speech.inUse(model)}</p>
      {baseUrl !== null && <p className="soft">{words.model.where(new URL(baseUrl).host)}</p>}
      {model !== null && <p className="soft">{words.speech.earlier}</p>}
      {source === "environment" && <p className="soft">{words.speech.byEnvironment}</p>}
      {isChanging && <WhoListens now={settings} onUsed={onUsed} />}
      {!isChanging && source !== "environment" && (
        <p className="buttons">
          <button type="button" className="outlined" onClick={onChange}>
            {words.model.change}
          </button>
        </p>
      )}
    </>
  );
}
