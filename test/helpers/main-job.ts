/** What a user does first, whatever the program runs on: sign in, a key, a todo, a chat; and all of it again after a kill. */
import assert from "node:assert/strict";
import { call, createKey } from "../bench/client.ts";
import { owner } from "./owner.ts";
import type { Running } from "./program.ts";

/** Starts the program with settings beyond port and owner. */
export type Serve = (more?: Readonly<Record<string, string>>) => Promise<Running>;

interface Todos {
  readonly data: readonly { readonly title: string }[];
}

/** Signs the owner in and makes a key for their workspace; answers its secret. */
export async function keyOf(url: string): Promise<string> {
  const session = await call<{ token: string; workspaces: { id: string }[] }>(`${url}/app/v1/sessions`, {
    body: owner,
  });
  return createKey(url, session.token, session.workspaces[0]?.id ?? assert.fail("The owner has no workspace."));
}

/** The titles of all todos, in the order of the alphabet. */
export async function titles(url: string, credential: string): Promise<string[]> {
  return (await call<Todos>(`${url}/api/v1/todos`, { credential })).data.map(({ title }) => title).sort();
}

/** Makes a todo, and has an agent make another; answers the titles of those that are there then. */
export async function work(url: string, credential: string): Promise<string[]> {
  await call(`${url}/api/v1/todos`, { credential, body: { title: "Send the March invoice" } });
  const chat = await call<{ status: string }>(`${url}/api/v1/chats`, {
    credential,
    body: { message: "Add an urgent todo to call Ana tomorrow", waitSeconds: 120 },
  });
  assert.equal(chat.status, "completed");
  return titles(url, credential);
}

/** The main job from the first start on a fresh folder, through `kill -9`, to starts with and without worker threads. */
export async function mainJob(serve: Serve): Promise<void> {
  const first = await serve();
  const credential = await keyOf(first.url);
  const made = await work(first.url, credential);
  assert.deepEqual(made, ["Call Ana", "Send the March invoice"]);
  await first.end("SIGKILL");
  for (const DAYSHIFT_WORKERS of ["0", "2"]) {
    const again = await serve({ DAYSHIFT_WORKERS });
    assert.deepEqual(await titles(again.url, credential), made);
    assert.equal(await again.end("SIGTERM"), 0);
  }
}
