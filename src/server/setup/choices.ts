/** Among whom a person at a terminal chooses who answers, and what each choice takes. */
import type { FoundServer } from "../../actors/models/trial/servers.ts";
import type { ModelSettingsBody, ModelUpdate } from "../../schema/model-settings.ts";

export interface Choice {
  readonly label: string;
  readonly provider: ModelUpdate["provider"];
  /** Where it is; null where a person says so, or its provider has one address. */
  readonly baseUrl: string | null;
  readonly models: readonly string[];
  readonly takesKey: boolean;
  readonly takesAddress: boolean;
}

/** Servers of this machine lead; the rules are last. */
export function choicesOf(found: readonly FoundServer[]): Choice[] {
  const usual = { baseUrl: null, models: [], takesKey: true, takesAddress: false };
  return [
    ...found.map(({ name, baseUrl, models }) => ({
      label: `${name}, on this machine`,
      provider: "openai-compatible" as const,
      baseUrl,
      models,
      takesKey: false,
      takesAddress: false,
    })),
    { ...usual, label: "OpenAI", provider: "openai" },
    { ...usual, label: "Anthropic", provider: "anthropic" },
    {
      ...usual,
      label: "Another server that speaks OpenAI's interface: vLLM, OpenRouter, Gemini and many more",
      provider: "openai-compatible",
      takesAddress: true,
    },
    {
      ...usual,
      label: "No model: simple rules, which change todos when they are sure what is meant",
      provider: "builtin",
      takesKey: false,
    },
  ];
}

/** A question and the line that answers it; null at the end of the input. */
export type Ask = (prompt: string, isHidden?: boolean) => Promise<string | null>;

/** Asks for what the choice takes. What is left empty stays as it is `now`, or is the first that there is. */
export async function updateOf(choice: Choice, now: ModelSettingsBody, ask: Ask): Promise<ModelUpdate> {
  const { provider, models, takesKey, takesAddress } = choice;
  if (provider === "builtin") return { provider };
  const isSame = now.provider === provider;
  const usualUrl = isSame ? now.baseUrl : null;
  const baseUrl = takesAddress ? await asked(ask, "Address", usualUrl) : choice.baseUrl;
  const usualModel = isSame && (models.length === 0 || models.includes(now.model ?? "")) ? now.model : models[0];
  const one = models.length === 0 ? "Model, as its provider names it" : `Model: ${models.join(", ")}`;
  const model = await asked(ask, one, usualModel ?? null);
  const hasKey = isSame && now.hasKey && (!takesAddress || baseUrl === now.baseUrl);
  const hint = hasKey ? "empty keeps the one that is stored" : takesAddress ? "empty for none" : "it is not shown";
  const apiKey = takesKey ? ((await ask(`API key (${hint}): `, true)) ?? "").trim() : "";
  return { provider, model, ...(baseUrl !== null && { baseUrl }), ...(apiKey !== "" && { apiKey }) };
}

async function asked(ask: Ask, question: string, usual: string | null): Promise<string> {
  const line = ((await ask(usual === null ? `${question}: ` : `${question} [${usual}]: `)) ?? "").trim();
  return line === "" ? (usual ?? "") : line;
}
