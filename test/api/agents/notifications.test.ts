/** Notifications: the inbox of each person, how they want to be notified, and e-mails over a real mail server. */
import assert from "node:assert/strict";
import { test, type TestContext } from "node:test";
import { holdPort } from "../../helpers/ports.ts";
import { addMember } from "../../helpers/people.ts";
import { startTestService, type TestService } from "../../helpers/service.ts";
import { eventually } from "../../helpers/settle.ts";
import { type Fault, type SmtpServer, startSmtp } from "../../helpers/smtp.ts";
import { chatEnd, runEnd, until } from "../../helpers/wait.ts";
import { rows } from "../../helpers/pluck.ts";

const unknownId = "0195f3a0-0000-7000-8000-0000000000ff";
const asking = (title = "Bought") => `call create_todo {"title":"${title}"}`;

/** An agent that asks in a chat of its own, begun by the owner; answers the chat. */
async function ask(service: TestService, message = asking()): Promise<string> {
  const { data } = await service.ok("listAgents");
  const agentId =
    data.find(({ name }) => name === "Careful")?.id ??
    (await service.ok("createAgent", { body: { name: "Careful" } })).id;
  const { id } = await service.ok("createChat", { body: { message, agentId } });
  assert.equal((await chatEnd(service, id)).status, "awaiting_input");
  return id;
}

/** A second member of Home, signed in. */
async function addBo(service: TestService): Promise<{ readonly id: string; readonly session: string }> {
  const { id, token } = await addMember(service, { email: "bo@example.com", name: "Bo" });
  return { id, session: token };
}

test("notifications are personal", { rules: ["notifications.session-only", "notifications.own"] }, async (t) => {
  const service = await startTestService(t);
  const bo = await addBo(service);
  const credential = service.key;
  await service.refuses("listNotifications", { credential }, "api_key_auth_required");
  await service.refuses("readAllNotifications", { credential }, "api_key_auth_required");
  await service.refuses("getNotificationPreferences", { credential }, "api_key_auth_required");
  const path = { notificationId: unknownId };
  await service.refuses("readNotification", { path }, "resource_not_found");
  await service.refuses("listNotifications", { query: { cursor: "made up" } }, "invalid_cursor");
  await service.refuses("updateNotificationPreferences", { body: { sms: true } }, "validation_failed", "sms");
  await ask(service);
  const [mine] = (await service.ok("listNotifications")).data;
  const foreign = { path: { notificationId: mine?.id ?? "" }, credential: bo.session };
  await service.refuses("readNotification", foreign, "resource_not_found");
  assert.deepEqual((await service.ok("listNotifications", { credential: bo.session })).data, []);
  assert.equal((await service.ok("readAllNotifications", { credential: bo.session })).readCount, 0);
  assert.equal((await service.ok("listNotifications")).unreadCount, 1);
});

test("a waiting agent notifies once a step", { rules: ["notifications.approval", "notifications.read"] }, async (t) => {
  const service = await startTestService(t);
  const chats = [await ask(service, `${asking("One")}\n${asking("Two")}`), await ask(service), await ask(service)];
  const { data, unreadCount } = await service.ok("listNotifications");
  assert.equal(unreadCount, 3);
  assert.deepEqual(
    rows(data, "kind", "chatId", "todoId", "readAt"),
    chats.toReversed().map((chatId) => ["approval_waiting", chatId, null, null]),
  );
  const [, , first] = data;
  assert.equal(first?.title, "Careful waits for your decision.");
  assert.match(first?.text ?? "", /One[^]*Two/);
  const approvals = (await service.ok("listApprovals", { query: { chatId: chats[0] ?? "" } })).data;
  assert.ok(approvals.some(({ id }) => id === first?.approvalId));
  const path = { notificationId: first?.id ?? "" };
  const read = await service.ok("readNotification", { path });
  assert.ok(read.readAt !== null);
  service.clock.advance(1000);
  assert.deepEqual(await service.ok("readNotification", { path }), read);
  const unread = await service.ok("listNotifications", { query: { unreadOnly: true } });
  assert.deepEqual([unread.unreadCount, unread.data.map(({ id }) => id)], [2, data.slice(0, 2).map(({ id }) => id)]);
  assert.equal((await service.ok("readAllNotifications")).readCount, 2);
  assert.deepEqual((await service.ok("listNotifications", { query: { unreadOnly: true } })).data, []);
});

