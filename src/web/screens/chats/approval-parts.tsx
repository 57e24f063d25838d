/** What a request shows: its fields, why it is asked, and what was decided. */
import type { Approval } from "../../../schema/app.ts";
import { go, goOver } from "../../base/routes.ts";
import { Diff } from "../../parts/diff.tsx";
import { momentInWords } from "../../parts/due.tsx";
import { useStore } from "../../parts/use.ts";
import { words } from "../../words/index.ts";
import type { ToolField } from "./tool-words.ts";

interface FieldsProps {
  readonly fields: readonly ToolField[];
  /** Whether texts may be changed. */
  readonly isEdited: boolean;
  readonly onEdit: (name: string, text: string) => void;
}

/** Each field as it would be, and as it is where the page knows. */
export function Fields({ fields, isEdited, onEdit }: FieldsProps) {
  if (fields.length === 0) return null;
  return (
    <dl className="fields">
      {fields.map((field) => (
        <div key={field.name}>
          <dt>{field.label}</dt>
          <dd dir="auto">
            <Value field={field} isEdited={isEdited} onEdit={onEdit} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

interface ValueProps extends Omit<FieldsProps, "fields"> {
  readonly field: ToolField;
}

function Value({ field: { name, label, value, was, text }, isEdited, onEdit }: ValueProps) {
  if (isEdited && text !== null)
    return (
      <textarea
        aria-label={label}
        rows={1}
        defaultValue={text}
        onInput={(event) => onEdit(name, event.currentTarget.value)}
      />
    );
  return was === null ? <>{value}</> : <Diff from={was} to={value} />;
}

/** The way to what it is about; of what is new there is none. */
export function About({ approval: { record, chatId } }: { readonly approval: Approval }) {
  if (record === null || record.kind === "agent_skill" || record.id === chatId) return null;
  const { kind, id } = record;
  const places = { todo: "todos", todo_list: "lists", agent: "agents", chat: "chats", capture: "captures" } as const;
  const href = `/${places[kind]}/${id}`;
  return (
    <p>
      <button type="button" className="quiet link flush" onClick={() => (kind === "todo" ? goOver(href) : go(href))}>
        {words.inbox.see[kind]}
      </button>
    </p>
  );
}

/** Why every agent would have to ask for this, and what else is asked in the same step. */
export function Reasons({ approval: { changeClass, step, status } }: { readonly approval: Approval }) {
  return (
    <>
      {changeClass !== null && <p className="warn">{words.inbox.classes[changeClass]}</p>}
      {step.of > 1 && status === "pending" && (
        <p className="soft guidance">{words.inbox.step(step.position, step.of)}</p>
      )}
    </>
  );
}

/** Who decided what, and when. */
export function Decided({ approval }: { readonly approval: Approval }) {
  const { members } = useStore();
  const { status, decidedBy, decidedAt, comment } = approval;
  const person = decidedBy === null ? undefined : members.get(decidedBy);
  const name = person === undefined ? null : person.name === "" ? person.email : person.name;
  return (
    <p className={`decided ${status}`}>
      <strong>{words.verdicts[status]}</strong>
      {name !== null && <span> {words.inbox.by(name)}</span>}
      {decidedAt !== null && <span className="soft"> {momentInWords(decidedAt)}</span>}
      {comment !== null && <span dir="auto">: {comment}</span>}
    </p>
  );
}
