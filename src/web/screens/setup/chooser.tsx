/** One of several choices, with the fields that it takes: tried before it is used, and used all the same where one insists. */
import type { ComponentChildren, TargetedSubmitEvent } from "preact";
import { useEffect, useState } from "preact/hooks";
import { describe } from "../../store/describe.ts";
import { words } from "../../words/index.ts";

export interface Option {
  readonly id: string;
  readonly label: string;
  readonly hint?: string;
}

/** What came of trying a choice. */
export interface Outcome {
  readonly facts: readonly string[];
  /** What stands in the way; null for nothing. */
  readonly problem: string | null;
}

export interface ChooserProps<Choice extends Option, Update> {
  readonly title: string;
  /** Said while `find` looks, and while a choice is tried. */
  readonly looking: string;
  readonly trying: string;
  readonly find: () => Promise<readonly Choice[]>;
  readonly fields: (choice: Choice) => ComponentChildren;
  readonly updateOf: (choice: Choice, fields: Readonly<Record<string, string>>) => Update;
  /** Whether there is something to try before it is used. */
  readonly isTried: (choice: Choice) => boolean;
  readonly test: (update: Update) => Promise<Outcome>;
  /** Uses it, and says so to who shows the chooser. */
  readonly use: (update: Update) => Promise<void>;
}

type Step<Update> =
  | { readonly kind: "choosing" }
  | { readonly kind: "trying" }
  | { readonly kind: "tried"; readonly outcome: Outcome; readonly update: Update }
  | { readonly kind: "failed"; readonly reason: string };

export function Chooser<Choice extends Option, Update>(props: ChooserProps<Choice, Update>) {
  const { title, looking, trying, find, fields, updateOf, isTried, test } = props;
  const [choices, setChoices] = useState<readonly Choice[]>([]);
  const [chosen, setChosen] = useState<string | null>(null);
  const [step, setStep] = useState<Step<Update>>({ kind: "choosing" });
  useEffect(() => void find().then(setChoices), []);
  const choice = choices.find(({ id }) => id === chosen) ?? choices[0];
  if (choice === undefined) return <p className="soft">{looking}</p>;
  const fail = (error: unknown): void => setStep({ kind: "failed", reason: describe(error) });
  const use = (update: Update): void => void props.use(update).catch(fail);
  const submit = (event: TargetedSubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const given = Object.fromEntries(new FormData(event.currentTarget)) as Record<string, string>;
    const update = updateOf(choice, given);
    if (!isTried(choice)) return use(update);
    setStep({ kind: "trying" });
    test(update).then((outcome) => {
      if (outcome.problem === null) use(update);
      setStep({ kind: "tried", outcome, update });
    }, fail);
  };
  return (
    <form className="form who-answers" onSubmit={submit} aria-label={title}>
      <fieldset>
        <legend className="unseen">{title}</legend>
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
      <div key={choice.id}>{fields(choice)}</div>
      <Result step={step} trying={trying} onUse={use} />
      <button type="submit" className="primary" disabled={step.kind === "trying"}>
        {isTried(choice) ? words.model.tryAndUse : words.model.use}
      </button>
    </form>
  );
}

interface ResultProps<Update> {
  readonly step: Step<Update>;
  readonly trying: string;
  readonly onUse: (update: Update) => void;
}

/** What came of trying it. */
function Result<Update>({ step, trying, onUse }: ResultProps<Update>) {
  if (step.kind === "choosing") return null;
  if (step.kind === "trying") {
    return (
      <p className="working soft" role="status">
        <span className="pulse" /> {trying}
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
  const { outcome, update } = step;
  return (
    <>
      {outcome.facts.length > 0 && (
        <ul className="facts" role="status">
          {outcome.facts.map((fact) => (
            <li key={fact}>{fact}</li>
          ))}
        </ul>
      )}
      {outcome.problem !== null && (
        <div role="alert">
          <p className="problem">{outcome.problem}</p>
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
