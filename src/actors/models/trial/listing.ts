/** The models that a provider has for a key, as it lists them itself. */
import { isRecord } from "../../../schema/common.ts";
import { addressOf, type Provider } from "../shared/config.ts";

/** Where to ask; a key and an address are those of the operator. */
export interface Listed {
  readonly provider: Provider;
  /** Null for the one that the provider has. */
  readonly baseUrl: string | null;
  readonly apiKey: string | null;
}

export interface ProviderModels {
  /** Names as the provider takes them, in its order; none where there is a problem. */
  readonly models: readonly string[];
  /** The key was refused, nobody answered in time, or what answered is no list. */
  readonly problem: "refused" | "unreachable" | "no_list" | null;
}

/** Characters of an answer: gateways describe some hundred models at length. */
const longestAnswer = 8_000_000;
const maxModels = 1000;

/** Models of OpenAI that hold no conversation. */
const otherUses =
  /embedding|whisper|tts|dall-e|image|moderation|realtime|audio|transcribe|sora|babbage|davinci|instruct/;

/** Asks `/models`; what `signal` ends is a problem as well. */
export async function listModels(listed: Listed, signal: AbortSignal): Promise<ProviderModels> {
  const address = addressOf(listed.provider, listed.baseUrl);
  const answer = await ask(`${address}/models${listed.provider === "anthropic" ? "?limit=1000" : ""}`, listed, signal);
  if (answer === null) return { models: [], problem: "unreachable" };
  if (answer.status === 401 || answer.status === 403) return { models: [], problem: "refused" };
  const names = answer.status === 200 ? namesIn(answer.text) : null;
  if (names === null) return { models: [], problem: "no_list" };
  const talking = listed.provider === "openai" ? names.filter((name) => !otherUses.test(name)) : names;
  return { models: talking.slice(0, maxModels), problem: null };
}

async function ask(
  url: string,
  { provider, apiKey }: Listed,
  signal: AbortSignal,
): Promise<{ readonly status: number; readonly text: string } | null> {
  const headers: Record<string, string> = provider === "anthropic" ? { "anthropic-version": "2023-06-01" } : {};
  if (apiKey !== null)
    Object.assign(headers, provider === "anthropic" ? { "x-api-key": apiKey } : { authorization: `Bearer ${apiKey}` });
  try {
    const response = await fetch(url, { headers, redirect: "error", signal });
    return { status: response.status, text: await response.text() };
  } catch {
    return null;
  }
}

/** The ids of `{"data": [{"id": …}]}`; null for anything else. */
function namesIn(text: string): string[] | null {
  if (text.length > longestAnswer) return null;
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    return null;
  }
  const data = isRecord(body) && Array.isArray(body["data"]) ? (body["data"] as unknown[]) : null;
  return data?.flatMap((one) => (isRecord(one) && isName(one["id"]) ? [one["id"]] : [])) ?? null;
}

/** What agents can be given by name. */
function isName(id: unknown): id is string {
  return typeof id === "string" && /^[\x21-\x7e]{1,120}$/.test(id);
}
