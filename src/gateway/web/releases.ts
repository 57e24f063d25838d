/** The script that installs the command, and the archives it fetches, when the operator has put them into a folder. */
import { existsSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { readPieces } from "../../actors/files/handles.ts";
import { asset } from "../../actors/files/assets.ts";
import { ApiError } from "../../schema/errors.ts";
import type { HttpResponse } from "../http/message.ts";
import type { Route } from "../router.ts";

export interface ReleaseParts {
  /** Where `SHA256SUMS` and the archives it names lie; null for none. */
  readonly folder: string | null;
  readonly publicUrl: string;
  readonly version: string;
}

/** What `build/` makes archives for. */
const targets = ["linux-x64", "linux-arm64", "darwin-arm64", "win32-x64"] as const;

/** The routes. The sums are read at each request: archives may be put there while the service runs. */
export function releaseRoutes(parts: ReleaseParts): Route[] {
  const script = asset("gateway/web/install.sh").toString();
  const archives = targets.map((target) => `dayshift-${parts.version}-${target}.tar.gz`);
  return [
    { method: "GET", path: "/install.sh", target: async () => installScript(script, parts) },
    ...archives.map((name): Route => ({
      method: "GET",
      path: `/releases/${name}`,
      target: async ({ method }) => serveArchive(parts, method, name),
    })),
  ];
}

/** Sums of the archives of this version, by name. */
function sumsOf({ folder, version }: ReleaseParts): Map<string, string> {
  const file = folder === null ? null : join(folder, "SHA256SUMS");
  if (file === null || !existsSync(file)) return new Map();
  const lines = readFileSync(file, "utf8").split("\n");
  const found = lines.map((line) =>
    /^([0-9a-f]{64})  (dayshift-([\w.-]+)-(?:linux|darwin|win32)-\w+\.tar\.gz)$/.exec(line),
  );
  return new Map(found.flatMap((match) => (match?.[3] === version ? [[match[2] as string, match[1] as string]] : [])));
}

function installScript(script: string, parts: ReleaseParts): HttpResponse {
  const sums = [...sumsOf(parts)].map(([name, sum]) => `${sum}  ${name}`).join("\n");
  const values: Readonly<Record<string, string>> = {
    ORIGIN: parts.publicUrl.replaceAll("'", "'\\''"),
    VERSION: parts.version,
    SUMS: sums,
  };
  const body = script.replaceAll(/@(ORIGIN|VERSION|SUMS)@/g, (_match, name: string) => values[name] ?? "");
  return { status: 200, headers: { ...usualHeaders, "content-type": "text/x-shellscript; charset=utf-8" }, body };
}

/** Only what the sums name is served. */
function serveArchive(parts: ReleaseParts, method: string, name: string): HttpResponse {
  const path = join(parts.folder ?? "", name);
  if (!sumsOf(parts).has(name) || !existsSync(path)) {
    throw new ApiError(
      "resource_not_found",
      "This service has no such archive. Install from source: npm ci && npm link.",
    );
  }
  const { size } = statSync(path);
  const headers = { ...usualHeaders, "content-type": "application/gzip", "Content-Length": String(size) };
  const body = method === "HEAD" ? "" : ReadableStream.from(readPieces(path, 0, size));
  return { status: 200, headers, body };
}

const usualHeaders = { "cache-control": "no-cache", "x-content-type-options": "nosniff" } as const;
