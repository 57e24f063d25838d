/** A model that answers at random: with words, with calls, with nothing, late, or not at all. */
import { type Model, ModelFailure, type ModelReply } from "../../src/actors/runtime/ports.ts";
import type { Random } from "../torture/random.ts";

/** How the model is disposed. */
export interface ModelMood {
  /** Lets a reply go that takes its time. */
  readonly slow: (() => void)[];
  /** It has nothing more to do, and says so. */
  isDone: boolean;
}

/** Lets the replies go that take their time. */
export function release({ slow }: ModelMood): void {
  for (const go of slow.splice(0)) go();
}

/** The model; `random` alone decides what it answers. */
export function randomModel(random: Random, mood: ModelMood): Model {
  const reply = (text: string, ...calls: (readonly [string, unknown])[]): ModelReply => ({
    text,
    toolCalls: calls.map(([name, input]) => ({ id: "same", name, input })),
  });
  const late = (signal: AbortSignal): Promise<ModelReply> =>
    new Promise((resolve, reject) => {
      mood.slow.push(() => resolve(reply("At last.")));
      signal.addEventListener("abort", () => reject(signal.reason as Error), { once: true });
    });
  return {
    name: "random",
    async step({ messages }, signal) {
      const last = messages.findLastIndex(({ role }) => role === "user");
      const todoId = /"id":"([0-9a-f-]{36})"/.exec(JSON.stringify(messages.slice(last)).replaceAll("\\", ""))?.[1];
      const chance = random.between(1, 100);
      if (mood.isDone) return reply("Done.");
      if (chance <= 12) return late(signal);
      if (chance <= 20) throw new ModelFailure("The model is not well.");
      if (chance <= 25) return reply("");
      if (chance <= 60 || messages.length > last + 8) return reply("Done.");
      if (chance <= 80) return reply("", ["create_todo", { title: "Made by an agent" }]);
      if (chance <= 88) return reply("I will.", ["create_todo", { title: "A" }], ["list_todos", {}], ["nonsense", {}]);
      if (todoId !== undefined) return reply("", ["update_todo", { todoId, status: "done" }]);
      return reply("", ["list_todos", { limit: 3 }]);
    },
    describe: async () => ({ title: "A chat", subtitle: "It went on." }),
    summarise: async () => ({ title: "A capture", subtitle: "It was said.", summary: "It was said.", suggestions: [] }),
  };
}
