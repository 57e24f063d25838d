/** Host: the terminal, the files and the time of this machine. */
import { spawn } from "node:child_process";
import {
  chmodSync,
  closeSync,
  existsSync,
  fstatSync,
  mkdirSync,
  openSync,
  readFileSync,
  readSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { homedir, hostname } from "node:os";
import { join } from "node:path";
import { createInterface, type Interface } from "node:readline";
import { Writable } from "node:stream";
import { text } from "node:stream/consumers";
import { setTimeout as wait } from "node:timers/promises";
import { createMachine } from "./host/machine.ts";
import type { Files, Input, Io, Output } from "./io.ts";
import { listen } from "./loopback.ts";

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
      // Raw input brings Ctrl-C as a character: whoever waits for the signal hears of it all the same.
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

/** Milliseconds after which a lock is one that a killed process left: whoever holds one is done long before. */
const longestHold = 60_000;

/** Files in a folder, which is made with the first of them. */
export function createFiles(folder: string): Files {
  const makeFolder = (): void => {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    chmodSync(folder, 0o700);
  };
  return {
    read(name) {
      const path = join(folder, name);
      return existsSync(path) ? readFileSync(path, "utf8") : null;
    },
    write(name, content) {
      makeFolder();
      const fresh = join(folder, `${name}.new`);
      writeFileSync(fresh, content, { mode: 0o600 });
      renameSync(fresh, join(folder, name));
    },
    lock(name) {
      makeFolder();
      const path = join(folder, name);
      if (Date.now() - (statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? Infinity) > longestHold)
        rmSync(path, { force: true });
      try {
        closeSync(openSync(path, "wx", 0o600));
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === "EEXIST") return null;
        throw error;
      }
      return () => rmSync(path, { force: true });
    },
    load: (path) => readFileSync(path, "utf8"),
    bytes: readStart,
  };
}

/** The first bytes of a file, at most so many. */
export function readStart(path: string, most: number): Uint8Array {
  const file = openSync(path, "r");
  try {
    const bytes = new Uint8Array(Math.min(most, fstatSync(file).size));
    let at = 0;
    let read = 0;
    do {
      read = readSync(file, bytes, at, bytes.length - at, at);
      at += read;
    } while (read > 0 && at < bytes.length);
    return bytes.subarray(0, at);
  } finally {
    closeSync(file);
  }
}

const openers: Readonly<Record<string, readonly string[]>> = {
  darwin: ["open"],
  win32: ["rundll32", "url.dll,FileProtocolHandler"],
};

/** The address is an argument of its own: no shell reads it. */
function openBrowser(url: string): boolean {
  const [program = "xdg-open", ...before] = openers[process.platform] ?? ["xdg-open"];
  const hasScreen =
    process.platform in openers || process.env["DISPLAY"] !== undefined || process.env["WAYLAND_DISPLAY"] !== undefined;
  if (!hasScreen) return false;
  const child = spawn(program, [...before, url], { stdio: "ignore", detached: true });
  child.on("error", () => undefined);
  child.unref();
  return true;
}
