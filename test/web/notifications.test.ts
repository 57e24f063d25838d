/** Notes to a browser, switched on and off under Settings: at the service, and at the push service of the browser. */
import assert from "node:assert/strict";
import { createECDH } from "node:crypto";
import { test } from "node:test";
import type { Page } from "playwright-core";
import { eventually } from "../helpers/settle.ts";
import { until } from "../helpers/wait.ts";
import { openStage, skip } from "./helpers/stage.ts";

const sent: string[] = [];
const { service, visit } = await openStage(async () => undefined, {
  postNote: async (endpoint) => {
    sent.push(endpoint.href);
    return 201;
  },
});

const pair = createECDH("prime256v1");
pair.generateKeys();
const keys = { p256dh: pair.getPublicKey("base64url"), auth: Buffer.alloc(16, 7).toString("base64url") };

/** Headless browsers have no push service: this stands for one, which a page may make refuse. What happens there is in `calls`. */
const pushService = `(() => {
  window.calls = [];
  window.ends = true;
  const made = { endpoint: "https://push.example.com/here", keys: ${JSON.stringify(keys)} };
  const isThere = () => sessionStorage.getItem("subscribed") !== null;
  const subscription = {
    toJSON: () => made,
    unsubscribe: async () => {
      calls.push("unsubscribe");
      if (ends) sessionStorage.removeItem("subscribed");
      return ends;
    },
  };
  const pushManager = {
    subscribe: async () => (calls.push("subscribe"), sessionStorage.setItem("subscribed", "1"), subscription),
    getSubscription: async () => (isThere() ? subscription : null),
  };
  Object.defineProperty(navigator, "serviceWorker", {
    value: { ready: Promise.resolve({ pushManager }), getRegistration: async () => ({ pushManager }), register: async () => {}, addEventListener() {} },
  });
  Notification.requestPermission = async () => "granted";
})()`;

const check = (page: Page) => page.getByRole("checkbox", { name: /^As a note on this device/ });
const preferences = () => service.ok("getNotificationPreferences", { credential: service.session });

/** Whether a request of an agent is sent to this browser: another device, which asked after it, has it by then. */
async function isSent(): Promise<boolean> {
  sent.length = 0;
  const other = "https://push.example.com/other";
  await service.ok("createPushSubscription", { body: { endpoint: other, keys }, credential: service.session });
  const agent = await service.ok("createAgent", { body: { name: service.clock.now().toString() } });
  service.model.play({ calls: [{ name: "create_todo", input: { title: "A plan" } }] });
  await service.ok("createChat", { body: { message: "Do it", agentId: agent.id, waitSeconds: 10 } });
  await eventually("the other device has it", () => sent.includes(other));
  return sent.includes("https://push.example.com/here");
}

async function openSettings() {
  const { page, close } = await visit("/today");
  await page.addInitScript(pushService);
  await page.goto(`${service.url}/settings`);
  await check(page).waitFor();
  return { page, close };
}

test("notes of this device end at the service and at the push service, and stay on for others", { skip }, async () => {
  const { page, close } = await openSettings();
  await check(page).click();
  await until("it is on", preferences, ({ push }) => push);
  assert.equal(await isSent(), true);
  await page.reload();
  await until(
    "it is shown as on again",
    () => check(page).isChecked(),
    (isOn) => isOn,
  );

  await check(page).click();
  await page.getByText("Other devices of yours are still sent notes").waitFor();
  assert.deepEqual(await page.evaluate("calls"), ["unsubscribe"]);
  assert.equal(await isSent(), false);
  await page.reload();
  await page.getByText("Other devices of yours are still sent notes").waitFor();
  assert.equal(await check(page).isChecked(), false);
  await page.getByRole("button", { name: "Stop that, too" }).click();
  await until("it is off everywhere", preferences, ({ push }) => !push);
  await close();
});

test("a push service that does not end them is named, and asked again", { skip }, async () => {
  const { page, close } = await openSettings();
  await check(page).click();
  await until("it is on", preferences, ({ push }) => push);
  await page.evaluate("ends = false");
  await check(page).click();
  await page.getByText("could not end it at its push service").waitFor();
  assert.equal(await check(page).isChecked(), true);
  assert.equal(await isSent(), false);
  await page.evaluate("ends = true");
  await check(page).click();
  await page.getByText("Other devices of yours are still sent notes").waitFor();
  assert.deepEqual(await page.evaluate("calls"), ["subscribe", "unsubscribe", "unsubscribe"]);
  await close();
});

test("a service that refuses leaves everything as it was, and says why", { skip }, async () => {
  const { page, close } = await openSettings();
  await check(page).click();
  await until("it is on", preferences, ({ push }) => push);
  await page.route("**/push-subscriptions/*", (route) => route.abort());
  await check(page).click();
  await page.getByText("The service did not answer.").waitFor();
  assert.equal(await check(page).isChecked(), true);
  assert.deepEqual(await page.evaluate("calls"), ["subscribe"]);
  assert.equal(await isSent(), true);
  await close();
});
