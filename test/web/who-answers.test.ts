/** The first questions of a new service, who answers and who turns speech into text, and the cards in the settings that ask them again. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { chatEnd } from "../helpers/wait.ts";
import { serve } from "../helpers/local-server.ts";
import { speechServer } from "../helpers/speech-server.ts";
import { calling, chunk, done, events, saying, usage } from "../actors/models/event-streams.ts";
import { scripted } from "../actors/models/scripted-server.ts";
import { open } from "./helpers/browser.ts";
import { morning, startWebService } from "./helpers/service.ts";
import { openStage, skip } from "./helpers/stage.ts";

const { browser, service, visit } = await openStage(() => Promise.resolve({}));

const named = "<chat_title>Greeting</chat_title><chat_subtitle>Said hello</chat_subtitle>";
const called = events([...calling("note_number", ['{"number":7}']), chunk({}, "tool_calls"), usage(80, 12), done]);

test(
  "the first questions are answered with a model and a speech server that are tried first",
  { skip, rules: ["speech.setting", "speech.test", "speech.found"] },
  async (t) => {
    await using server = await scripted(called, saying("PELICAN"), saying("one, two, three"), saying("Here I am."));
    const ollama = await serve(t, (_request, response) => {
      response.setHeader("content-type", "application/json");
      response.end(JSON.stringify({ data: [{ id: "qwen3:8b" }] }));
    });
    const modelServers = [{ name: "Ollama", baseUrl: `${ollama}/v1` }];
    const speech = await speechServer(t);
    const speechServers = [{ name: "Speaches", baseUrl: speech.baseUrl }];
    const fresh = await startWebService(t, { empty: true, modelServers, speechServers });
    const { page, close } = await open(browser, fresh.url, `/setup#${fresh.setupToken}`, { now: morning });
    await page.getByLabel("E-mail").fill("ada@example.com");
    await page.getByLabel("Password").fill("correct horse battery");
    await page.getByRole("button", { name: "Create and open" }).click();
    await page.getByRole("button", { name: "Next" }).click();
    await page.getByText("Ollama, on this machine").waitFor();
    assert.equal(await page.locator('[name="model"]').inputValue(), "qwen3:8b");
    await page.getByText("Another server").click();
    await page.locator('[name="model"]').fill("test");
    await page.getByLabel("Address").fill(server.baseUrl);
    await page.getByRole("button", { name: "Try it and use it" }).click();
    await page.getByText("test answers.").waitFor();
    await page.getByRole("button", { name: "Continue" }).click();
    await page.getByRole("heading", { name: "Who turns speech into text?" }).waitFor();
    await page.getByText("Step 3 of 5").waitFor();
    await page.getByLabel("Speaches, on this machine").waitFor();
    assert.equal(await page.locator('[name="model"]').inputValue(), "whisper-1");
    await page.getByRole("button", { name: "Try it and use it" }).click();
    await page.getByText("whisper-1 transcribes recordings.").waitFor();
    assert.equal(speech.heard.length, 1, "it was tried");
    await page.getByRole("button", { name: "Continue" }).click();
    await page.getByRole("heading", { name: "Your first todo" }).waitFor();
    assert.equal(server.bodies.length, 3);
    await close();
  },
);

test(
  "a model that fails its trial says why, and is used only when one insists; Settings change who answers",
  { skip },
  async () => {
    await using server = await scripted(
      saying("I note it."),
      saying("PELICAN"),
      saying("one, two"),
      saying("Hello.", named),
    );
    const { page, close } = await visit("/settings");
    await page.getByText("Simple rules answer; no model is in use.").waitFor();
    await page
      .getByRole("region", { name: "Who answers?" })
      .getByRole("button", { name: "Change", exact: true })
      .click();
    await page.getByText("Another server").click();
    await page.locator('[name="model"]').fill("talker");
    await page.locator('[name="address"]').fill(server.baseUrl);
    await page.getByRole("button", { name: "Try it and use it" }).click();
    await page.getByText(/It did not call the tool/).waitFor();
    assert.equal((await service.ok("getModel")).source, "builtin");
    await page.getByRole("button", { name: "Use it all the same" }).click();
    await page.getByText("talker answers.").waitFor();
    assert.equal((await service.ok("getModel")).model, "talker");
    const { id } = await service.ok("createChat", { body: { message: "hello" } });
    await chatEnd(service, id);
    await page.reload();
    await page.getByRole("heading", { name: /Usage of language models/ }).waitFor();
    await page.getByText("120 tokens in 1 request").first().waitFor();
    await close();
  },
);

test(
  "the models of a provider are listed once it is known where it is, and any other can be named",
  { skip },
  async (t) => {
    const listing = await serve(t, (request, response) => {
      response.writeHead(request.headers.authorization === "Bearer sesame" ? 200 : 401, {
        "content-type": "application/json",
      });
      response.end(JSON.stringify({ data: [{ id: "small" }, { id: "large" }] }));
    });
    const { page, close } = await visit("/settings");
    await page
      .getByRole("region", { name: "Who answers?" })
      .getByRole("button", { name: "Change", exact: true })
      .click();
    await page.getByText("Another server").click();
    await page.locator('[name="address"]').fill(`${listing}/v1`);
    await page.locator('[name="key"]').focus();
    await page.getByText("The provider refused the key.").waitFor();
    await page.locator('[name="key"]').fill("sesame");
    await page.locator('[name="key"]').blur();
    const model = page.getByRole("combobox", { name: "Model", exact: true });
    await model.getByRole("option", { name: "large" }).waitFor({ state: "attached" });
    await model.selectOption("large");
    assert.equal(await page.locator('[name="model"]').inputValue(), "large");
    await model.selectOption({ label: "Another one, by its name" });
    await page.getByRole("textbox", { name: /^Its name/ }).fill("unlisted");
    assert.equal(await page.locator('[name="model"]').inputValue(), "unlisted");
    await close();
  },
);

test(
  "a speech server that fails its trial says why; Settings change who turns speech into text",
  { skip, rules: ["speech.setting", "speech.test"] },
  async (t) => {
    const speech = await speechServer(t, { key: "sesame" });
    const { page, close } = await visit("/settings");
    const card = page.getByRole("region", { name: "Who turns speech into text?" });
    await card.getByText("Nobody transcribes recordings; their sound is stored.").waitFor();
    await card.getByRole("button", { name: "Change", exact: true }).click();
    await card.getByLabel("Another server").check();
    await card.getByLabel("Address").fill(speech.baseUrl);
    await card.getByLabel("API key").fill("wrong");
    await card.getByRole("button", { name: "Try it and use it" }).click();
    await card.getByRole("alert").getByText("The server refused the key.").waitFor();
    assert.equal((await service.ok("getSpeech")).source, "none");
    await card.getByLabel("API key").fill("sesame");
    await card.getByRole("button", { name: "Try it and use it" }).click();
    await card.getByText("whisper-1 transcribes recordings.").waitFor();
    const { model, hasKey } = await service.ok("getSpeech");
    assert.deepEqual([model, hasKey], ["whisper-1", true]);
    const about = page.getByRole("region", { name: "This service" });
    await about.getByText("Speech recognition").locator("+ dd").getByText("Yes").waitFor();
    await card.getByRole("button", { name: "Change", exact: true }).click();
    await card.getByLabel("Nobody").check();
    await card.getByRole("button", { name: "Use it" }).click();
    await card.getByText("Nobody transcribes recordings; their sound is stored.").waitFor();
    await about.getByText("Speech recognition").locator("+ dd").getByText("Not set up").waitFor();
    await close();
  },
);
