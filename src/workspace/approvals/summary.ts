/** What an agent asks for, as a sentence that a person can decide on: things by their names, values in words. */
import type { InputOf, WorkspaceOperationId } from "../../schema/operations/index.ts";
import type { Tool, ToolCallInput } from "../../schema/operations/tools.ts";
import * as captures from "./capture-phrases.ts";
import * as house from "./house-phrases.ts";
import { type Names, field, inBrackets } from "./words.ts";
import * as todos from "./todo-phrases.ts";

type Phrases = { readonly [Id in WorkspaceOperationId]?: (names: Names, input: InputOf<Id>) => string };

const phrases: Phrases = { ...todos, ...captures, ...house };

/** Characters of a sentence; a list of many todos with long names is cut. */
const summaryLimit = 2000;

/** The sentence, without a full stop, for a validated input. Names are read as they are now. */
export function summaryOf(names: Names, { operation }: Tool, input: ToolCallInput): string {
  const phrase = phrases[operation.id as WorkspaceOperationId] as
    | ((names: Names, input: unknown) => string)
    | undefined;
  const words = phrase === undefined ? operation.summary + inBrackets(fieldsOf(input)) : phrase(names, input);
  return words.length > summaryLimit ? `${words.slice(0, summaryLimit).toWellFormed()}…` : words;
}

/** The readable text of a message that asks for these: a client that shows text only shows the question. */
export function questionOf(summaries: readonly string[]): string {
  const [only = ""] = summaries;
  if (summaries.length > 1) return `May I do the following?\n${summaries.map((each) => `- ${each}`).join("\n")}`;
  return `May I ${only.charAt(0).toLowerCase()}${only.slice(1)}?`;
}

function fieldsOf({ path, query, body }: ToolCallInput): string[] {
  const given = Object.entries({ ...path, ...query, ...(body as Readonly<Record<string, unknown>> | undefined) });
  return given.map(([name, value]) => field(name, value));
}
