/** A workspace as people have one: lists, an agent, and todos that are late, due, in progress, and to come. */
import type { TestService } from "../../helpers/service.ts";
import { note, talk } from "./capture.ts";

export interface Furnished {
  readonly lists: Readonly<Record<"work" | "home" | "hiring", string>>;
  readonly agentId: string;
  /** Ids of todos by their titles. */
  readonly todos: ReadonlyMap<string, string>;
  /** Of a chat in which the agent asks before it changes a todo. */
  readonly chatId: string;
  /** Of a recording that was understood, and of a note. */
  readonly captures: { readonly talk: string; readonly note: string };
}

type Level = "urgent" | "high" | "medium" | "low";

interface Draft {
  readonly title: string;
  readonly list?: "work" | "home" | "hiring";
  readonly priority?: Level;
  readonly dueDate?: string;
  readonly status?: "in_progress";
  readonly content?: string;
}

const amounts = "Amounts are in the **spreadsheet**.";
const left = "\n- [x] Hours\n- [ ] Travel\n- [ ] VAT number of the new address";

const drafts: readonly Draft[] = [
  {
    title: "Send the February invoice to Ana",
    list: "work",
    priority: "urgent",
    dueDate: "2026-03-06",
    content: `${amounts}\n${left}`,
  },
  { title: "Answer the landlord about the heating", list: "home", dueDate: "2026-03-09" },
  {
    title: "Review the onboarding guide",
    list: "work",
    priority: "high",
    dueDate: "2026-03-10",
    status: "in_progress",
  },
  { title: "Book the train to Lyon", priority: "medium", dueDate: "2026-03-10" },
  { title: "Water the plants", list: "home", priority: "low", dueDate: "2026-03-10" },
  { title: "Draft the job description for design", list: "hiring", priority: "high", status: "in_progress" },
  { title: "Call Ana about the printer contract", list: "work", priority: "high", dueDate: "2026-03-11" },
  { title: "Plan the interview loop", list: "hiring", priority: "medium", dueDate: "2026-03-11" },
  { title: "Renew the domain", list: "work", dueDate: "2026-03-13" },
  { title: "Fix the travel receipts", list: "work", priority: "medium", dueDate: "2026-03-14" },
  { title: "Buy a birthday present for Mira", list: "home", dueDate: "2026-03-15" },
  { title: "Write the quarterly report", list: "work", priority: "urgent", dueDate: "2026-03-27" },
  { title: "Check the insurance before summer", list: "home", priority: "low", dueDate: "2026-05-04" },
  { title: "Collect quotes for the new office chairs", list: "work", priority: "low" },
  { title: "Read the paper on local-first software" },
  { title: "Sort the photos of last year", list: "home", priority: "low" },
  { title: "Ask references of the last two candidates", list: "hiring", priority: "medium" },
];

export async function furnish(service: TestService): Promise<Furnished> {
  const list = async (name: string, color: string): Promise<string> =>
    (await service.ok("createTodoList", { body: { name, color } })).id;
  const lists = {
    work: await list("Work", "#4a8f6a"),
    home: await list("Home", "#8e5aa6"),
    hiring: await list("Hiring", "#b3713c"),
  };
  const agent = await service.ok("createAgent", {
    body: {
      name: "Bookkeeper",
      instructions: "Keep invoices in order.",
      approvalGuidance: "Ask before anything with money.",
    },
  });
  const todos = new Map<string, string>();
  for (const { list: name, status, ...draft } of drafts) {
    const body = { ...draft, ...(name !== undefined && { todoListId: lists[name] }) };
    const todo = await service.ok("createTodo", { body });
    todos.set(draft.title, todo.id);
    if (status !== undefined) await service.ok("updateTodo", { path: { todoId: todo.id }, body: { status } });
  }
  const chatId = await askingChat(service, agent.id, todos.get("Send the February invoice to Ana") ?? "");
  await service.ok("createTodo", {
    body: {
      title: "Check the bank account",
      todoListId: lists.work,
      assignees: [{ id: agent.id, type: "agent" }],
      schedule: { rrule: "FREQ=WEEKLY;BYDAY=MO;BYHOUR=9;BYMINUTE=0", timezone: "UTC" },
    },
  });
  const captures = { talk: await talk(service), note: (await service.ok("createCapture", { body: note })).id };
  return { lists, agentId: agent.id, todos, chatId, captures };
}

/** A chat that waits for a decision about the todo. */
export async function askingChat(service: TestService, agentId: string, todoId: string): Promise<string> {
  service.model.play(
    { calls: [{ name: "list_todos", input: { query: "invoice", limit: 5 } }] },
    {
      text: "The invoice to Ana is **four days late**. I would move it to tomorrow and note the new address.",
      calls: [
        {
          name: "update_todo",
          input: {
            todoId,
            dueDate: "2026-03-11",
            priority: "high",
            content: `${amounts}\nNew address: 12 rue des Lilas, Lyon.\n${left}`,
          },
        },
      ],
    },
  );
  const body = { message: "What about the February invoice?", title: "The February invoice", agentId, waitSeconds: 10 };
  const chat = await service.ok("createChat", { body });
  return chat.id;
}
