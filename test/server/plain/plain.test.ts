/** The plain export: everything of a workspace as lines, pages and audio files, whatever its titles say. */
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { openDriver } from "../../../src/actors/store/driver.ts";
import { workspaceFile, workspaceFolder } from "../../../src/actors/store/files.ts";
import { askService } from "../../../src/server/base/control.ts";
import { withCopy } from "../../../src/server/backup/copies.ts";
import { collections } from "../../../src/server/plain/pages/collections.ts";
import { exportPlain, type PlainStep } from "../../../src/server/plain/export.ts";
import type { PlainReport } from "../../../src/server/plain/pages/report.ts";
import type { Transcriber } from "../../../src/actors/runtime/transcriber.ts";
import { pcm } from "../../helpers/sound/audio.ts";
import { png, uploaded, uploading } from "../../helpers/images.ts";
import { begin, fileOf, openRecording, processed, sendAll } from "../../helpers/recordings.ts";
import { startTestService, type TestService } from "../../helpers/service.ts";
import { tempDir } from "../../helpers/temp-dir.ts";
import { chatEnd, runEnd, until } from "../../helpers/wait.ts";
import { pluck } from "../../helpers/pluck.ts";

type Line = Readonly<Record<string, unknown>>;

/** Where the records of each kind lie. */
const tables: Readonly<Record<string, string>> = {
  todo: "todos",
  todo_list: "todo_lists",
  todo_run: "todo_runs",
  scheduled_series: "series",
  scheduled_occurrence: "occurrences",
  chat: "chats",
  message: "messages",
  agent: "agents",
  agent_skill: "agent_skills",
  capture: "captures",
  tag: "tags",
  segment: "segments",
  suggestion: "suggestions",
  approval: "approvals",
  notification: "notifications",
  record_change: "changes",
};

/** Rows of a table that are records; all of them where it is not said. */
const recordsOf: Readonly<Record<string, string>> = { changes: "changes WHERE op <> 'touched'" };

/** What is no record of its own: parts and indexes of records, what a setting is, and what only the service works with. */
const withoutRecords =
  "members todo_assignees todo_captures todo_texts todo_unindexed todo_pieces capture_texts capture_unindexed capture_pieces capture_tags message_numbers message_texts message_unindexed message_pieces segment_texts segment_unindexed segment_pieces chat_captures chat_tools images tool_calls turns recordings " +
  "transcriptions model_calls notification_preferences meta work idempotency imported_todo_lists imported_todos charges";

async function exported(
  service: TestService,
  to: string,
  workspaceId = service.workspaceId,
  onProgress: (step: PlainStep) => void = () => undefined,
) {
  const about = (await askService(service.dataDir, "about", { workspaceId }, () => undefined)) as Pick<
    PlainReport,
    "workspace" | "people"
  >;
  const steps: PlainStep[] = [];
  const report = await withCopy(service.dataDir, workspaceId, (database) =>
    exportPlain({
      ...about,
      database,
      to,
      dataDir: service.dataDir,
      now: service.clock.now(),
      madeBy: "test",
      onProgress(step) {
        steps.push(step);
        onProgress(step);
      },
    }),
  );
  return { report, steps };
}

function lines(folder: string, name: string): Line[] {
  const text = readFileSync(join(folder, name), "utf8");
  assert.ok(text.endsWith("\n"));
  return text
    .slice(0, -1)
    .split("\n")
    .map((line) => JSON.parse(line) as Line);
}

