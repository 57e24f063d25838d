/** Kills while a note is erased for good: one that is gone must be gone from every file, and one that is there must be whole. */
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { ask } from "../storm/world.ts";
import type { KillOptions, KillResult } from "./at-call.ts";
import { type AfterKill, killRequests } from "./requests.ts";

const canary = "Canary-Ibis-Obsidian";

export function killErasures(options: KillOptions): Promise<KillResult> {
  return killRequests(options, {
    name: "an erasure",
    async prepare(world) {
      const made = await ask(world, "/api/v1/captures", {
        credential: world.key,
        body: { type: "note", content: canary },
      });
      return String(made?.body["id"]);
    },
    act: (world, id) =>
      ask(world, `/api/v1/captures/${id}?permanent=true`, { credential: world.key, method: "DELETE" }),
    look,
  });
}

async function look({ start, dataDir, world, isAcknowledged }: AfterKill, id: string): Promise<string | null> {
  const service = await start();
  const answer = await ask({ origin: service.url }, `/api/v1/captures/${id}`, { credential: world.key });
  await service.stop();
  if (answer?.status === 200) return isAcknowledged ? "it was acknowledged, and the note is there" : null;
  if (answer?.status !== 404) return `the note answers ${answer?.status}`;
  const left = globSync("**/*", { cwd: dataDir, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((file) => readFileSync(file).includes(canary));
  return left.length === 0 ? null : `the note is gone, and its words stand in ${left.join(", ")}`;
}
