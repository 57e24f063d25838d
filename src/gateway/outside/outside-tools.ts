/** The tools of outside servers, as the turns of agents use them, and the questions that owners ask the servers. */
import type { OutsideCall, OutsideResult, OutsideTool, OutsideTools } from "../../actors/runtime/outside.ts";
import type { Directory } from "../directory/directory.ts";
import {
  type Given,
  type KnownTool,
  type ServerAnswer,
  type StoredServer,
  web,
  webFetchTool,
} from "../directory/outside-servers.ts";
import { hashSecret } from "../directory/secrets/secrets.ts";
import { callTool, listTools, type ServerAddress, type ServerResult, type ServerTool } from "./mcp-client.ts";
import { OutsideFailure, type Reach } from "./request.ts";
import { readPage } from "./web-page.ts";

export interface Outside extends OutsideTools {
  /** Asks a server for its tools; never rejects. */
  readTools(server: ServerAddress): Promise<ServerAnswer>;
}

type Store = Pick<Directory, "givenTo" | "mcpServersOf">;

/** Characters of a tool's name that every model takes. */
const nameLength = 64;

/** A tool with the way to it. */
interface Reachable {
  readonly tool: OutsideTool;
  readonly call: (input: OutsideCall["input"]) => Promise<ServerResult>;
}

/** `reach` goes to the servers, `reachWeb` to pages: those are never in a private network. */
export function createOutside(
  store: Store,
  { reach, reachWeb }: { readonly reach: Reach; readonly reachWeb: Reach },
): Outside {
  const reachable = async (workspaceId: string, agentId: string): Promise<Reachable[]> => {
    const given = await store.givenTo(workspaceId, agentId);
    if (given.size === 0) return [];
    const servers = await store.mcpServersOf(workspaceId);
    return [...servers.flatMap((server) => toolsOf(reach, server, given)), ...pages(reachWeb, given)];
  };
  return {
    toolsOf: async (workspaceId, agentId) => (await reachable(workspaceId, agentId)).map(({ tool }) => tool),
    async call(workspaceId, { agentId, name, input }) {
      const found = (await reachable(workspaceId, agentId)).find(({ tool }) => tool.name === name);
      if (found === undefined)
        return { isError: true, text: "Not carried out: the agent does not have this tool any more." };
      return settled(() => found.call(input));
    },
    async readTools(server) {
      try {
        return { tools: (await listTools(reach, server)).map(withHash), problem: null };
      } catch (error) {
        if (error instanceof OutsideFailure) return { tools: [], problem: error.message };
        throw error;
      }
    },
  };
}

/** A failure as a result, which says whether the call may have been carried out. */
async function settled(call: () => Promise<ServerResult>): Promise<OutsideResult> {
  try {
    return await call();
  } catch (error) {
    if (!(error instanceof OutsideFailure))
      return { isError: true, text: "The tool failed. Whether it was carried out is not known." };
    const outcome = error.wasSent
      ? "Whether it was carried out is not known: look before you try again."
      : "It was not carried out.";
    return { isError: true, text: `${error.message} ${outcome}` };
  }
}

function withHash({ name, description, inputSchema }: ServerTool): KnownTool {
  return {
    name,
    description,
    inputSchema,
    hash: hashSecret(JSON.stringify([name, description, inputSchema])).slice(0, 16),
  };
}

function toolsOf(reach: Reach, server: StoredServer, given: Given): Reachable[] {
  const allowed = given.get(server.id);
  if (allowed === undefined) return [];
  // Providers refuse a request with two tools of one name: the first of a server has it.
  const named = new Map(server.tools.toReversed().map((tool) => [nameOf(server, tool), tool]));
  return [...named].toReversed().map(([called, { name, description, inputSchema, hash }]) => ({
    tool: {
      name: called,
      description: `${description} (A tool of the outside server ${server.name}.)`,
      inputSchema,
      isAllowed: allowed[name] === hash,
    },
    call: (input) => callTool(reach, server, name, input),
  }));
}

function nameOf(server: StoredServer, { name }: KnownTool): string {
  return `${server.name}__${name.replaceAll(/[^\w-]/g, "_")}`.slice(0, nameLength);
}

const pageInput = {
  type: "object",
  properties: { url: { type: "string", description: "An address of the public web, with https." } },
  required: ["url"],
  additionalProperties: false,
} as const;

function pages(reach: Reach, given: Given): Reachable[] {
  const allowed = given.get(web);
  if (allowed === undefined) return [];
  return [
    {
      tool: {
        name: webFetchTool,
        description: "Read a page of the public web as text.",
        inputSchema: pageInput,
        isAllowed: webFetchTool in allowed,
      },
      call: async ({ url }) => {
        if (typeof url !== "string" || !URL.canParse(url) || !/^https:/i.test(url))
          return { isError: true, text: "url is required: an address with https." };
        return readPage(reach, url);
      },
    },
  ];
}
