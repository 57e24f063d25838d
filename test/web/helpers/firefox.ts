/** Firefox, driven over WebDriver BiDi (w3c.github.io/webdriver-bidi): a page, real keys and presses, and what went wrong in it. */
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { WebSocket } from "ws";
import type { TestContext } from "node:test";
import { tempDir } from "../../helpers/temp-dir.ts";
import { until } from "../../helpers/wait.ts";
import { findProgram, isBrowserRequired } from "./browser.ts";

const program = findProgram(["firefox-esr", "firefox"]);

/** Why tests in Firefox are left out; false where they run. */
export const skipFirefox = program === undefined && !isBrowserRequired && "there is no Firefox";

/** Nothing of a first start, and no request to anybody but the test's service. */
const preferences = {
  "app.normandy.enabled": false,
  "app.update.disabledForTesting": true,
  "browser.shell.checkDefaultBrowser": false,
  "browser.startup.page": 0,
  "browser.startup.homepage_override.mstone": "ignore",
  "datareporting.policy.dataSubmissionEnabled": false,
  "intl.accept_languages": "en-GB",
  "network.captive-portal-service.enabled": false,
  "network.connectivity-service.enabled": false,
  "remote.active-protocols": 1,
  "services.settings.server": "data:,",
  "toolkit.telemetry.server": "data:,",
  "ui.prefersReducedMotion": 1,
};

/** One page of Firefox. */
export class FirefoxPage {
  /** What the page threw, and what its policy forbade. */
  readonly troubles: string[] = [];
  readonly #socket: WebSocket;
  readonly #waiting = new Map<number, PromiseWithResolvers<Record<string, unknown>>>();
  #context = "";
  #last = 0;

  constructor(socket: WebSocket) {
    this.#socket = socket;
    socket.on("message", (data) => this.#take(JSON.parse((data as Buffer).toString()) as Message));
  }

  async begin(): Promise<void> {
    await this.#send("session.new", { capabilities: {} });
    await this.#send("session.subscribe", { events: ["log.entryAdded"] });
    const { context } = (await this.#send("browsingContext.create", { type: "tab" })) as { readonly context: string };
    this.#context = context;
  }

  async goto(url: string): Promise<void> {
    await this.#send("browsingContext.navigate", { context: this.#context, url, wait: "complete" });
  }

  /** What an expression is in the page: JSON at most. */
  async evaluate(expression: string): Promise<unknown> {
    const target = { context: this.#context };
    const code = `(async () => JSON.stringify(await (${expression})))()`;
    const answer = await this.#send("script.evaluate", { expression: code, target, awaitPromise: true });
    const { type, result } = answer as { type: string; result?: { value?: string } };
    assert.equal(type, "success", JSON.stringify(answer));
    return result?.value === undefined ? undefined : (JSON.parse(result.value) as unknown);
  }

  /** Presses the middle of the first element that the selector finds and that has the text in it, once there is one. */
  async press(selector: string, text = ""): Promise<void> {
    const find = `(() => {
      const found = [...document.querySelectorAll(${JSON.stringify(selector)})]
        .find((element) => element.textContent.includes(${JSON.stringify(text)}));
      const box = found?.getBoundingClientRect();
      return box === undefined || box.width === 0 ? null : [box.x + box.width / 2, box.y + box.height / 2];
    })()`;
    const place = await until(
      `${selector} with “${text}”`,
      () => this.evaluate(find),
      (answer) => answer !== null,
    );
    const [x, y] = (place as number[]).map(Math.round);
    const actions = [
      { type: "pointerMove", x, y },
      { type: "pointerDown", button: 0 },
      { type: "pointerUp", button: 0 },
    ];
    await this.#act({ type: "pointer", id: "mouse", actions });
  }

  /** Types the characters, one key each; `\uE007` is Enter. */
  async type(text: string): Promise<void> {
    const actions = Array.from(text).flatMap((value) => [
      { type: "keyDown", value },
      { type: "keyUp", value },
    ]);
    await this.#act({ type: "key", id: "keyboard", actions });
  }

  /** Resolves once the expression is true in the page. */
  async waitFor(expression: string): Promise<void> {
    await until(
      expression,
      () => this.evaluate(expression),
      (answer) => answer === true,
    );
  }

  async #act(source: object): Promise<void> {
    await this.#send("input.performActions", { context: this.#context, actions: [source] });
  }

  #send(method: string, params: object): Promise<Record<string, unknown>> {
    this.#last += 1;
    const answer = Promise.withResolvers<Record<string, unknown>>();
    this.#waiting.set(this.#last, answer);
    this.#socket.send(JSON.stringify({ id: this.#last, method, params }));
    return answer.promise;
  }

  #take({ id, type, method, params, result, message }: Message): void {
    if (method === "log.entryAdded") {
      const { level, text } = params as { level: string; text: string };
      if (level === "error" || /Content-Security-Policy|Trusted Type/i.test(text)) this.troubles.push(text);
    }
    const answer = id === undefined ? undefined : this.#waiting.get(id);
    if (type === "success") answer?.resolve(result ?? {});
    else if (type === "error") answer?.reject(new Error(message));
  }
}

interface Message {
  readonly id?: number;
  readonly type: string;
  readonly method?: string;
  readonly params?: object;
  readonly result?: Record<string, unknown>;
  readonly message?: string;
}

/** Starts Firefox without a window, with a profile of its own; it ends with what `host` stands for. */
export async function startFirefox(host: TestContext): Promise<FirefoxPage> {
  assert.ok(program, "There is no Firefox: apt-get install firefox-esr.");
  const home = tempDir(host);
  const lines = Object.entries(preferences).map(([name, value]) => `user_pref("${name}", ${JSON.stringify(value)});`);
  writeFileSync(join(home, "user.js"), lines.join("\n"));
  const args = ["--headless", "--no-remote", "--profile", home, "--remote-debugging-port", "0", "about:blank"];
  const env = { ...process.env, HOME: home, XDG_RUNTIME_DIR: home };
  const child = spawn(program, args, { env, stdio: ["ignore", "ignore", "pipe"] });
  host.after(async () => {
    if (child.exitCode === null && child.signalCode === null) {
      child.kill("SIGKILL");
      await once(child, "exit");
    }
  });
  const socket = new WebSocket(`${await addressOf(child.stderr)}/session`);
  host.after(async () => socket.terminate());
  await once(socket, "open");
  const page = new FirefoxPage(socket);
  await page.begin();
  return page;
}

/** What Firefox says once it listens. Rejects with all that it said when it ends before. */
async function addressOf(output: NodeJS.ReadableStream): Promise<string> {
  const said: string[] = [];
  for await (const line of createInterface({ input: output })) {
    said.push(line);
    const found = /WebDriver BiDi listening on (ws:\S+)/.exec(line)?.[1];
    if (found !== undefined) {
      output.resume();
      return found;
    }
  }
  return assert.fail(`Firefox did not start:\n${said.join("\n")}`);
}
