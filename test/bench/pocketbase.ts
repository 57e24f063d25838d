/** PocketBase, the comparison of the field: built with Go from its own repository, started as its users start it, with the same todos. */
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { createServer, type AddressInfo } from "node:net";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { call } from "./client.ts";
import { createDraw, drawWord } from "./draw.ts";
import { words } from "./seed.ts";

export const version = "0.39.11";

/** Builds the program into the folder; its path, or null where there is no Go that can. */
export function buildPocketBase(folder: string): string | null {
  const env = { ...process.env, GOBIN: folder, GOFLAGS: "-modcacherw" };
  const { status } = spawnSync("go", ["install", `github.com/pocketbase/pocketbase/examples/base@v${version}`], {
    env,
  });
  return status === 0 ? join(folder, "base") : null;
}

export interface PocketBase {
  readonly pid: number;
  readonly port: number;
  readonly token: string;
  readonly ids: readonly string[];
  stop(): Promise<void>;
}

const email = "bench@example.com";
const password = "correct horse battery";
const lettersOfIds = Array.from("abcdefghijklmnopqrstuvwxyz0123456789");

/** The collection of todos, indexed for what is asked of it. */
const collection = {
  name: "todos",
  type: "base",
  fields: [
    { name: "title", type: "text" },
    { name: "content", type: "text" },
    { name: "status", type: "text" },
    { name: "priority", type: "text" },
    { name: "due", type: "text" },
    { name: "created", type: "autodate", onCreate: true },
    { name: "updated", type: "autodate", onCreate: true, onUpdate: true },
  ],
  indexes: ["created", "due", "status, due", "priority, due"].map(
    (columns, at) => `CREATE INDEX todos_${at} ON todos (${columns})`,
  ),
};

/** Starts it on a fresh folder with so many todos in it. */
export async function startPocketBase(program: string, dataDir: string, todos: number): Promise<PocketBase> {
  spawnSync(program, ["superuser", "upsert", email, password, `--dir=${dataDir}`]);
  const empty = await serve(program, dataDir);
  await call(`${empty.url}/api/collections`, { credential: empty.token, body: collection });
  await empty.stop();
  const ids = fill(join(dataDir, "data.db"), todos);
  const { pid, port, token, stop } = await serve(program, dataDir);
  return { pid, port, token, ids, stop };
}

async function serve(program: string, dataDir: string) {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const child = spawn(program, ["serve", `--http=127.0.0.1:${port}`, `--dir=${dataDir}`], { stdio: "ignore" });
  process.once("exit", () => child.kill("SIGKILL"));
  while (!(await isUp(url))) if (child.exitCode !== null) throw new Error("PocketBase ended at its start.");
  const signIn = { body: { identity: email, password } };
  const path = "/api/collections/_superusers/auth-with-password";
  const { token } = await call<{ token: string }>(url + path, signIn);
  const stop = async (): Promise<void> => {
    child.kill("SIGTERM");
    if (child.exitCode === null) await once(child, "exit");
  };
  return { pid: child.pid as number, port, url, token, stop };
}

/** A port that nobody uses now. */
async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, "close");
  return port;
}

async function isUp(url: string): Promise<boolean> {
  return fetch(`${url}/api/health`).then(
    ({ ok }) => ok,
    () => new Promise<boolean>((resolve) => void setTimeout(() => resolve(false), 50)),
  );
}

/** Writes the todos straight into its file, as our own would take minutes over HTTP; answers their ids. */
function fill(file: string, todos: number): string[] {
  const database = new DatabaseSync(file);
  const insert = database.prepare(
    "INSERT INTO todos (id, title, content, status, priority, due, created, updated) VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
  );
  const draw = createDraw(2);
  const text = (length: number): string => Array.from({ length }, () => drawWord(draw, words)).join(" ");
  const ids: string[] = [];
  database.exec("BEGIN");
  for (let n = 0; n < todos; n += 1) {
    const id = Array.from({ length: 15 }, () => draw.of(lettersOfIds)).join("");
    const day = new Date(Date.UTC(2026, 0, 1 + draw.below(365))).toISOString().slice(0, 10);
    const made = new Date(Date.UTC(2025, 0, 1) + n * 1000).toISOString().replace("T", " ");
    const content = draw.chance(0.33) ? `Ask Ana about the ${text(8)}, then write it down.` : "";
    const status = draw.of(["ready", "ready", "ready", "in_progress", "done"]);
    const priority = draw.of(["urgent", "high", "medium", "low", ""]);
    insert.run(id, `Look after the ${text(3)} of ${n}`, content, status, priority, day, made, made);
    ids.push(id);
  }
  database.exec("COMMIT");
  database.close();
  return ids;
}
