/** Tools of servers elsewhere (MCP, Streamable HTTP), and what agents were given of them. */
import * as v from "valibot";
import { checked, id, instant, list, prose, uuid } from "./common.ts";

/** The name of a server in the names of its tools: `{server}__{tool}`. */
const serverName = v.pipe(
  v.string(),
  v.regex(/^[a-z][a-z0-9]{0,19}$/, "Expected up to 20 small letters and digits, a letter first."),
);

const address = v.pipe(
  v.string(),
  v.maxLength(2000),
  v.regex(/^https?:\/\/[\x21-\x7e]+$/, "Expected an http or https URL."),
  checked<string>((text) => URL.canParse(text), "Expected an http or https URL.", {}),
);

export const outsideTool = v.object({
  name: v.string(),
  description: v.string(),
  schemaHash: v.pipe(
    v.string(),
    v.description("Changes with the input that the tool takes and with what it says of itself."),
  ),
});

export const mcpServer = v.object({
  object: v.literal("mcp_server"),
  id,
  name: v.string(),
  url: v.string(),
  hasSecret: v.boolean(),
  status: v.pipe(
    v.picklist(["connected", "failed"]),
    v.description("How it answered when it was last asked for its tools."),
  ),
  problem: v.nullable(v.string()),
  tools: v.array(outsideTool),
  connectedBy: id,
  createdAt: instant,
  updatedAt: instant,
});

export const mcpServerPage = list(mcpServer);

const secret = v.pipe(prose(4000), v.description("Sent as a bearer token; never shown again."));

export const mcpServerCreate = v.pipe(
  v.strictObject({ name: serverName, url: address, secret: v.optional(secret) }),
  v.examples([{ name: "docs", url: "http://127.0.0.1:9000/mcp" }]),
);

export const mcpServerUpdate = v.pipe(
  v.strictObject({
    name: v.optional(serverName),
    url: v.optional(v.pipe(address, v.description("A secret is not sent to another origin: give it again."))),
    secret: v.optional(v.nullable(secret)),
  }),
  v.description("Asks the server for its tools again, also without a field."),
  v.examples([{}]),
);

export const mcpServerRemoved = v.object({ object: v.literal("mcp_server_removed"), id, removedAt: instant });

export const givenServer = v.pipe(
  v.strictObject({
    serverId: uuid,
    allowedTools: v.pipe(
      v.array(v.string()),
      v.maxLength(200),
      v.description(
        "Tools that are called without asking, until what they take changes; the others wait for a person.",
      ),
    ),
  }),
  v.examples([{ serverId: "0195f3a0-0000-7000-8000-000000000011", allowedTools: ["search"] }]),
);

export const webFetch = v.pipe(
  v.picklist(["off", "asks", "allowed"]),
  v.description("Whether the agent may read pages of the public web: not at all, asking each time, or without asking."),
);

export const agentOutside = v.object({
  object: v.literal("agent_outside_tools"),
  id: v.pipe(id, v.description("The id of the agent.")),
  mcpServers: v.array(givenServer),
  webFetch,
});

const given = {
  mcpServers: v.optional(v.pipe(v.array(givenServer), v.maxLength(20))),
  webFetch: v.optional(webFetch),
};

export const agentOutsideUpdate = v.pipe(
  v.strictObject({
    ...given,
    expected: v.optional(
      v.pipe(
        v.strictObject(given),
        v.description("As the sender saw them: where the agent has been given something else since, nothing changes."),
        v.examples([{ webFetch: "off" }]),
      ),
    ),
  }),
  v.examples([{ webFetch: "asks" }]),
);

export type McpServer = v.InferOutput<typeof mcpServer>;
export type AgentOutside = v.InferOutput<typeof agentOutside>;
export type AgentOutsideUpdate = v.InferOutput<typeof agentOutsideUpdate>;
