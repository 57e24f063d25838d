/**
 * Tools are most of a request, and the same from request to request: their JSON is made once for each set of them and put into
 * the body as bytes. The package would make it twice for every request.
 */
import { streamingFetch } from "./streaming-fetch.ts";
import type { LanguageModelV4, LanguageModelV4CallOptions } from "@ai-sdk/provider";

type Body = Record<string, unknown>;
type Tools = NonNullable<LanguageModelV4CallOptions["tools"]>;

/** What a model is made with: a change to the body before it becomes text, and one to the request. */
export interface Ways {
  readonly transformRequestBody?: (body: Body) => Body;
  readonly fetch?: typeof fetch;
}

/** The model that `create` makes, with the tools of a request written from memory when their array was met before. */
export function withToolsText(create: (ways: Ways) => LanguageModelV4): LanguageModelV4 {
  const plain = create({ fetch: streamingFetch });
  const known = new WeakMap<Tools, LanguageModelV4>();

  const modelFor = (tools: Tools): LanguageModelV4 => {
    const found = known.get(tools) ?? create(toolsApart());
    known.set(tools, found);
    return found;
  };

  return {
    specificationVersion: plain.specificationVersion,
    provider: plain.provider,
    modelId: plain.modelId,
    supportedUrls: plain.supportedUrls,
    doGenerate: (options) => (options.tools === undefined ? plain : modelFor(options.tools)).doGenerate(options),
    doStream: (options) => (options.tools === undefined ? plain : modelFor(options.tools)).doStream(options),
  };
}

/** For one set of tools. */
function toolsApart(): Ways {
  let end: Buffer | null = null;
  return {
    transformRequestBody({ tools, ...rest }) {
      end ??= Buffer.from(`,"tools":${JSON.stringify(tools)}}`);
      return rest;
    },
    // Whatever the package sends after that is the JSON text of an object with members.
    fetch: (url, request) => {
      const body = request?.body;
      if (typeof body !== "string" || end === null) throw new TypeError("Expected a request with a body of JSON text.");
      return streamingFetch(url, { ...request, body: Buffer.concat([Buffer.from(body.slice(0, -1)), end]) });
    },
  };
}