test(
  "owners are notified of what a person scheduled who has left, those who became one as well",
  { rules: ["notifications.audience"] },
  async (t) => {
    const service = await startTestService(t);
    const bo = await addBo(service);
    const { id: cleo, token } = await addMember(service, { email: "cleo@example.com", name: "Cleo" });
    const path = { workspaceId: service.workspaceId };
    const runAt = new Date(service.clock.now() + 3_600_000).toISOString();
    const assignees = [{ id: cleo, type: "user" as const }];
    const body = { title: "Water the plants", assignees, schedule: { runAt } };
    const { id: todoId } = await service.ok("createTodo", { body, credential: token });
    await service.ok("updateMember", { path: { ...path, userId: bo.id }, body: { role: "owner" } });
    await service.ok("removeMember", { path: { ...path, userId: cleo } });
    await service.pass(3_600_000);
    for (const credential of [service.session, bo.session]) {
      const inbox = await until(
        "the notification",
        () => service.ok("listNotifications", { credential }),
        ({ data }) => data.length > 0,
      );
      assert.deepEqual(rows(inbox.data, "kind", "todoId"), [["todo_due", todoId]]);
    }
  },
);

test("the inbox is walked in pages, newest first", { rules: ["notifications.list"] }, async (t) => {
  const service = await startTestService(t);
  for (let n = 0; n < 5; n++) await ask(service);
  const whole = (await service.ok("listNotifications")).data.map(({ id }) => id);
  const walked: string[] = [];
  let cursor: string | null = null;
  do {
    const query: Record<string, string | number> = { limit: 2, ...(cursor === null ? {} : { cursor }) };
    const page = await service.ok("listNotifications", { query });
    walked.push(...page.data.map(({ id }) => id));
    cursor = page.nextCursor;
  } while (cursor !== null);
  assert.equal(whole.length, 5);
  assert.deepEqual(walked, whole);
});

test("an agent on a todo asks the person the todo is assigned to", { rules: ["notifications.audience"] }, async (t) => {
  const service = await startTestService(t);
  const bo = await addBo(service);
  const { id: agentId } = await service.ok("createAgent", { body: { name: "Careful" } });
  const assignees = [{ id: bo.id, type: "user" }];
  const { id: todoId } = await service.ok("createTodo", { body: { title: "Shop", assignees } });
  const { chatId } = await service.ok("runTodo", { path: { todoId }, body: { agentId, message: asking() } });
  await chatEnd(service, chatId);
  const { data } = await service.ok("listNotifications", { credential: bo.session });
  assert.deepEqual(rows(data, "title", "todoId"), [['Careful waits for your decision on "Shop".', todoId]]);
  assert.deepEqual((await service.ok("listNotifications")).data, []);
});

test("a run that a person starts sends no notification at its end", { rules: ["notifications.kinds"] }, async (t) => {
  const service = await startTestService(t);
  const { id: agentId } = await service.ok("createAgent", { body: { name: "Quick", requiresApproval: false } });
  const { id: todoId } = await service.ok("createTodo", { body: { title: "Shop" } });
  const { chatId } = await service.ok("runTodo", { path: { todoId }, body: { agentId } });
  await chatEnd(service, chatId);
  assert.deepEqual((await service.ok("listNotifications")).data, []);
  assert.equal((await service.ok("getTodo", { path: { todoId } })).lastNotificationStatus, null);
});

async function withMail(t: TestContext, ...faults: readonly Fault[]) {
  const smtp = await startSmtp(t);
  smtp.fail(...faults);
  const configuration = { smtpUrl: smtp.url, mailFrom: "Dayshift <dayshift@example.com>" };
  return { smtp, service: await startTestService(t, { configuration }) };
}

const arrived = (smtp: SmtpServer, count = 1): Promise<void> =>
  eventually(`${count} e-mails`, () => smtp.mails.length === count);
const begun = (smtp: SmtpServer, count: number): Promise<void> =>
  eventually(`${count} conversations`, () => smtp.conversations === count);
/** Resolves when so many tries have failed, and the last of them is on record: a write waits behind those before it. */
async function tried(service: TestService, count: number): Promise<void> {
  const failures = (): number => service.log.filter((line) => line.includes("an e-mail could not be sent")).length;
  await eventually(`${count} failures`, () => failures() === count);
  await service.ok("readAllNotifications");
}