/** Something of everything. */
async function furnish(service: TestService): Promise<{ readonly recordingId: string; readonly chatId: string }> {
  const worker = await service.ok("createAgent", { body: { name: "Worker", requiresApproval: false } });
  const careful = await service.ok("createAgent", { body: { name: "Careful" } });
  const gone = await service.ok("createAgent", { body: { name: "Gone" } });
  const skill = { name: "Invoices", instructions: "How we write them." };
  await service.ok("createAgentSkill", { path: { agentId: worker.id }, body: skill });
  const old = await service.ok("createAgentSkill", { path: { agentId: gone.id }, body: skill });
  await service.ok("deleteAgentSkill", { path: { agentId: gone.id, skillId: old.id } });
  await service.ok("deleteAgent", { path: { agentId: gone.id } });
  const list = await service.ok("createTodoList", { body: { name: "Garden", emoji: "🌱" } });
  const empty = await service.ok("createTodoList", { body: { name: "Past" } });
  await service.ok("deleteTodoList", { path: { todoListId: empty.id } });
  const todo = (body: object) => service.ok("createTodo", { body: { title: "Todo", ...body } });
  for (let at = 0; at < 130; at++) await todo({ title: `Weed bed ${at}`, todoListId: list.id });
  const done = await todo({
    title: "Buy *seeds*",
    content: "Of peas\n- and beans",
    todoListId: list.id,
    priority: "high",
  });
  await service.ok("updateTodo", { path: { todoId: done.id }, body: { status: "done" } });
  const archived = await todo({ title: "Long ago" });
  await service.ok("deleteTodo", { path: { todoId: archived.id } });
  const assignees = [{ id: worker.id, type: "agent" }];
  const run = await todo({ title: "Run", assignees, run: true });
  await runEnd(service, run.id);
  const repeated = await todo({ title: "Water", assignees, schedule: { rrule: "FREQ=HOURLY" } });
  const ended = await todo({ title: "Rake", schedule: { rrule: "FREQ=DAILY" } });
  await service.ok("retireTodoSchedule", { path: { todoId: ended.id }, body: {} });
  await service.pass(3_700_000);
  await runEnd(service, repeated.id);
  const asked = await service.ok("createChat", {
    body: { message: 'call create_todo {"title":"Asked"}', agentId: careful.id },
  });
  await chatEnd(service, asked.id);
  const body = { type: "note", content: "# Call with Ana\nTODO: send the offer\nTODO: call back", tags: ["sales"] };
  const note = await service.ok("createCapture", { body });
  await until(
    "suggested todos",
    () => service.ok("listSuggestions", { path: { captureId: note.id } }),
    ({ data }) => data.length === 2,
  );
  const { data } = await service.ok("listTodos", { query: { captureId: note.id } });
  await service.ok("deleteTodo", { path: { todoId: data[0]?.id ?? "" } });
  const other = await service.ok("createCapture", { body: { type: "note", content: "Plain", tags: ["old"] } });
  await service.ok("deleteCapture", { path: { captureId: other.id } });
  const recording = await openRecording(service);
  const channel = await begin(recording.stream);
  await sendAll(service, channel, pcm(1000), 1000);
  await service.ok("stopCapture", { path: { captureId: recording.id } });
  await processed(service, recording.id);
  return { recordingId: recording.id, chatId: asked.id };
}

const transcriber: Transcriber = {
  name: "scripted",
  transcribe: () => Promise.resolve([{ startMs: 0, endMs: 900, speaker: "Ana", text: "The gate is open" }]),
};

function all(service: TestService, sql: string): (readonly unknown[])[] {
  const driver = openDriver(workspaceFile(service.dataDir, service.workspaceId));
  try {
    return driver.prepare(sql).all([]);
  } finally {
    driver.close();
  }
}

