/** Fields of the interface as people read them: their names in words, their values in words where these have any. */
import { englishRules } from "../../schema/rule-language.ts";
import { ruleInWords, ruleWithTime } from "../../schema/rule-words.ts";
import { isRecord } from "../../schema/common.ts";
import { cell } from "./cells.ts";

/** What a field is called above a column or in front of its value: `todoListId` → `list`, `nextRunAt` → `next run`. */
export function labelOf(name: string): string {
  const known = labels[name];
  if (known !== undefined) return known;
  const short = name.replace(/^is(?=[A-Z])/, "").replace(/(?<=[a-z])(?:At|Ids?)$/, "");
  return short.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`).trim();
}

const labels: Readonly<Record<string, string>> = {
  todoListId: "list",
  activeTodoCount: "open",
  todoCount: "todos",
  captureCount: "captures",
  messageCount: "messages",
  rrule: "rule",
  requiresApproval: "asks first",
  redirectHost: "host",
  recordTitle: "title",
  recordId: "record",
};

/** Who did what nobody did by name. */
const theService = "Dayshift";

/** The value of a field of a record in one line: yes and no, names of persons, rules in words, instants in the zone of the person. */
export function valueOf(name: string, value: unknown, of: Readonly<Record<string, unknown>> = {}): string {
  if (typeof value === "boolean") return value ? "yes" : "no";
  if (isRecord(value) && "name" in value && "type" in value) return cell(value["name"] ?? theService);
  if (name === "rrule" && typeof value === "string") return repeated(value, of);
  return cell(value);
}

/** With the time at which it comes next, which the rule may leave to its start. */
function repeated(rrule: string, { nextRunAt, timezone }: Readonly<Record<string, unknown>>): string {
  const isPlanned = typeof nextRunAt === "string" && typeof timezone === "string";
  return ruleInWords(isPlanned ? ruleWithTime(rrule, nextRunAt, timezone) : rrule, englishRules);
}
