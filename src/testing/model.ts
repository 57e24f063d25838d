/**
 * A model that takes the steps it was given, and then does what the last message of the person says, line by line, so that a
 * test speaks to it over HTTP alone: `call <tool> <json>` plans a tool call, `pause` waits for `release` before them and `hang`
 * after them, `say <words>` is heard while it speaks, `fail` gives up, `crash` breaks in a way nobody foresaw, `silent` says nothing, `loop` calls a tool for ever.
 * Anything else is answered with the same words. Captures it sums up by rule.
 */
import { digestCapture } from "../actors/models/builtin/capture/digest.ts";
import {
  type Model,
  ModelFailure,
  type ModelMessage,
  type ModelReply,
  type ModelRequest,
} from "../actors/runtime/ports.ts";

/** What the model says in one step: words, calls of tools, or both; or how it fails. */
export type Step =
  | { readonly text?: string; readonly calls?: readonly { readonly name: string; readonly input: unknown }[] }
  | Error;

export interface TestModel extends Model {
  /** Gives the model its next steps, whatever is said to it. */
  play(...steps: readonly Step[]): void;
  /** Every step asked for, oldest first. */
  readonly requests: ModelRequest[];
  /** How many steps hang now. */
  readonly hanging: number;
  /** Lets every hanging step continue. */
  release(): void;
}

/** A model whose answers follow from the conversation alone. */
export function createTestModel(): TestModel {
  const requests: ModelRequest[] = [];
  const script: Step[] = [];
  const waiting = new Set<() => void>();
  const hang = (signal: AbortSignal): Promise<void> =>
    new Promise((resolve, reject) => {
      const go = (): void => {
        waiting.delete(go);
        resolve();
      };
      waiting.add(go);
      signal.addEventListener("abort", () => {
        waiting.delete(go);
        reject(signal.reason as Error);
      });
    });
  return {
    name: "test",
    requests,
    get hanging() {
      return waiting.size;
    },
    play: (...steps) => void script.push(...steps),
    release: () => waiting.forEach((go) => go()),
    async step(request, signal, speech) {
      requests.push(request);
      const step = script.shift();
      if (step !== undefined) return replyOf(step);
      const words = lastWords(request.messages);
      if (words.has("loop")) return { text: "", toolCalls: [{ id: "again", name: "list_todos", input: {} }] };
      if (!words.planned && words.has("pause")) await hang(signal);
      if (!words.planned && words.calls.length > 0) return { text: "", toolCalls: words.calls };
      for (const said of words.said) speech?.say(said);
      if (words.has("hang")) await hang(signal);
      if (words.has("fail")) throw new ModelFailure("The model is out of order.");
      if (words.has("crash")) throw new TypeError("undefined is no function, says sk-secret-of-the-provider");
      return words.has("silent") ? { text: "", toolCalls: [] } : { text: `Heard: ${words.text}`, toolCalls: [] };
    },
    describe: (messages) =>
      Promise.resolve({ title: `About ${lastWords(messages).text.slice(0, 40)}`, subtitle: "A conversation" }),
    summarise: (source) => Promise.resolve(digestCapture(source)),
  };
}

function replyOf(step: Step): ModelReply {
  if (step instanceof Error) throw step;
  const calls = (step.calls ?? []).map((call, at) => ({ id: `call-${at}`, ...call }));
  return { text: step.text ?? "", toolCalls: calls };
}

interface Words {
  readonly text: string;
  /** True when the calls have been answered with results. */
  readonly planned: boolean;
  readonly calls: ModelReply["toolCalls"];
  readonly said: readonly string[];
  has(word: string): boolean;
}

function lastWords(messages: readonly ModelMessage[]): Words {
  const at = messages.findLastIndex((message) => message.role === "user");
  const message = messages[at];
  const text = message?.role === "user" ? message.text : "";
  const lines = text.split("\n").map((line) => line.trim());
  const calls = lines.flatMap((line, index) => {
    const match = /^call (\w+) (.*)$/.exec(line);
    if (match === null) return [];
    return [{ id: `call-${index}`, name: match[1] as string, input: JSON.parse(match[2] as string) as unknown }];
  });
  const said = lines.flatMap((line) => /^say (.*)$/.exec(line)?.[1] ?? []);
  return { text, said, planned: at < messages.length - 1, calls, has: (word) => lines.includes(word) };
}
