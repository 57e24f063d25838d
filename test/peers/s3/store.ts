/** The server that the tests back up to, in a process of its own. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import type { TestContext } from "node:test";
import { fileURLToPath } from "node:url";
import { tempDir } from "../../helpers/temp-dir.ts";

/** Key and secret that it knows. */
const known = "S3RVER";

export interface Store {
  /** The variables that give access to it. */
  readonly env: Readonly<Record<string, string>>;
  /** Where it keeps what it is given. */
  readonly folder: string;
}

export interface StoreOptions {
  /** A fresh one when left out. */
  readonly folder?: string;
  /** The number of the PUT in whose middle it is killed. */
  readonly dieAt?: number;
}

/** Starts it. Its bucket is called `backups`. */
export async function startStore(t: TestContext, { folder = tempDir(t), dieAt }: StoreOptions = {}): Promise<Store> {
  const program = fileURLToPath(new URL("server.cjs", import.meta.url));
  const args = [program, folder, ...(dieAt === undefined ? [] : [String(dieAt)])];
  const child = spawn(process.execPath, args, { stdio: ["ignore", "pipe", "inherit"] });
  t.after(() => child.kill("SIGKILL"));
  const [address] = (await once(createInterface({ input: child.stdout }), "line")) as [string];
  return { folder, env: { AWS_ENDPOINT_URL: address, AWS_ACCESS_KEY_ID: known, AWS_SECRET_ACCESS_KEY: known } };
}
