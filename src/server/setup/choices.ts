/** Among whom a person at a terminal chooses who answers and who turns speech into text, and what each choice takes. */
import type { FoundServer } from "../../actors/models/trial/servers.ts";
import type { ModelUpdate } from "../../schema/model-settings.ts";
import type { SpeechUpdate } from "../../schema/speech-settings.ts";

export interface Choice<Provider extends string> {
  readonly label: string;
  readonly provider: Provider;
  /** Where it is; null where a person says so, or its provider has one address. */
  readonly baseUrl: string | null;
  readonly models: readonly string[];
  readonly takesKey: boolean;
  readonly takesAddress: boolean;
  /** False for what needs no server, and so nothing to be asked. */
  readonly takesModel: boolean;
}

const usual = { baseUrl: null, models: [], takesKey: true, takesAddress: false, takesModel: true };
const nothing = { ...usual, takesKey: false, takesModel: false };

/** Servers of this machine lead; the rules are last. */
export function modelChoices(found: readonly FoundServer[]): Choice<ModelUpdate["provider"]>[] {
  return [
    ...found.map(onThisMachine),
    { ...usual, label: "OpenAI", provider: "openai" },
    { ...usual, label: "Anthropic", provider: "anthropic" },
    {
      ...usual,
      label: "Another server that speaks OpenAI's interface: vLLM, OpenRouter, Gemini and many more",
      provider: "openai-compatible",
      takesAddress: true,
    },
    {
      ...nothing,
      label: "No model: simple rules, which change todos when they are sure what is meant",
      provider: "builtin",
    },
  ];
}

/** Servers of this machine lead; nobody is last. */
export function speechChoices(found: readonly FoundServer[]): Choice<SpeechUpdate["provider"]>[] {
  return [
    ...found.map(onThisMachine),
    {
      ...usual,
      label: "Another server: one with /audio/transcriptions, such as whisper.cpp, Speaches, LocalAI",
      provider: "openai-compatible",
      takesAddress: true,
    },
    { ...usual, label: "OpenAI", provider: "openai" },
    { ...nothing, label: "Nobody: recordings keep their sound, for a server that comes later", provider: "none" },
  ];
}

function onThisMachine({ name, baseUrl, models }: FoundServer) {
  return {
    ...usual,
    label: `${name}, on this machine`,
    provider: "openai-compatible" as const,
    baseUrl,
    models,
    takesKey: false,
  };
}

/** A question and the line that answers it; null at the end of the input. */
export type Ask = (prompt: string, isHidden?: boolean) => Promise<string | null>;

/** With the person at the terminal. */
export interface Talk {
  readonly ask: Ask;
  /** What is no data. */
  readonly show: (text: string) => void;
}

/** The choice that a person makes by its number; "stays" for an empty line, null for any other, and at the end of the input. */
export async function chooseOne<Provider extends string>(
  choices: readonly Choice<Provider>[],
  { ask, show }: Talk,
): Promise<Choice<Provider> | "stays" | null> {
  choices.forEach(({ label }, at) => show(`  ${at + 1}  ${label}\n`));
  const line = await ask(`Which one, 1 to ${choices.length}? Empty leaves it as it is: `);
  if (line?.trim() === "") return "stays";
  return /^\s*\d+\s*$/.test(line ?? "") ? (choices[Number(line) - 1] ?? null) : null;
}

/** What is in use. */
interface InUse {
  readonly provider: string;
  readonly model: string | null;
  readonly baseUrl: string | null;
  readonly hasKey: boolean;
}

export interface Update<Provider> {
  readonly provider: Provider;
  readonly model?: string;
  readonly baseUrl?: string;
  readonly apiKey?: string;
}

/** Asks for what the choice takes. What is left empty stays as it is `now`, or is the first that there is, or the `usualName`. */
export async function updateOf<Provider extends string>(
  choice: Choice<Provider>,
  now: InUse,
  ask: Ask,
  usualName: string | null = null,
): Promise<Update<Provider>> {
  const { provider, models, takesKey, takesAddress, takesModel } = choice;
  if (!takesModel) return { provider };
  const isSame = now.provider === provider;
  const usualUrl = isSame ? now.baseUrl : null;
  const baseUrl = takesAddress ? await asked(ask, "Address", usualUrl) : choice.baseUrl;
  const isNow = isSame && (models.length === 0 || models.includes(now.model ?? ""));
  const usualModel = isNow ? now.model : (models[0] ?? usualName);
  const one = models.length === 0 ? "Model, as its provider names it" : `Model: ${models.join(", ")}`;
  const model = await asked(ask, one, usualModel);
  const hasKey = isSame && now.hasKey && (!takesAddress || baseUrl === now.baseUrl);
  const hint = hasKey ? "empty keeps the one that is stored" : takesAddress ? "empty for none" : "it is not shown";
  const apiKey = takesKey ? ((await ask(`API key (${hint}): `, true)) ?? "").trim() : "";
  return { provider, model, ...(baseUrl !== null && { baseUrl }), ...(apiKey !== "" && { apiKey }) };
}

async function asked(ask: Ask, question: string, usualAnswer: string | null): Promise<string> {
  const line = ((await ask(usualAnswer === null ? `${question}: ` : `${question} [${usualAnswer}]: `)) ?? "").trim();
  return line === "" ? (usualAnswer ?? "") : line;
}