test("an e-mail is plain text with a link", { rules: ["notifications.mail", "notifications.mail-text"] }, async (t) => {
  const { smtp, service } = await withMail(t);
  await ask(service, asking("Buy the secret present"));
  await arrived(smtp);
  const [mail] = smtp.mails;
  assert.deepEqual([mail?.from, mail?.to], ["dayshift@example.com", ["owner@example.com"]]);
  assert.deepEqual(mail?.headers.get("subject"), ["Careful waits for your decision."]);
  assert.deepEqual(mail?.headers.get("from"), ["Dayshift <dayshift@example.com>"]);
  assert.deepEqual(mail?.headers.get("auto-submitted"), ["auto-generated"]);
  assert.match(mail?.headers.get("content-type")?.[0] ?? "", /^text\/plain/);
  assert.ok(mail?.text.includes(service.publicUrl), mail?.text);
  assert.ok(!mail?.text.includes("secret present"), mail?.text);
  const [notification] = (await service.ok("listNotifications")).data;
  assert.deepEqual(mail?.headers.get("message-id"), [`<${notification?.id}@dayshift>`]);
});

test("line breaks and addresses in a name make no header", { rules: ["notifications.mail-text"] }, async (t) => {
  const { smtp, service } = await withMail(t);
  const { id: agentId } = await service.ok("createAgent", {
    body: { name: "Ä, <evil@example.com>; \u2028Bcc: x@y.z" },
  });
  const content = "First line\r\nBcc: evil@example.com\r\n\r\nbody";
  const { id: todoId } = await service.ok("createTodo", { body: { content } });
  await service.ok("runTodo", { path: { todoId }, body: { agentId, message: asking() } });
  await arrived(smtp);
  const [mail] = smtp.mails;
  assert.deepEqual(mail?.to, ["owner@example.com"]);
  assert.equal(mail?.headers.has("bcc"), false);
  assert.match(
    mail?.headers.get("subject")?.[0] ?? "",
    /^Ä, <evil@example\.com>; .*"First line Bcc: evil@example\.com body"\.$/,
  );
});

test("each way of notifying can be switched off", { rules: ["notifications.preferences"] }, async (t) => {
  const { smtp, service } = await withMail(t);
  const usual = await service.ok("getNotificationPreferences");
  assert.deepEqual([usual.inApp, usual.email], [true, true]);
  await service.ok("updateNotificationPreferences", { body: { email: false } });
  await ask(service);
  const inboxOff = await service.ok("updateNotificationPreferences", { body: { inApp: false, email: true } });
  assert.deepEqual([inboxOff.inApp, inboxOff.email], [false, true]);
  await ask(service);
  await arrived(smtp);
  assert.equal((await service.ok("listNotifications")).unreadCount, 1);
  await service.restart();
  assert.equal((await service.ok("getNotificationPreferences")).inApp, false);
});

const passing: readonly (readonly [string, Fault])[] = [
  ["puts it off (4xx)", { at: "RCPT", reply: "450 4.2.0 later" }],
  ["is busy at the greeting", { at: "greeting", reply: "421 4.3.2 busy" }],
  ["closes the connection", { at: "MAIL", reply: "close" }],
  ["fails after the data", { at: "end of data", reply: "451 4.3.0 try again" }],
  ["talks nonsense", { at: "greeting", reply: "HTTP/1.1 400 Bad Request" }],
];
for (const [what, fault] of passing) {
  test(`a mail server that ${what} gets the e-mail once, later`, { rules: ["notifications.mail-retry"] }, async (t) => {
    const { smtp, service } = await withMail(t, fault);
    await ask(service);
    await tried(service, 1);
    assert.equal(smtp.mails.length, 0);
    service.clock.advance(30_000);
    await arrived(smtp);
    await service.pass(3_600_000);
    await service.ok("readAllNotifications");
    assert.deepEqual([smtp.mails.length, smtp.conversations], [1, 2]);
  });
}

test("a mail server that refuses for good (5xx) is not retried", { rules: ["notifications.mail-retry"] }, async (t) => {
  const { smtp, service } = await withMail(t, { at: "RCPT", reply: "550 5.1.1 no such person" });
  await ask(service);
  await tried(service, 1);
  await service.pass(3_600_000);
  await service.ok("readAllNotifications");
  assert.equal(smtp.conversations, 1);
  const line = service.log.find((one) => one.includes("an e-mail could not be sent")) ?? "";
  assert.match(line, /EENVELOPE 550/);
  assert.ok(!line.includes("owner@example.com"), line);
});

test("a silent mail server is given up after 30 seconds", { rules: ["notifications.mail-retry"] }, async (t) => {
  const { smtp, service } = await withMail(t, { at: "greeting", reply: "silence" });
  await ask(service);
  await begun(smtp, 1);
  service.clock.advance(30_000);
  await tried(service, 1);
  service.clock.advance(30_000);
  await arrived(smtp);
});

