/** Who answers in chats and works for schedules, and whether speech is understood, as the service is set up now. */
import { useEffect, useState } from "preact/hooks";
import type { Capabilities } from "../../../schema/app.ts";
import { useStore } from "../../parts/use.ts";
import { words } from "../../words/index.ts";

export function WhoAnswers() {
  const { client } = useStore();
  const [service, setService] = useState<Capabilities | null>(null);
  useEffect(() => {
    client.getCapabilities().then(setService, () => setService(null));
  }, []);
  if (service === null) return null;
  const { answers } = words.firstSteps;
  return (
    <>
      <p>{service.model.kind === "builtin" ? answers.builtin : answers.model(service.model.name)}</p>
      <p>{service.transcription ? answers.speech : answers.noSpeech}</p>
      <p className="soft">
        {answers.how} <code>DAYSHIFT_MODEL</code>, <code>DAYSHIFT_TRANSCRIBE_MODEL</code>
      </p>
    </>
  );
}
