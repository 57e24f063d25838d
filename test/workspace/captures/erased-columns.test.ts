/**
 * Every column of a workspace that can hold text, and what becomes of content of a capture there when the capture is erased. A new
 * column belongs here; `test/api/captures/erase.test.ts` looks for what is left in the bytes of the files.
 */
import assert from "node:assert/strict";
import { test } from "node:test";
import { openTestFile } from "../sql.ts";

/** Ids, names of states and kinds, moments, and what the service writes by rule: no words of anybody. */
const never: readonly RegExp[] = [
  /\.(?:(?:\w+_)?id|\w+_by|status|state|kind|type|role|lane|mail|source|origin|part|reason|timezone|caller)$/,
  /\.(?:schedule_(?:type|status)|retirement_run_policy|last_notification_status|minutes_saved_confidence|stop_reason)$/,
  /\.(?:tool_name|working_hours|rrule|due_date|assignees|captures|held_turn|fingerprint|local_time|waited_for|ended_why|encoding|error_code)$/,
  /^changes\.(?:op|cause|change_set|salt|commitment|hash)$/,
  /^(?:todos\.rank|chat_tools\.fields|model_calls\.(?:model|parameters|tools_hash))$/,
  /^(?:meta|members|tool_calls\.(?:name|authors)$|idempotency\.key$|recordings\.media_type|images\.content_type|messages\.attachments|captures\.language$)/,
];

/** What becomes of it: the row goes, the words are replaced, they never come there, or they are somebody's own by then. */
const fates: Readonly<Record<string, readonly string[]>> = {
  "the row goes, or its words do": [
    "captures: error_message tags title subtitle summary notes content",
    "capture_texts: text",
    "segments: speaker text",
    "segment_texts: text",
    "message_texts: text",
    "suggestions: key speaker quote",
    "tags: name name_key",
    "changes: before after",
    "idempotency: body",
    "model_calls: request_hash reply attached",
  ],
  "the words are replaced": [
    "messages: text blocks",
    "tool_calls: input edited_input content",
    "approvals: tool_input summary comment",
  ],
  "made of what carries no content": [
    "chats: search_text title subtitle",
    "notifications: detail",
    "todos: minutes_saved_reason",
  ],
  "sentences of the service": [
    "chats: error_message",
    "todo_runs: error_message",
    "occurrences: error",
    "series: error",
    "todos: schedule_error",
  ],
  "of a todo: it stays, unless it was suggested and nobody accepted it": [
    "todos: title content",
    "todo_texts: text",
    "series: schedule",
  ],
  "what persons wrote, or agents with the rights of one": [
    "agents: name name_key description instructions approval_guidance model fallback_model tools budget",
    "agent_skills: name name_key instructions summary",
    "todo_lists: name name_key emoji color",
  ],
};

test("of every column it is known what erasing a capture does there", { rules: ["captures.erase"] }, (t) => {
  const { sql } = openTestFile(t);
  const columns = sql
    .all(
      `SELECT t.name || '.' || c.name FROM pragma_table_list t JOIN pragma_table_info(t.name) c
       WHERE t.schema = 'ws' AND t.type = 'table' AND t.name <> 'sqlite_schema' AND c.type <> 'INTEGER'`,
    )
    .map(([name]) => name as string);
  const known = Object.values(fates)
    .flat()
    .flatMap((line) => {
      const [table = "", names = ""] = line.split(": ");
      return names.split(" ").map((name) => `${table}.${name}`);
    });
  const open = columns.filter((column) => !never.some((pattern) => pattern.test(column)));
  assert.deepEqual(open.toSorted(), known.toSorted());
});
