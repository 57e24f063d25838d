/** Model servers on this machine: which ones run, what models they have, and how much those read at once. */
import { isRecord } from "../../../schema/common.ts";
import type { ModelSettings } from "../shared/config.ts";
import { textAt } from "./local-answer.ts";

/** A server where it usually listens. */
export interface UsualServer {
  readonly name: string;
  /** Where it speaks OpenAI's form. */
  readonly baseUrl: string;
}

export const usualServers: readonly UsualServer[] = [
  { name: "Ollama", baseUrl: "http://127.0.0.1:11434/v1" },
  { name: "LM Studio", baseUrl: "http://127.0.0.1:1234/v1" },
  { name: "llama.cpp", baseUrl: "http://127.0.0.1:8080/v1" },
];

export interface FoundServer extends UsualServer {
  readonly models: readonly string[];
}

const maxModels = 200;

/** Those that answer with a list of models. */
export async function findServers(servers: readonly UsualServer[], signal: AbortSignal): Promise<FoundServer[]> {
  const asked = servers.map(async (server): Promise<FoundServer[]> => {
    const body = await read(`${server.baseUrl}/models`, signal);
    const data = isRecord(body) && Array.isArray(body["data"]) ? body["data"] : null;
    if (data === null) return [];
    const models = data.flatMap((each: unknown) =>
      isRecord(each) && typeof each["id"] === "string" ? [each["id"]] : [],
    );
    return [{ ...server, models: models.slice(0, maxModels) }];
  });
  return (await Promise.all(asked)).flat();
}

type ProviderSettings = Extract<ModelSettings, { kind: "provider" }>;

/** The tokens that the model reads at once, as its server says: Ollama, LM Studio and llama.cpp do; null for others. */
export async function windowSaid(
  { provider, baseUrl, modelId }: ProviderSettings,
  signal: AbortSignal,
): Promise<number | null> {
  if (provider !== "openai-compatible" || baseUrl === null) return null;
  const origin = baseUrl.replace(/\/v1$/, "");
  const [running, ofStudio, props] = await Promise.all([
    read(`${origin}/api/ps`, signal),
    read(`${origin}/api/v0/models/${encodeURIComponent(modelId)}`, signal),
    read(`${origin}/props`, signal),
  ]);
  return ofOllama(running, modelId) ?? numberIn(ofStudio, "loaded_context_length") ?? ofLlama(props);
}

/** The model that was asked just now is loaded, with the window that it has there. */
function ofOllama(body: unknown, modelId: string): number | null {
  const models = isRecord(body) && Array.isArray(body["models"]) ? (body["models"] as unknown[]) : [];
  const loaded = models.find(
    (each) => isRecord(each) && (each["name"] === modelId || each["name"] === `${modelId}:latest`),
  );
  return numberIn(loaded, "context_length");
}

function ofLlama(body: unknown): number | null {
  return isRecord(body) ? numberIn(body["default_generation_settings"], "n_ctx") : null;
}

function numberIn(body: unknown, name: string): number | null {
  const value = isRecord(body) ? body[name] : undefined;
  return typeof value === "number" && Number.isInteger(value) && value > 0 ? value : null;
}

/** The JSON of an answer; null for none. */
async function read(url: string, signal: AbortSignal): Promise<unknown> {
  const text = await textAt(url, signal);
  try {
    return JSON.parse(text ?? "null") as unknown;
  } catch {
    return null;
  }
}
