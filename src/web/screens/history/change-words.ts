/** A change in words: who did what, and its fields with names and values that people know. */
import type { RecordChange } from "../../../schema/history.ts";
import { valueInWords } from "../../parts/value-words.ts";
import type { Store } from "../../store/store.ts";
import { words } from "../../words/index.ts";

/** `changed the todo “Call Ana”`. */
export function sentenceOf({ op, kind, recordTitle }: RecordChange): string {
  const what = words.history.sentence(words.history.operations[op], words.history.kinds[kind]);
  return recordTitle === null ? what : `${what} ${words.quoted(recordTitle)}`;
}

export function personOf({ members, agents }: Store, { actor, onBehalfOf }: RecordChange): string {
  if (actor.type === "service") return words.history.service;
  const person = (id: string | null): string | null => {
    const member = id === null ? undefined : members.get(id);
    return member === undefined ? null : member.name === "" ? member.email : member.name;
  };
  if (actor.type === "user") return person(actor.id) ?? actor.name ?? words.history.somebody;
  const agent = (actor.id === null ? undefined : agents.get(actor.id)?.name) ?? actor.name ?? words.inbox.anAgent;
  const named = person(onBehalfOf);
  return named === null ? agent : words.history.inNameOf(agent, named);
}

export interface ChangedField {
  readonly name: string;
  readonly label: string;
  /** Null where there was nothing. */
  readonly from: string | null;
  readonly to: string | null;
}

/** The fields that people know; of what was added those that say something. */
export function fieldsInWords(store: Store, { fields, op }: RecordChange, today: string): ChangedField[] {
  const labels: Readonly<Record<string, string>> = words.history.fields;
  const inWords = (name: string, value: unknown): string | null =>
    isEmpty(value) ? null : valueInWords(store, name, value, today);
  return fields
    .filter(({ field, to }) => labels[field] !== undefined && (op !== "created" || !isUsual(to)))
    .map(({ field, from, to }) => ({
      name: field,
      label: labels[field] ?? field,
      from: inWords(field, from),
      to: inWords(field, to),
    }))
    .filter(({ from, to }) => from !== to);
}

/** What every new record has says nothing of this one. */
function isUsual(value: unknown): boolean {
  return isEmpty(value) || value === false || value === "ready" || value === "task";
}

function isEmpty(value: unknown): boolean {
  return value === null || value === undefined || value === "" || (Array.isArray(value) && value.length === 0);
}
