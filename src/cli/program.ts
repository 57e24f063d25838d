/** The command line: its commands, and how each of them ends. */
import tab from "@bomb.sh/tab/commander";
import { Command, CommanderError } from "commander";
import type { DayshiftError } from "../client/errors.ts";
import { addChat } from "./commands/chat.ts";
import { addDone } from "./commands/done.ts";
import { addGroups } from "./commands/groups.ts";
import { addImport, type TakeArchive } from "./commands/import.ts";
import { addOperations } from "./commands/operations.ts";
import { addLog } from "./commands/log.ts";
import { addLogin } from "./commands/login.ts";
import { addLogout } from "./commands/logout.ts";
import { addRaw } from "./commands/raw.ts";
import { addRecord } from "./commands/record.ts";
import { addSession } from "./commands/session.ts";
import { addToday } from "./commands/today.ts";
import { addTodoWords } from "./commands/todos.ts";
import { addUndo } from "./commands/undo.ts";
import { CliFailure, exitCodes, readable, Refused } from "./ports/failure.ts";
import type { Io } from "./ports/io.ts";
import { formatItem } from "./output/help.ts";
import { plain, plainLines, styleFor, wrap } from "./output/text.ts";
import { defaultUrl } from "./session/profiles.ts";

export interface CliParts {
  readonly io: Io;
  readonly version: string;
  /** Adds the commands that work on this machine to those that talk to a service. */
  readonly addLocal: (program: Command) => void;
  readonly takeArchive: TakeArchive;
}

/** Carries out a command; answers the exit status. Writes what went wrong, and what to do, to stderr. */
export async function runCli(parts: CliParts, args: readonly string[]): Promise<number> {
  const { io } = parts;
  try {
    await createProgram(parts).parseAsync(args, { from: "user" });
    return exitCodes.ok;
  } catch (thrown) {
    const error = readable(thrown);
    if (error instanceof CommanderError) return error.exitCode === 0 ? exitCodes.ok : exitCodes.usage;
    report(io, error, args.includes("--json"));
    return error instanceof CliFailure ? error.exitCode : exitCodes.error;
  }
}

function createProgram({ io, version, addLocal, takeArchive }: CliParts): Command {
  const program = new Command("dayshift")
    .description("Work management for people and their agents.")
    .version(version)
    .option("--json", "answers as JSON")
    .option("--url <url>", `address of the service (${defaultUrl})`)
    .option("--key <key>", "API key, in place of the profile")
    .option("--workspace <name>", "workspace, by its name or id, for a person who belongs to several")
    .option("--profile <name>", "profile to use")
    .configureHelp({ showGlobalOptions: true, minWidthToWrap: 20, formatItem })
    .showHelpAfterError("  dayshift --help lists the commands.")
    .configureOutput({
      writeOut: (text) => io.stdout.write(text),
      writeErr: (text) => io.stderr.write(wrapped(io, text)),
      outputError: (text, write) => write(asSentences(text)),
      getOutHelpWidth: () => io.stdout.columns ?? 80,
      getErrHelpWidth: () => io.stderr.columns ?? 80,
    })
    .exitOverride();
  program.commandsGroup("Every day:");
  addTodoWords(program, io);
  addDone(program, io);
  addToday(program, io);
  addChat(program, io);
  addLog(program, io);
  addUndo(program, io);
  addGroups(program);
  program.commandsGroup("Signing in:");
  addLogin(program, io);
  addLogout(program, io);
  addSession(program, io);
  program.commandsGroup("On this machine:");
  addImport(program, io, takeArchive);
  addLocal(program);
  addOperations(program, io);
  addRecord(program, io);
  program.commandsGroup("For programs:");
  addRaw(program, io);
  for (const command of program.commands) sayWhereHelpIs(command, "dayshift");
  tab(program);
  return program;
}

/** What is wrong, and what may be meant, on one line. */
function asSentences(text: string): string {
  return text
    .replace(/^error: (.)/, (_, first: string) => `✗ ${first.toUpperCase()}`)
    .replace(/\n\((Did you mean .*\?)\)/, ". $1");
}

/** What a wrong command is followed by. */
function sayWhereHelpIs(command: Command, above: string): void {
  const words = `${above} ${command.name()}`;
  command.showHelpAfterError(`  ${words} --help shows what it takes.`);
  for (const one of command.commands) sayWhereHelpIs(one, words);
}

function wrapped({ stderr }: Io, text: string): string {
  const columns = stderr.columns ?? Infinity;
  return text
    .split("\n")
    .flatMap((line) => wrap(line, columns))
    .join("\n");
}

function report(io: Io, error: unknown, asJson: boolean): void {
  if (asJson && error instanceof Refused) return io.stderr.write(`${JSON.stringify({ error: bodyOf(error.error) })}\n`);
  const style = styleFor(io.stderr.isTerminal, io.env);
  const message = error instanceof Error ? error.message : String(error);
  const lines = [`${style.red("✗")} ${plainLines(message)}`];
  if (error instanceof Refused) {
    const { code, param, requestId } = error.error;
    lines.push(style.dim(`  ${plain([code, ...(param === null ? [] : [`at ${param}`]), requestId].join(" · "))}`));
  }
  if (error instanceof CliFailure && error.hint !== null) lines.push(`  ${error.hint}`);
  io.stderr.write(`${wrapped(io, lines.join("\n"))}\n`);
}

/** The error body as the service gave it. */
function bodyOf({ type, code, message, param, docsUrl, specUrl, requestId }: DayshiftError) {
  return { type, code, message, param, docsUrl, specUrl, requestId };
}
