/** Two people change what an agent is and works with: nothing that one of them set is lost, and both are shown where they set the same. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Page } from "playwright-core";
import { sideBySide } from "../../src/web/parts/side-by-side.ts";
import { until } from "../helpers/wait.ts";
import { openStage, skip } from "./helpers/stage.ts";

const { visit, service, filled } = await openStage(
  async (stage) => (await stage.ok("createAgent", { body: { name: "Bookkeeper", instructions: "Keep invoices." } })).id,
);

const path = { agentId: filled };
const person = () => ({ credential: service.session, headers: { "dayshift-workspace": service.workspaceId } });
const read = () => service.ok("getAgent", { path });
const settings = () => service.ok("getAgentSettings", { ...person(), path });
const notice = (page: Page) => page.locator(".notice");

/** Somebody else is quicker, once: their change arrives when this page's is on its way. */
async function overtake(page: Page, address: string, act: () => Promise<unknown>): Promise<void> {
  let isFirst = true;
  await page.route(address, async (route) => {
    const isChange = ["PATCH", "POST"].includes(route.request().method());
    if (isChange && isFirst) {
      isFirst = false;
      await act();
    }
    await route.fallback();
  });
}

test("other fields of an agent that somebody set stay, and the same one is shown twice", { skip }, async () => {
  const { page, close } = await visit(`/agents/${filled}?tab=instructions`);
  const form = page.getByRole("form", { name: "Instructions" });
  const text = form.getByLabel("Instructions");
  await text.fill("Keep invoices and receipts.");
  await overtake(page, `**/agents/${filled}/preview`, () =>
    service.ok("updateAgent", { path, body: { description: "Of the office" } }),
  );
  await form.getByRole("button", { name: "See what changes" }).click();
  await form.getByText("Theirs are taken in").waitFor();
  assert.equal(await form.getByLabel("What it is for").inputValue(), "Of the office");
  assert.equal(await text.inputValue(), "Keep invoices and receipts.");
  await overtake(page, `**/agents/${filled}/preview`, () =>
    service.ok("updateAgent", { path, body: { instructions: "Keep letters." } }),
  );
  await form.getByRole("button", { name: "See what changes" }).click();
  const both = form.getByRole("region", { name: "Instructions" });
  await both.getByText("Keep letters.").waitFor();
  await both.getByText("Keep invoices and receipts.").waitFor();
  await both.getByRole("button", { name: "Take theirs" }).click();
  assert.equal(await text.inputValue(), "Keep letters.");
  await close();
});

test("hours that somebody set are shown, and mine take their place if I say so", { skip }, async () => {
  const { page, close } = await visit(`/agents/${filled}?tab=hours`);
  const theirs = { timezone: "UTC", windows: [{ days: ["sunday" as const], start: "10:00", end: "12:00" }] };
  await page.getByRole("checkbox").check();
  await overtake(page, `**/agents/${filled}`, () =>
    service.ok("updateAgent", { path, body: { workingHoursEnabled: true, workingHours: theirs } }),
  );
  await page.getByRole("button", { name: "Save the hours" }).click();
  await notice(page).getByText("Sun 10:00–12:00 (UTC)").waitFor();
  assert.equal(await page.getByLabel("From").inputValue(), "10:00");
  assert.deepEqual((await read()).workingHours, theirs);
  await notice(page).getByRole("button", { name: "Keep mine" }).click();
  await until("mine are set", read, ({ workingHours }) => workingHours?.windows[0]?.start === "09:00");
  await close();
});

test(
  "tools and limits that somebody chose are not written over, and other choices are nothing to ask about",
  { skip },
  async () => {
    const { page, close } = await visit(`/agents/${filled}?tab=settings`);
    const limit = page.getByRole("spinbutton", { name: "Changes" });
    await limit.fill("5");
    await overtake(page, `**/agents/${filled}/settings`, () =>
      service.ok("updateAgentSettings", { ...person(), path, body: { tools: ["get_todo"] } }),
    );
    await page.getByRole("button", { name: "Save the limits" }).click();
    const both = await until("the limits", settings, ({ budget }) => budget !== null);
    assert.deepEqual([both.budget?.changes, both.tools], [5, ["get_todo"]]);
    await limit.fill("6");
    await overtake(page, `**/agents/${filled}/settings`, () =>
      service.ok("updateAgentSettings", { ...person(), path, body: { budget: { changes: 50 } } }),
    );
    await page.getByRole("button", { name: "Save the limits" }).click();
    await notice(page).getByText("Changes: 50").waitFor();
    await notice(page).getByText("Changes: 6").waitFor();
    assert.equal((await settings()).budget?.changes, 50);
    await notice(page).getByRole("button", { name: "Keep mine" }).click();
    await until("mine are set", settings, ({ budget }) => budget?.changes === 6);
    await close();
  },
);

