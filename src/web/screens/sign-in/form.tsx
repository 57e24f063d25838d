/** A form of labelled fields that says what went wrong and keeps what was typed. */
import type { ComponentChildren, TargetedSubmitEvent } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { describe } from "../../store/describe.ts";
import { words } from "../../words/index.ts";

type Fields = Readonly<Record<string, string>>;

export interface FormProps {
  readonly title: string;
  readonly submit: string;
  readonly onSubmit: (fields: Fields) => Promise<void>;
  /** What went wrong, in words for people. */
  readonly whyNot?: (error: unknown) => string;
  /** What is in the fields, whenever something is typed. */
  readonly onInput?: (fields: Fields) => void;
  /** A part of a page, which has its heading. */
  readonly isPart?: boolean;
  /** Over a page, which has the heading of the first level. */
  readonly isOver?: boolean;
  readonly children: ComponentChildren;
}

export function Form(props: FormProps) {
  const { title, submit, onSubmit, whyNot = describe, onInput, isPart = false, isOver = false, children } = props;
  const Heading = isPart ? "h3" : isOver ? "h2" : "h1";
  const [problem, setProblem] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const send = (event: TargetedSubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    setBusy(true);
    setProblem(null);
    onSubmit(fieldsOf(event.currentTarget))
      .catch((error: unknown) => setProblem(whyNot(error)))
      .finally(() => setBusy(false));
  };
  return (
    <form
      className={isPart ? "form" : "card form"}
      onSubmit={send}
      onInput={(event) => onInput?.(fieldsOf(event.currentTarget))}
      aria-label={title}
    >
      <Heading>{title}</Heading>
      {children}
      <p className="problem" role="alert">
        {problem}
      </p>
      <button type="submit" className="primary" disabled={isBusy}>
        {isBusy ? words.working : submit}
      </button>
    </form>
  );
}

function fieldsOf(form: HTMLFormElement): Fields {
  return Object.fromEntries(new FormData(form)) as Record<string, string>;
}

export interface FieldProps {
  readonly label: string;
  readonly name: string;
  readonly type?: "email" | "password" | "url";
  readonly autocomplete?: string;
  readonly autofocus?: boolean;
  readonly required?: boolean;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly defaultValue?: string;
  readonly hint?: string;
  /** When the person leaves the field. */
  readonly onLeave?: (value: string) => void;
}

export function Field({ label, hint, autofocus = false, onLeave, ...input }: FieldProps) {
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (autofocus) field.current?.focus();
  }, []);
  return (
    <label className="field">
      <span>{label}</span>
      <input ref={field} {...(input as object)} onBlur={(event) => onLeave?.(event.currentTarget.value.trim())} />
      {hint !== undefined && <small>{hint}</small>}
    </label>
  );
}
