/** Answers that many operations have in common stand once in the document: a third of its size. */
import type { JsonObject } from "../../schema/common.ts";

const names: Readonly<Record<string, string>> = {
  400: "BadRequest",
  401: "Unauthorized",
  402: "InsufficientMinutes",
  403: "Forbidden",
  404: "NotFound",
  409: "Conflict",
  413: "PayloadTooLarge",
  415: "UnsupportedMediaType",
  429: "RateLimited",
  500: "InternalError",
  504: "UpstreamTimeout",
};

export interface SharedResponses {
  /** The responses of an operation, the common ones as references. */
  readonly share: (responses: Readonly<Record<string, JsonObject>>) => Record<string, JsonObject>;
  /** For `components.responses`. */
  readonly components: Readonly<Record<string, JsonObject>>;
}

/** Of each refusal the commonest wording becomes a component, when more than one operation has it; others stay in place. */
export function shareResponses(all: readonly Readonly<Record<string, JsonObject>>[]): SharedResponses {
  const components: Record<string, JsonObject> = {};
  const refs = new Map<string, JsonObject>();
  for (const [status, name] of Object.entries(names)) {
    const texts = all.flatMap((responses) => (status in responses ? [JSON.stringify(responses[status])] : []));
    const commonest = commonestOf(texts);
    if (commonest === undefined) continue;
    components[name] = JSON.parse(commonest) as JsonObject;
    refs.set(commonest, { $ref: `#/components/responses/${name}` });
  }
  const share: SharedResponses["share"] = (responses) =>
    Object.fromEntries(
      Object.entries(responses).map(([status, response]) => [status, refs.get(JSON.stringify(response)) ?? response]),
    );
  return { share, components };
}

function commonestOf(texts: readonly string[]): string | undefined {
  const [commonest] = [...Map.groupBy(texts, (text) => text).values()].sort((one, other) => other.length - one.length);
  return commonest !== undefined && commonest.length > 1 ? commonest[0] : undefined;
}
