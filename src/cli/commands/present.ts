/** The answer of an operation as it is shown: to people with names for ids and numbers for the next command, to programs as it came. */
import { isRecord } from "../../schema/common.ts";
import type { Operation } from "../../schema/operation.ts";
import { writeAgenda } from "../output/agenda.ts";
import { show } from "../output/show.ts";
import type { Io } from "../ports/io.ts";
import type { Connection } from "../session/context.ts";
import type { Active } from "../session/profiles.ts";
import { noteList } from "../session/last-list.ts";
import { withNames } from "./named.ts";

/** What was asked, and where; `profile`: null where no credential was needed. */
interface Asked {
  readonly record: Operation;
  readonly connection: { readonly api: Connection["api"]; readonly profile: Active | null };
  readonly isJson: boolean;
}

/** Writes it, and notes a list, so that its numbers stand for its records. */
export async function present(io: Io, { record, connection, isJson }: Asked, answer: unknown): Promise<void> {
  const { api, profile } = connection;
  if (isJson || !isRecord(answer)) return show(io, answer, isJson);
  // For a program its days are a list like any other.
  if (!io.stdout.isTerminal)
    return show(io, answer["object"] === "calendar" ? { ...answer, object: "list" } : answer, false);
  const data = Array.isArray(answer["data"]) ? (answer["data"] as readonly unknown[]) : null;
  if (answer["object"] === "calendar") return noteRecords(io, record.id, writeAgenda(io, answer));
  if (record.id === "listMessages") await showMessages(io, answer);
  else show(io, profile === null ? answer : await withNames({ api, profile }, answer), false);
  if (data !== null) noteRecords(io, record.id, data);
}

/** As the conversation that they are. */
async function showMessages(io: Io, answer: Readonly<Record<string, unknown>>): Promise<void> {
  const { messageLines } = await import("../output/message-lines.ts");
  const lines = await messageLines(io, answer["data"] as Parameters<typeof messageLines>[1]);
  io.stdout.write(lines.map((line) => `${line}\n`).join(""));
  if (answer["hasMore"] === true) io.stderr.write(`More: --all, or --cursor ${String(answer["nextCursor"])}\n`);
}

/** What is about todos, such as the times of schedules, has numbers that stand for these. */
function noteRecords(io: Io, listing: string, records: readonly unknown[]): void {
  const todoIds = records.map((record) => (isRecord(record) ? record["todoId"] : undefined));
  const areTodos = listing !== "listApprovals" && listing !== "listNotifications" && records.length > 0;
  if (areTodos && todoIds.every((todoId) => typeof todoId === "string"))
    return noteList(
      io,
      "listTodos",
      todoIds.map((todoId) => ({ id: todoId })),
    );
  noteList(io, listing, records);
}
