/**
 * What the README and the pages in docs give to copy works: every command of their shell blocks and every `dayshift …` of their
 * sentences is read from the document and carried out by a shell, against a real service, in the order of the document.
 */
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import {
  chmodSync,
  copyFileSync,
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, dirname, join, resolve } from "node:path";
import { after, test } from "node:test";
import { createModel } from "../../src/actors/models/index.ts";
import { wavHeader } from "../../src/schema/pcm.ts";
import { createFakeClock } from "../../src/testing/clock.ts";
import { pcm } from "../helpers/sound/audio.ts";
import { runtime } from "../helpers/runtime.ts";
import { ownerEmail, ownerPassword } from "../helpers/owner.ts";
import { startTestService } from "../helpers/service.ts";
import { inPatience } from "../helpers/settle.ts";
import { chatEnd } from "../helpers/wait.ts";
import { zipOf } from "../helpers/zip.ts";
import { type Command, commandsOf } from "./commands.ts";

const root = resolve(import.meta.dirname, "../..");
const home = mkdtempSync(join(tmpdir(), "dayshift-documents-"));
after(() => rmSync(home, { recursive: true, force: true }));
const clock = createFakeClock(Date.now());
const service = await startTestService({ after }, { clock, model: await createModel({ model: "builtin" }, clock) });

/** The commands are processes with the time of the machine: the service has it too. */
const pace = setInterval(() => clock.advance(Math.max(0, Date.now() - clock.now())), 100);
after(() => clearInterval(pace));

/** `dayshift` as it is started from a folder of its own. */
mkdirSync(join(home, "bin"));
program("dayshift", `exec "${process.execPath}" ${runtime.command(root)} "$@"`);
/** A second of sound, in a file and from what passes for a microphone here. */
const sound = Buffer.concat([wavHeader({ sampleRate: 16_000, channels: 1 }, 32_000), pcm(1000)]);
writeFileSync(join(home, "meeting.wav"), sound);
for (const name of ["parecord", "sox"]) program(name, `exec cat "${join(home, "meeting.wav")}"`);
/** For curl a refusal is a failure here. */
writeFileSync(join(home, ".curlrc"), "fail-with-body\n");

/** Exports of other products, under the names that the documents give them. */
const exports = join(root, "test/cli/imports/fixtures");
const zipped = (name: string, as = name) => ({ name: as, content: readFileSync(join(exports, name)) });
writeFileSync(join(home, "backup.zip"), zipOf([zipped("Garden.csv")]));
writeFileSync(join(home, "export.zip"), zipOf([zipped("vikunja-data.json", "data.json")]));
for (const name of ["todos.csv", "tasks.ics"]) copyFileSync(join(exports, name), join(home, name));

/** A program that the shell finds. */
function program(name: string, line: string): void {
  const path = join(home, "bin", name);
  writeFileSync(path, `#!/bin/sh\n${line}\n`);
  chmodSync(path, 0o755);
}

