/** Outside servers, in the app interface. Owners only: what they connect, agents of the workspace can reach. */
import { nothing } from "../common.ts";
import { operation } from "../operation.ts";
import {
  agentOutside,
  agentOutsideUpdate,
  mcpServer,
  mcpServerCreate,
  mcpServerPage,
  mcpServerRemoved,
  mcpServerUpdate,
} from "../outside.ts";

const owners = { auth: "session", home: "gateway", query: nothing, tag: "Agents" } as const;

export const outsideOperations = [
  operation({
    ...owners,
    id: "listMcpServers",
    method: "GET",
    path: "/mcp-servers",
    summary: "List the outside servers",
    description: "Owners may. Servers of tools (MCP over Streamable HTTP) that agents of the workspace can be given.",
    body: null,
    errors: ["workspace_access_denied"],
    success: { status: 200, schema: mcpServerPage },
  }),
  operation({
    ...owners,
    id: "createMcpServer",
    method: "POST",
    path: "/mcp-servers",
    summary: "Connect an outside server",
    description:
      "Owners may. Asks it for its tools; one that does not answer is stored all the same, with what stands in the way. Addresses of this machine and of private networks are refused unless the operator allows them.",
    body: mcpServerCreate,
    errors: ["workspace_access_denied", "resource_conflict"],
    success: { status: 201, schema: mcpServer },
  }),
  operation({
    ...owners,
    id: "updateMcpServer",
    method: "PATCH",
    path: "/mcp-servers/{mcpServerId}",
    summary: "Change an outside server, or read its tools again",
    description: "Owners may. A tool that takes something else than before is not allowed to any agent any more.",
    body: mcpServerUpdate,
    errors: ["workspace_access_denied", "resource_conflict"],
    success: { status: 200, schema: mcpServer },
  }),
  operation({
    ...owners,
    id: "deleteMcpServer",
    method: "DELETE",
    path: "/mcp-servers/{mcpServerId}",
    summary: "Disconnect an outside server",
    description: "Owners may. Its secret is forgotten, and no agent has its tools any more.",
    body: null,
    errors: ["workspace_access_denied"],
    success: { status: 200, schema: mcpServerRemoved },
    destructive: true,
  }),
  operation({
    ...owners,
    id: "getOutsideTools",
    method: "GET",
    path: "/agents/{agentId}/outside-tools",
    summary: "Read what an agent reaches outside",
    description: "Owners may.",
    body: null,
    errors: ["workspace_access_denied"],
    success: { status: 200, schema: agentOutside },
  }),
  operation({
    ...owners,
    id: "updateOutsideTools",
    method: "PATCH",
    path: "/agents/{agentId}/outside-tools",
    summary: "Give an agent outside tools",
    description: "Owners may. Tools that are not allowed wait for a person each time.",
    body: agentOutsideUpdate,
    errors: ["workspace_access_denied", "resource_conflict"],
    success: { status: 200, schema: agentOutside },
  }),
] as const;
