/** A PostgreSQL of its own for a test file, in a temporary folder; its programs come from the system's packages. */
import { execFileSync, spawn } from "node:child_process";
import { chownSync, closeSync, existsSync, globSync, mkdtempSync, openSync, readFileSync, rmSync } from "node:fs";
import { tmpdir, userInfo } from "node:os";
import { join } from "node:path";
import { once } from "node:events";
import { ownPort } from "./ports.ts";
import { eventually, losesPatience } from "./settle.ts";

export interface Postgres {
  /** The address of a database of that name, which is made when there is none. */
  database(name: string): string;
  /** Runs a statement in it; the answer is unaligned text. Throws when that takes more than a minute, with what each session waits for. */
  ask(name: string, text: string): string;
  /** Ends the server at once, as a crash does, and starts it again. */
  restart(): Promise<void>;
  /**
   * Starts a second one that has every commit before it is answered. The answer ends the first one at once and removes its folder, and
   * has the second one take its place at the same address.
   */
  startStandby(): Promise<() => Promise<void>>;
  stop(): Promise<void>;
}

/** The folder of the programs; null where there are none. */
const programs = globSync("/usr/lib/postgresql/*/bin").findLast((folder) => existsSync(join(folder, "initdb"))) ?? null;

/** Why tests that need it are skipped; false where it can be started. */
export const noPostgres: string | false =
  programs === null ? "PostgreSQL is not installed (Debian: apt-get install postgresql)" : false;

if (noPostgres !== false && process.env["DAYSHIFT_TEST_POSTGRES"] === "required") throw new Error(noPostgres);

/** A server does not run as root. */
function owner(): { readonly uid?: number; readonly gid?: number } {
  if (userInfo().uid !== 0) return {};
  const [uid, gid] = ["-u", "-g"].map((flag) => Number(execFileSync("id", [flag, "postgres"]).toString()));
  return { ...(uid !== undefined && { uid }), ...(gid !== undefined && { gid }) };
}

/** Milliseconds after which a statement of a test is given up: this process stands still until it is answered. */
const statementTimeout = 60_000;

/** What each session does, and which ones it waits for. */
const sessions = `SELECT pid, state, wait_event_type, pg_blocking_pids(pid), left(query, 200) FROM pg_stat_activity WHERE datname IS NOT NULL`;

/** Starts one. */
export async function startPostgres(): Promise<Postgres> {
  if (programs === null) throw new Error(String(noPostgres));
  const folder = mkdtempSync(join(tmpdir(), "dayshift-postgres-"));
  const user = owner();
  if (user.uid !== undefined && user.gid !== undefined) chownSync(folder, user.uid, user.gid);
  let data = join(folder, "data");
  const port = await ownPort();
  const logFile = join(folder, "log");
  const env = { ...process.env, PGOPTIONS: `-c statement_timeout=${statementTimeout}`, PGCONNECT_TIMEOUT: "30" };
  const run = (name: string, args: readonly string[]): string =>
    execFileSync(join(programs, name), [...args], {
      ...user,
      env,
      cwd: folder,
      stdio: ["ignore", "pipe", "pipe"],
    }).toString();
  run("initdb", ["-D", data, "-U", "dayshift", "-A", "trust", "--no-sync", "-E", "UTF8", "--locale", "C"]);
  const settings = { port, listen_addresses: "127.0.0.1", unix_socket_directories: folder, fsync: "off" };
  const flags = Object.entries(settings).flatMap(([name, value]) => ["-c", `${name}=${value}`]);
  const askAt = (at: number, name: string, text: string): string =>
    run("psql", ["-h", folder, "-p", `${at}`, "-U", "dayshift", "-d", name, "-X", "-A", "-t", "-c", text]).trim();
  const ask = (name: string, text: string): string => {
    try {
      return askAt(port, name, text);
    } catch (error) {
      if (!/statement timeout/.test(String(error))) throw error;
      const there = askAt(port, "postgres", sessions);
      throw new Error(`${text}\nwas not answered in time, with these sessions:\n${there}`, { cause: error });
    }
  };
  const isUp = (at: number): boolean => {
    try {
      return askAt(at, "postgres", "SELECT 1") === "1";
    } catch {
      return false;
    }
  };
  const start = async (from = data, at = port, more: readonly string[] = []) => {
    const args = ["-D", from, ...flags, "-c", `port=${at}`, ...more];
    const log = openSync(logFile, "a");
    const server = spawn(join(programs, "postgres"), args, { ...user, cwd: folder, stdio: ["ignore", log, log] });
    closeSync(log);
    const isInVain = losesPatience();
    while (!isUp(at)) {
      if (server.exitCode !== null || isInVain()) {
        server.kill("SIGQUIT");
        throw new Error(
          `PostgreSQL did not start (${server.exitCode}):\n${readFileSync(logFile, "utf8").slice(-4000)}`,
        );
      }
      await new Promise((resolve) => setImmediate(resolve));
    }
    return server;
  };
  let server = await start();
  const servers = new Set([server]);
  const end = async (ending: typeof server, signal: NodeJS.Signals): Promise<void> => {
    servers.delete(ending);
    if (ending.exitCode !== null || ending.signalCode !== null) return;
    const ended = once(ending, "exit");
    ending.kill(signal);
    await ended;
  };
  return {
    database(name) {
      if (ask("postgres", `SELECT count(*) FROM pg_database WHERE datname = '${name}'`) === "0")
        ask("postgres", `CREATE DATABASE ${name}`);
      return `postgres://dayshift@127.0.0.1:${port}/${name}`;
    },
    ask,
    async restart() {
      await end(server, "SIGQUIT");
      servers.add((server = await start()));
    },
    async startStandby() {
      const copy = join(folder, "standby");
      const [address, other] = [`host=${folder} port=${port} user=dayshift`, await ownPort()];
      run("pg_basebackup", ["-D", copy, "-d", address, "-X", "stream", "-R", "--no-sync", "-c", "fast"]);
      const standby = await start(copy, other);
      servers.add(standby);
      ask("postgres", "ALTER SYSTEM SET synchronous_standby_names = '*'");
      ask("postgres", "SELECT pg_reload_conf()");
      const synchronous = "SELECT count(*) FROM pg_stat_replication WHERE sync_state = 'sync'";
      await eventually("the standby has every commit", () => ask("postgres", synchronous) !== "0");
      return async () => {
        await end(server, "SIGQUIT");
        rmSync(data, { recursive: true });
        data = copy;
        run("pg_ctl", ["promote", "-D", copy, "-w"]);
        await end(standby, "SIGINT");
        servers.add((server = await start()));
      };
    },
    async stop() {
      for (const one of servers) await end(one, "SIGQUIT");
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
