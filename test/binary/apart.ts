/**
 * What lies in the one file as texts of their own, read when they are needed (build/apart.ts): sound over sockets, imports, MCP,
 * language models, mail; and what an operator does with a workspace. Run by `npm run test:binary`.
 */
import assert from "node:assert/strict";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test, type TestContext } from "node:test";
import { wavHeader } from "../../src/schema/pcm.ts";
import { completion, scripted } from "../actors/models/scripted-server.ts";
import { call } from "../bench/client.ts";
import { fixture } from "../cli/imports/setting.ts";
import { pcm } from "../helpers/sound/audio.ts";
import { owner } from "../helpers/owner.ts";
import type { Running } from "../helpers/program.ts";
import { startSmtp } from "../helpers/smtp.ts";
import { tempDir } from "../helpers/temp-dir.ts";
import { until } from "../helpers/wait.ts";
import { zipOf } from "../helpers/zip.ts";
import { run, serve } from "./service.ts";

interface Place {
  readonly folder: string;
  readonly service: Running;
  readonly token: string;
  /** What a command writes that must work, as the owner, who types the input. */
  readonly ok: (args: readonly string[], input?: string | Uint8Array) => string;
}

/** A service with these settings, and the command signed in at it, both from the one file. */
async function begin(t: TestContext, env: Readonly<Record<string, string>> = {}): Promise<Place> {
  const folder = tempDir(t);
  const service = await serve(folder, env);
  t.after(() => service.end("SIGTERM"));
  const { token } = await call<{ token: string }>(`${service.url}/app/v1/sessions`, { body: owner });
  const ok: Place["ok"] = (args, input) => {
    const { status, stdout, stderr } = run(folder, args, {}, input);
    assert.equal(status, 0, `${args.join(" ")}: ${stdout}${stderr}`);
    return stdout;
  };
  ok(["login", service.url, "--password"], `${owner.email}\n${owner.password}\n`);
  return { folder, service, token, ok };
}

test("a recording streams, a file uploads; a workspace moves with both", async (t) => {
  const { folder, ok } = await begin(t);
  const sound = Buffer.concat([wavHeader({ sampleRate: 16_000, channels: 1 }, 32_000), pcm(1000)]);
  writeFileSync(join(folder, "a.wav"), sound);
  ok(["captures", "record", "-", "--no-wait"], sound);
  ok(["captures", "record", "a.wav", "--no-wait"]);
  const read = async () => JSON.parse(ok(["captures", "list", "--json"])) as { data: { status: string }[] };
  // Nobody writes them down here: they are complete without a transcript, and their sound is kept.
  const { data } = await until("both end", read, (page) => page.data.every(({ status }) => status === "completed"));
  assert.equal(data.length, 2);
  ok(["export", "--to", "home.dayshift"]);
  ok(["export", "--plain", "--to", "plain"]);
  assert.equal(readdirSync(join(folder, "plain/captures")).filter((name) => name.endsWith(".wav")).length, 2);
  ok(["import", "home.dayshift", "--data-dir", "elsewhere"]);
  ok(["password", owner.email, "--data-dir", "elsewhere"], "another long password\n");
  assert.match(ok(["doctor", "--data-dir", "elsewhere"]), /✓ files +Whole: 1 workspace/);
});

test("todos come in from each product", async (t) => {
  const { folder, ok } = await begin(t);
  const content = readFileSync(fixture("vikunja-data.json"));
  writeFileSync(join(folder, "vikunja.zip"), zipOf([{ name: "data.json", content }]));
  for (const path of [fixture("Garden.csv"), "vikunja.zip", fixture("todos.csv"), fixture("tasks.ics")]) {
    assert.match(ok(["import", path, "--yes"]), /todos .*created/, path);
  }
});

test("MCP lists its tools and carries one out", async (t) => {
  const { service, token } = await begin(t);
  const ask = async (method: string, params: object): Promise<string> => {
    const headers = {
      authorization: `Bearer ${token}`,
      "content-type": "application/json",
      accept: "application/json, text/event-stream",
    };
    const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method, params });
    return (await fetch(`${service.url}/mcp`, { method: "POST", headers, body })).text();
  };
  assert.match(await ask("tools/list", {}), /"name":"create_todo"/);
  const made = await ask("tools/call", { name: "create_todo", arguments: { title: "Call Ana" } });
  assert.match(made, /"structuredContent":\{"object":"todo",[^}]*"title":"Call Ana"/);
});

test("a language model answers, and its question for approval goes out by mail", async (t) => {
  const arguments_ = JSON.stringify({ title: "Call Ana" });
  await using model = await scripted(completion(null, [{ id: "1", name: "create_todo", arguments: arguments_ }]));
  const smtp = await startSmtp(t);
  const { service, token, ok } = await begin(t, {
    DAYSHIFT_MODEL: "openai-compatible:test",
    DAYSHIFT_MODEL_BASE_URL: model.baseUrl,
    DAYSHIFT_SMTP_URL: smtp.url,
    DAYSHIFT_MAIL_FROM: "dayshift@example.com",
  });
  const { id: agentId } = JSON.parse(ok(["agents", "create", "Careful", "--json"])) as { id: string };
  const body = { message: "A todo, please", agentId, waitSeconds: 120 };
  const chat = await call<{ status: string }>(`${service.url}/api/v1/chats`, { credential: token, body });
  assert.equal(chat.status, "awaiting_input");
  const mails = () => call(`${service.url}/api/v1/`).then(() => smtp.mails);
  const [mail] = await until("a mail", mails, ({ length }) => length > 0);
  assert.deepEqual(mail?.to, [owner.email]);
});
