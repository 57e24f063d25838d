/** Reads the settings of the language model. Refusals name the variable, what was expected and what was given. */

/**
 * The values of DAYSHIFT_MODEL, DAYSHIFT_MODEL_BASE_URL, DAYSHIFT_MODEL_API_KEY (empty text counts as not set),
 * DAYSHIFT_MODEL_TIMEOUT_SECONDS and DAYSHIFT_MODEL_CONTEXT.
 */
export interface ModelConfig {
  readonly model: string;
  readonly baseUrl?: string;
  readonly apiKey?: string;
  readonly timeoutSeconds?: number;
  readonly contextTokens?: number;
  /** How often a request that failed is made again; twice when left out. */
  readonly retries?: number;
  /** Asked where the model cannot be. */
  readonly fallback?: ModelConfig;
}

export type Provider = "openai" | "anthropic" | "openai-compatible";

export type ModelSettings =
  | { readonly kind: "builtin" }
  | {
      readonly kind: "provider";
      readonly provider: Provider;
      readonly modelId: string;
      readonly baseUrl: string | null;
      readonly apiKey: string | null;
      /** For one call, from request to complete answer. */
      readonly timeoutMs: number;
      /** Characters that fit into one request. */
      readonly window: number;
    };

const EXPECTED =
  "`builtin` or `<provider>:<model>` with the provider openai, anthropic or openai-compatible (for example openai-compatible:llama3.2)";

/** The settings, checked. Throws an Error that an operator can act on; it never repeats a key. */
export function readModelConfig(config: ModelConfig): ModelSettings {
  const model = config.model.trim();
  if (model === "" || model === "builtin") return { kind: "builtin" };
  const colon = model.indexOf(":");
  const provider = colon === -1 ? model : model.slice(0, colon);
  const modelId = colon === -1 ? "" : model.slice(colon + 1).trim();
  if (!isProvider(provider) || modelId === "") {
    throw new Error(`DAYSHIFT_MODEL: expected ${EXPECTED}, got ${JSON.stringify(model)}.`);
  }
  const baseUrl = readBaseUrl(provider, config.baseUrl?.trim() ?? "");
  const apiKey = readApiKey(provider, config.apiKey?.trim() ?? "");
  const timeoutMs = 1000 * (config.timeoutSeconds ?? (isOnThisMachine(baseUrl) ? localTimeout : usualTimeout));
  const window = charactersOfToken * (config.contextTokens ?? usualContext(provider, baseUrl));
  return { kind: "provider", provider, modelId, baseUrl, apiKey, timeoutMs, window };
}

/** Why they make no model, such as a key that is lost; null for those of one that can be asked. */
export function problemOf(config: ModelConfig): string | null {
  try {
    readModelConfig(config);
    return null;
  } catch (error) {
    return (error as Error).message;
  }
}

/** What answers: the built-in rules where the model cannot be asked, and no second one that cannot. */
export function usableOf({ fallback, ...first }: ModelConfig): ModelConfig {
  if (problemOf(first) !== null) return { model: "builtin" };
  return fallback === undefined || problemOf(fallback) !== null ? first : { ...first, fallback };
}

/** Where the provider listens, without a slash at the end; empty where only an operator can say it. */
export function addressOf(provider: Provider, baseUrl: string | null): string {
  if (baseUrl !== null) return baseUrl.replace(/\/+$/, "");
  return { openai: "https://api.openai.com/v1", anthropic: "https://api.anthropic.com/v1", "openai-compatible": "" }[
    provider
  ];
}

/** Fewer than a token has in most languages: the rest is for the answer. */
const charactersOfToken = 3;

/** Tokens of a window, where nobody said how many: servers on this machine begin with a small one, to save memory. */
function usualContext(provider: Provider, baseUrl: string | null): number {
  if (provider === "anthropic") return 200_000;
  if (provider === "openai") return 128_000;
  return isOnThisMachine(baseUrl) ? 8192 : 32_768;
}

/** Seconds for a call to a provider. */
const usualTimeout = 60;
/** Seconds for a call to a model on this machine, which answers as fast as the machine is. */
const localTimeout = 300;

function isOnThisMachine(baseUrl: string | null): boolean {
  return baseUrl !== null && /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(new URL(baseUrl).hostname);
}

function isProvider(value: string): value is Provider {
  return value === "openai" || value === "anthropic" || value === "openai-compatible";
}

function readBaseUrl(provider: Provider, value: string): string | null {
  if (value === "") {
    if (provider !== "openai-compatible") return null;
    throw new Error(
      "DAYSHIFT_MODEL_BASE_URL: expected the address of the model server, such as http://127.0.0.1:11434/v1, because DAYSHIFT_MODEL " +
        "names the provider openai-compatible; got nothing.",
    );
  }
  const url = URL.parse(value);
  if (url === null || (url.protocol !== "http:" && url.protocol !== "https:")) {
    throw new Error(
      `DAYSHIFT_MODEL_BASE_URL: expected an http or https address, got ${JSON.stringify(withoutUserInfo(value))}.`,
    );
  }
  if (url.username !== "" || url.password !== "") {
    throw new Error(
      "DAYSHIFT_MODEL_BASE_URL: expected an address without a user name or password, got one with them; put the key into " +
        "DAYSHIFT_MODEL_API_KEY.",
    );
  }
  return value.replace(/\/+$/, "");
}

function withoutUserInfo(value: string): string {
  return value.replace(/[^/]*@/, "…@");
}

function readApiKey(provider: Provider, value: string): string | null {
  if (value === "") {
    if (provider === "openai-compatible") return null;
    throw new Error(
      `DAYSHIFT_MODEL_API_KEY: expected an API key, because DAYSHIFT_MODEL names the provider ${provider}; got nothing.`,
    );
  }
  if (!/^[\x21-\x7e]+$/.test(value)) {
    throw new Error(
      `DAYSHIFT_MODEL_API_KEY: expected printable characters without spaces, got ${value.length} characters with others among them.`,
    );
  }
  return value;
}
