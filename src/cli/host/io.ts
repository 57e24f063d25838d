/** Host: the terminal and the time of this machine. */
import { homedir, hostname } from "node:os";
import { join } from "node:path";
import { createInterface, type Interface } from "node:readline";
import { Writable } from "node:stream";
import { text } from "node:stream/consumers";
import { setTimeout as wait } from "node:timers/promises";
import { listen, openBrowser } from "./browser.ts";
import { createFiles } from "./files.ts";
import { createMachine } from "./machine.ts";
import type { Input, Io, Output } from "../ports/io.ts";

/** The process's own. */
export function processIo(): Io {
  return {
    env: process.env,
    stdout: outputOf(process.stdout),
    stderr: outputOf(process.stderr),
    stdin: createInput(),
    now: () => Date.now(),
    sleep: (milliseconds, signal) => wait(milliseconds, undefined, signal && { signal }),
    timezone: Intl.DateTimeFormat().resolvedOptions().timeZone,
    files: createFiles(join(process.env["XDG_CONFIG_HOME"] ?? join(homedir(), ".config"), "dayshift")),
    machine: createMachine(process.env),
    openBrowser,
    listen,
    hostName: hostname(),
  };
}

/** A stream of the process as commands write to it. A terminal that does not say how wide it is has 80 columns. */
export function outputOf(stream: NodeJS.WriteStream): Output {
  // Who reads may have seen enough, as in `dayshift … | head`: that ends the command and is no failure of it.
  stream.on("error", (error: NodeJS.ErrnoException) => {
    if (error.code === "EPIPE") process.exit();
    throw error;
  });
  return {
    write: (line) => void stream.write(line),
    get isTerminal() {
      return stream.isTTY;
    },
    get columns() {
      return stream.isTTY ? stream.columns || 80 : null;
    },
  };
}

function createInput(): Input {
  let isHidden = false;
  let open: { readonly reader: Interface; readonly lines: AsyncIterator<string> } | null = null;
  // What is typed is shown by readline itself: while a password is typed it writes into nothing.
  const shown = new Writable({
    write(chunk: Buffer, _encoding, done) {
      if (!isHidden) process.stderr.write(chunk);
      done();
    },
  });
  const opened = () => {
    if (open === null) {
      const reader = createInterface({ input: process.stdin, output: shown, terminal: process.stdin.isTTY });
      // Raw input brings Ctrl-C as a character: waiting code gets the signal all the same.
      reader.on("SIGINT", () => void (process.emit("SIGINT") || process.exit(130)));
      open = { reader, lines: reader[Symbol.asyncIterator]() };
    }
    return open;
  };
  return {
    isTerminal: process.stdin.isTTY,
    async line(prompt, { hidden = false } = {}) {
      const { reader, lines } = opened();
      // Readline writes it again when what is typed is edited.
      reader.setPrompt(prompt);
      if (process.stdin.isTTY) reader.prompt();
      isHidden = hidden;
      const { done, value } = await lines.next();
      isHidden = false;
      if (hidden && process.stdin.isTTY) process.stderr.write("\n");
      return done === true ? null : value;
    },
    text: () => text(process.stdin),
    close: () => open?.reader.close(),
  };
}
