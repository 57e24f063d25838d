/** Links for calendar programs: made by a person, read without any other credential, ended with the membership. */
import assert from "node:assert/strict";
import { get } from "node:http";
import { test } from "node:test";
import { icalendar } from "../../../src/gateway/ical/text.ts";
import { filesWith } from "../../helpers/files-with.ts";
import { addMember } from "../../helpers/people.ts";
import { startTestService, type TestService } from "../../helpers/service.ts";
import { until } from "../../helpers/wait.ts";

interface Read {
  readonly status: number;
  readonly type: string;
  readonly text: string;
}

/** As a calendar program asks: with nothing but the link. */
function read(url: string): Promise<Read> {
  return new Promise((resolve, reject) => {
    get(url, (response) => {
      const parts: Buffer[] = [];
      response.on("data", (part: Buffer) => parts.push(part));
      response.on("end", () =>
        resolve({
          status: response.statusCode ?? 0,
          type: response.headers["content-type"] ?? "",
          text: Buffer.concat(parts).toString("utf8"),
        }),
      );
    }).on("error", reject);
  });
}

const summaries = ({ text }: Read): string[] =>
  [...text.matchAll(/^SUMMARY:(.*)\r$/gm)].map(([, summary]) => summary ?? "");

async function link(service: TestService, credential = service.session): Promise<{ id: string; url: string }> {
  return service.ok("createCalendarLink", { body: { workspaceId: service.workspaceId }, credential });
}

test("only members make a link, and a key makes none", async (t) => {
  const service = await startTestService(t);
  const body = { workspaceId: service.workspaceId };
  await service.refuses("createCalendarLink", { body, credential: service.key }, "api_key_auth_required");
  const elsewhere = { workspaceId: "0195f3a0-0000-7000-8000-0000000000ff" };
  await service.refuses("createCalendarLink", { body: elsewhere }, "workspace_access_denied");
  await service.refuses("listCalendarLinks", { query: elsewhere }, "workspace_access_denied");
});

test("a calendar program reads what is open and due: titles and days, nothing else", async (t) => {
  const service = await startTestService(t);
  const today = new Date(service.clock.now()).toISOString().slice(0, 10);
  await service.ok("createTodo", { body: { title: "Call Ana; then, Bo", content: "Their number", dueDate: today } });
  await service.ok("createTodo", { body: { title: "No day" } });
  const { id: todoId } = await service.ok("createTodo", { body: { title: "Done", dueDate: today } });
  await service.ok("updateTodo", { path: { todoId }, body: { status: "done" } });
  const { id, url } = await link(service);
  const answer = await read(url);
  assert.equal(answer.status, 200);
  assert.equal(answer.type, "text/calendar; charset=utf-8");
  assert.deepEqual(summaries(answer), [String.raw`Call Ana\; then\, Bo`]);
  assert.match(answer.text, new RegExp(`DTSTART;VALUE=DATE:${today.replaceAll("-", "")}\r\n`));
  assert.ok(!answer.text.includes("number"));
  const query = { workspaceId: service.workspaceId };
  const { data } = await service.ok("listCalendarLinks", { query });
  assert.deepEqual([data.length, data[0]?.id, data[0]?.lastReadAt === null], [1, id, false]);
  assert.ok(!JSON.stringify(data).includes(url.slice(-47, -4)), "the link is shown once");
});

test("no file of the service holds the token of a link", async (t) => {
  const service = await startTestService(t);
  const { url } = await link(service);
  assert.equal((await read(url)).status, 200);
  const token = /ical\/([\w-]+)\.ics$/.exec(url)?.[1] ?? assert.fail(url);
  assert.deepEqual(filesWith(service.dataDir, token), []);
  await service.stop();
  assert.deepEqual(filesWith(service.dataDir, token), []);
});

test("all pages are read, the soonest first", async (t) => {
  const service = await startTestService(t);
  const day = (n: number): string => new Date(service.clock.now() + n * 86_400_000).toISOString().slice(0, 10);
  for (let from = 0; from < 150; from += 50) {
    const data = Array.from({ length: 50 }, (_, at) => ({ title: `T${from + at}`, dueDate: day(from + at) }));
    await service.ok("batchCreateTodos", { body: { data } });
  }
  const found = summaries(await read((await link(service)).url));
  assert.deepEqual(
    found,
    Array.from({ length: 150 }, (_, at) => `T${at}`),
  );
});

test("what carries content of captures is withheld", async (t) => {
  const service = await startTestService(t);
  const { id: captureId } = await service.ok("createCapture", {
    body: { type: "note", content: "TODO: buy the secret ingredient" },
  });
  const suggested = () => service.ok("listTodos", { query: { captureId } });
  const { data } = await until("a suggestion", suggested, (page) => page.data.length > 0);
  const today = new Date(service.clock.now()).toISOString().slice(0, 10);
  const credential = await service.keyFor(["todos:read", "todos:write"]);
  await service.ok("updateTodo", { path: { todoId: data[0]?.id ?? "" }, body: { dueDate: today }, credential });
  const { text } = await read((await link(service)).url);
  assert.match(text, /BEGIN:VEVENT/);
  assert.ok(!text.includes("ingredient"), text);
});

test("a link ends when it is removed, by its person alone, and with the membership", async (t) => {
  const service = await startTestService(t);
  const { id: userId, token } = await addMember(service, { email: "bo@example.com" });
  const [own, theirs] = [await link(service), await link(service, token)];
  await service.refuses("removeCalendarLink", { path: { linkId: own.id }, credential: token }, "resource_not_found");
  assert.equal((await read(theirs.url)).status, 200);
  await service.ok("removeCalendarLink", { path: { linkId: own.id } });
  assert.equal((await read(own.url)).status, 404);
  await service.ok("removeMember", { path: { workspaceId: service.workspaceId, userId } });
  assert.equal((await read(theirs.url)).status, 404);
});

test("guessing is slowed down, one link is read so often in a minute, and a person has ten", async (t) => {
  const service = await startTestService(t);
  const made = [];
  for (let count = 0; count < 10; count += 1) made.push(await link(service));
  const body = { workspaceId: service.workspaceId };
  await service.refuses("createCalendarLink", { body }, "resource_conflict");
  const [first] = made;
  const statuses = [];
  for (let count = 0; count < 31; count += 1) statuses.push((await read(first?.url ?? "")).status);
  assert.deepEqual([statuses.filter((status) => status === 200).length, statuses.at(-1)], [30, 429]);
  for (let count = 0; count < 10; count += 1)
    assert.equal((await read(`${service.url}/ical/${"x".repeat(43)}.ics`)).status, 404);
  assert.equal((await read(`${service.url}/ical/${"x".repeat(43)}.ics`)).status, 429);
  assert.equal((await read(made[1]?.url ?? "")).status, 200, "a link that is right is not blocked by others' failures");
});

test("lines are folded between characters, and no text ends its line", () => {
  const title = `${"Zürich 🚆 ".repeat(12)}\nBEGIN:VEVENT`;
  const text = icalendar("A", [{ id: "1", title, dueDate: "2026-03-10", updatedAt: "2026-03-10T09:00:00.000Z" }]);
  for (const line of text.split("\r\n")) assert.ok(Buffer.byteLength(line) <= 75, line);
  assert.equal(text.match(/^BEGIN:VEVENT/gm)?.length, 1);
  assert.ok(text.replaceAll("\r\n ", "").includes(`SUMMARY:${title.replace("\n", String.raw`\n`)}\r\n`));
});
