/** What is sent again after the answer was lost, in a real browser: the service makes it once. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Page } from "playwright-core";
import { DayshiftError } from "../../src/client/errors.ts";
import { once } from "../../src/web/store/once.ts";
import { furnish } from "./helpers/furnish.ts";
import { openStage, skip } from "./helpers/stage.ts";

const { service, filled, visit } = await openStage(async (stage) => {
  const furnished = await furnish(stage);
  const { id: chatId } = await stage.ok("createChat", { body: { message: "Hello", waitSeconds: 10 } });
  return { ...furnished, chatId };
});

interface Making {
  readonly path: () => string;
  readonly address: RegExp;
  readonly write: (page: Page) => Promise<unknown>;
  readonly send: (page: Page) => Promise<unknown>;
  /** The names of all that there are. */
  readonly made: () => Promise<readonly string[]>;
}

const press = (name: string) => (page: Page) => page.getByRole("button", { name, exact: true }).click();

const makings: Readonly<Record<string, Making>> = {
  "a message": {
    path: () => `/chats/${filled.chatId}`,
    address: /\/messages$/,
    write: (page) => page.locator(".say textarea").fill("Only once"),
    send: press("Send"),
    made: async () => {
      const { data } = await service.ok("listMessages", { path: { chatId: filled.chatId } });
      return data.flatMap(({ role, text }) => (role === "user" ? [text] : []));
    },
  },
  "a chat": {
    path: () => "/chats/new",
    address: /\/chats$/,
    write: (page) => page.locator(".say textarea").fill("Only once"),
    send: press("Send"),
    made: async () => {
      const { data } = await service.ok("listChats", { query: { limit: 100 } });
      const firsts = data.map(async ({ id }) =>
        service.ok("listMessages", { path: { chatId: id }, query: { limit: 1 } }),
      );
      return (await Promise.all(firsts)).flatMap((chat) => chat.data.map(({ text }) => text));
    },
  },
  "a list": {
    path: () => "/lists",
    address: /\/todo-lists$/,
    write: async (page) => {
      await page.locator("main").getByRole("button", { name: "New list" }).click();
      await page.getByLabel("Name of the list").fill("Only once");
    },
    send: press("Make the list"),
    made: async () => (await service.ok("listTodoLists", {})).data.map(({ name }) => name),
  },
  "a skill": {
    path: () => `/agents/${filled.agentId}?tab=skills`,
    address: /\/skills$/,
    write: async (page) => {
      await page.getByRole("button", { name: "Add a skill" }).click();
      await page.getByLabel("Name of the skill").fill("Only once");
    },
    send: press("Save the skill"),
    made: async () => {
      const { skills } = await service.ok("getAgent", { path: { agentId: filled.agentId } });
      return skills.map(({ name }) => name);
    },
  },
  "an agent": {
    path: () => "/agents/new",
    address: /\/agents$/,
    write: (page) => page.getByLabel("Name", { exact: true }).fill("Only once"),
    send: press("Make the agent"),
    made: async () => (await service.ok("listAgents", {})).data.map(({ name }) => name),
  },
};

for (const [name, { path, address, write, send, made }] of Object.entries(makings))
  test(`${name} that is sent again after its answer was lost is made once`, { skip }, async () => {
    const { page, close } = await visit(path());
    await page.locator("main h1").first().waitFor();
    await page.route(address, async (route) => {
      if (route.request().method() !== "POST") return route.fallback();
      await route.fetch();
      return route.abort();
    });
    await write(page);
    await send(page);
    await page.getByRole("alert").getByText("The service did not answer.", { exact: false }).waitFor();
    await page.unroute(address);
    const answered = page.waitForResponse((one) => address.test(one.url()) && one.request().method() === "POST");
    await send(page);
    assert.ok((await answered).ok());
    assert.equal((await made()).filter((one) => one === "Only once").length, 1);
    await close();
  });

test("a key stands for one text until an answer comes", async () => {
  let made = 0;
  const sender = { ports: { newKey: () => `key ${(made += 1)}` }, unanswered: new Map() };
  const send = (text: string, error?: Error) =>
    once(sender, "a draft", { text }, async (_, { idempotencyKey }) => {
      if (error !== undefined) throw Object.assign(error, { idempotencyKey });
      return idempotencyKey;
    }).catch((lost: { readonly idempotencyKey: string }) => lost.idempotencyKey);
  const refusal = (type: "api_error" | "invalid_request_error") => {
    const fields = { type, code: "", message: "", param: null, docsUrl: "", specUrl: "", requestId: "" };
    return new DayshiftError(400, fields, null);
  };
  assert.equal(await send("Hello", new TypeError("Failed to fetch")), "key 1");
  assert.equal(await send("Hello", refusal("api_error")), "key 1");
  assert.equal(await send("Hello, you", new TypeError("Failed to fetch")), "key 2");
  assert.equal(await send("Hello, you", refusal("invalid_request_error")), "key 2");
  assert.equal(await send("Hello, you"), "key 3");
  assert.equal(await send("Hello, you"), "key 4");
});
