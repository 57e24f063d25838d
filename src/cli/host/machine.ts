/** Host: programs, sound and files of this machine. */
import { spawn } from "node:child_process";
import { closeSync, existsSync, openSync, readSync, fstatSync, writeFileSync } from "node:fs";
import { delimiter, join, resolve } from "node:path";
import type { Machine, Running, SourceFile } from "../ports/machine.ts";
import { connect } from "./socket.ts";

/** The process's own, with the programs on the `PATH` of that environment. */
export function createMachine(env: Readonly<Record<string, string | undefined>>): Machine {
  return {
    platform: process.platform,
    has: (program) => find(program, env) !== null,
    start: (program, args) => start(find(program, env) ?? program, args, env),
    input: () => ({ output: process.stdin, stop: () => void process.stdin.destroy() }),
    open: openFile,
    save,
    connect,
    onInterrupt(action) {
      process.on("SIGINT", action).on("SIGTERM", action);
      return () => void process.off("SIGINT", action).off("SIGTERM", action);
    },
  };
}

function find(program: string, env: Readonly<Record<string, string | undefined>>): string | null {
  const names = process.platform === "win32" ? [`${program}.exe`] : [program];
  const folders = (env["PATH"] ?? env["Path"] ?? "").split(delimiter).filter((folder) => folder !== "");
  return folders.flatMap((folder) => names.map((name) => join(folder, name))).find((path) => existsSync(path)) ?? null;
}

/** What a program said last is kept up to so many characters. */
const lastWords = 2000;
/** A program that was asked to end has so long, in milliseconds. */
const patience = 3000;

function start(path: string, args: readonly string[], env: Readonly<Record<string, string | undefined>>): Running {
  const child = spawn(path, args, { stdio: ["ignore", "pipe", "pipe"], env });
  let said = "";
  child.stderr.setEncoding("utf8").on("data", (text: string) => (said = (said + text).slice(-lastWords)));
  const ended = new Promise<string>((done) => {
    child.on("error", (error) => done(error.message));
    child.on("close", () => done(said.trim()));
  });
  return {
    output: child.stdout as AsyncIterable<Uint8Array>,
    ended,
    stop() {
      child.kill("SIGINT");
      const timer = setTimeout(() => child.kill("SIGKILL"), patience);
      void ended.then(() => clearTimeout(timer));
    },
  };
}

function openFile(path: string): SourceFile {
  const file = openSync(path, "r");
  return {
    size: sizeOf(file, path),
    read(from, count) {
      const bytes = new Uint8Array(count);
      return bytes.subarray(0, readSync(file, bytes, 0, count, from));
    },
    close: () => closeSync(file),
  };
}

/** Bytes of the open file, which is closed again when it is none. */
function sizeOf(file: number, path: string): number {
  try {
    const facts = fstatSync(file);
    if (facts.isFile()) return facts.size;
    throw new Error(`${path} is no file.`);
  } catch (error) {
    closeSync(file);
    throw error;
  }
}

/** In the folder of the command; a number is added to a name that is taken. */
function save(name: string, parts: readonly Uint8Array[]): string {
  const [, stem = name, end = ""] = /^(.*)(\.\w+)$/.exec(name) ?? [];
  let path = resolve(name);
  for (let count = 2; existsSync(path); count++) path = resolve(`${stem}-${count}${end}`);
  writeFileSync(path, Buffer.concat(parts), { flag: "wx", mode: 0o600 });
  return path;
}
