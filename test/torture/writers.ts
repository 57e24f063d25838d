/** The load: clients that write as fast as they are answered, until the service is gone. */
import { type Answer, type Client, describeAnswer } from "./client.ts";
import type { Effect, Ledger } from "./ledger.ts";
import { keepChanging, type Register } from "./registers.ts";

export interface Load {
  readonly client: Client;
  readonly ledger: Ledger;
  readonly registers: readonly Register[];
  readonly agentId: string;
  /** Chats to write to, each by one writer. */
  readonly chatIds: string[];
  readonly report: (problem: string) => void;
}

const todoWriters = 16;
const chatWriters = 2;

/** Resolves when every writer has lost the service. */
export async function writeUntilGone(load: Load): Promise<void> {
  await Promise.all([
    ...Array.from({ length: todoWriters }, () => createTodos(load)),
    ...Array.from({ length: chatWriters }, (_, at) => chatOn(load, at)),
    runTodos(load),
    ...load.registers.map((register) => keepChanging(load.client, register, load.report)),
  ]);
}

/** What the service said to the effect, noted in the ledger; null when it said nothing. */
export async function attempt(
  { client, ledger }: Pick<Load, "client" | "ledger">,
  effect: Effect,
): Promise<Answer | null> {
  const answer = await client.send({ path: effect.path, body: effect.body, idempotencyKey: effect.key });
  if (answer !== null && answer.status < 300)
    ledger.acknowledge(effect, String(answer.body["id"] ?? answer.body["chatId"]));
  return answer;
}

async function createTodos(load: Load): Promise<void> {
  for (;;) {
    const effect = load.ledger.plan("todo", "/todos", (title) => ({ title }));
    if ((await attemptOrReport(load, effect)) === null) return;
  }
}

async function runTodos(load: Load): Promise<void> {
  for (;;) {
    const todo = load.ledger.plan("todo", "/todos", (title) => ({ title }));
    const made = await attemptOrReport(load, todo);
    if (made === null) return;
    const run = load.ledger.plan("run", `/todos/${String(made.body["id"])}/runs`, (title) => ({
      agentId: load.agentId,
      message: order(title),
    }));
    if ((await attemptOrReport(load, run)) === null) return;
  }
}

/** Starts a chat now and then, and writes to the last one in between. */
async function chatOn(load: Load, place: number): Promise<void> {
  const { ledger, chatIds } = load;
  for (let turn = 0; ; turn++) {
    const chatId = chatIds[place];
    if (chatId === undefined || turn % 4 === 0) {
      const begun = await attemptOrReport(load, ledger.plan("chat", "/chats", chatBody));
      if (begun === null) return;
      chatIds[place] = String(begun.body["id"]);
    } else {
      const path = `/chats/${chatId}/messages`;
      if ((await attemptOrReport(load, ledger.plan("message", path, chatBody))) === null) return;
    }
  }
}

function order(title: string): string {
  return `Add a todo: ${title}`;
}

function chatBody(title: string): unknown {
  return { message: order(title), waitSeconds: 5 };
}

/** A refusal is noted: it must have had no effect. Any but that of a chat whose turn a restart resumed is reported too. */
async function attemptOrReport(load: Load, effect: Effect): Promise<Answer | null> {
  const answer = await attempt(load, effect);
  if (answer === null || answer.status < 300) return answer;
  load.ledger.refuse(effect);
  const midTurn = effect.kind === "message" && answer.status === 409;
  if (midTurn) return answer;
  load.report(`${effect.kind} ${effect.title} answered ${describeAnswer(answer)}`);
  return null;
}
