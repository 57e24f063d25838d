/** A workspace in which every screen has something to show, and another one of the same person, where nothing is due today. */
import assert from "node:assert/strict";
import type { TestService } from "../../helpers/service.ts";
import { ownerEmail, ownerPassword } from "../../helpers/owner.ts";
import { addMember } from "../../helpers/people.ts";
import { chatEnd, runEnd } from "../../helpers/wait.ts";
import { askingChat } from "./furnish.ts";
import { furnishWithImages, type WithImages } from "./images.ts";
import { morning } from "./service.ts";

const hour = 3_600_000;

/** When the service is to start: what was planned for the hour after that runs late, in the morning. */
export const earlier = morning - hour;

export interface Furnished extends WithImages {
  readonly service: TestService;
  /** One of several sessions of the owner, in turn: each is asked for so many pages a minute alone. */
  readonly session: () => string;
  /** Of todos whose planned time ran late, and waits. */
  readonly late: string;
  readonly waiting: string;
  readonly archived: string;
  readonly archivedList: string;
  /** Of a todo of the other workspace. */
  readonly elsewhere: string;
  /** Of chats: in which a turn changed something, and one that failed. */
  readonly changedChatId: string;
  readonly brokenChatId: string;
  /** Of requests: one that was approved, one of three of a step, and one for a schedule. */
  readonly requests: { readonly decided: string; readonly ofStep: string; readonly schedule: string };
}

/** Makes all of it on a service that starts `earlier`. */
export async function furnishWhole(service: TestService): Promise<Furnished> {
  const planned = await planTimes(service);
  await service.pass(hour);
  const changedChatId = (await runEnd(service, planned.late)).chatId;
  const furnished = await furnishWithImages(service);
  const { agentId, todos } = furnished;
  const archived = await service.ok("createTodo", { body: { title: "Order a second printer" } });
  await service.ok("deleteTodo", { path: { todoId: archived.id } });
  const list = await service.ok("createTodoList", { body: { name: "Summer house" } });
  await service.ok("updateTodoList", { path: { todoListId: list.id }, body: { archived: true } });
  const { id: brokenChatId } = await service.ok("createChat", {
    body: { message: "fail", title: "Sort the mail", agentId },
  });
  await chatEnd(service, brokenChatId);
  const decided = await askingChat(service, agentId, todos.get("Renew the domain") ?? "");
  const requests = {
    decided: await approve(service, decided),
    ...(await askMore(service, agentId, todos.get("Fix the travel receipts") ?? "")),
  };
  const cleo = await addMember(service, { email: "cleo@example.com", name: "Cleo" });
  await assign(service, todos.get("Water the plants"), [cleo.id]);
  await assign(service, todos.get("Review the onboarding guide"), [cleo.id, service.userId]);
  const elsewhere = await furnishOther(service);
  const session = await sessionsOf(service);
  return {
    ...furnished,
    ...planned,
    service,
    session,
    archived: archived.id,
    archivedList: list.id,
    elsewhere,
    changedChatId,
    brokenChatId,
    requests,
  };
}

async function assign(service: TestService, todoId = "", people: readonly string[]): Promise<void> {
  const assignees = people.map((id) => ({ id, type: "user" as const }));
  await service.ok("updateTodo", { path: { todoId }, body: { assignees } });
}

/** Signs in some more times. Answers what gives one session after the other. */
async function sessionsOf(service: TestService): Promise<() => string> {
  const all = [service.session];
  for (let more = 0; more < 3; more += 1)
    all.push((await service.ok("createSession", { body: { email: ownerEmail, password: ownerPassword } })).token);
  let turn = 0;
  return () => all[(turn += 1) % all.length] ?? service.session;
}

/** Two todos of agents that come again: one agent may work, the other not before Saturday. */
async function planTimes(service: TestService): Promise<Pick<Furnished, "late" | "waiting">> {
  const agent = async (name: string) =>
    (await service.ok("createAgent", { body: { name, requiresApproval: false } })).id;
  const [gardener, reader] = [await agent("Gardener"), await agent("Weekend reader")];
  const windows = [{ days: ["saturday" as const], start: "09:00", end: "12:00" }];
  const hours = { workingHours: { timezone: "UTC", windows }, workingHoursEnabled: true };
  await service.ok("updateAgent", { path: { agentId: reader }, body: hours });
  const { id: todoId } = await service.ok("createTodo", { body: { title: "Buy soil for the balcony" } });
  service.model.play(
    { calls: [{ name: "update_todo", input: { todoId, priority: "high", dueDate: "2026-03-12" } }] },
    { text: "All are watered. There is **no soil left**, so I moved buying it to Thursday." },
  );
  const plan = async (title: string, id: string, days: string) => {
    const schedule = { rrule: `FREQ=WEEKLY;BYDAY=${days};BYHOUR=9;BYMINUTE=0`, timezone: "UTC" };
    return (await service.ok("createTodo", { body: { title, assignees: [{ id, type: "agent" }], schedule } })).id;
  };
  const late = await plan("Water the balcony", gardener, "TU,FR");
  return { late, waiting: await plan("Read the newsletters", reader, "TU") };
}

/** The request of the chat, the first of its step. */
async function requestOf(service: TestService, chatId: string): Promise<string> {
  const { data } = await service.ok("listApprovals", { credential: service.session, query: { chatId } });
  return data.find(({ step }) => step.position === 1)?.id ?? assert.fail("Nothing was asked.");
}

async function approve(service: TestService, chatId: string): Promise<string> {
  const approvalId = await requestOf(service, chatId);
  service.model.play({ text: "It is done." });
  await service.ok("decideApproval", { path: { approvalId }, body: { decision: "approve" } });
  await chatEnd(service, chatId, ["completed"]);
  return approvalId;
}

async function askMore(service: TestService, agentId: string, todoId: string) {
  const ask = async (message: string, ...calls: readonly { readonly name: string; readonly input: object }[]) => {
    service.model.play({ calls });
    const chat = await service.ok("createChat", { body: { message, title: message, agentId, waitSeconds: 10 } });
    return requestOf(service, chat.id);
  };
  const created = ["Ask the tax office for the form", "Copy the receipts", "Post them"];
  return {
    ofStep: await ask(
      "What is missing for the tax return?",
      ...created.map((title) => ({ name: "create_todo", input: { title, dueDate: "2026-03-20" } })),
    ),
    schedule: await ask("Remind me of the receipts every month", {
      name: "update_todo",
      input: { todoId, schedule: { rrule: "FREQ=MONTHLY;BYMONTHDAY=1;BYHOUR=9;BYMINUTE=0", timezone: "UTC" } },
    }),
  };
}

/** Another workspace, where something is due from tomorrow on. */
async function furnishOther(service: TestService): Promise<string> {
  const { key: credential } = await service.addWorkspace("Orchard");
  const add = (body: {
    readonly title: string;
    readonly dueDate?: string;
    readonly schedule?: { readonly rrule: string };
  }) => service.ok("createTodo", { credential, body });
  await add({ title: "Look after the bees", schedule: { rrule: "FREQ=DAILY;BYHOUR=8;BYMINUTE=30;BYSECOND=0" } });
  await add({ title: "Order the ladder", dueDate: "2026-03-13" });
  const { id } = await add({ title: "Prune the pears", dueDate: "2026-03-11" });
  return id;
}
