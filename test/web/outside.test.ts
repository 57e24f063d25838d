/** Outside servers in a real browser: an owner connects one, gives it to an agent, and sees what the agent wants to send out. */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { Browser } from "playwright-core";
import { type OutsideServer, startOutsideServer } from "../helpers/mcp-server.ts";
import type { TestService } from "../helpers/service.ts";
import { chatEnd, until } from "../helpers/wait.ts";
import { open, startBrowser, withoutBrowser } from "./helpers/browser.ts";
import { type Furnished, furnish } from "./helpers/furnish.ts";
import { morning, startWebService } from "./helpers/service.ts";

const skip = withoutBrowser && "there is no Chromium";
let service: TestService;
let outside: OutsideServer;
let browser: Browser;
let furnished: Furnished;
const ends: (() => unknown)[] = [];
const host = { after: (end: () => Promise<void>) => void ends.push(end) };

before(async () => {
  if (withoutBrowser) return;
  service = await startWebService(host, { configuration: { privateAddresses: true } });
  outside = await startOutsideServer({ after: (end: () => void) => void ends.push(end) });
  furnished = await furnish(service);
  browser = await startBrowser();
});
after(async () => {
  await browser?.close();
  for (const end of ends.reverse()) await end();
});

const visit = (path: string) => open(browser, service.url, path, { now: morning, session: service.session });

test("an owner connects a server, and gives its tools to an agent one by one", { skip }, async () => {
  const inputSchema = { type: "object" };
  outside.tools = [
    { name: "search", description: "Search the documentation.", inputSchema, answer: () => "Found." },
    { name: "publish", description: "Publish a page for everybody.", inputSchema, answer: () => "Published." },
  ];
  const { page, close } = await visit("/settings");
  const card = page.locator("#outside-servers");
  await card.getByLabel("Short name").fill("docs");
  await card.getByLabel("Address").fill(outside.url);
  await card.getByLabel("Token, if it wants one").fill("sesame");
  await card.getByRole("button", { name: "Connect", exact: true }).click();
  await card.getByText("2 tools").waitFor();
  assert.doesNotMatch(await page.content(), /sesame/);
  await close();

  const { agentId } = furnished;
  const agent = await visit(`/agents/${agentId}?tab=outside`);
  await agent.page.getByLabel("Tools of docs").check();
  await agent.page.getByLabel("search, without asking").check();
  await agent.page.getByLabel("Pages of the public web").selectOption("asks");
  const person = { credential: service.session, headers: { "dayshift-workspace": service.workspaceId } };
  const read = () => service.ok("getOutsideTools", { ...person, path: { agentId } });
  const given = await until(
    "the choices",
    read,
    ({ webFetch, mcpServers }) => webFetch === "asks" && mcpServers.length === 1,
  );
  assert.deepEqual(given.mcpServers[0]?.allowedTools, ["search"]);
  await agent.close();
});

test("what would go out is shown before it does", { skip }, async () => {
  const message = 'call docs__publish {"page":"Prices","text":"All is free."}';
  const { id } = await service.ok("createChat", { body: { agentId: furnished.agentId, message } });
  await chatEnd(service, id);
  const { page, close } = await visit("/inbox");
  await page.getByText("Call publish of docs, outside").first().click();
  await page.getByText("Always asked: it goes to somebody outside.", { exact: false }).first().waitFor();
  await page.getByText("All is free.").first().waitFor();
  assert.deepEqual(outside.calls, []);
  await page.getByRole("button", { name: "Approve" }).first().click();
  await until(
    "the call",
    async () => outside.calls.length,
    (count) => count === 1,
  );
  await close();
});
