/** Model and transcription: does the endpoint answer, does it take the key, does it have the model. Nothing is generated. */
import { type ModelConfig, readModelConfig } from "../../actors/models/shared/config.ts";
import { readTranscribeConfig, type TranscribeConfig } from "../../actors/transcription/config.ts";
import { type Check, type Finding, fine, note, reasonOf, wrong } from "../base/finding.ts";

/** Longer than a server that is alive takes to list its models. */
const patienceMs = 10_000;

const listPath = "/models";

interface Endpoint {
  readonly check: Check;
  /** How its variables begin: `DAYSHIFT_MODEL` comes with `_BASE_URL` and `_API_KEY`. */
  readonly variable: string;
  /** The variable that names the model. */
  readonly nameVariable: string;
  readonly baseUrl: string;
  readonly modelId: string;
  /** Path that describes the one model (404 when there is none), or lists all. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** The configured model. */
export async function checkModel(config: ModelConfig): Promise<Finding> {
  const settings = readModelConfig(config);
  if (settings.kind === "builtin") return fine("model", "The built-in rules answer; no endpoint is needed.");
  const { provider, modelId, baseUrl, apiKey } = settings;
  const common = { check: "model" as const, variable: "DAYSHIFT_MODEL", nameVariable: "DAYSHIFT_MODEL", modelId };
  const one = `/models/${encodeURIComponent(modelId)}`;
  if (provider === "openai-compatible") {
    return checkEndpoint({ ...common, baseUrl: baseUrl ?? "", path: listPath, headers: bearer(apiKey) });
  }
  if (provider === "openai") {
    return checkEndpoint({
      ...common,
      baseUrl: baseUrl ?? "https://api.openai.com/v1",
      path: one,
      headers: bearer(apiKey),
    });
  }
  const headers = { "x-api-key": apiKey ?? "", "anthropic-version": "2023-06-01" };
  return checkEndpoint({ ...common, baseUrl: baseUrl ?? "https://api.anthropic.com/v1", path: one, headers });
}

/** The configured transcription. */
export async function checkTranscription(config: TranscribeConfig): Promise<Finding> {
  const settings = readTranscribeConfig(config);
  if (settings === null)
    return fine("transcription", "DAYSHIFT_TRANSCRIBE_MODEL is not set: recordings are not transcribed here.");
  const { model: modelId, baseUrl, apiKey } = settings;
  return checkEndpoint({
    check: "transcription",
    variable: "DAYSHIFT_TRANSCRIBE",
    nameVariable: "DAYSHIFT_TRANSCRIBE_MODEL",
    baseUrl,
    modelId,
    path: listPath,
    headers: bearer(apiKey),
  });
}

function bearer(key: string | null): Record<string, string> {
  return key === null ? {} : { authorization: `Bearer ${key}` };
}

/** Asks it for its models. */
async function checkEndpoint(endpoint: Endpoint): Promise<Finding> {
  const { check, variable, baseUrl, modelId, path, headers } = endpoint;
  let response: Response;
  try {
    response = await fetch(`${baseUrl}${path}`, { headers, signal: AbortSignal.timeout(patienceMs) });
  } catch (error) {
    return wrong(
      check,
      `Nothing answers at ${baseUrl} (${reasonOf(error)}).`,
      `Start the server there, or correct ${variable}_BASE_URL.`,
    );
  }
  const { status } = response;
  if (status === 401 || status === 403) {
    return wrong(check, `${baseUrl} refuses the key (${status}).`, `Put a key that is good into ${variable}_API_KEY.`);
  }
  if (status === 404 && path !== listPath) return unknownModel(endpoint, []);
  if (status !== 200) {
    return note(
      check,
      `${baseUrl} answers, and does not list its models (${status}).`,
      `See whether ${modelId} answers when it is used; if not, look at ${variable}_BASE_URL.`,
    );
  }
  const models = modelsIn(await response.json().catch(() => null));
  if (models !== null && !models.includes(modelId)) return unknownModel(endpoint, models);
  return fine(check, `${baseUrl} answers, takes the key, and has ${modelId}.`);
}

function unknownModel({ check, nameVariable, baseUrl, modelId }: Endpoint, models: readonly string[]): Finding {
  const known = models.length === 0 ? "" : ` It has ${models.slice(0, 10).join(", ")}.`;
  const advice = `Load it there, or name another one in ${nameVariable}.`;
  return wrong(check, `${baseUrl} has no model ${modelId}.${known}`, advice);
}

/** Ids in a list of models; null when the answer is something else, such as one model. */
function modelsIn(body: unknown): string[] | null {
  if (typeof body !== "object" || body === null || !("data" in body) || !Array.isArray(body.data)) return null;
  return body.data.flatMap((model: unknown) =>
    typeof model === "object" && model !== null && "id" in model && typeof model.id === "string" ? [model.id] : [],
  );
}
