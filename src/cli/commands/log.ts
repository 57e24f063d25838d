/** `dayshift log`: what was changed, by whom and when, the newest first. */
import type { Command } from "commander";
import { operationById, type OutputOf } from "../../schema/operations/index.ts";
import { historyLines } from "../output/change-words.ts";
import { show } from "../output/show.ts";
import type { Io } from "../ports/io.ts";
import { connect, flagsOf } from "../session/context.ts";
import { camel, type Field, fieldsOf, readField } from "./fields.ts";
import { type Asking, idsFor } from "./given-ids.ts";
import { optionOf } from "./operations.ts";
import { spanOfDay } from "./spoken-days.ts";

type Page = OutputOf<"listRecordChanges">;

const record = operationById("listRecordChanges");

/** The filters of the operation, without the `-id` that all of them end with; of a day both ends are made. */
const filters: readonly Field[] = fieldsOf(record)
  .filter(({ name }) => name !== "from" && name !== "to")
  .map((field) => ({ ...field, flag: field.flag.replace(/-id$/, "") }));

/** Adds it. */
export function addLog(program: Command, io: Io): void {
  const command = program
    .command("log")
    .description("What was changed, by whom and when; `dayshift undo` takes it back");
  for (const filter of filters) command.addOption(optionOf(filter));
  command.option("--day <day>", "only that day, such as yesterday, monday or 2026-11-22");
  command.action(async () => {
    const flags = flagsOf(command);
    const options = command.opts<Readonly<Record<string, string>>>();
    const { day: saidDay } = options;
    const day = saidDay === undefined ? {} : spanOfDay("--day", saidDay, io);
    const connection = await connect(io, flags);
    const given = await filtersOf({ io, connection }, options);
    const page = (await connection.api.call(record, { ...given, ...day })) as Page;
    if (flags.json === true) return show(io, page, true);
    showPage(io, page);
  });
}

async function filtersOf(asking: Asking, options: Readonly<Record<string, string>>): Promise<Record<string, unknown>> {
  const given: Record<string, unknown> = {};
  for (const field of filters) {
    const value = options[camel(field.flag)];
    if (value !== undefined) given[field.name] = await idsFor(asking, field.name, readField(field, value, asking.io));
  }
  return given;
}

function showPage(io: Io, { data, hasMore, nextCursor }: Page): void {
  if (data.length === 0) return io.stderr.write("Nothing was changed.\n");
  for (const line of historyLines(data, io)) io.stdout.write(`${line}\n`);
  if (hasMore) io.stderr.write(`${data.length} shown. More: --limit 100, or --cursor ${nextCursor}\n`);
}
