/** Erasing a capture on which a request for approval rests, and kill -9 right after it: the chat does not wait for ever. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Approval } from "../../src/schema/app.ts";
import type { Chat } from "../../src/schema/chat.ts";
import { completion, type Part, scripted } from "../actors/models/scripted-server.ts";
import { call, signIn } from "../bench/client.ts";
import { filesWith } from "../helpers/files-with.ts";
import { createLives } from "../helpers/lives.ts";
import { untilServed } from "../helpers/real-time.ts";
import { tempDir } from "../helpers/temp-dir.ts";

const word = "Canary Heron";
const making = completion(null, [{ id: "call_1", name: "create_todo", arguments: JSON.stringify({ title: word }) }]);
const done = completion("Done.");

test("kill -9 around an erasure: no more is done", { rules: ["boundary.erase", "approvals.closed"] }, async (t) => {
  let isSlow = true;
  const script: Part = (response, request) => {
    const { messages, tools } = provider.bodies.at(-1) as { messages: { role: string }[]; tools?: unknown[] };
    if (tools === undefined) return done(response, request);
    if (messages.at(-1)?.role !== "tool") return making(response, request);
    if (!isSlow) return done(response, request);
  };
  const provider = await scripted(script);
  t.after(() => provider[Symbol.asyncDispose]());
  const dataDir = tempDir(t);
  const start = createLives(t, dataDir, provider);
  let service = await start();
  const { token: credential } = await signIn(service.url);
  const ask = <Body>(path: string, more: object = {}): Promise<Body> =>
    call<Body>(`${service.url}${path}`, { credential, ...more });
  const { id: agentId } = await ask<{ id: string }>("/api/v1/agents", { body: { name: "Asks first" } });
  const capture = { type: "note", content: `${word} flies.` };
  const { id: captureId } = await ask<{ id: string }>("/api/v1/captures", { body: capture });
  const body = { message: "Go on.", agentId, captureIds: [captureId], waitSeconds: 60 };
  const { id: chatId } = await ask<Chat>("/api/v1/chats", { body });
  const restart = async (): Promise<void> => {
    await service.kill();
    service = await start();
  };

  await restart();
  const pending = await ask<{ data: Approval[] }>("/app/v1/approvals?status=pending");
  assert.deepEqual(pending.data[0]?.toolInput, { title: word });
  await ask(`/api/v1/captures/${captureId}?permanent=true`, { method: "DELETE" });
  await restart();

  const { data } = await ask<{ data: Approval[] }>(`/app/v1/approvals?chatId=${chatId}`);
  assert.deepEqual([data.length, data[0]?.status, data[0]?.toolInput], [1, "cancelled", {}]);
  const decide = ask(`/app/v1/approvals/${data[0]?.id}/decide`, { body: { decision: "approve" } });
  await assert.rejects(decide, /answered 409.*cancelled already/);
  isSlow = false;
  await restart();
  const { status } = await untilServed(
    service,
    "the chat ends",
    (token) => call<Chat>(`${service.url}/api/v1/chats/${chatId}`, { credential: token }),
    (chat) => chat.status !== "running" && chat.status !== "queued",
  );
  assert.equal(status, "completed");
  assert.equal((await ask<{ data: unknown[] }>("/api/v1/todos?limit=100")).data.length, 0);
  await service.stop();
  assert.deepEqual(filesWith(dataDir, word), []);
});
