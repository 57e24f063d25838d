/** Structured logs on stderr: JSON lines, or a readable line each when stderr is a terminal. */
import type { Clock } from "../../actors/runtime/ports.ts";

export type Level = "debug" | "info" | "warn" | "error";
export type Fields = Readonly<Record<string, unknown>>;

export interface Log {
  /** Writes an event of that level. */
  readonly write: (level: Level, event: string, fields?: Fields) => void;
  debug(event: string, fields?: Fields): void;
  info(event: string, fields?: Fields): void;
  warn(event: string, fields?: Fields): void;
  error(event: string, fields?: Fields): void;
}

const order = { debug: 0, info: 1, warn: 2, error: 3, silent: 4 } as const;

/** A log that writes events of at least `level`. */
export function createLog(options: {
  readonly level: keyof typeof order;
  readonly isTerminal: boolean;
  readonly clock: Clock;
  readonly write: (line: string) => void;
}): Log {
  const format = options.isTerminal ? readable : jsonLine;
  const write: Log["write"] = (level, event, fields = {}) => {
    if (order[level] < order[options.level]) return;
    options.write(`${format(new Date(options.clock.now()).toISOString(), level, event, fields)}\n`);
  };
  return {
    write,
    debug: (event, fields) => write("debug", event, fields),
    info: (event, fields) => write("info", event, fields),
    warn: (event, fields) => write("warn", event, fields),
    error: (event, fields) => write("error", event, fields),
  };
}

/** What a log may show of something thrown: with what caused it, the nearest cause first. */
export function describeError(error: unknown): Fields {
  if (!(error instanceof Error)) return { error: String(error) };
  const causes = causesOf(error);
  return { error: error.message, ...(causes.length > 0 && { causes }), stack: error.stack };
}

function causesOf(error: Error): string[] {
  return error.cause instanceof Error ? [error.cause.message, ...causesOf(error.cause)] : [];
}

function jsonLine(time: string, level: Level, event: string, fields: Fields): string {
  return JSON.stringify({ time, level, event, ...fields });
}

const marks: Readonly<Record<Level, string>> = { debug: "·", info: "•", warn: "!", error: "✗" };

function readable(time: string, level: Level, event: string, { stack, ...fields }: Fields): string {
  const words = Object.entries(fields).map(
    ([name, value]) => `${name}=${typeof value === "string" ? value : JSON.stringify(value)}`,
  );
  const trace = typeof stack === "string" ? `\n${stack}` : "";
  return `${time.slice(11, 19)} ${marks[level]} ${[event, ...words].join("  ")}${trace}`;
}
