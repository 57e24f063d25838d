/** How a connection of the directory is opened: the file and its settings, or the address of a server. */
import { chmodSync, mkdirSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import type { Client, Config } from "@libsql/client";
import { plainAddress } from "../../../actors/store/drivers/plain-address.ts";
import { busyTimeout, type Connection, openConnection } from "../../../actors/store/connection.ts";
import { openGuarded } from "../../../actors/store/log-guard.ts";
import { ApiError } from "../../../schema/errors.ts";

/** Milliseconds after which a remote server that says nothing counts as gone. */
const remoteTimeout = 10_000;

/** The client, with what it stands on. */
export interface Opened {
  readonly client: Client;
  close(): void;
}

/**
 * Opens the file, made when there is none, with mode 0600 and its settings read back. Rejects when it was left with a log that is damaged,
 * and when it cannot be written to.
 */
export async function openFile(url: string): Promise<Opened> {
  createFile(url);
  const anchor = openAnchor(fileOf(url));
  try {
    const client = await openClient(url);
    return {
      client,
      close() {
        client.close();
        anchor.close();
      },
    };
  } catch (error) {
    anchor.close();
    throw error;
  }
}

/**
 * Has the file open before the client does, and as long. Where SQLite once cannot open the shared memory of a file for writing, it is
 * for reading alone until its last connection is closed, and one of the client's is closed only when the garbage collector comes to its
 * statements: the directory took no writes until then. This one leaves nothing behind.
 */
function openAnchor(file: string): Connection {
  const anchor = openGuarded(file, {
    acquire: () => attached(file),
    check: (connection) => connection.exec(writeAndUndo),
    release: (connection) => connection.close(),
    isShared: hadOpen.has(file),
  });
  hadOpen.add(file);
  return anchor;
}

/** Files that connections of the client may still have open, though they were closed. */
const hadOpen = new Set<string>();

/** Fails where SQLite has any of the file, its log and their shared memory for reading alone. BEGIN IMMEDIATE by itself takes such a file. */
const writeAndUndo = "BEGIN IMMEDIATE; PRAGMA ws.user_version=0; ROLLBACK";

function attached(file: string): Connection {
  const connection = openConnection("libsql");
  try {
    connection.exec(`PRAGMA busy_timeout=${busyTimeout}`);
    connection.attach(file);
    connection.exec("PRAGMA ws.journal_mode=WAL");
    return connection;
  } catch (error) {
    connection.close();
    throw error;
  }
}

async function openClient(url: string): Promise<Client> {
  const { createClient } = await import("@libsql/client/sqlite3");
  const client = createClient({ url: plainUrl(url), concurrency: 1, timeout: busyTimeout });
  try {
    await preparePragmas(client);
    return client;
  } catch (error) {
    client.close();
    throw error;
  }
}

/** The client hands the library what stands behind `file:` as a path, and that may be an address itself. */
function plainUrl(url: string): string {
  return `file:${encodeURIComponent(plainAddress(fileOf(url)))}`;
}

/** The client of a remote server, loaded only when one is configured; it connects with its first statement. Throws on an address it cannot use. */
export async function openRemote(options: { url: string; authToken?: string }): Promise<Opened> {
  const { createClient } = await import("@libsql/client");
  const config: Config = { url: options.url, fetch: fetchInTime };
  if (options.authToken !== undefined) config.authToken = options.authToken;
  const client = createClient(config);
  return { client, close: () => client.close() };
}

function fetchInTime(request: Request): Promise<Response> {
  return fetch(request, { signal: AbortSignal.timeout(remoteTimeout) });
}

/** The path in the address of a file. */
export function fileOf(url: string): string {
  return url.startsWith("file://") ? fileURLToPath(url) : url.slice("file:".length);
}

/** Makes the file readable by its owner only; the -wal and -shm files take over its mode. */
function createFile(url: string): void {
  const path = fileOf(url);
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  writeFileSync(path, "", { flag: "a", mode: 0o600 });
  chmodSync(path, 0o600);
}

const settings = [
  ["journal_mode", "WAL", "wal"],
  ["synchronous", "FULL", 2],
  ["foreign_keys", "ON", 1],
  ["secure_delete", "ON", 1],
  ["trusted_schema", "OFF", 0],
  ["cell_size_check", "ON", 1],
  ["journal_size_limit", "4194304", 4_194_304],
] as const;

/** Sets what makes a file durable and strict, and reads it back: a setting that did not take is a refusal to start. */
export async function preparePragmas(client: Client): Promise<void> {
  for (const [name, value, expected] of settings) {
    await client.execute(`PRAGMA ${name}=${value}`);
    const got = (await client.execute(`PRAGMA ${name}`)).rows[0]?.[0];
    if (got === expected) continue;
    throw new ApiError(
      "internal_error",
      `The directory file has ${name}=${JSON.stringify(got)}; ${value} was expected.`,
    );
  }
}