test("every record is in it once, in the shape of the interface, while the service runs", async (t) => {
  const service = await startTestService(t, { transcriber });
  const { recordingId, chatId } = await furnish(service);
  const to = join(tempDir(t), "home");
  const { report, steps } = await exported(service, to);
  assert.ok(steps.some(({ what, done }) => what === "pages" && done === report.pages));
  assert.equal(service.log.filter((line) => line.includes("error")).length, 0);

  const kinds = Object.entries(tables);
  assert.deepEqual(
    kinds.map(([kind]) => kind).sort(),
    collections()
      .map(({ kind }) => kind)
      .sort(),
  );
  const ours = "type = 'table' AND name NOT LIKE 'sqlite_%' AND name NOT GLOB '*_search*'";
  assert.deepEqual(
    all(service, `SELECT name FROM sqlite_schema WHERE ${ours} ORDER BY name`).flat(),
    [...Object.values(tables), ...withoutRecords.split(" ")].sort(),
    "a new table is the place of a kind of record, or of none",
  );
  for (const [kind, table] of kinds) {
    const found = lines(to, `records/${kind}.jsonl`);
    const [[rows]] = all(service, `SELECT count(*) FROM ${recordsOf[table] ?? table}`) as [[number]];
    assert.ok(rows > 0, `there is a ${kind}`);
    assert.deepEqual([kind, found.length, report.records[kind]], [kind, rows, rows]);
    assert.ok(found.every(({ object }) => object === kind));
  }
  assert.deepEqual(pluck(lines(to, "records/member.jsonl"), "id"), [service.userId]);

  const chat = await service.ok("getChat", { path: { chatId } });
  assert.deepEqual(
    lines(to, "records/chat.jsonl").find(({ id }) => id === chatId),
    chat,
  );
  const capture = await service.ok("getCapture", { path: { captureId: recordingId } });
  const file = lines(to, "files.jsonl").find(({ id }) => id === recordingId) as { page: string; audio: string };
  const mediaUrl = encodeURIComponent(file.audio).replaceAll("%2F", "/");
  assert.deepEqual(
    lines(to, "records/capture.jsonl").find(({ id }) => id === recordingId),
    { ...capture, mediaUrl },
  );
  const [segment] = lines(to, "records/segment.jsonl");
  assert.deepEqual([segment?.["captureId"], segment?.["text"]], [recordingId, "The gate is open"]);
  const [notification] = lines(to, "records/notification.jsonl");
  assert.equal(notification?.["userId"], service.userId);

  assert.deepEqual(readFileSync(join(to, file.audio)), readFileSync(fileOf(service, recordingId)));
  assert.deepEqual([file.audio.endsWith(".wav"), report.audio.files], [true, 1]);
  assert.match(readFileSync(join(to, file.page), "utf8"), /The gate is open/);
  const garden = readFileSync(join(to, "todo-lists/Garden.md"), "utf8");
  assert.match(garden, /^# 🌱 Garden\n\n## Open\n\n- \[ \] Weed bed 0 \(.*\)\n/);
  assert.match(garden, /## Done\n\n- \[x\] Buy \\\*seeds\\\* \(high, .*\)\n\n {2}Of peas\n {2}- and beans\n/);
  assert.equal(garden.match(/Weed bed/g)?.length, 130);
  const page = lines(to, "files.jsonl").find(({ id }) => id === chatId) as { page: string };
  assert.match(
    readFileSync(join(to, page.page), "utf8"),
    /> `create_todo` `\{"title":"Asked"\}`\n\n> Asked for approval/,
  );
  assert.match(readFileSync(join(to, "README.md"), "utf8"), /\| `records\/todo.jsonl` \| \d+ \|/);
  assert.deepEqual(JSON.parse(readFileSync(join(to, "export.json"), "utf8")), report);
});

test("no credential is in it, and no copy stays behind", async (t) => {
  const service = await startTestService(t);
  await service.ok("createTodo", { body: { title: "Once" }, headers: { "Idempotency-Key": "once" } });
  const folder = tempDir(t);
  await exported(service, join(folder, "home"));
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((file) => file.isFile());
  const text = files.map((file) => readFileSync(join(file.parentPath, file.name), "utf8")).join("\n");
  for (const secret of [service.key, service.session, "once"]) assert.ok(!text.includes(secret));
  assert.deepEqual(readdirSync(folder), ["home"]);
  assert.deepEqual(
    readdirSync(service.dataDir).filter((name) => name.includes("copy")),
    [],
  );
});

test("what is there is not written over, and a failure leaves nothing behind", async (t) => {
  const service = await startTestService(t);
  const folder = tempDir(t);
  writeFileSync(join(folder, "home"), "mine");
  await assert.rejects(exported(service, join(folder, "home")), /exists already/);
  assert.equal(readFileSync(join(folder, "home"), "utf8"), "mine");
  const nobody = "00000000-0000-7000-8000-000000000000";
  await assert.rejects(exported(service, join(folder, "nobody"), nobody), /no workspace/);
  assert.deepEqual(readdirSync(folder), ["home"]);
});

test("hostile titles become safe names, each its own", async (t) => {
  const service = await startTestService(t);
  const titles = [
    "../../etc/passwd",
    "..",
    "CON",
    "nul.txt",
    "a/b\\c:d*?",
    "Ünïcode 日本 👩‍👩‍👧",
    "x".repeat(200),
    "same",
    "Same",
    "SAME",
  ];
  for (const name of titles) await service.ok("createTodoList", { body: { name } });
  const long = "語".repeat(500);
  for (const title of [long, long, "-rf ~", "evil\u202egnp.exe"]) {
    await service.ok("createCapture", { body: { type: "note", content: "x", title } });
    await service.ok("createChat", { body: { message: "x", title } });
  }
  const to = join(tempDir(t), "home");
  const { report } = await exported(service, to);
  const lists = readdirSync(join(to, "todo-lists"));
  assert.equal(lists.length, titles.length + 1);
  assert.equal(new Set(lists.map((name) => name.toLowerCase())).size, lists.length);
  for (const name of [
    "etc-passwd.md",
    "Untitled.md",
    "_CON.md",
    "_nul.txt.md",
    "a-b-c-d--.md",
    "same.md",
    "Same (2).md",
  ])
    assert.ok(lists.includes(name), `${name} among ${lists.join(", ")}`);
  const everything = readdirSync(to, { recursive: true, encoding: "utf8" });
  assert.ok(everything.every((path) => Buffer.byteLength(path.split("/").at(-1) ?? "") <= 140));
  assert.equal(readdirSync(join(to, "captures")).length, 4);
  assert.equal(report.pages, lists.length + 8);
});

test("a chat of many pages is written whole, in order", async (t) => {
  const service = await startTestService(t);
  const { id: chatId } = await service.ok("createChat", { body: { message: "Turn 0" } });
  for (let turn = 1; turn <= 120; turn++) {
    await chatEnd(service, chatId);
    await service.ok("sendMessage", { path: { chatId }, body: { message: `Turn ${turn}` } });
  }
  await chatEnd(service, chatId);
  const to = join(tempDir(t), "home");
  await exported(service, to);
  assert.deepEqual(
    pluck(lines(to, "records/message.jsonl"), "sequence"),
    Array.from({ length: 242 }, (_, at) => at + 1),
  );
  const [page] = readdirSync(join(to, "chats"));
  const said = readFileSync(join(to, "chats", page ?? ""), "utf8").match(/^Turn \d+$/gm);
  assert.deepEqual(
    said,
    Array.from({ length: 121 }, (_, at) => `Turn ${at}`),
  );
});

interface Ran {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

function dayshift(cwd: string, args: readonly string[]): Promise<Ran> {
  const program = join(import.meta.dirname, "../../../bin/dayshift.mjs");
  return new Promise((done) => {
    execFile(process.execPath, [program, ...args], { cwd }, (error, stdout, stderr) =>
      done({ code: error === null ? 0 : Number(error.code), stdout, stderr }),
    );
  });
}

test("the command writes it, running or not, and needs no id where there is one workspace", async (t) => {
  const service = await startTestService(t);
  for (const title of ["Here", "There"])
    await service.ok("createTodo", { body: { title, schedule: { rrule: "FREQ=DAILY" } } });
  const folder = tempDir(t);
  const there = ["--data-dir", service.dataDir];
  const running = await dayshift(folder, ["export", "--plain", ...there]);
  assert.deepEqual([running.code, running.stderr], [0, ""]);
  assert.match(running.stdout, /^Home is in .*dayshift-Home, without keys and passwords: .*\b2 todos\b/);
  assert.match(running.stdout, / 2 scheduled series,/);
  const again = await dayshift(folder, ["export", "--plain", ...there]);
  assert.equal(again.code, 1);
  assert.match(again.stderr, /exists already/);
  await service.addWorkspace("Second");
  const which = await dayshift(folder, ["export", "--plain", ...there]);
  assert.equal(which.code, 1);
  assert.match(which.stderr, /Which of the 2 workspaces/);
  await service.stop();
  const stopped = await dayshift(folder, [
    "export",
    service.workspaceId,
    "--plain",
    "--to",
    "again",
    "--json",
    ...there,
  ]);
  assert.equal(stopped.code, 0, stopped.stderr);
  assert.equal((JSON.parse(stopped.stdout) as PlainReport).records["todo"], 2);
  assert.equal(existsSync(join(folder, "again/records/todo.jsonl")), true);
});

test("a file that is erased while the pages are written is passed over", async (t) => {
  const service = await startTestService(t);
  const { id: agentId } = await service.ok("createAgent", { body: { name: "Seen" } });
  await service.ok("setAgentPhoto", uploading(png(3, 3), "image/png", { path: { agentId } }));
  const media = join(workspaceFolder(service.dataDir, service.workspaceId), "media");
  const photos = readdirSync(media);
  const { report } = await exported(service, join(tempDir(t), "home"), service.workspaceId, ({ what }) => {
    if (what === "pages") for (const photo of photos) rmSync(join(media, photo), { force: true });
  });
  assert.deepEqual([photos.length, report.images], [1, { files: 0, bytes: 0 }]);
});

test("images of chats and photos are files that records and pages name", { rules: ["images.exported"] }, async (t) => {
  const service = await startTestService(t);
  const { id: agentId } = await service.ok("createAgent", { body: { name: "Seen" } });
  await service.ok("setAgentPhoto", uploading(png(3, 3), "image/png", { path: { agentId } }));
  const { id } = await uploaded(service, png(7, 7));
  await uploaded(service, png(1, 1));
  const chat = await service.ok("createChatWithImages", { body: { message: "Look", attachmentIds: [id] } });
  await chatEnd(service, chat.id);
  const to = join(tempDir(t), "home");
  const { report } = await exported(service, to);
  const path = `images/${id}.png`;
  assert.deepEqual(readFileSync(join(to, path)), png(7, 7));
  assert.deepEqual([readdirSync(join(to, "images")).length, report.images.files], [2, 2]);
  const seen = lines(to, "records/agent.jsonl").find((line) => line["id"] === agentId);
  assert.deepEqual(readFileSync(join(to, String(seen?.["profilePhotoUrl"]))), png(3, 3));
  const said = lines(to, "records/message.jsonl").flatMap(({ attachments }) => attachments ?? []) as {
    mediaUrl: string;
  }[];
  assert.deepEqual(pluck(said, "mediaUrl"), [path]);
  const { page } = lines(to, "files.jsonl").find((line) => line["id"] === chat.id) as { page: string };
  assert.ok(readFileSync(join(to, page), "utf8").includes(`![Image](../${path})`));
});