test("what two owners give an agent of the web is decided by neither without a look", { skip }, async () => {
  const { page, close } = await visit(`/agents/${filled}?tab=outside`);
  const web = page.getByLabel("Pages of the public web");
  await web.waitFor();
  await overtake(page, `**/agents/${filled}/outside-tools`, () =>
    service.ok("updateOutsideTools", { ...person(), path, body: { webFetch: "allowed" } }),
  );
  await web.selectOption("asks");
  await notice(page).getByText("Somebody else changed this in the meantime.").waitFor();
  assert.equal(await web.inputValue(), "allowed");
  await notice(page).getByRole("button", { name: "Keep mine" }).click();
  await until(
    "mine is set",
    () => service.ok("getOutsideTools", { ...person(), path }),
    ({ webFetch }) => webFetch === "asks",
  );
  await close();
});

test("a skill that two people write is written over by neither without a look", { skip }, async () => {
  const made = await service.ok("createAgentSkill", {
    path,
    body: { name: "Chase late payers", instructions: "Wait." },
  });
  const skillPath = { ...path, skillId: made.id };
  const readSkill = () => service.ok("getAgentSkill", { path: skillPath });
  const set = (body: object) => () => service.ok("updateAgentSkill", { path: skillPath, body });
  const { page, close } = await visit(`/agents/${filled}?tab=skills`);
  await page.getByRole("button", { name: "Edit" }).click();
  const form = page.getByRole("form", { name: /late payers/i });
  const [name, text] = [form.getByLabel("Name of the skill"), form.getByLabel("Instructions of the skill")];
  await text.fill("Remind politely.");
  await overtake(page, `**/skills/${made.id}`, set({ name: "Late payers" }));
  await form.getByRole("button", { name: "Save the skill" }).click();
  await form.getByText("Theirs are taken in").waitFor();
  assert.deepEqual([await name.inputValue(), await text.inputValue()], ["Late payers", "Remind politely."]);
  await overtake(page, `**/skills/${made.id}`, set({ instructions: "Remind sternly." }));
  await form.getByRole("button", { name: "Save the skill" }).click();
  const both = form.getByRole("region", { name: "Instructions" });
  await both.getByText("Remind sternly.").waitFor();
  await both.getByText("Remind politely.").waitFor();
  assert.equal((await readSkill()).instructions, "Remind sternly.");
  await form.getByRole("button", { name: "Save the skill" }).click();
  await until("mine is set", readSkill, ({ instructions }) => instructions === "Remind politely.");
  assert.equal((await readSkill()).name, "Late payers");
  await close();
});

test("two texts stand line by line next to each other, and of what differs the words are known", () => {
  const shown = (from: string, to: string): string[] =>
    sideBySide(from, to).map((pair) =>
      [pair.left, pair.right]
        .map((parts) => parts?.map(({ text, differs }) => (differs ? `[${text}]` : text)).join("") ?? "–")
        .join(" | "),
    );
  assert.deepEqual(shown("Keep letters.\nAsk Ana.\nEnd", "Keep all letters.\nEnd\nAnd go"), [
    "Keep letters. | Keep [all ]letters.",
    "[Ask Ana.] | –",
    "End | End",
    "– | [And go]",
  ]);
  assert.deepEqual(shown("", "new"), ["[] | [new]"]);
  assert.deepEqual(shown("same\n\nsame", "same\n\nsame"), ["same | same", " | ", "same | same"]);
  const long = Array.from({ length: 2000 }, (_, at) => `left ${at}`).join("\n");
  assert.equal(sideBySide(long, long.replaceAll("left", "right")).length, 2000);
});

test(
  "theirs and mine stand side by side where there is room, and one over the other on a phone",
  { skip },
  async () => {
    const text = "Keep invoices.\nWrite to Ana.\nAsk before money.";
    await service.ok("updateAgent", { path, body: { instructions: text } });
    for (const [width, isBeside] of [
      [1280, true],
      [390, false],
    ] as const) {
      const { page, close } = await visit(`/agents/${filled}?tab=instructions`, { viewport: { width, height: 800 } });
      const form = page.getByRole("form", { name: "Instructions" });
      await form.getByLabel("Instructions").fill(text.replace("Ana", "Ana and Bo"));
      await overtake(page, `**/agents/${filled}/preview`, () =>
        service.ok("updateAgent", { path, body: { instructions: text.replace("Ana", `Cem ${width}`) } }),
      );
      await form.getByRole("button", { name: "See what changes" }).click();
      const both = form.getByRole("region", { name: "Instructions" });
      const box = (name: string) => both.getByRole("group", { name }).boundingBox();
      await both.locator("mark", { hasText: "Cem" }).waitFor();
      const [theirs, mine] = [await box("Theirs"), await box("Yours")];
      assert.equal(theirs?.y === mine?.y && (theirs?.x ?? 0) < (mine?.x ?? 0), isBeside);
      assert.equal((theirs?.y ?? 0) < (mine?.y ?? 0), !isBeside);
      assert.deepEqual(await both.getByRole("group", { name: "Yours" }).locator("mark").allTextContents(), [
        "Ana",
        "and Bo.",
      ]);
      await close();
    }
  },
);
