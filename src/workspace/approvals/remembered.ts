/** What a person lets pass for the rest of a chat: calls of a tool that give no other fields than the one that was shown. */
import type { ToolInput } from "../chats/tool-calls.ts";
import type { Sql } from "../protocol/sql.ts";

/** Lets calls like this one pass. */
export function rememberCall(sql: Sql, chatId: string, toolName: string, input: ToolInput): void {
  sql.run(
    "INSERT INTO chat_tools (chat_id, tool_name, fields) VALUES (?, ?, ?) ON CONFLICT DO NOTHING",
    chatId,
    toolName,
    JSON.stringify(fieldsOf(input)),
  );
}

/** True when a person let calls pass that give all the fields of this one. */
export function isRemembered(sql: Sql, chatId: string, toolName: string, input: ToolInput): boolean {
  const rows = sql.all("SELECT fields FROM chat_tools WHERE chat_id = ? AND tool_name = ?", chatId, toolName);
  const given = fieldsOf(input);
  return rows.some(([fields]) => {
    const shown = JSON.parse(fields as string) as readonly string[];
    return given.every((field) => shown.includes(field));
  });
}

/** The names of the fields, those of the items of a batch included. */
function fieldsOf(input: ToolInput): string[] {
  const names = Object.entries(input).flatMap(([name, value]) => [
    name,
    ...(Array.isArray(value) ? value.flatMap((item) => itemFields(name, item)) : []),
  ]);
  return [...new Set(names)].toSorted();
}

function itemFields(name: string, item: unknown): string[] {
  return typeof item === "object" && item !== null ? Object.keys(item).map((field) => `${name}.${field}`) : [];
}
