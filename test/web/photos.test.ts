/** Photos of agents, in a real browser: given, seen wherever the agent is, taken away, and left to initials where one cannot be loaded. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Page } from "playwright-core";
import { png } from "../helpers/images.ts";
import { until } from "../helpers/wait.ts";
import { furnishedSuite, skip } from "./helpers/suite.ts";

const suite = furnishedSuite();
const { visit } = suite;

const give = (page: Page, name: string, buffer: Buffer, mimeType = "image/png") =>
  page.locator("input[type=file]").setInputFiles({ name, mimeType, buffer });

/** Pixels of each photo that is drawn, by where it is: at the head, in the list, next to its buttons. */
const widths = (page: Page, where: string) =>
  page.evaluate<string>(
    `[...document.querySelectorAll("${where} .avatar.agent img")].map((one) => one.naturalWidth).join()`,
  );

const shows = (page: Page, where: string, expected: string) =>
  until(
    `the photos in ${where} are ${expected}`,
    () => widths(page, where),
    (found) => found === expected,
  );

test(
  "a photo is given, stands wherever the agent does, and is taken away",
  { skip, rules: ["agents.photo"] },
  async () => {
    const { page, close } = await visit(`/agents/${suite.furnished.agentId}`);
    const group = page.getByRole("group", { name: "Photo" });
    await group.getByRole("button", { name: "Choose a photo" }).waitFor();
    await give(page, "face.png", png(40, 40, [30, 120, 90]));
    for (const where of [".photo", ".screen-head", "[aria-current] .named"]) await shows(page, where, "40");
    await give(page, "face.png", png(48, 40, [120, 30, 90]));
    await shows(page, ".photo", "48");
    await page.reload();
    await shows(page, ".photo", "48");
    await group.getByRole("button", { name: "Remove photo" }).click();
    await group.getByRole("button", { name: "Choose a photo" }).waitFor();
    for (const where of [".photo", ".screen-head"]) await shows(page, where, "");
    await close();
  },
);

test("what is no photo is refused in words", { skip, rules: ["agents.photo"] }, async () => {
  const { page, close } = await visit(`/agents/${suite.furnished.agentId}`);
  await page.getByRole("group", { name: "Photo" }).waitFor();
  await give(page, "moving.gif", Buffer.from("GIF89a"), "image/gif");
  await page.getByText(/Not saved\. Photo\./).waitFor();
  await shows(page, ".photo", "");
  await close();
});

test(
  "initials stand where a photo cannot be loaded, and one more link is asked for",
  { skip, rules: ["agents.photo-link"] },
  async () => {
    const { agentId } = suite.furnished;
    const headers = { "content-type": "image/png", "dayshift-workspace": suite.service.workspaceId };
    const request = { credential: suite.service.session, headers, raw: png(8, 8), path: { agentId } };
    await suite.service.ok("setAgentPhoto", request);
    const { page, close } = await visit(`/agents/${agentId}`);
    for (const where of [".photo", ".screen-head"]) await shows(page, where, "8");
    let asked = 0;
    page.on("request", (sent) => void (asked += sent.url().endsWith(`/agents/${agentId}`) ? 1 : 0));
    await page.evaluate(
      `for (const one of document.querySelectorAll(".avatar.agent img")) one.src = "/app/v1/images/ended"`,
    );
    await until(
      "another link was asked for",
      async () => asked,
      (count) => count > 0,
    );
    await shows(page, "body", "");
    assert.equal(asked, 1);
    await close();
  },
);