test("a mail server that is away is tried four times in all", { rules: ["notifications.mail-retry"] }, async (t) => {
  const { port, release } = await holdPort();
  t.after(release);
  const configuration = { smtpUrl: `smtp://127.0.0.1:${port}`, mailFrom: "Dayshift <dayshift@example.com>" };
  const service = await startTestService(t, { configuration });
  await ask(service);
  for (const [index, delay] of [30_000, 120_000, 600_000].entries()) {
    await tried(service, index + 1);
    service.clock.advance(delay);
  }
  await tried(service, 4);
  await service.pass(86_400_000);
  const { id } = await service.ok("createChat", { body: { message: "Hello" } });
  assert.equal((await chatEnd(service, id)).status, "completed");
  await tried(service, 4);
});

test("an e-mail that failed before a restart is sent after it", { rules: ["notifications.mail-retry"] }, async (t) => {
  const { smtp, service } = await withMail(t, { at: "DATA", reply: "451 4.3.0 try again" });
  await ask(service);
  await tried(service, 1);
  await service.restart();
  service.clock.advance(30_000);
  await arrived(smtp);
  assert.equal(smtp.conversations, 2);
});

const inAMinute = (service: TestService): string => new Date(service.clock.now() + 60_000).toISOString();

/** A todo whose agent runs once, a minute from now; answers the todo when its run has ended. */
async function scheduled(service: TestService, message: string) {
  const { id } = await service.ok("createAgent", { body: { name: "Worker", requiresApproval: false } });
  const assignees = [
    { id, type: "agent" },
    { id: service.userId, type: "user" },
  ];
  const schedule = { runAt: inAMinute(service), message };
  const todo = await service.ok("createTodo", { body: { title: "Water the plants", assignees, schedule } });
  service.clock.advance(60_000);
  await runEnd(service, todo.id);
  return { todoId: todo.id, read: () => service.ok("getTodo", { path: { todoId: todo.id } }) };
}

for (const [message, kind] of [
  ["Think", "run_completed"],
  ["fail", "run_failed"],
] as const) {
  test(
    `a scheduled run notifies of its end by inbox and e-mail (${kind})`,
    { rules: ["notifications.kinds", "notifications.status", "notifications.mail"] },
    async (t) => {
      const { smtp, service } = await withMail(t);
      const { todoId, read } = await scheduled(service, message);
      await arrived(smtp);
      await service.ok("readAllNotifications");
      const { data } = await service.ok("listNotifications");
      assert.deepEqual(
        data.map(({ kind, todoId, runId, occurrenceId }) => [kind, todoId, runId !== null, occurrenceId !== null]),
        [[kind, todoId, true, true]],
      );
      assert.deepEqual(smtp.mails[0]?.headers.get("subject"), [data[0]?.title]);
      const { lastNotificationStatus, lastNotificationSentAt } = await read();
      assert.equal(lastNotificationStatus, "sent");
      assert.ok(lastNotificationSentAt !== null);
    },
  );
}

test("a refused e-mail makes a scheduled run's notice partial", { rules: ["notifications.status"] }, async (t) => {
  const refusal = { at: "RCPT", reply: "550 5.1.1 no such person" } as const;
  for (const [inApp, status] of [
    [true, "partial"],
    [false, "failed"],
  ] as const) {
    const { service } = await withMail(t, refusal);
    await service.ok("updateNotificationPreferences", { body: { inApp } });
    const { read } = await scheduled(service, "Think");
    await tried(service, 1);
    const { lastNotificationStatus, lastNotificationSentAt } = await read();
    assert.deepEqual([lastNotificationStatus, lastNotificationSentAt !== null], [status, inApp]);
  }
});

test("a due todo notifies its person", { rules: ["notifications.kinds", "notifications.status"] }, async (t) => {
  const service = await startTestService(t);
  const assignees = [{ id: service.userId, type: "user" }];
  const due = async () => {
    const schedule = { runAt: inAMinute(service) };
    const { id: todoId } = await service.ok("createTodo", { body: { title: "Call Ana", assignees, schedule } });
    service.clock.advance(60_000);
    return until(
      "the notification",
      () => service.ok("getTodo", { path: { todoId } }),
      ({ lastNotificationStatus }) => lastNotificationStatus !== null,
    );
  };
  assert.equal((await due()).lastNotificationStatus, "sent");
  assert.equal((await service.ok("listNotifications")).data[0]?.title, '"Call Ana" is due.');
  await service.ok("updateNotificationPreferences", { body: { inApp: false, email: false } });
  assert.equal((await due()).lastNotificationStatus, "suppressed");
  assert.equal((await service.ok("listNotifications")).data.length, 1);
});
