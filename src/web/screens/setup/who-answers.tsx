/** Who answers? A model on this machine, one at a provider, or simple rules: tried before it is used. */
import type { TargetedSubmitEvent } from "preact";
import { useEffect, useState } from "preact/hooks";
import { useStore } from "../../parts/use.ts";
import { describe } from "../../store/describe.ts";
import { words } from "../../words/index.ts";
import { type Choice, choicesOf, type Settings, type Trial, type Update, updateOf } from "./choices.ts";
import { ModelFields } from "./model-fields.tsx";

export interface WhoAnswersProps {
  /** What is in use; null while nothing was set. */
  readonly now: Settings | null;
  readonly onUsed: (settings: Settings) => void;
}

type Step =
  | { readonly kind: "choosing" }
  | { readonly kind: "trying" }
  | { readonly kind: "tried"; readonly trial: Trial; readonly update: Update }
  | { readonly kind: "failed"; readonly reason: string };

export function WhoAnswers({ now, onUsed }: WhoAnswersProps) {
  const { client } = useStore();
  const [choices, setChoices] = useState<readonly Choice[] | null>(null);
  const [chosen, setChosen] = useState<string | null>(null);
  const [step, setStep] = useState<Step>({ kind: "choosing" });
  useEffect(() => {
    client.findModels().then(
      ({ servers }) => setChoices(choicesOf(servers)),
      () => setChoices(choicesOf([])),
    );
  }, []);
  const choice = choices?.find(({ id }) => id === chosen) ?? choices?.[0] ?? null;
  const fail = (error: unknown): void => setStep({ kind: "failed", reason: describe(error) });
  const use = (update: Update): void => void client.updateModel(update).then(onUsed, fail);
  const submit = (event: TargetedSubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    if (choice === null) return;
    const fields = Object.fromEntries(new FormData(event.currentTarget)) as Record<string, string>;
    const update = updateOf(choice, fields);
    if (update.provider === "builtin") return use(update);
    setStep({ kind: "trying" });
    client.testModel(update).then((trial) => {
      if (trial.problem === null) use(update);
      setStep({ kind: "tried", trial, update });
    }, fail);
  };
  if (choices === null || choice === null) return <p className="soft">{words.model.looking}</p>;
  const isBusy = step.kind === "trying";
  return (
    <form className="form who-answers" onSubmit={submit} aria-label={words.model.title}>
      <fieldset>
        <legend className="unseen">{words.model.title}</legend>
        {choices.map((one) => (
          <label key={one.id} className="option">
            <input
              type="radio"
              name="choice"
              checked={one.id === choice.id}
              onInput={() => (setChosen(one.id), setStep({ kind: "choosing" }))}
            />
            <span>
              {one.label}
              {one.hint !== undefined && <small>{one.hint}</small>}
            </span>
          </label>
        ))}
      </fieldset>
      <ModelFields key={choice.id} choice={choice} now={now} />
      <Outcome step={step} onUse={use} />
      <button type="submit" className="primary" disabled={isBusy}>
        {choice.provider === "builtin" ? words.model.use : words.model.tryAndUse}
      </button>
    </form>
  );
}

/** What came of trying it. */
function Outcome({ step, onUse }: { readonly step: Step; readonly onUse: (update: Update) => void }) {
  if (step.kind === "choosing") return null;
  if (step.kind === "trying") {
    return (
      <p className="working soft" role="status">
        <span className="pulse" /> {words.model.trying}
      </p>
    );
  }
  if (step.kind === "failed") {
    return (
      <p className="problem" role="alert">
        {step.reason}
      </p>
    );
  }
  const { trial, update } = step;
  return (
    <>
      <TrialFacts trial={trial} />
      {trial.problem !== null && (
        <div role="alert">
          <p className="problem">{trial.problem}</p>
          <p className="buttons">
            <button type="button" className="outlined" onClick={() => onUse(update)}>
              {words.model.useAnyway}
            </button>
          </p>
        </div>
      )}
    </>
  );
}

function TrialFacts({ trial: { toolCall, contextTokens, tokensPerSecond } }: { readonly trial: Trial }) {
  return (
    <ul className="facts" role="status">
      {toolCall && <li>{words.model.tools}</li>}
      {contextTokens !== null && <li>{words.model.window(contextTokens)}</li>}
      {tokensPerSecond !== null && <li>{words.model.speed(tokensPerSecond)}</li>}
    </ul>
  );
}
