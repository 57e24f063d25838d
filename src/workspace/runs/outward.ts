/** Calls that go to somebody outside: what a person is asked about them, and that each is sent at most once. */
import { alwaysAsked } from "../../schema/operation.ts";
import { sourceOf } from "../../schema/operations/tools.ts";
import { field, inBrackets } from "../approvals/words.ts";
import { type Carried, needsApprovalBecause } from "../captures/boundary.ts";
import type { ToolInput } from "../chats/tool-calls.ts";
import { mustAsk, type TurnRow } from "../chats/turn-rows.ts";
import type { Sql } from "../protocol/sql.ts";
import { outsideReadIn } from "./authors.ts";
import type { Question } from "./turn-view.ts";

/** What a person is asked about a call; `isAllowed`: an owner lets the agent call the tool without asking. Null when nobody need be. */
export type OutwardQuestions = (name: string, input: ToolInput, isAllowed: boolean) => Question | null;

/** The questions of a turn whose model was shown content of captures, or none (null). */
export function outwardQuestionsOf(sql: Sql, turn: TurnRow, carried: Carried): OutwardQuestions {
  return (name, input, isAllowed) => {
    if (carried !== null) return asked(name, input, needsApprovalBecause);
    if (!isAllowed || mustAsk(sql, turn)) return asked(name, input, alwaysAsked.outward);
    return hasReadElsewhere(sql, turn.chatId, sourceOf(name)) ? asked(name, input, elsewhere) : null;
  };
}

const elsewhere = " (asked because the agent has read text from somewhere else outside)";

function asked(name: string, input: ToolInput, why: string): Question {
  return { summary: outwardSummary(name, input) + why, isAlways: true };
}

/** `Call the tool search of docs outside (query "…")`, `Read the page "…"`. */
export function outwardSummary(name: string, input: ToolInput): string {
  if (name === "web_fetch") return `Read a page of the web${inBrackets([field("url", input["url"] ?? "")])}`;
  const tool = name.slice(sourceOf(name).length + 2);
  const fields = Object.entries(input).map(([key, value]) => field(key, value));
  return `Call the tool ${tool} of the outside server ${sourceOf(name)}${inBrackets(fields)}`;
}

/** True when the chat holds text from outside that does not come from this source. */
function hasReadElsewhere(sql: Sql, chatId: string, source: string): boolean {
  return outsideReadIn(sql, chatId).some((origin) => origin !== `outside:${source}`);
}

/** What an agent is given in place of the result of a call that was sent before the service stopped. */
export const interrupted =
  "The service stopped after this was sent. Whether it was carried out is not known, and it is not sent again: look before you try again.";
