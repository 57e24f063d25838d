/** Fields of the interface as people read them: their names in words, their values in words where these have any. */
import { englishRules } from "../../schema/rule-language.ts";
import { ruleInWords } from "../../schema/rule-words.ts";
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

/** The value of a field in one line: yes and no, names of persons, rules in words, instants in the zone of the person. */
export function valueOf(name: string, value: unknown): string {
  if (typeof value === "boolean") return value ? "yes" : "no";
  if (isRecord(value) && "name" in value && "type" in value) return cell(value["name"] ?? theService);
  if (name === "rrule" && typeof value === "string") return ruleInWords(value, englishRules);
  return cell(value);
}
