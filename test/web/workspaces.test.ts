/** A person of two workspaces in a real browser: from one to the other, and nothing of the one comes along. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Page } from "playwright-core";
import { addMember } from "../helpers/people.ts";
import { until } from "../helpers/wait.ts";
import { furnish } from "./helpers/furnish.ts";
import { openStage, skip } from "./helpers/stage.ts";

const { service, filled, visit } = await openStage(async (stage) => {
  const home = await furnish(stage);
  const { key } = await stage.addWorkspace("Orchard");
  const body = { title: "Prune the pears", dueDate: "2026-03-10" };
  await stage.ok("createTodo", { credential: key, body });
  return { home, key };
});

const row = (page: Page, name: RegExp) => page.getByRole("option", { name });
const foot = (page: Page, workspace: string) => page.getByRole("button", { name: `Workspace: ${workspace}` });
const drawn = (page: Page) => page.evaluate<string>("document.title + document.documentElement.outerHTML");

async function enter(page: Page, from: string, to: string): Promise<void> {
  await foot(page, from).click();
  await page.getByRole("menuitemradio", { name: to }).click();
  await foot(page, to).waitFor();
}

/** All that the memory of the page holds, after what nobody holds any more was collected. */
async function held(page: Page): Promise<string> {
  const session = await page.context().newCDPSession(page);
  const chunks: string[] = [];
  session.on("HeapProfiler.addHeapSnapshotChunk", ({ chunk }) => chunks.push(chunk));
  await session.send("HeapProfiler.collectGarbage");
  await session.send("HeapProfiler.takeHeapSnapshot", {});
  await session.detach();
  return chunks.join("");
}

test(
  "nothing of one workspace is drawn or held in the other, and all of it where one goes back",
  { skip },
  async () => {
    const { page, close } = await visit("/todos");
    await row(page, /Water the plants/).waitFor();
    assert.match(await held(page), /Sort the photos of last year/, "what is shown is held");
    await enter(page, "Home", "Orchard");
    await row(page, /Prune the pears/).waitFor();
    assert.equal(new URL(page.url()).pathname, "/today");
    assert.doesNotMatch(await drawn(page), /Water the plants|Bookkeeper|Hiring/);
    await until(
      "nothing of the other workspace is held",
      () => held(page),
      (memory) => !/Sort the photos of last year|Keep invoices in order/.test(memory),
    );
    await enter(page, "Orchard", "Home");
    await row(page, /Water the plants/).waitFor();
    assert.doesNotMatch(await drawn(page), /pears/);
    await close();
  },
);

test(
  "the feed is that of the workspace which is shown, and a tab that is loaded again stays in it",
  { skip },
  async () => {
    const { page, close } = await visit("/today");
    const feeds: { readonly workspaceId: string; isOpen: boolean }[] = [];
    page.on("websocket", (socket) => {
      socket.on("framesent", ({ payload }) => {
        const feed = {
          workspaceId: (JSON.parse(String(payload)) as { workspaceId: string }).workspaceId,
          isOpen: true,
        };
        feeds.push(feed);
        socket.on("close", () => (feed.isOpen = false));
      });
    });
    await page.reload();
    await row(page, /Water the plants/).waitFor();
    await enter(page, "Home", "Orchard");
    await row(page, /Prune the pears/).waitFor();
    await service.ok("createTodo", {
      credential: filled.key,
      body: { title: "Mow the meadow", dueDate: "2026-03-10" },
    });
    await row(page, /Mow the meadow/).waitFor();
    await service.ok("createTodo", { body: { title: "Sweep the stairs", dueDate: "2026-03-10" } });
    await until(
      "one feed is open, and it is of the workspace that is shown",
      async () => feeds.filter(({ isOpen }) => isOpen).map(({ workspaceId }) => workspaceId),
      (open) => open.length === 1 && open[0] !== service.workspaceId,
    );
    assert.equal(feeds[0]?.workspaceId, service.workspaceId);
    await page.reload();
    await row(page, /Mow the meadow/).waitFor();
    assert.equal(await page.getByText("Sweep the stairs").count(), 0);
    await close();
  },
);

test(
  "what is on its way arrives in the workspace where it was done, and is not shown in the other",
  { skip },
  async () => {
    const { page, close } = await visit("/today");
    const gate = Promise.withResolvers<void>();
    await page.route("**/v1/todos", async (route) => {
      await gate.promise;
      await route.continue();
    });
    const add = async (line: string): Promise<void> => {
      await page.getByLabel("Add a todo").fill(line);
      await page.keyboard.press("Enter");
    };
    await add("Paint the door today");
    await row(page, /Paint the door/).waitFor();
    await enter(page, "Home", "Orchard");
    await row(page, /Prune the pears/).waitFor();
    const answer = page.waitForResponse((response) => response.request().method() === "POST");
    gate.resolve();
    await (await answer).finished();
    // Its answer comes after that of the first.
    await add("Pick the apples today");
    await page.getByRole("status").getByText("Pick the apples").waitFor();
    assert.doesNotMatch(await drawn(page), /Paint the door/);
    await enter(page, "Orchard", "Home");
    await row(page, /Paint the door/).waitFor();
    assert.doesNotMatch(await drawn(page), /Pick the apples/);
    await close();
  },
);

