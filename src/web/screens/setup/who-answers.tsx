/** Who answers? A model on this machine, one at a provider, or simple rules: tried before it is used. */
import { useStore } from "../../parts/use.ts";
import { words } from "../../words/index.ts";
import { type Choice, choicesOf, type Settings, type Trial, type Update, updateOf } from "./choices.ts";
import { Chooser } from "./chooser.tsx";
import { ModelFields } from "./model-fields.tsx";

export interface WhoAnswersProps {
  /** What is in use; null while nothing was set. */
  readonly now: Settings | null;
  readonly onUsed: (settings: Settings) => void;
}

export function WhoAnswers({ now, onUsed }: WhoAnswersProps) {
  const { client } = useStore();
  const find = async (): Promise<Choice[]> =>
    choicesOf((await client.findModels().catch(() => ({ servers: [] }))).servers);
  return (
    <Chooser<Choice, Update>
      title={words.model.title}
      looking={words.model.looking}
      trying={words.model.trying}
      find={find}
      fields={(choice) => <ModelFields choice={choice} now={now} />}
      updateOf={updateOf}
      isTried={({ provider }) => provider !== "builtin"}
      test={async (update) => {
        const trial = await client.testModel(update);
        return { facts: factsOf(trial), problem: trial.problem };
      }}
      use={async (update) => onUsed(await client.updateModel(update))}
    />
  );
}

function factsOf({ toolCall, contextTokens, tokensPerSecond }: Trial): string[] {
  return [
    ...(toolCall ? [words.model.tools] : []),
    ...(contextTokens === null ? [] : [words.model.window(contextTokens)]),
    ...(tokensPerSecond === null ? [] : [words.model.speed(tokensPerSecond)]),
  ];
}
