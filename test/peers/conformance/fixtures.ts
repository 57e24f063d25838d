/**
 * What the suite expects a server to have so that it can look at it: a tool for each kind of content, a resource for each kind of
 * body. They are for what this service offers, tools and resources; the names and the contents are the suite's.
 */
import {
  type CallToolResult,
  type ReadResourceResult,
  type Resource,
  ResourceNotFoundError,
  type ResourceTemplateType,
  type ServerContext,
  type Tool,
} from "@modelcontextprotocol/server";
import type { ExtendOffer } from "../../../src/gateway/mcp/offer.ts";

type Content = CallToolResult["content"];

interface Fixture {
  readonly description: string;
  readonly inputSchema?: Tool["inputSchema"];
  readonly call: (context: ServerContext) => Promise<CallToolResult>;
}

/** One transparent pixel, and a sound of no length. */
const png = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";
const wav = "UklGRiQAAABXQVZFZm10IBAAAAABAAEAQB8AAIA+AAACABAAZGF0YQAAAAA=";

const noArguments: Tool["inputSchema"] = { type: "object" };
const image = { type: "image", data: png, mimeType: "image/png" } as const;

function embedded(uri: string, mimeType: string, text: string): Content[number] {
  return { type: "resource", resource: { uri, mimeType, text } };
}

function answering(description: string, ...content: Content): Fixture {
  return { description, call: () => Promise.resolve({ content }) };
}

const fixtures: Readonly<Record<string, Fixture>> = {
  test_simple_text: answering("Answers a text.", {
    type: "text",
    text: "This is a simple text response for testing.",
  }),
  test_image_content: answering("Answers an image.", image),
  test_audio_content: answering("Answers a sound.", { type: "audio", data: wav, mimeType: "audio/wav" }),
  test_embedded_resource: answering(
    "Answers a resource.",
    embedded("test://embedded-resource", "text/plain", "This is an embedded resource content."),
  ),
  test_multiple_content_types: answering(
    "Answers a text, an image and a resource.",
    { type: "text", text: "Multiple content types test:" },
    image,
    embedded("test://mixed-content-resource", "application/json", '{"test":"data","value":123}'),
  ),
  test_error_handling: {
    description: "Fails.",
    call: async () => ({
      isError: true,
      content: [{ type: "text", text: "This tool intentionally returns an error for testing" }],
    }),
  },
  test_tool_with_progress: {
    description: "Says three times how far it is.",
    call: async ({ mcpReq: { _meta, notify } }) => {
      const token = _meta?.progressToken;
      for (const progress of token === undefined ? [] : [0, 50, 100]) {
        await notify({ method: "notifications/progress", params: { progressToken: token, progress, total: 100 } });
      }
      return { content: [{ type: "text", text: String(token) }] };
    },
  },
  json_schema_2020_12_tool: {
    ...answering("Has a schema with all that JSON Schema knows.", { type: "text", text: "Called." }),
    inputSchema: {
      $schema: "https://json-schema.org/draft/2020-12/schema",
      type: "object",
      $defs: {
        address: {
          $anchor: "addressDef",
          type: "object",
          properties: { street: { type: "string" }, city: { type: "string" } },
        },
      },
      properties: {
        name: { type: "string" },
        address: { $ref: "#/$defs/address" },
        contactMethod: { type: "string", enum: ["phone", "email"] },
        phone: { type: "string" },
        email: { type: "string" },
      },
      allOf: [{ anyOf: [{ required: ["phone"] }, { required: ["email"] }] }],
      if: { properties: { contactMethod: { const: "phone" } }, required: ["contactMethod"] },
      // oxlint-disable-next-line unicorn/no-thenable -- a keyword of JSON Schema
      then: { required: ["phone"] },
      else: { required: ["email"] },
      additionalProperties: false,
    },
  },
};

const tools: readonly Tool[] = Object.entries(fixtures).map(([name, { description, inputSchema }]) => ({
  name,
  description,
  inputSchema: inputSchema ?? noArguments,
}));

const resources: readonly Resource[] = [
  { uri: "test://static-text", name: "static-text", description: "A text.", mimeType: "text/plain" },
  { uri: "test://static-binary", name: "static-binary", description: "An image.", mimeType: "image/png" },
];

const template: ResourceTemplateType = {
  uriTemplate: "test://template/{id}/data",
  name: "template",
  description: "Says its id.",
  mimeType: "application/json",
};

/** The offer of the operations, and the fixtures. */
export const extendWithFixtures: ExtendOffer = (offer) => ({
  listTools: () => [...offer.listTools(), ...tools],
  callTool: (name, input, context) => fixtures[name]?.call(context) ?? offer.callTool(name, input, context),
  listResources: async () => [...(await offer.listResources()), ...resources],
  listResourceTemplates: () => [...offer.listResourceTemplates(), template],
  readResource: (uri) => (uri.startsWith("test://") ? read(uri) : offer.readResource(uri)),
});

async function read(uri: string): Promise<ReadResourceResult["contents"]> {
  const [, id] = /^test:\/\/template\/([^/]+)\/data$/.exec(uri) ?? [];
  if (id !== undefined) {
    const text = JSON.stringify({ id, templateTest: true, data: `Data for ID: ${id}` });
    return [{ uri, mimeType: template.mimeType, text }];
  }
  const mimeType = resources.find((resource) => resource.uri === uri)?.mimeType;
  if (mimeType === "text/plain") return [{ uri, mimeType, text: "This is the content of the static text resource." }];
  if (mimeType === "image/png") return [{ uri, mimeType, blob: png }];
  throw new ResourceNotFoundError(uri);
}