/** What is carried out elsewhere, and where. */
const elsewhere: readonly (readonly [pattern: RegExp, where: string])[] = [
  [/^npm (ci|link)\b/, "before these tests can run"],
  [/^npm (install|run build:packages)\b/, "test/packages"],
  [
    /^npm run (build:binary|check|test:binary|test:deno|test:machines|test:peers|test:speech|torture|faults|bench|eval|walks|reference|format)\b/,
    "the gate, and by hand: minutes and more",
  ],
  [/^(createdb|DAYSHIFT_STORE_URL=)|^dayshift store /, "test/machines: they need a PostgreSQL"],
  [/^deno task\b/, "test/deno/main-job.ts"],
  [/^dist\/linux-x64\/dayshift serve\b/, "test/binary"],
  [/ examples\//, "test/examples"],
  [/^(claude|npx) /, "test/api/mcp/guide.test.ts: programs of others"],
];

const agent = await service.ok("createAgent", { body: { name: "Careful" } });

/** An approval that waits for a decision. */
async function pendingApproval(): Promise<string> {
  const chat = await service.ok("createChat", {
    body: { message: "Add a todo to water the plants", agentId: agent.id },
  });
  await chatEnd(service, chat.id);
  const query = { chatId: chat.id, status: "pending" } as const;
  const { data } = await service.ok("listApprovals", { credential: service.session, query });
  return data[0]?.id ?? assert.fail("Nothing waits for a decision.");
}

/** What stands for something else in the documents, and what for. */
const meanings: readonly (readonly [pattern: RegExp, meaning: () => string | Promise<string>])[] = [
  [/http:\/\/127\.0\.0\.1:8787/g, () => service.url],
  [/dsk_…/g, () => service.key],
  [/…/g, () => service.url],
  [/<token>/g, () => service.session],
  [/<workspace id>|<id>/g, () => service.workspaceId],
  [/<agent id>/g, () => agent.id],
  [/<approval id>/g, pendingApproval],
  [/<operationId> '<json>'/g, () => `listTodos '{"limit": 1}'`],
  [/<place>|\/backups/g, () => join(home, "backups")],
  [/ada@example\.com/g, () => ownerEmail],
  // A person is asked, and agrees.
  [/(?<=^dayshift import \w+ \S+)(?=\s)/g, () => " --yes"],
];

async function meantBy(text: string): Promise<string> {
  let meant = text;
  for (const [pattern, meaning] of meanings) {
    if (pattern.test(meant)) meant = meant.replaceAll(pattern, await meaning());
  }
  assert.doesNotMatch(meant, /<[a-z][A-Za-z ]*>|…/, "Say in meanings what this stands for.");
  return meant;
}

/** The lines by which the documents have exported variables so far. */
const exported: string[] = [];
let folders = 0;

/** Another terminal of the owner: signed in, in a folder with nothing of its own. */
async function environment(): Promise<NodeJS.ProcessEnv> {
  const config = join(home, `config-${(folders += 1)}`);
  const { token } = await service.directory.createSession(service.userId);
  const profile = { url: service.url, token, workspaceId: service.workspaceId, refresh: null };
  mkdirSync(join(config, "dayshift"), { recursive: true });
  const profiles = { current: "default", profiles: { default: profile } };
  writeFileSync(join(config, "dayshift/profiles.json"), JSON.stringify(profiles), { mode: 0o600 });
  return {
    PATH: [join(home, "bin"), process.env["PATH"]].join(delimiter),
    HOME: home,
    XDG_CONFIG_HOME: config,
    TMPDIR: process.env["TMPDIR"] ?? tmpdir(),
    NO_COLOR: "1",
    DAYSHIFT_DATA_DIR: service.dataDir,
    DAYSHIFT_BACKUP_TO: join(home, "backups"),
  };
}

interface Ended {
  readonly status: number | null;
  readonly out: string;
  readonly err: string;
}

/** Carries a text out in a shell; one that says that it listens is stopped then. */
async function shell(text: string, env: NodeJS.ProcessEnv, cwd: string, stdin: string | Uint8Array): Promise<Ended> {
  const child = spawn("bash", ["-c", text], { cwd, env, detached: true });
  const end = Promise.withResolvers<number | null>();
  let [out, err] = ["", ""];
  child.stdout.setEncoding("utf8").on("data", (chunk: string) => {
    const isNew = !out.includes(" listens on ");
    out += chunk;
    if (isNew && out.includes(" listens on ")) process.kill(-(child.pid ?? 0), "SIGTERM");
  });
  child.stderr.setEncoding("utf8").on("data", (chunk: string) => (err += chunk));
  child.on("error", end.reject).on("close", end.resolve);
  child.stdin.on("error", () => undefined).end(stdin);
  const ended = inPatience(`“${text}” ends`, end.promise, () => `It said:\n${out}\n${err}`);
  const status = await ended.catch((error: unknown) => {
    process.kill(-(child.pid ?? 0), "SIGKILL");
    throw error;
  });
  return { status, out, err };
}

/** What the person types, or sends. */
function stdinOf(text: string): string | Uint8Array {
  if (text.startsWith("dayshift captures record -")) return sound;
  return text.startsWith("dayshift login") ? `${ownerEmail}\n${ownerPassword}\n` : `${ownerPassword}\n`;
}

/** A start of the service, in a fresh folder and on a free port. */
async function start(text: string): Promise<void> {
  const env = { ...(await environment()), DAYSHIFT_DATA_DIR: join(home, `data-${folders}`), DAYSHIFT_PORT: "0" };
  const { out, err } = await shell(text, env, root, "");
  assert.match(out, /Dayshift \S+ listens on /, err);
}

/** A new password has ended every credential of the owner. */
async function beginAgain(): Promise<void> {
  service.session = (await service.directory.createSession(service.userId)).token;
  service.key = await service.keyFor();
}

async function carryOut({ text }: Command): Promise<void> {
  if (/(^|\s)(npm start|dayshift serve)\b/.test(text)) return start(await meantBy(text));
  if (text.startsWith("export ")) return void exported.push(text.replace(/\s+#.*$/, ""));
  const isOurs = text.includes("dayshift ");
  const line = await meantBy(isOurs ? text : [...exported, text].join("\n"));
  // Restoring one workspace takes the folder for itself.
  const isAlone = /^dayshift restore .*--workspace/.test(text);
  const env = await environment();
  if (isAlone) await service.stop();
  const { status, out, err } = await shell(line, env, home, stdinOf(text));
  if (isAlone) await service.restart();
  assert.equal(status, 0, `${line}\n${out}\n${err}`);
  if (text.startsWith("dayshift password ")) await beginAgain();
  if (text.startsWith("curl ")) assert.equal(typeof (JSON.parse(out) as { object: string }).object, "string");
}

/** Every page; the first steps come first, as the others use the variables that they set. */
const pages = globSync(["{CHANGELOG,CONTRIBUTING,README,SECURITY}.md", "{docs,examples}/**/*.md"]).toSorted();
const documents = [...new Set(["README.md", "docs/guides/first-steps.md", ...pages])];

for (const command of documents.flatMap(commandsOf)) {
  if (elsewhere.some(([pattern]) => pattern.test(command.text))) continue;
  test(`${command.where} works as it stands: ${command.text.split("\n")[0]}`, () => carryOut(command));
}

test("what the first lines of the README ask for is there", async () => {
  const { data } = await service.ok("listTodos");
  const titles = data.map(({ title }) => title ?? "").join("\n");
  for (const title of [/Send the March invoice/, /^call Ana$/im, /Weekly report/]) assert.match(titles, title);
});

test("what the pages link to is there", () => {
  const links = documents.flatMap((page) =>
    [...readFileSync(page, "utf8").matchAll(/\]\((?!https?:)([^)#]+)/g)].map(([, to = ""]) => join(dirname(page), to)),
  );
  assert.ok(links.length >= 4);
  assert.deepEqual(
    links.filter((path) => !existsSync(path)),
    [],
  );
});

test("what the page leaves out of a container is left out", () => {
  const [, words = ""] = /A `\.dockerignore` keeps (.+) out\./.exec(readFileSync("docs/operations.md", "utf8")) ?? [];
  const named = [...words.matchAll(/`([^`]+)`/g)].map(([, name]) => name);
  assert.deepEqual(readFileSync(".dockerignore", "utf8").trim().split("\n"), named);
});
