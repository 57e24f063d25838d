/** Who turns speech into text? A server on this machine, one elsewhere, or nobody: tried before it is used. */
import { useStore } from "../../parts/use.ts";
import { words } from "../../words/index.ts";
import { Field } from "../sign-in/form.tsx";
import { Chooser } from "./chooser.tsx";
import { ModelName } from "./model-name.tsx";
import {
  type SpeechChoice,
  speechChoicesOf,
  type SpeechSettings,
  type SpeechUpdate,
  speechUpdateOf,
} from "./speech-choices.ts";

export interface WhoListensProps {
  /** What is in use; null while nothing was set. */
  readonly now: SpeechSettings | null;
  readonly onUsed: (settings: SpeechSettings) => void;
}

export function WhoListens({ now, onUsed }: WhoListensProps) {
  const { client } = useStore();
  const find = async (): Promise<SpeechChoice[]> =>
    speechChoicesOf((await client.findSpeech().catch(() => ({ servers: [] }))).servers);
  return (
    <Chooser<SpeechChoice, SpeechUpdate>
      title={words.speech.title}
      looking={words.speech.looking}
      trying={words.speech.trying}
      find={find}
      fields={(choice) => <SpeechFields choice={choice} now={now} />}
      updateOf={speechUpdateOf}
      isTried={({ provider }) => provider !== "none"}
      test={async (update) => {
        const { problem } = await client.testSpeech(update);
        return problem === null
          ? { facts: [words.speech.works], problem }
          : { facts: [], problem: words.speech.problems[problem] };
      }}
      use={async (update) => onUsed(await client.updateSpeech(update))}
    />
  );
}

function SpeechFields({ choice, now }: { readonly choice: SpeechChoice; readonly now: SpeechSettings | null }) {
  const { provider, baseUrl, models, takes } = choice;
  if (provider === "none") return null;
  const isSame = now?.provider === provider && (baseUrl === null || baseUrl === now.baseUrl);
  const hasKey = isSame && now.hasKey;
  const { key, keyHint, keyIsSet, address } = words.model;
  const usual = models.length > 0 ? "" : "whisper-1";
  return (
    <>
      {takes.address && (
        <Field
          label={address}
          name="address"
          required
          maxLength={2000}
          defaultValue={isSame ? (now.baseUrl ?? "") : ""}
        />
      )}
      {takes.key && (
        <Field
          label={key}
          name="key"
          type="password"
          autocomplete="off"
          maxLength={1000}
          required={!takes.address && !hasKey}
          hint={hasKey ? keyIsSet : keyHint}
        />
      )}
      <ModelName models={models} usual={isSame ? (now.model ?? usual) : usual} hint={words.speech.nameHint} />
    </>
  );
}
