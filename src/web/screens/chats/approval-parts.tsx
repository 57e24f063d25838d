/** What a request shows: its fields, why it is asked, and what was decided. */
import type { Approval } from "../../../schema/app.ts";
import { go, goOver } from "../../base/routes.ts";
import { Diff } from "../../parts/diff.tsx";
import { momentInWords } from "../../parts/due.tsx";
import { useStore } from "../../parts/use.ts";
import { words } from "../../words/index.ts";
import type { ToolField } from "./tool-words.ts";

/** Each field as it would be, and as it is where the page knows. */
export function Fields({ fields }: { readonly fields: readonly ToolField[] }) {
  if (fields.length === 0) return null;
  return (
    <dl className="fields">
      {fields.map(({ name, label, value, was }) => (
        <div key={name}>
          <dt>{label}</dt>
          <dd dir="auto">{was === null ? value : <Diff from={was} to={value} />}</dd>
        </div>
      ))}
    </dl>
  );
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
