/** The fields of a request as a person changes them: each as its operation takes it, its choices in the words of the app. */
import { useEffect, useRef, useState } from "preact/hooks";
import type { Approval } from "../../../schema/app.ts";
import { useStore } from "../../parts/use.ts";
import { EditAssignees } from "./edit-assignees.tsx";
import { EditSchedule } from "./edit-schedule.tsx";
import { edgesOf, type Option, optionsOf, sentAs, shapeOf, type Shape, shownAs } from "./edit-values.ts";
import type { ToolField } from "./tool-words.ts";

export interface EditProps {
  readonly approval: Approval;
  readonly fields: readonly ToolField[];
  /** `undefined` takes the field out of the call. */
  readonly onEdit: (name: string, value: unknown) => void;
}

export function Edit({ approval: { toolName, toolInput }, fields, onEdit }: EditProps) {
  const form = useRef<HTMLDListElement>(null);
  useEffect(() => form.current?.querySelector<HTMLElement>("input, select, textarea")?.focus(), []);
  return (
    <dl className="fields edit" ref={form}>
      {fields.map(({ name, label, value }) => {
        const given = toolInput[name];
        const shape = shapeOf(toolName, name, given);
        return (
          <div key={name} className={shape !== null && long.has(shape.kind) ? "long" : undefined}>
            <dt>{label}</dt>
            <dd dir="auto">
              {shape === null ? (
                value
              ) : (
                <Control {...{ name, label, shape, given }} onEdit={(changed) => onEdit(name, changed)} />
              )}
            </dd>
          </div>
        );
      })}
    </dl>
  );
}

/** Their names stand at the top. */
const long: ReadonlySet<Shape["kind"]> = new Set(["text", "assignees", "schedule"]);

interface ControlProps {
  readonly name: string;
  readonly label: string;
  readonly shape: Shape;
  /** What the agent asks for. */
  readonly given: unknown;
  readonly onEdit: (value: unknown) => void;
}

function Control({ name, label, shape, given, onEdit }: ControlProps) {
  const store = useStore();
  const { kind, maxLength } = shape;
  const shared = {
    "aria-label": label,
    required: shape.empty === "required",
    onInput: (event: { readonly currentTarget: { readonly value: string } }) =>
      onEdit(sentAs(shape, event.currentTarget.value)),
  };
  switch (kind) {
    case "boolean":
      return (
        <input
          type="checkbox"
          aria-label={label}
          defaultChecked={given === true}
          onInput={(event) => onEdit(event.currentTarget.checked)}
        />
      );
    case "day":
      return <input {...shared} type="date" max="9999-12-31" defaultValue={shownAs(given)} />;
    case "number":
      return <input {...shared} {...edgesOf(shape)} type="number" step="any" defaultValue={shownAs(given)} />;
    case "line":
    case "text":
      return (
        <textarea
          {...shared}
          rows={1}
          defaultValue={shownAs(given)}
          {...(maxLength !== undefined && { maxLength })}
          onKeyDown={(event) => kind === "line" && event.key === "Enter" && event.preventDefault()}
        />
      );
    case "assignees":
      return <EditAssignees label={label} given={given} onEdit={onEdit} />;
    case "schedule":
      return <EditSchedule given={given} none={shape.empty === "null" ? null : undefined} onEdit={onEdit} />;
    case "choice":
    case "list":
    case "agent":
    case "color":
      break;
  }
  return <Choice {...shared} options={optionsOf(store, name, shape, given)} given={shownAs(given)} />;
}

interface ChoiceProps {
  readonly "aria-label": string;
  readonly required: boolean;
  readonly options: readonly Option[];
  readonly given: string;
  readonly onInput: (event: { readonly currentTarget: HTMLSelectElement }) => void;
}

function Choice({ options, given, onInput, ...rest }: ChoiceProps) {
  const [chosen, setChosen] = useState(given);
  return (
    <select
      {...rest}
      value={chosen}
      onInput={(event) => {
        setChosen(event.currentTarget.value);
        onInput(event);
      }}
    >
      {options.map(({ value, text }) => (
        <option key={value} value={value}>
          {text}
        </option>
      ))}
    </select>
  );
}
