/** With what an agent works: its model, its tools, what a run of it may use; part of the app interface. */
import * as v from "valibot";
import { id } from "./common.ts";

const modelName = v.pipe(
  v.string(),
  v.maxLength(220),
  v.regex(
    /^(?:builtin|(?:openai|anthropic|openai-compatible):[\x21-\x7e]{1,200})$/,
    "Expected `builtin` or `<provider>:<model>`.",
  ),
);

const most = (limit: number, words: string) =>
  v.optional(v.nullable(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(limit), v.description(words))));

/** The same fields as the budget of the service has. */
const limits = {
  runs: most(1_000_000, "Runs that begin, the first one included."),
  changes: most(1_000_000, "Changes of records."),
  activeMinutes: most(1_000_000, "Minutes in which agents work."),
  modelCalls: most(1_000_000, "Answers of the model."),
};

const model = v.pipe(
  v.nullable(modelName),
  v.description(
    "`builtin`, or `<provider>:<model>` of a provider that the service is configured for, with `@<host>` behind it where there are two servers of that provider; null for the model of the service.",
  ),
);
const fallbackModel = v.pipe(
  v.nullable(modelName),
  v.description(
    "Asked where the model cannot be; null for the second model of the service, or its first one if that reads as much.",
  ),
);
const tools = v.pipe(
  v.nullable(v.pipe(v.array(v.string()), v.maxLength(200))),
  v.description(
    "Names of the only tools that it may use in the workspace; null for all that its scopes open. What it reaches outside is set apart.",
  ),
);

const shownLimit = v.nullable(v.number());

export const agentSettings = v.object({
  object: v.literal("agent_settings"),
  id: v.pipe(id, v.description("The id of the agent.")),
  version: v.pipe(v.number(), v.integer(), v.description("Of the agent: grows with each change.")),
  model,
  fallbackModel,
  tools,
  budget: v.pipe(
    v.nullable(v.object({ runs: shownLimit, changes: shownLimit, activeMinutes: shownLimit, modelCalls: shownLimit })),
    v.description(
      "What work that begins with this agent may use, with all that other agents begin from there; null for what the service allows.",
    ),
  ),
  toolChoices: v.pipe(
    v.array(
      v.object({
        name: v.string(),
        description: v.string(),
        changes: v.pipe(v.boolean(), v.description("Using it changes something.")),
        isUsual: v.pipe(
          v.boolean(),
          v.description("Offered to models from the start; the others are found by search."),
        ),
      }),
    ),
    v.description("The tools that there are."),
  ),
});

export const agentSettingsUpdate = v.pipe(
  v.strictObject({
    model: v.optional(model),
    fallbackModel: v.optional(fallbackModel),
    tools: v.optional(tools),
    budget: v.optional(
      v.pipe(
        v.nullable(v.strictObject(limits)),
        v.description(
          "Replaces the whole budget. More than the service allows is refused; where the service allows less later, that counts.",
        ),
      ),
    ),
    expectedVersion: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1))),
  }),
  v.examples([{ model: "builtin", tools: ["list_todos", "get_todo", "create_todo"], budget: { changes: 50 } }]),
);

/**
 * True for a model that can be asked: the built-in rules, one of those that are configured, or another one of their providers.
 * `configured` are names of models.
 */
export function isConfigured(name: string, configured: readonly string[]): boolean {
  return name === "builtin" || configured.some((one) => providerOf(one) === providerOf(name));
}

/**
 * The name of a model at one of several servers of its provider: `openai-compatible:qwen3` at `http://127.0.0.1:1234/v1` is
 * `openai-compatible:qwen3@127.0.0.1:1234`.
 */
export function nameAt(name: string, baseUrl: string): string {
  return `${name}${suffixOf(baseUrl)}`;
}

/** Without the server; null for a name that is not of this one. */
export function nameWithout(name: string, baseUrl: string): string | null {
  const suffix = suffixOf(baseUrl);
  return name.endsWith(suffix) ? name.slice(0, -suffix.length) : null;
}

function suffixOf(baseUrl: string): string {
  return `@${new URL(baseUrl).host}`;
}

/** `openai:gpt-5` → `openai`. */
export function providerOf(name: string): string {
  return name.split(":", 1)[0] ?? "";
}

export type AgentSettings = v.InferOutput<typeof agentSettings>;
export type AgentSettingsUpdate = v.InferOutput<typeof agentSettingsUpdate>;