test(
  "an address of the other workspace enters it, which is said, and nothing of the two is mixed",
  { skip },
  async () => {
    const { page, close } = await visit("/today");
    const { todos, lists, chatId, captures, agentId } = filled.home;
    const answers = {
      [`/todos/${todos.get("Water the plants")}`]: "Water the plants",
      [`/lists/${lists.work}`]: "Work",
      [`/chats/${chatId}`]: "The February invoice",
      [`/captures/${captures.note}`]: "Garden plan",
      [`/agents/${agentId}`]: "Bookkeeper",
    };
    for (const [path, name] of Object.entries(answers)) {
      await enter(page, "Home", "Orchard");
      await row(page, /Prune the pears/).waitFor();
      await page.goto(service.url + path);
      await page.getByRole("status").getByText("This is in the workspace “Home”").waitFor();
      await page.getByRole("heading", { name }).or(page.getByRole("region", { name })).first().waitFor();
      assert.equal(await foot(page, "Home").count(), 1);
      assert.doesNotMatch(await drawn(page), /pears/);
    }
    await close();
  },
);

test(
  "Back after another workspace was entered leads to what was open, in its workspace, and Forward back",
  { skip },
  async () => {
    const { page, close } = await visit("/todos");
    const path = `/lists/${filled.home.lists.work}`;
    await page.getByRole("navigation", { name: "Places" }).getByRole("link", { name: /Work/ }).click();
    await page.waitForURL(`**${path}`);
    await enter(page, "Home", "Orchard");
    await row(page, /Prune the pears/).waitFor();
    await page.goBack();
    await foot(page, "Home").waitFor();
    await page.getByRole("heading", { name: "Work", level: 1 }).waitFor();
    assert.equal(new URL(page.url()).pathname, path);
    await page.goForward();
    await page.getByRole("heading", { name: "Today", level: 1 }).waitFor();
    assert.equal(await foot(page, "Home").count(), 1, "Today is that of the workspace which is shown");
    await close();
  },
);

test("what no workspace of the person has is not there, and no workspace is entered", { skip }, async () => {
  const { page, close } = await visit("/todos/0195f3a0-0000-7000-8000-000000000001");
  await page.getByText(/^There is no todo with the id/).waitFor();
  const others = (await service.ok("getSession", { credential: service.session })).workspaces.slice(1);
  assert.ok(others.length > 0);
  await foot(page, "Home").waitFor();
  await close();
});

test("on a phone the other workspace is under More", { skip }, async () => {
  const { page, close } = await visit("/inbox", { viewport: { width: 390, height: 844 }, locale: "de-DE" });
  const more = page.getByRole("button", { name: "Mehr", exact: true });
  await more.click();
  assert.equal(await page.getByRole("menuitem", { name: /wechseln$/ }).count(), 1);
  await page.getByRole("menuitem", { name: "Zu „Orchard“ wechseln" }).click();
  await row(page, /Prune the pears/).waitFor();
  await more.click();
  await page.getByRole("menuitem", { name: "Zu „Home“ wechseln" }).waitFor();
  await close();
});

test("who belongs to one workspace has nothing to switch", { skip }, async () => {
  const { token } = await addMember(service, { email: "bo@example.com", name: "Bo" });
  const { page, close } = await visit("/today", { session: token });
  const sidebar = page.getByRole("navigation", { name: "Places" });
  await sidebar.getByText("Bo", { exact: true }).waitFor();
  assert.equal(await sidebar.getByRole("button", { name: /^Workspace/ }).count(), 0);
  await close();
});

test("no workspace is left while this page records in it", { skip }, async () => {
  const { page, close } = await visit("/captures");
  await page.getByRole("button", { name: "Record" }).click();
  await page.getByRole("button", { name: "Stop" }).waitFor();
  await foot(page, "Home").click();
  await page.getByRole("menuitemradio", { name: "Orchard" }).click();
  await page.getByRole("status").getByText("This page is recording.").waitFor();
  assert.equal(await foot(page, "Home").count(), 1);
  await close();
});

test("who joins a workspace is in it, also where another one has the same name", { skip }, async () => {
  const { token, id } = await addMember(service, { email: "cy@example.com", name: "Cy" });
  const second = await service.addWorkspace("Home");
  await service.ok("createTodo", { credential: second.key, body: { title: "Second home", dueDate: "2026-03-10" } });
  const path = { workspaceId: second.id };
  const { url } = await service.ok("createInvitation", { path, body: { email: "cy@example.com" } });
  const { page, close } = await visit("/today", { session: token });
  await row(page, /Water the plants/).waitFor();
  await page.goto(url ?? "");
  await page.getByRole("button", { name: "Join" }).click();
  await row(page, /Second home/).waitFor();
  assert.doesNotMatch(await drawn(page), /Water the plants/);
  await until(
    "nothing of the first workspace is held",
    () => held(page),
    (memory) => !memory.includes("Sort the photos of last year"),
  );
  await page.goto(`${service.url}/settings`);
  await page.getByRole("region", { name: "People" }).getByRole("button", { name: "Leave" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Leave" }).click();
  await row(page, /Water the plants/).waitFor();
  assert.doesNotMatch(await drawn(page), /Second home/);
  await page.reload();
  await row(page, /Water the plants/).waitFor();
  const { data } = await service.ok("listMembers", { path });
  assert.ok(data.every((member) => member.id !== id));
  await close();
});

test(
  "who is removed from the workspace that is shown is in another one of theirs, which is said",
  { skip },
  async () => {
    const { id: userId, token: session } = await addMember(service, { email: "lou@example.com" });
    const { id: orchard } = await service.addWorkspace("Meadow");
    await addMember(service, { email: "lou@example.com" }, orchard);
    const { page, close } = await visit("/todos", { session });
    await row(page, /Renew the domain/).waitFor();
    await service.ok("removeMember", { path: { workspaceId: service.workspaceId, userId } });
    await page.getByText("You are not a member of “Home” any more.").waitFor();
    await page.locator(".who").getByText("Meadow").waitFor();
    assert.equal(await row(page, /Renew the domain/).count(), 0);
    await close();
  },
);
