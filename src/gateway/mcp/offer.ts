/** What a server of MCP answers with. The protocol around it is the SDK's; what it answers is ours. */
import type {
  CallToolResult,
  ReadResourceResult,
  Resource,
  ResourceTemplateType,
  ServerContext,
  Tool,
} from "@modelcontextprotocol/server";

export interface Offer {
  readonly listTools: () => Tool[];
  /** Throws a protocol error for a tool that does not exist; any other refusal is a result. */
  readonly callTool: (
    name: string,
    input: Readonly<Record<string, unknown>>,
    context: ServerContext,
  ) => Promise<CallToolResult>;
  readonly listResources: () => Promise<Resource[]>;
  readonly listResourceTemplates: () => ResourceTemplateType[];
  /** Throws a protocol error when it cannot be read. */
  readonly readResource: (uri: string) => Promise<ReadResourceResult["contents"]>;
}

/** Makes of what the operations give the offer that is served. Tests alone have one, for what no operation answers with. */
export type ExtendOffer = (offer: Offer) => Offer;
