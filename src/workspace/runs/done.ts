/** What a turn has done, in words: for one whose model ends without any. */
import { isOutward, readToolInput, toolNamed } from "../../schema/operations/tools.ts";
import { outwardSummary } from "./outward.ts";
import { namesIn } from "../approvals/words.ts";
import { summaryOf } from "../approvals/summary.ts";
import { type Carried, together } from "../captures/boundary.ts";
import { type CallRow, doneCalls } from "../chats/tool-calls.ts";
import type { Sql } from "../protocol/sql.ts";
import { carriedWhole } from "./steps.ts";

/** Calls that are listed; the others are counted. */
const maxListed = 20;

/** The changes of the turn as a list, with what it carries of captures; empty text when it has changed nothing. */
export function whatWasDone(sql: Sql, turnId: string): { readonly text: string; readonly carried: Carried } {
  const calls = doneCalls(sql, turnId).filter(({ name }) => toolNamed(name)?.changes === true || isOutward(name));
  const carried = together(...calls.map(carriedWhole));
  const lines = calls.slice(0, maxListed).map((call) => `- ${sentenceOf(sql, call, carried)}`);
  const rest = calls.length - lines.length;
  if (rest > 0) lines.push(`- and ${rest} more`);
  return { text: lines.length === 0 ? "" : `Done:\n${lines.join("\n")}`, carried };
}

function sentenceOf(sql: Sql, { name, input }: CallRow, carried: Carried): string {
  const tool = toolNamed(name);
  if (isOutward(name)) return outwardSummary(name, input);
  return tool === undefined ? name : summaryOf(namesIn(sql, carried !== null), tool, readToolInput(tool, input));
}
