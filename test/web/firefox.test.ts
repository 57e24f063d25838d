/** The same app in Firefox: signing in, the list, the feed, adding by one line, ticking off. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { ownerEmail, ownerPassword } from "../helpers/owner.ts";
import { until } from "../helpers/wait.ts";
import { skipFirefox, startFirefox } from "./helpers/firefox.ts";
import { startWebService } from "./helpers/service.ts";

const enter = "\uE007";
const hasRow = (text: string): string =>
  `[...document.querySelectorAll("[role=option]")].some((row) => row.textContent.includes("${text}"))`;

test("a day's work in Firefox: sign in, add, follow, tick off", { skip: skipFirefox }, async (t) => {
  const service = await startWebService(t);
  const page = await startFirefox(t);
  await page.goto(`${service.url}/todos`);
  await page.press("input[type=email]");
  await page.type(ownerEmail);
  await page.press("input[type=password]");
  await page.type(ownerPassword + enter);

  await page.press("[data-composer]");
  await page.type(`Feed the cat !high${enter}`);
  await page.waitFor(hasRow("Feed the cat"));
  const listed = () => service.ok("listTodos", { query: { query: "Feed the cat" } });
  const { data } = await until("it is on the service", listed, (answer) => answer.data.length > 0);
  assert.deepEqual(
    data.map(({ title, priority }) => ({ title, priority })),
    [{ title: "Feed the cat", priority: "high" }],
  );

  await service.ok("createTodo", { body: { title: "From a program" } });
  await page.waitFor(hasRow("From a program"));

  await page.press("[role=option]", "Feed the cat");
  await page.waitFor(`document.querySelector(".sheet textarea")?.value === "Feed the cat"`);
  await page.press(".sheet header button");
  await page.waitFor(`document.querySelector(".sheet") === null`);
  await page.press("[role=option]:has(.priority.high) .tick");
  await page.waitFor(`!${hasRow("Feed the cat")}`);
  await until("it is done on the service", listed, (answer) => answer.data[0]?.status === "done");
  assert.deepEqual(page.troubles, [], "nothing is thrown, and nothing breaks the policy");
});
