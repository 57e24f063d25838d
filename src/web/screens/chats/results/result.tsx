/** The answer of a tool as people read it: records by title, what became of a change, a text, the sentence of an error. */
import { Diff } from "../../../parts/diff.tsx";
import { useStore, useToday } from "../../../parts/use.ts";
import { labelOf, toolInWords, valueInWords } from "../../../parts/value-words.ts";
import { words } from "../../../words/index.ts";
import { boundedValue } from "./bounded.ts";
import { LongText } from "./long-text.tsx";
import { type Fields, isFields, numberIn, readResult, textIn } from "./read.ts";
import { RecordRow, Records } from "./records.tsx";
import { rowOf } from "./rows.ts";
import { Values } from "./values.tsx";

export interface ResultProps {
  readonly content: string;
  /** Whether the call only read: of what it changed the texts stand in its input. */
  readonly isRead: boolean;
}

export function Result({ content, isRead }: ResultProps) {
  const result = readResult(content);
  switch (result.kind) {
    case "error":
      return (
        <p className="problem" dir="auto">
          {result.text}
        </p>
      );
    case "records":
      return <Records {...result} />;
    case "record":
      return <OneRecord record={result.record} isRead={isRead} />;
    case "values":
      return <AnyValues {...result} />;
    case "text":
    default:
      return (
        <>
          {result.text.trim() === "" ? <p>{words.nothing}</p> : <LongText text={result.text} />}
          {result.isCut && <p className="soft">{words.answer.isCut}</p>}
        </>
      );
  }
}

/** The texts of a record that was read, each below its name. */
const texts = ["content", "summary", "transcript", "notes", "instructions"];

function OneRecord({ record, isRead }: { readonly record: Fields; readonly isRead: boolean }) {
  const reader = { store: useStore(), today: useToday() };
  const row = rowOf(reader, record);
  if (row === null) return <Other record={record} />;
  const shown = isRead ? texts.filter((name) => textIn(record, name) !== null) : [];
  return (
    <>
      <RecordRow row={row} />
      {shown.map((name) => (
        <section key={name} aria-label={labelOf(name)}>
          <h4>{labelOf(name)}</h4>
          <LongText text={textIn(record, name) ?? ""} isMarkdown={name !== "transcript"} />
        </section>
      ))}
    </>
  );
}

/** Answers that are no record of their own. */
function Other({ record }: { readonly record: Fields }) {
  switch (record["object"]) {
    case "deleted":
      return <p>{deletedInWords(record)}</p>;
    case "todo_summary":
      return <Counts summary={record} />;
    case "agent_update_preview":
      return <Differences record={record} />;
    case "undo":
      return <Undone answer={record} />;
    default:
      return <Values shown={boundedValue(record).shown} />;
  }
}

function deletedInWords({ recoverable, alreadyArchived }: Fields): string {
  if (recoverable !== true) return words.answer.erased;
  return alreadyArchived === true ? words.answer.wasArchived : words.answer.archived;
}

function Counts({ summary }: { readonly summary: Fields }) {
  const { statuses, priorities, answer } = words;
  const listed = (names: Readonly<Record<string, string>>, counts: unknown): string =>
    Object.entries(names)
      .filter(([name]) => isFields(counts) && counts[name] !== 0)
      .map(([name, label]) => words.fieldIs(label, String(isFields(counts) ? counts[name] : 0)))
      .join(", ");
  const fields: readonly (readonly [string, string])[] = [
    [answer.inAll, String(numberIn(summary, "total") ?? 0)],
    [words.fields.status, listed(statuses, summary["byStatus"])],
    [words.fields.priority, listed(priorities, summary["byPriority"])],
  ];
  return <Values shown={{ fields: fields.filter(([, value]) => value !== "") }} />;
}

/** What an agent would become. */
function Differences({ record }: { readonly record: Fields }) {
  const store = useStore();
  const today = useToday();
  const changes = Array.isArray(record["changes"]) ? record["changes"].filter(isFields) : [];
  if (changes.length === 0) return <p>{words.agents.noChanges}</p>;
  const inWords = (name: string, value: unknown): string => valueInWords(store, name, value, today);
  return (
    <dl className="fields">
      {changes.map((change) => {
        const name = textIn(change, "field") ?? "";
        return (
          <div key={name}>
            <dt>{labelOf(name)}</dt>
            <dd>
              <Diff from={inWords(name, change["from"] ?? null)} to={inWords(name, change["to"] ?? null)} />
            </dd>
          </div>
        );
      })}
    </dl>
  );
}

/** What was taken back, and why the rest was not. */
function Undone({ answer }: { readonly answer: Fields }) {
  const { undone, left, dryRun } = answer;
  const count = Array.isArray(undone) ? undone.length : 0;
  const reasons = Array.isArray(left) ? left.filter(isFields).map((one) => textIn(one, "why") ?? "") : [];
  const sentence = dryRun === true ? words.history.willUndo(count) : words.history.undone(count);
  return (
    <>
      <p>{count === 0 ? words.history.nothingToUndo : sentence}</p>
      {reasons.map((why, at) => (
        <p key={at} className="soft" dir="auto">
          {why}
        </p>
      ))}
    </>
  );
}

interface AnyProps {
  readonly value: Fields | readonly unknown[];
  readonly isCut: boolean;
}

/** What an outside server answered, or a tool that no words are known for; as it came where not all of it can be shown. */
function AnyValues({ value, isCut }: AnyProps) {
  const found = isFields(value) ? value["found"] : undefined;
  if (Array.isArray(found)) return <Found tools={found.filter(isFields)} />;
  const bounded = boundedValue(value);
  return (
    <>
      <Values shown={bounded.shown} />
      {isCut && <p className="soft">{words.answer.isCut}</p>}
      {bounded.isCut && (
        <details className="raw">
          <summary>{words.answer.raw}</summary>
          <pre dir="auto">{JSON.stringify(value, null, 2)}</pre>
        </details>
      )}
    </>
  );
}

/** Tools that an agent looked for. */
function Found({ tools }: { readonly tools: readonly Fields[] }) {
  if (tools.length === 0) return <p>{words.answer.nothing}</p>;
  const names = tools.map((tool) => textIn(tool, "name") ?? "");
  return (
    <ul>
      {names.map((name) => (
        <li key={name} dir="auto">
          {outsideName(name) ?? toolInWords(name)}
        </li>
      ))}
    </ul>
  );
}

function outsideName(name: string): string | null {
  const [server = "", tool] = name.split(/__(.+)/);
  return tool === undefined ? null : words.outside.call(tool, server);
}
