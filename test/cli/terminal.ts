/** A terminal for tests: what is typed is given beforehand, what is written is kept, sleeping lets the service get on. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { readStart } from "../../src/cli/host/files.ts";
import { createMachine } from "../../src/cli/host/machine.ts";
import type { Files, Io } from "../../src/cli/ports/io.ts";
import { listen } from "../../src/cli/host/browser.ts";
import type { Machine } from "../../src/cli/ports/machine.ts";
import { type CliParts, runCli } from "../../src/cli/program.ts";
import { turns } from "../helpers/settle.ts";

export interface Terminal {
  readonly env: Record<string, string>;
  /** Files of the configuration folder. */
  readonly files: Map<string, string>;
  /** What has not been typed yet; a promise is typed when it resolves. */
  readonly typed: (string | Promise<string>)[];
  /** What the command that runs has written to stderr so far. */
  readonly screen: string;
  /** Runs a command and answers what it wrote. */
  readonly run: (
    ...args: readonly string[]
  ) => Promise<{ readonly code: number; readonly out: string; readonly err: string }>;
  /** The same for a command that succeeds; answers its JSON. */
  readonly json: <T>(...args: readonly string[]) => Promise<T>;
}

export interface TerminalOptions {
  /** People look at it: tables have widths, questions are asked. */
  readonly isTerminal?: boolean;
  readonly columns?: number;
  /** They see progress too. */
  readonly isWatched?: boolean;
  /** What is not as on this machine. */
  readonly machine?: Partial<Machine>;
  /** Moves the service's clock while a command sleeps, or waits until it has moved. */
  readonly advance?: (milliseconds: number) => void | Promise<void>;
  /** In place of what the terminal has: files that several share, the time, who looks at a page. */
  readonly files?: Files;
  /** Hears of archives that are taken in. */
  readonly takeArchive?: CliParts["takeArchive"];
  readonly io?: Partial<Pick<Io, "now" | "sleep" | "stdin" | "openBrowser" | "listen">>;
}

export function openTerminal(options: TerminalOptions = {}): Terminal {
  const { isTerminal = false, columns = 100, isWatched = false, machine = {}, advance } = options;
  const { takeArchive = async () => undefined } = options;
  const env: Record<string, string> = { NO_COLOR: "1" };
  const files = new Map<string, string>();
  const typed: Terminal["typed"] = [];
  let err = "";
  const run: Terminal["run"] = async (...args) => {
    let out = "";
    err = "";
    let slept = 0;
    const io: Io = {
      env,
      stdout: { write: (text) => void (out += text), isTerminal, columns: isTerminal ? columns : null },
      stderr: { write: (text) => void (err += text), isTerminal: isWatched, columns: isWatched ? columns : null },
      stdin: {
        isTerminal,
        line: async (prompt) => {
          err += prompt;
          return typed.shift() ?? null;
        },
        text: async () => (await Promise.all(typed.splice(0).map(async (one) => one))).join("\n"),
        close: () => undefined,
      },
      now: () => Date.parse("2026-11-22T10:00:00Z") + slept,
      sleep: async (milliseconds) => {
        slept += milliseconds;
        await advance?.(milliseconds);
        await turns(50);
      },
      timezone: "UTC",
      files: options.files ?? {
        lock: () => () => undefined,
        read: (name) => files.get(name) ?? null,
        write: (name, text) => void files.set(name, text),
        load: (path) => readFileSync(path, "utf8"),
        bytes: readStart,
      },
      machine: { ...createMachine(env), ...machine },
      openBrowser: () => false,
      listen,
      hostName: "laptop",
      ...options.io,
    };
    const parts = { io, version: "0.0.0", addLocal: () => undefined, takeArchive };
    const code = await runCli(parts, args);
    return { code, out, err };
  };
  return {
    env,
    files,
    typed,
    get screen() {
      return err;
    },
    run,
    async json(...args) {
      const { code, out, err } = await run(...args, "--json");
      assert.equal(code, 0, err);
      return JSON.parse(out);
    },
  };
}
