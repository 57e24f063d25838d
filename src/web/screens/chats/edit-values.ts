/** Values of a request in the fields of a form, and back as the operation takes them. */
import { toolFieldShapes, type ToolFieldShape } from "../../../schema/operations/tool-fields.ts";
import { choiceInWords } from "../../parts/value-words.ts";
import type { Store } from "../../store/store.ts";
import { words } from "../../words/index.ts";

/** An empty text of a tool whose fields only its server knows is sent as it is. */
export type Shape = Omit<ToolFieldShape, "empty"> & { readonly empty: ToolFieldShape["empty"] | "text" };

/** How the field is changed; null for what no field of a form can hold. */
export function shapeOf(tool: string, name: string, given: unknown): Shape | null {
  const shapes = toolFieldShapes[tool];
  return shapes === undefined ? shapeOfValue(given) : (shapes[name] ?? null);
}

/** Of a tool that reaches outside. */
function shapeOfValue(given: unknown): Shape | null {
  if (typeof given === "string") return { kind: "text", empty: "text" };
  if (typeof given === "number") return { kind: "number", empty: "required" };
  return typeof given === "boolean" ? { kind: "boolean", empty: "required" } : null;
}

export function shownAs(given: unknown): string {
  return typeof given === "string" || typeof given === "number" ? String(given) : "";
}

/** What goes to the service for what stands in the field; undefined for a field that is left out. */
export function sentAs({ kind, empty }: Shape, written: string): unknown {
  if (written === "" && empty !== "text") return empty === "null" ? null : undefined;
  if (kind === "number") return Number(written);
  return kind === "line" ? written.replaceAll(/\s*[\r\n]\s*/g, " ") : written;
}

/** Bounds of a number. */
export function edgesOf({ minimum, maximum }: Shape): { readonly min?: number; readonly max?: number } {
  return { ...(minimum !== undefined && { min: minimum }), ...(maximum !== undefined && { max: maximum }) };
}

export interface Option {
  readonly value: string;
  readonly text: string;
}

/** What can be chosen, with what is asked for, whatever that is, and nothing where the field may be empty. */
export function optionsOf(store: Store, name: string, shape: Shape, given: unknown): readonly Option[] {
  const options = choicesOf(store, name, shape);
  const asked = shownAs(given);
  const isOther = asked !== "" && !options.some(({ value }) => value === asked);
  return [
    ...(shape.empty === "required" ? [] : [{ value: "", text: nothingOf(name) }]),
    ...options,
    ...(isOther ? [{ value: asked, text: nameOf(store, asked) ?? asked }] : []),
  ];
}

function named({ id, name }: { readonly id: string; readonly name: string }): Option {
  return { value: id, text: name };
}

function choicesOf({ lists, agents }: Store, name: string, { kind, choices = [] }: Shape): readonly Option[] {
  if (kind === "list")
    return lists
      .all()
      .filter(({ isArchived }) => !isArchived)
      .map(named);
  if (kind === "agent")
    return agents
      .all()
      .filter(({ isArchived }) => !isArchived)
      .map(named);
  if (kind === "color") return Object.entries(words.lists.colors).map(([value, text]) => ({ value, text }));
  return choices.map((value) => ({ value, text: choiceInWords(name, value) }));
}

/** Of what is archived, too. */
function nameOf({ lists, agents }: Store, id: string): string | null {
  return lists.get(id)?.name ?? agents.get(id)?.name ?? null;
}

function nothingOf(name: string): string {
  const { priorities, fields, lists } = words;
  const known: Readonly<Record<string, string>> = {
    priority: priorities.none,
    todoListId: fields.noList,
    color: lists.noColor,
  };
  return known[name] ?? words.nothing;
}
