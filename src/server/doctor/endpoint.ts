/** Endpoints of models and of speech servers: does the endpoint answer, does it take the key, does it have the model. Nothing is generated. */
import { type Check, type Finding, fine, note, reasonOf, wrong } from "../base/finding.ts";

/** Longer than a server that is alive takes to list its models. */
const patienceMs = 10_000;

/** Lists the models. */
export const listPath = "/models";

/** Where each of them is corrected: a variable, or a page of the app. */
export interface Places {
  readonly address: string;
  readonly key: string;
  readonly name: string;
}

export interface Endpoint {
  readonly check: Check;
  readonly places: Places;
  readonly baseUrl: string;
  readonly modelId: string;
  /** Path that describes the one model (404 when there is none), or lists all. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** Variables of the environment: an address and a key have the same beginning. */
export function placesOf(beginning: string, name: string): Places {
  return { address: `${beginning}_BASE_URL`, key: `${beginning}_API_KEY`, name };
}

/** The header of a key. */
export function bearer(key: string | null): Record<string, string> {
  return key === null ? {} : { authorization: `Bearer ${key}` };
}

/** Asks it for its models. */
export async function checkEndpoint(endpoint: Endpoint): Promise<Finding> {
  const { check, places, baseUrl, modelId, path, headers } = endpoint;
  let response: Response;
  try {
    response = await fetch(`${baseUrl}${path}`, { headers, signal: AbortSignal.timeout(patienceMs) });
  } catch (error) {
    return wrong(
      check,
      `Nothing answers at ${baseUrl} (${reasonOf(error)}).`,
      `Start the server there, or correct ${places.address}.`,
    );
  }
  const { status } = response;
  if (status === 401 || status === 403) {
    return wrong(check, `${baseUrl} refuses the key (${status}).`, `Put a key that is good into ${places.key}.`);
  }
  if (status === 404 && path !== listPath) return unknownModel(endpoint, []);
  if (status !== 200) {
    return note(
      check,
      `${baseUrl} answers, and does not list its models (${status}).`,
      `See whether ${modelId} answers when it is used; if not, look at ${places.address}.`,
    );
  }
  const models = modelsIn(await response.json().catch(() => null));
  if (models !== null && !models.includes(modelId)) return unknownModel(endpoint, models);
  return fine(check, `${baseUrl} answers, takes the key, and has ${modelId}.`);
}

function unknownModel({ check, places, baseUrl, modelId }: Endpoint, models: readonly string[]): Finding {
  const known = models.length === 0 ? "" : ` It has ${models.slice(0, 10).join(", ")}.`;
  const advice = `Load it there, or name another one in ${places.name}.`;
  return wrong(check, `${baseUrl} has no model ${modelId}.${known}`, advice);
}

/** Ids in a list of models; null when the answer is something else, such as one model. */
function modelsIn(body: unknown): string[] | null {
  if (typeof body !== "object" || body === null || !("data" in body) || !Array.isArray(body.data)) return null;
  return body.data.flatMap((model: unknown) =>
    typeof model === "object" && model !== null && "id" in model && typeof model.id === "string" ? [model.id] : [],
  );
}
