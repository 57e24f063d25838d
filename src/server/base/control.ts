/**
 * The operator's door: HTTP on a socket in the data folder, so a user who may read that folder may use it and nobody else. A
 * request is a command with a JSON body; the answer is a line of JSON for each step of progress and one for the outcome.
 */
import { chmodSync, rmSync } from "node:fs";
import { createHash } from "node:crypto";
import { join, resolve } from "node:path";
import { createInterface } from "node:readline";
import { json } from "node:stream/consumers";
import { isCacheFolder } from "./cache-folder.ts";

const { createServer, request } = process.getBuiltinModule("node:http"); // not imported: see gateway/http/server.ts

/** Carries out one command; what it reports to `progress` is shown while it runs. */
export type ControlCommand = (
  input: Readonly<Record<string, unknown>>,
  progress: (step: unknown) => void,
) => Promise<unknown>;

/** By the name under which they are asked for. */
export type Commands = Readonly<Record<string, ControlCommand>>;

type Line = { readonly progress: unknown } | { readonly outcome: unknown } | { readonly failure: string };

/** Longest path that every platform takes for a socket. */
const longestPath = 100;

/** Where the socket of a data folder is; null when its path is too long for one. */
function controlPath(dataDir: string): string | null {
  const folder = resolve(dataDir);
  if (process.platform === "win32") {
    return `\\\\.\\pipe\\dayshift-${createHash("sha256").update(folder).digest("hex").slice(0, 32)}`;
  }
  const path = join(folder, "control.sock");
  return Buffer.byteLength(path) > longestPath ? null : path;
}

/** Opens the door; resolves with what closes it. The data folder is locked, so an existing socket is a dead one. */
export async function openControl(dataDir: string, commands: Commands): Promise<() => Promise<void>> {
  const path = controlPath(dataDir);
  if (path === null) return async () => undefined;
  if (process.platform !== "win32") rmSync(path, { force: true });
  const server = createServer((incoming, response) => {
    const write = (line: Line): void => void response.write(`${JSON.stringify(line)}\n`);
    const command = commands[incoming.url?.slice(1) ?? ""];
    const run = async (): Promise<unknown> => {
      if (command === undefined)
        throw new Error(`The running service does not know ${incoming.url}: it is of another version.`);
      return command((await json(incoming)) as Record<string, unknown>, (progress) => write({ progress }));
    };
    run().then(
      (outcome) => response.end(`${JSON.stringify({ outcome })}\n`),
      (error: unknown) =>
        response.end(`${JSON.stringify({ failure: error instanceof Error ? error.message : String(error) })}\n`),
    );
  });
  await new Promise<void>((done, fail) => {
    server.once("error", fail);
    server.listen(path, done);
  });
  if (process.platform !== "win32") chmodSync(path, 0o600);
  return () =>
    new Promise((done) => {
      server.close(() => done());
      server.closeAllConnections();
    });
}

function whyNot(dataDir: string, { message }: Error): string {
  return isCacheFolder(dataDir)
    ? "This node waits: another one owns the data. Run the command on the machine of that one; the log of this one names it."
    : `The service that holds ${dataDir} does not answer: ${message}`;
}

/** Sends a command to the service that holds the data folder; answers its outcome. Rejects with why it failed. */
export async function askService(
  dataDir: string,
  command: string,
  input: Readonly<Record<string, unknown>>,
  onProgress: (step: unknown) => void,
): Promise<unknown> {
  const socketPath = controlPath(dataDir);
  if (socketPath === null)
    throw new Error(`The path of ${dataDir} is too long to reach the service that runs there: stop it first.`);
  const { promise, resolve: answered, reject } = Promise.withResolvers<unknown>();
  const call = request({ socketPath, path: `/${command}`, method: "POST" }, (response) => {
    createInterface({ input: response })
      .on("line", (text) => {
        const line = JSON.parse(text) as Line;
        if ("progress" in line) onProgress(line.progress);
        else if ("failure" in line) reject(new Error(line.failure));
        else answered(line.outcome);
      })
      .on("close", () => reject(new Error("The service stopped before it was done.")));
  });
  call.on("error", (error) => reject(new Error(whyNot(dataDir, error))));
  call.end(JSON.stringify(input));
  return promise;
}
