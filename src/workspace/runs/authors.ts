/**
 * Who wrote what a model reads. Each result of a tool is recorded with the authors of what it shows: persons (and programs, which are
 * their owner's), agents, and outside: what came from an outside server or a page of the web, and what agents wrote after they had read
 * such. Together with the class of a call they decide:
 *
 * | class of the call | persons and agents | outside |
 * |---|---|---|
 * | none: it can be undone | passes | passes |
 * | permissions, irreversible, standing | waits | waits |
 * | outward, not allowed | waits | waits |
 * | outward, allowed by an owner | passes | waits, unless all of it came from the same server |
 *
 * So no text from outside can have an agent carry something to another place outside. Nor can one that stands in the todo that is its task.
 */
import { isRecord } from "../../schema/common.ts";
import type { Origin } from "../chats/tool-calls.ts";
import { agentRecord, skillRecord } from "../agents/recorded.ts";
import { captureRecord } from "../captures/recorded.ts";
import { entriesOf } from "../protocol/journal/rows.ts";
import { inCause } from "../protocol/journal/entry-hash.ts";
import type { Recorded, Sql } from "../protocol/sql.ts";
import { todoListRecord } from "../todo-lists/queries.ts";
import { todoRecord } from "../todos/row.ts";

/** Records of an answer that are looked at: more than a page has. */
const maxRecords = 500;

/** Kinds whose words are somebody's, and are in the journal. */
const kinds: Readonly<Record<string, Recorded>> = {
  todo: todoRecord,
  todo_list: todoListRecord,
  agent: agentRecord,
  agent_skill: skillRecord,
  capture: captureRecord,
};

/** What an answer shows. */
interface Found {
  /** By id. */
  readonly records: Map<string, Recorded>;
  /** Chats in which agents said it, or of which it shows the title. */
  readonly chats: Set<string>;
  readonly origins: Set<Origin>;
}

/**
 * The authors of what the answer of a tool shows, those outside with where they are; none where it shows nobody's words. What was written
 * in the chat itself is nothing that it reads.
 */
export function authorsOf(sql: Sql, chatId: string, answer: unknown): Origin[] {
  const found: Found = { records: new Map(), chats: new Set(), origins: new Set() };
  collect(answer, found);
  const { records, chats, origins } = found;
  for (const [id, record] of [...records].slice(0, maxRecords)) {
    for (const [actor, by] of sql.all(writtenBy(record), id, null, 0, chatId)) {
      if (actor === "user") origins.add("person");
      else if (typeof by === "string") chats.add(by);
    }
  }
  chats.delete(chatId);
  for (const chat of chats) for (const origin of saidBy(sql, chat)) origins.add(origin);
  return [...origins].toSorted();
}

function writtenBy(record: Recorded): string {
  return `SELECT DISTINCT ${inCause.actorType}, chat_id FROM changes WHERE n IN (${entriesOf(record)})
    AND op IN ('created', 'updated') AND chat_id IS NOT ?4`;
}

/** An agent's words are its own, unless it has read something from outside in that chat. */
function saidBy(sql: Sql, chatId: string): Origin[] {
  const outside = outsideReadIn(sql, chatId);
  return outside.length === 0 ? ["agent"] : outside;
}

/** Where the text from outside comes from that a chat holds: in results of tools, and in the todo that is its task. */
export function outsideReadIn(sql: Sql, chatId: string): Origin[] {
  const origins = new Set<Origin>();
  const chats = new Set([chatId]); // grows as chats are found that wrote the task of one of them
  for (const chat of chats) {
    for (const [origin] of sql.all(outsideResults, chat)) origins.add(origin as Origin);
    const todoId = sql.get("SELECT todo_id FROM chats WHERE id = ?", chat)?.[0] ?? null;
    if (todoId === null) continue;
    for (const [, by] of sql.all(`${writtenBy(todoRecord)} AND ${hasText}`, todoId, null, 0, chat)) {
      if (typeof by === "string") chats.add(by);
    }
  }
  return [...origins];
}

/** Whether an entry of a todo has one of its texts; one that is packed may, and so may one that was erased. */
const hasText = `(coalesce(json_valid(after), 0) = 0 OR json_type(after, '$.title') IS NOT NULL
  OR json_type(after, '$.content') IS NOT NULL)`;

const outsideResults = `SELECT DISTINCT a.value FROM turns t JOIN tool_calls k ON k.turn_id = t.id JOIN json_each(k.authors) a
  WHERE t.chat_id = ? AND a.value LIKE 'outside:%'`;

function collect(value: unknown, found: Found): void {
  if (Array.isArray(value)) for (const each of value) collect(each, found);
  if (!isRecord(value)) return;
  const { object, id, role, chatId, todoId } = value;
  const record = typeof object === "string" && Object.hasOwn(kinds, object) ? kinds[object] : undefined;
  if (record !== undefined && typeof id === "string") found.records.set(id, record);
  // A schedule has the title of its todo.
  if (object === "scheduled_series" && typeof todoId === "string") found.records.set(todoId, todoRecord);
  if (object === "chat" && typeof id === "string") found.chats.add(id);
  if (object === "message" && role === "user") found.origins.add("person");
  else if (object === "message" && typeof chatId === "string") found.chats.add(chatId);
  for (const each of Object.values(value)) if (typeof each === "object") collect(each, found);
}
