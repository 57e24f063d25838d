/** Bundles the rules of a workspace, with their host, for workerd, and starts it on them. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { globSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import type { Readable } from "node:stream";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { inPatience } from "../../helpers/settle.ts";
import { installed } from "../program.ts";

/** Its program; undefined where there is none for this system, or none could be had. */
export const workerd = globSync(installed("workerd", "@cloudflare/workerd-*/bin/workerd{,.exe}"))[0];

/** Bundles the host into the folder; answers the files that it is made of, and the modules that it asks the runtime for. */
export async function bundle(folder: string): Promise<{ readonly files: string[]; readonly modules: string[] }> {
  const { metafile } = await build({
    absWorkingDir: fileURLToPath(new URL("../../..", import.meta.url)),
    entryPoints: ["test/peers/workerd/host.ts"],
    outfile: join(folder, "host.js"),
    bundle: true,
    format: "esm",
    platform: "neutral",
    target: "es2024",
    external: ["node:*"],
    metafile: true,
    logLevel: "warning",
  });
  const imports = Object.values(metafile.outputs).flatMap((output) => output.imports);
  return { files: Object.keys(metafile.inputs), modules: imports.map(({ path }) => path) };
}

/** `host.js` and `new-file.json` of the folder; the files of workspaces are in its `disk`, its ports any that are free. */
const config = `using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (
  services = [(name = "core", worker = .core), (name = "disk", disk = (path = "disk", writable = true))],
  sockets = [(name = "http", address = "127.0.0.1:0", http = (), service = "core")],
);
const core :Workerd.Worker = (
  modules = [(name = "host", esModule = embed "host.js")],
  compatibilityDate = "2026-11-01",
  compatibilityFlags = ["temporal"],
  bindings = [
    (name = "newFile", json = embed "new-file.json"),
    (name = "workspace", durableObjectNamespace = "Workspace"),
  ],
  durableObjectNamespaces = [(className = "Workspace", uniqueKey = "workspace", enableSql = true)],
  durableObjectStorage = (localDisk = "disk"),
);
`;

/** Starts it on the bundle in the folder; answers where it listens. Rejects with what it wrote when it ends before. */
export async function start(program: string, folder: string, newFile: readonly string[]) {
  writeFileSync(join(folder, "config.capnp"), config);
  writeFileSync(join(folder, "new-file.json"), JSON.stringify(newFile));
  mkdirSync(join(folder, "disk"), { recursive: true });
  const child = spawn(program, ["serve", "--control-fd=3", "config.capnp"], {
    cwd: folder,
    stdio: ["ignore", "ignore", "pipe", "pipe"],
  });
  const written: string[] = [];
  createInterface({ input: child.stderr as Readable }).on("line", (line) => written.push(line));
  const exited = once(child, "close");
  const url = new Promise<string>((resolve, reject) => {
    createInterface({ input: child.stdio[3] as Readable }).on("line", (line) => {
      const { event, port } = JSON.parse(line) as { readonly event: string; readonly port: number };
      if (event === "listen") resolve(`http://127.0.0.1:${port}`);
    });
    void exited.then(() => reject(new Error(`workerd ended. It wrote:\n${written.join("\n")}`)));
  });
  return {
    url: await inPatience("workerd listens", url),
    written,
    async end(): Promise<void> {
      child.kill("SIGKILL");
      await exited;
    },
  };
}
