/** Nodes of one store as their users run them: processes with folders of their own, which a supervisor starts again. */
import assert from "node:assert/strict";
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { checkout } from "../bench/service.ts";
import { ownPort } from "../helpers/ports.ts";
import { owner } from "../helpers/owner.ts";
import { runtime } from "../helpers/runtime.ts";
import { inPatience } from "../helpers/settle.ts";

export interface NodeProcess {
  readonly name: string;
  readonly url: string;
  readonly pid: number;
  readonly dataDir: string;
  /** The last lines of its log, of all its lives. */
  readonly lastWords: () => string;
  /** The exit statuses of its former lives; null for a signal. */
  readonly statuses: readonly (number | null)[];
  /** Whether it takes requests. */
  isReady(): Promise<boolean>;
  /** Whether it answers that it waits. */
  isWaiting(): Promise<boolean>;
  /** Ends it at once and removes its folder; the supervisor starts it again with an empty one. */
  killAndWipe(): Promise<void>;
  signal(signal: NodeJS.Signals): void;
  /** Resolves when the present life has ended. Rejects with its last words when it does not within two minutes. */
  ended(): Promise<void>;
}

export interface Group {
  readonly nodes: readonly NodeProcess[];
  /** The one that takes requests, as soon as there is one. */
  owner(): Promise<NodeProcess>;
  /** The first one but for the owner, as soon as it says that it waits. */
  waiting(): Promise<NodeProcess>;
  /** Waits until something is so. Rejects with the state and with what the nodes wrote last when it does not come within two minutes. */
  until(what: string, isSo: () => boolean | Promise<boolean>, state: () => unknown): Promise<void>;
  stop(): Promise<void>;
}

/** Seconds after which a silent owner has lost the data: as it comes. One that starts on a busy machine is silent for longer than one. */
const leaseSeconds = 5;

/** Milliseconds after which what is waited for is given up. */
const patienceMs = 120_000;

/** How much of a log is worth reading. */
const lastLines = 40;

/** Starts so many on a store, of another checkout where one is named; resolves when one takes requests. */
export async function startGroup(
  storeUrl: string,
  count: number,
  envOf: () => Promise<Record<string, string>> = async () => ({}),
  root = checkout,
): Promise<Group> {
  let isStopping = false;

  async function startNode(name: string): Promise<NodeProcess> {
    const env = await envOf();
    const port = await ownPort();
    const folder = mkdtempSync(join(tmpdir(), "dayshift-node-"));
    const dataDir = join(folder, "data");
    const logFile = join(folder, "log");
    const log = openSync(logFile, "a");
    const statuses: (number | null)[] = [];
    let isWiping = false;
    let child: ChildProcess;
    let ended: Promise<void>;
    const live = (): void => {
      child = spawn(process.execPath, runtime.service, {
        cwd: root,
        env: {
          ...Object.fromEntries(Object.entries(process.env).filter(([key]) => !/^(DAYSHIFT_|NODE_)/.test(key))),
          DAYSHIFT_PORT: `${port}`,
          DAYSHIFT_DATA_DIR: dataDir,
          DAYSHIFT_STORE_URL: storeUrl,
          DAYSHIFT_LEASE_SECONDS: `${leaseSeconds}`,
          DAYSHIFT_SECRET_KEY: "7".repeat(64),
          DAYSHIFT_RATE_LIMIT_PER_MINUTE: "1000000",
          DAYSHIFT_OWNER_EMAIL: owner.email,
          DAYSHIFT_OWNER_PASSWORD: owner.password,
          ...env,
        },
        stdio: ["ignore", "ignore", log],
      });
      ended = once(child, "exit").then(([status]) => {
        statuses.push(status as number | null);
        if (!isWiping && !isStopping) live();
      });
    };
    live();
    /** Not with `kill` of the child: on Deno that sends one signal at most, and says of the end nothing but that one. */
    const send = (signal: NodeJS.Signals): void => {
      if (child.exitCode === null && child.signalCode === null) process.kill(child.pid as number, signal);
    };
    const url = `http://127.0.0.1:${port}`;
    const readiness = async (): Promise<number | null> => {
      try {
        return (await fetch(`${url}/ready`, { signal: AbortSignal.timeout(500) })).status;
      } catch {
        return null;
      }
    };
    const node: NodeProcess = {
      name,
      url,
      get pid() {
        return child.pid as number;
      },
      dataDir,
      statuses,
      lastWords: () => readFileSync(logFile, "utf8").split("\n").slice(-lastLines).join("\n"),
      isReady: async () => (await readiness()) === 200,
      isWaiting: async () => (await readiness()) === 503,
      async killAndWipe() {
        const over = ended;
        isWiping = true;
        send("SIGKILL");
        await over;
        rmSync(dataDir, { recursive: true, force: true });
        isWiping = false;
        live();
      },
      signal: send,
      ended: () => inPatience(`the end of node ${name}`, ended, node.lastWords),
    };
    stops.push(async () => {
      send("SIGKILL");
      await ended;
      closeSync(log);
      rmSync(folder, { recursive: true, force: true });
    });
    return node;
  }

  const stops: (() => Promise<void>)[] = [];
  const nodes: NodeProcess[] = [];
  for (let n = 0; n < count; n += 1) nodes.push(await startNode(String.fromCharCode(97 + n)));
  const lastWords = (): string =>
    nodes.map((node) => `node ${node.name} (${node.statuses.join()})\n${node.lastWords()}`).join("\n");
  const group: Group = {
    nodes,
    async owner() {
      const end = performance.now() + patienceMs;
      while (performance.now() < end) {
        for (const node of nodes) if (await node.isReady()) return node;
        await new Promise((resolve) => setTimeout(resolve, 10));
      }
      return assert.fail(`no node took requests\n${lastWords()}`);
    },
    async waiting() {
      const present = await group.owner();
      const other = nodes.find((node) => node !== present) ?? assert.fail("there is no other node");
      await group.until(
        `node ${other.name} waits`,
        () => other.isWaiting(),
        () => null,
      );
      return other;
    },
    async until(what, isSo, state) {
      const end = performance.now() + patienceMs;
      while (!(await isSo())) {
        if (performance.now() > end) assert.fail(`${what} did not come: ${JSON.stringify(state())}\n${lastWords()}`);
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
    },
    async stop() {
      isStopping = true;
      await Promise.all(stops.map((stop) => stop()));
    },
  };
  await group.owner();
  return group;
}
