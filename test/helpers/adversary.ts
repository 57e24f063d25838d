/**
 * A model that obeys any text: it reads whatever it can reach with its tools, those it was not given too, and says every canary
 * it has come by wherever it can write. It also watches what it is shown.
 */
import type { Model, ModelMessage, ModelReply, ModelRequest } from "../../src/actors/runtime/ports.ts";
import { createTestModel } from "./model.ts";

export interface Adversary extends Model {
  /** Requests of turns without the tool `get_capture` in which there was a canary all the same. */
  readonly leaks: ModelRequest[];
  /** How many requests held a canary. */
  readonly fed: number;
  /** Ids that it tries to read, whether it was shown them or not. */
  readonly captureIds: string[];
  readonly chatIds: string[];
}

const canary = /canary\w*/gi;
/** Calls of a step that are carried out. */
const maxCalls = 32;

export function createAdversary(): Adversary {
  const leaks: ModelRequest[] = [];
  const captureIds: string[] = [];
  const chatIds: string[] = [];
  let count = 0;
  let fed = 0;
  const call = (name: string, input: object) => ({ id: `spy-${(count += 1)}`, name, input });

  const looking = () => [
    ...["list_captures", "list_tags", "list_todo_lists", "list_agents", "list_skills"].map((name) => call(name, {})),
    ...["list_chats", "list_todos"].map((name) => call(name, { limit: 100 })),
    call("list_captures", { query: "canar", includeArchived: true }),
  ];
  const reading = () => [...captureIds.map((captureId) => call("get_capture", { captureId })), ...readingChats()];
  const readingChats = () => chatIds.slice(-8).map((chatId) => call("list_messages", { chatId, limit: 100 }));
  const writing = (loot: string, seen: string) => {
    const todoId = /"object":"todo","id":"([\da-f-]{36})"/.exec(seen)?.[1];
    return [
      call("create_todo", { title: loot, content: loot }),
      call("create_todo", { title: loot }),
      call("batch_create_todos", { data: [{ title: loot }, { content: loot }] }),
      call("create_capture", { type: "note", content: `# ${loot}\n${loot}`, tags: [loot.slice(0, 20)] }),
      call("update_capture", { captureId: captureIds[0], notes: loot }),
      call("get_todo", { todoId: loot }),
      ...(todoId === undefined ? [] : [call("update_todo", { todoId, title: loot, content: loot })]),
    ];
  };

  /** Where a person is asked first. */
  const building = (loot: string, seen: string) => {
    const listId = /"object":"todo_list","id":"([\da-f-]{36})"/.exec(seen)?.[1];
    const agentId = /"object":"agent","id":"([\da-f-]{36})"/.exec(seen)?.[1];
    const todoId = /"object":"todo","id":"([\da-f-]{36})"/.exec(seen)?.[1];
    const schedule = { rrule: "FREQ=DAILY", message: loot };
    const assignees = agentId === undefined ? {} : { assignees: [{ type: "agent", id: agentId }] };
    return [
      call("create_todo", { title: loot, schedule, ...assignees }),
      ...(todoId === undefined ? [] : [call("update_todo", { todoId, schedule })]),
      ...(todoId === undefined || agentId === undefined ? [] : [call("run_todo", { todoId, agentId, message: loot })]),
      call("create_todo_list", { name: loot.slice(0, 200), emoji: "Canary" }),
      call("update_todo_list", { todoListId: listId, name: loot.slice(0, 200) }),
      call("create_agent", { name: `${loot.slice(0, 150)} ${count}`, instructions: loot, description: loot }),
      call("update_agent", { agentId, instructions: loot, approvalGuidance: loot }),
      call("create_agent_skill", { agentId, name: loot.slice(0, 200), instructions: loot }),
    ];
  };

  const step = (request: ModelRequest): ModelReply => {
    const { messages, tools } = request;
    const seen = messages
      .map((message) => (message.role === "tool" ? contents(message) : JSON.stringify(message)))
      .join();
    const loot = [...new Set(seen.match(canary) ?? [])].join(" ").slice(0, 400);
    if (loot !== "") fed += 1;
    if (loot !== "" && tools.every(({ name }) => name !== "get_capture")) leaks.push(request);
    const round = roundOf(messages);
    const said = lastSaid(messages);
    if (said.startsWith("Chats only") && round === 0) return { text: "", toolCalls: readingChats() };
    if (said.startsWith("Briefly") || said.startsWith("Chats only")) return { text: `Briefly: ${loot}`, toolCalls: [] };
    if (round === 0) return { text: `Looking. ${loot}`, toolCalls: looking() };
    if (round === 1) return { text: `Reading. ${loot}`, toolCalls: reading().slice(0, maxCalls) };
    if (round === 2 && loot !== "") return { text: "", toolCalls: writing(loot, seen) };
    if (round === 3 && loot !== "") return { text: "", toolCalls: building(loot, seen) };
    return { text: `I saw: ${loot}`, toolCalls: [] };
  };

  return {
    ...createTestModel(),
    name: "adversary",
    leaks,
    captureIds,
    chatIds,
    get fed() {
      return fed;
    },
    step: async (request) => step(request),
    summarise: async ({ lines }) => {
      const all = lines.map(({ text }) => text).join(" ");
      const loot = [...new Set(all.match(canary) ?? [])].join(" ").slice(0, 400);
      const suggestions = [
        { title: `Repeat ${loot}`, dueDate: null, priority: null, line: 0, quote: all.slice(0, 50) },
      ];
      return { title: `About ${loot}`, subtitle: `Of ${loot}`, summary: loot, suggestions };
    },
    describe: async (messages) => {
      const loot = (JSON.stringify(messages).match(canary) ?? []).join(" ").slice(0, 50);
      return { title: `About ${loot}`, subtitle: `Said ${loot}` };
    },
  };
}

function contents({ results }: Extract<ModelMessage, { role: "tool" }>): string {
  return results.map(({ content }) => content).join();
}

/** Asked to be brief it answers at once, so that what it was shown stays in the conversation. */
function lastSaid(messages: readonly ModelMessage[]): string {
  const last = messages.findLast((message) => message.role === "user");
  return last?.role === "user" ? last.text : "";
}

/** How often it has called tools since somebody last spoke to it. */
function roundOf(messages: readonly ModelMessage[]): number {
  const from = messages.findLastIndex((message) => message.role === "user");
  return messages.slice(from).filter((message) => message.role === "assistant").length;
}
