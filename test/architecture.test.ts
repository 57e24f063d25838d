/** The walls of the house: who may import whom, where time and chance live, how large a room may grow. */
import assert from "node:assert/strict";
import { globSync, readFileSync } from "node:fs";
import { dirname, join, normalize } from "node:path";
import { test } from "node:test";

interface Room {
  readonly path: string;
  readonly text: string;
  readonly imports: readonly string[];
}

const importPattern = /(?:^|\n)\s*(?:import|export)\s[^;]*?from\s+"([^"]+)"|import\("([^"]+)"\)/g;

const rooms: readonly Room[] = globSync("src/**/*.{ts,tsx}")
  .map((path) => path.replaceAll("\\", "/"))
  .sort()
  .map((path) => {
    const text = readFileSync(path, "utf8");
    const imports = [...text.matchAll(importPattern)].map((match) => resolve(path, match[1] ?? (match[2] as string)));
    return { path, text, imports };
  });

function resolve(from: string, specifier: string): string {
  return specifier.startsWith(".") ? normalize(join(dirname(from), specifier)).replaceAll("\\", "/") : specifier;
}

/** The rooms that break a wall, as `path: what`. */
function breaches(check: (room: Room) => readonly string[]): string[] {
  return rooms.flatMap((room) => check(room).map((what) => `${room.path}: ${what}`));
}

const layers = ["schema", "workspace", "actors", "cluster", "gateway", "server"];
/** Programs that talk to a service from outside: they stand on the schema alone, the command line and the app on the client too. */
const outside = /^src\/(cli|client|web)\//;
/** The command and the test kit put the service and what talks to one side by side. */
const roof = /^src\/(dayshift\.ts$|testing\/)/;

function layerOf(path: string): number {
  if (roof.test(path)) return layers.length;
  if (outside.test(path)) return 1;
  return layers.indexOf(path.split("/")[1]?.replace(/\.ts$/, "") ?? "");
}

test("the house is not empty, so the walls are really looked at", () => {
  assert.ok(rooms.length > 50, `found ${rooms.length} files`);
  assert.ok(rooms.some((room) => room.imports.length > 0));
});

function floorOf(path: string): string {
  return path.split("/")[1] ?? "";
}

test("every file stands on a known floor", () => {
  assert.deepEqual(
    breaches((room) => (layerOf(room.path) < 0 ? ["stands on no floor"] : [])),
    [],
  );
});

test("imports run downwards: server → gateway → cluster → actors → workspace → schema", () => {
  const upward = (room: Room) =>
    room.imports.filter((target) => target.startsWith("src/") && layerOf(target) > layerOf(room.path));
  assert.deepEqual(breaches(upward), []);
});

test("programs outside the service import the schema and themselves, and no service file imports them", () => {
  const stray = (room: Room) =>
    room.imports.filter((target) => {
      if (!target.startsWith("src/")) return false;
      if (room.path.startsWith("src/client/")) return !/^src\/(client|schema)\//.test(target);
      if (outside.test(room.path))
        return floorOf(target) !== floorOf(room.path) && !/^src\/(client|schema)\//.test(target);
      return outside.test(target) && !roof.test(room.path);
    });
  assert.deepEqual(breaches(stray), []);
});

test("there is no circle of imports, type imports included", () => {
  const graph = new Map(rooms.map((room) => [room.path, room.imports.filter((target) => target.startsWith("src/"))]));
  const done = new Set<string>();
  const circles: string[] = [];
  const visit = (path: string, trail: readonly string[]): void => {
    if (trail.includes(path)) circles.push([...trail.slice(trail.indexOf(path)), path].join(" → "));
    if (done.has(path) || trail.includes(path)) return;
    for (const target of graph.get(path) ?? []) visit(target, [...trail, path]);
    done.add(path);
  };
  for (const path of graph.keys()) visit(path, []);
  assert.deepEqual(circles, []);
});

test("no two folders import each other", () => {
  const imports = new Map<string, Set<string>>();
  for (const { path, imports: targets } of rooms) {
    const known = imports.get(dirname(path)) ?? new Set<string>();
    imports.set(dirname(path), known);
    for (const target of targets) if (dirname(target) !== dirname(path)) known.add(dirname(target));
  }
  const mutual = [...imports].flatMap(([folder, targets]) =>
    [...targets]
      .filter((target) => folder < target && imports.get(target)?.has(folder))
      .map((target) => `${folder} ↔ ${target}`),
  );
  assert.deepEqual(mutual, []);
});

/** Packages that only one place may know. */
const keepers: Readonly<Record<string, RegExp>> = {
  libsql: /^src\/actors\/store\//,
  "libsql/promise": /^src\/actors\/store\//,
  pg: /^src\/actors\/store\/pages\/postgres\/session\.ts$/,
  "p-queue": /^src\/actors\/(mailbox\/mailbox|runtime\/semaphore)\.ts$/,
  "@libsql/client": /^src\/gateway\/directory\/database\//,
  "itty-router": /^src\/gateway\/router\.ts$/,
  ai: /^src\/actors\/models\//,
  "@ai-sdk/openai": /^src\/actors\/models\//,
  "@ai-sdk/anthropic": /^src\/actors\/models\//,
  "@ai-sdk/openai-compatible": /^src\/actors\/models\//,
  nodemailer: /^src\/actors\/mail\//,
  "chrono-node":
    /^src\/(actors\/models\/|client\/(quick-add|whole-day|spoken\/days)\.ts$|cli\/imports\/formats\/moments\.ts$)/,
  "csv-parse/sync": /^src\/cli\/imports\/formats\/table\.ts$/,
  "ical.js": /^src\/cli\/imports\/formats\/ical\.ts$/,
  turndown: /^src\/cli\/imports\/formats\/markdown\.ts$/,
  preact: /^src\/web\//,
  "preact/hooks": /^src\/web\//,
  yauzl: /^src\/cli\/imports\/zip\.ts$/,
  commander: /^src\/(cli\/|server\/commands\/|dayshift\.ts$)/,
  "modern-tar": /^src\/server\/archive\//,
  "hash-wasm": /^src\/gateway\/directory\/secrets\/argon2-worker\.ts$/,
  aws4fetch: /^src\/server\/backup\/s3\/bucket\.ts$/,
  "@modelcontextprotocol/server": /^src\/gateway\/mcp\//,
  "@bomb.sh/tab/commander": /^src\/cli\/program\.ts$/,
  oauth4webapi: /^src\/cli\/oauth\/server\.ts$/,
  "@valibot/to-json-schema": /^src\/schema\/json-schema\.ts$/,
};

test("each package has one keeper", () => {
  const stray = (room: Room) => room.imports.filter((target) => keepers[target] && !keepers[target].test(room.path));
  assert.deepEqual(breaches(stray), []);
});

test("the schema imports valibot and nothing else", () => {
  const foreign = (room: Room) =>
    room.path.startsWith("src/schema/")
      ? room.imports.filter((target) => !/^(src\/schema\/|valibot$|@valibot\/to-json-schema$)/.test(target))
      : [];
  assert.deepEqual(breaches(foreign), []);
});

test("rules are synchronous and know no platform: no promises, no node: imports", () => {
  const platform = (room: Room) => {
    if (!room.path.startsWith("src/workspace/")) return [];
    const modules = room.imports.filter((target) => target.startsWith("node:"));
    return /\basync\b|\bawait\b|\bPromise</.test(withoutComments(room.text)) ? [...modules, "uses promises"] : modules;
  };
  assert.deepEqual(breaches(platform), []);
});

/** Hosts: the only rooms of the core that touch the platform. */
const hosts =
  /^src\/(actors\/(store|files|threads)\/|actors\/(runtime\/clock|runtime\/ids|alarms\/alarm-file|transcription\/http|models\/language\/keep-alive-fetch|models\/builtin\/capture\/(aside|digest-worker))\.ts$|cluster\/peers\/|gateway\/(http|directory|web|docs|openapi)\b|gateway\/crypto\.ts$|gateway\/oauth\/clients\/(addresses|fetch-document)\.ts$|gateway\/outside\/request\.ts$|server|testing\/place\.ts$|cli\/host\/|dayshift\.ts$)/;

test("node: modules are touched by hosts only", () => {
  const platform = (room: Room) =>
    hosts.test(room.path) ? [] : room.imports.filter((target) => target.startsWith("node:"));
  assert.deepEqual(breaches(platform), []);
});

test("node:http is asked for and not imported: an import loads a whole HTTP client", () => {
  const imported = /(?:^|\n)import (?!type)[^;]*from "node:http";/;
  assert.deepEqual(
    breaches((room) => (imported.test(room.text) ? ["imports node:http"] : [])),
    [],
  );
});

/** Where time and chance come into the house. */
const sources =
  /^src\/(actors\/runtime\/(clock|ids)|cli\/host\/\w+|client\/ports|web\/base\/ports|dayshift)\.ts$|^src\/gateway\/directory\/(secrets\/(secrets|passwords)|settings)\.ts$/;
const timeAndChance =
  /\bDate\.now\(|\bnew Date\(\)|\bperformance\.now\(|\bsetTimeout\(|\bsetInterval\(|\bMath\.random\(|\brandomUUID\(|\brandomBytes\(|\bnanoid\(|\bTemporal\.Now\b/;

test("time, timers and chance come from the clock and the ids only", () => {
  const stray = (room: Room) => {
    if (sources.test(room.path)) return [];
    const match = timeAndChance.exec(withoutComments(room.text));
    return match === null ? [] : [match[0]];
  };
  assert.deepEqual(breaches(stray), []);
});

test("only the test kit adds to what MCP offers", () => {
  const adding = rooms.filter(({ text }) => text.includes("extendMcp")).map(({ path }) => path);
  assert.deepEqual(adding, ["src/server/gateway.ts", "src/server/service.ts", "src/testing/instance.ts"]);
});

test("no handler imports another, and no room imports a handler", () => {
  const handler = /^src\/workspace\/handlers\/(?!index\.ts$)/;
  const stray = (room: Room) =>
    room.path === "src/workspace/handlers/index.ts" ? [] : room.imports.filter((target) => handler.test(target));
  assert.deepEqual(breaches(stray), []);
});

test("no room is above 400 lines, and half of them are at most 100", () => {
  const lines = rooms.map((room) => room.text.split("\n").length);
  assert.deepEqual(
    breaches((room) => (room.text.split("\n").length > 400 ? ["is above 400 lines"] : [])),
    [],
  );
  lines.sort((left, right) => left - right);
  assert.ok((lines[Math.floor(lines.length / 2)] as number) <= 100, "the median file is above 100 lines");
});

/** Files with more than ten imports, the app apart, as few as was reached: most of them do two things. May fall, never rise. */
const crowded = 66;

test("no more files than there were import more than ten others", () => {
  const many = rooms.filter(({ path, imports }) => !path.startsWith("src/web/") && new Set(imports).size > 10);
  assert.ok(
    many.length <= crowded,
    `${many.length} files import more than ten others; expected at most ${crowded}. Split the new one at a seam, or join what it imports.`,
  );
  const most = Math.max(...many.map(({ imports }) => new Set(imports).size));
  assert.ok(most <= 23, `A file imports ${most} others; expected at most 23.`);
});

/** Every import of the tree by the file that is meant: names in braces, or the alias of all of them. */
const importedNames =
  /(?:^|\n)\s*(?:import|export)\s(?:type\s)?\s*(?:\{([^}]*)\}|\*\s+as\s+(\w+)|(\*))\s+from\s+"(\.[^"]+)"/g;

/** What other files use of each file, as `path name`; of a file whose exports are taken as one, what its alias is asked for. */
function usedNames(): Set<string> {
  const used = new Set<string>();
  for (const from of globSync("{src,test,build}/**/*.{ts,tsx}", { exclude: ["**/node_modules/**"] })) {
    const path = from.replaceAll("\\", "/");
    const text = readFileSync(path, "utf8");
    for (const [, braces = "", alias, all, specifier = ""] of text.matchAll(importedNames)) {
      const target = resolve(path, specifier);
      for (const one of braces.split(",")) used.add(`${target} ${one.trim().replace(/^type\s+|\s+as\s.*$/g, "")}`);
      if (alias !== undefined)
        for (const [, name] of text.matchAll(new RegExp(`\\b${alias}\\.(\\w+)`, "g"))) used.add(`${target} ${name}`);
      if (all !== undefined || (alias !== undefined && new RegExp(`\\.\\.\\.${alias}\\b`).test(text)))
        used.add(`${target} *`);
    }
    for (const [, specifier = ""] of text.matchAll(/import\("(\.[^"]+)"\)/g)) used.add(`${resolve(path, specifier)} *`);
  }
  return used;
}

test("every file begins with what it contains, tests and builds too", () => {
  const files = globSync("{src,test,build}/**/*.{ts,tsx}", {
    exclude: ["**/node_modules/**", "test/peers/*/programs/**"],
  });
  const silent = files.filter((path) => !/^(#!.*\n)?\/\*\*/.test(readFileSync(path, "utf8")));
  assert.deepEqual(silent, []);
});

test("what a file exports is used by another one", () => {
  const used = usedNames();
  const unused = ({ path, text }: Room) =>
    [...text.matchAll(/^export (?:async )?(?:function\*?|const|class) (\w+)/gm)]
      .map(([, name]) => name as string)
      .filter((name) => !used.has(`${path} ${name}`) && !used.has(`${path} *`));
  assert.deepEqual(breaches(unused), []);
});

test("nothing is left for later in the source", () => {
  const leftover = /\b(TODO|FIXME|XXX|HACK)\b(?![:`"'-])|not implemented/;
  const found = (room: Room) => {
    const match = leftover.exec(room.text);
    return match === null ? [] : [match[0]];
  };
  assert.deepEqual(breaches(found), []);
});

/** Words of an earlier dialect, and of what is gone: the field has others for what they meant. */
const dialect =
  /\b(anew|beside|dear|goOn|told|meanwhile|outlook|placeOf|rehearse|sealed|seat|shelf|shelves|tally|tallies|upkeep|whoever|can not)\b/;

test("identifiers and comments are in the words of the field", () => {
  const named = globSync("{src,build,test}/**/*.{ts,tsx}", { exclude: ["**/node_modules/**"] }).flatMap((path) => {
    const match = dialect.exec(
      readFileSync(path, "utf8").replace(/"(?:[^"\\\n]|\\.)*"|`[^`]*`|\/\^?\\b.*\/[a-z]*[,;]/g, ""),
    );
    return match === null ? [] : [`${path}: ${match[0]}`];
  });
  assert.deepEqual(named, []);
});

function withoutComments(text: string): string {
  return text.replace(/\/\*[\s\S]*?\*\//g, "").replace(/\/\/.*$/gm, "");
}
