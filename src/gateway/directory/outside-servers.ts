/** Servers of tools elsewhere that owners connected, and what they gave to agents. */
import type { AgentOutside, AgentOutsideUpdate, McpServer } from "../../schema/outside.ts";
import { type ApiError, conflict, invalid, notFound } from "../../schema/errors.ts";
import { limits } from "../../schema/limits.ts";
import type { Context } from "./context/context.ts";
import {
  type Db,
  isConstraint,
  type Row,
  type Statement,
  statement,
  integer,
  text,
  textOrNull,
  timestamp,
} from "./database/db.ts";
import { decrypt, encrypt } from "./secrets/encryption.ts";

/** A tool as its server describes it. */
export interface KnownTool {
  readonly name: string;
  readonly description: string;
  readonly inputSchema: Readonly<Record<string, unknown>>;
  /** Of all three. */
  readonly hash: string;
}

/** How a server answered when it was asked for its tools. */
export interface ServerAnswer {
  readonly tools: readonly KnownTool[];
  /** Null when it answered. */
  readonly problem: string | null;
}

export interface ServerDraft extends ServerAnswer {
  readonly name: string;
  readonly url: string;
  readonly secret: string | null;
}

/** A server with all that calling it takes. */
export interface StoredServer extends ServerDraft {
  readonly id: string;
  readonly shown: McpServer;
}

/** What an agent may use: by the id of the server, or `web`, the hash of each tool that needs no asking. */
export type Given = ReadonlyMap<string, Readonly<Record<string, string>>>;

export interface OutsideServers {
  /** In the order of their names. */
  mcpServersOf(workspaceId: string): Promise<readonly StoredServer[]>;
  /** Throws `resource_not_found`, also for one of another workspace. */
  mcpServer(workspaceId: string, id: string): Promise<StoredServer>;
  /** Throws `resource_conflict` for a name that is in use, and past the limit. */
  addMcpServer(workspaceId: string, connectedBy: string, draft: ServerDraft): Promise<StoredServer>;
  /** The same. */
  changeMcpServer(workspaceId: string, id: string, draft: ServerDraft): Promise<StoredServer>;
  removeMcpServer(workspaceId: string, id: string): Promise<void>;
  givenTo(workspaceId: string, agentId: string): Promise<Given>;
  outsideOf(workspaceId: string, agentId: string): Promise<AgentOutside>;
  /** Throws `resource_not_found` for a server, or a tool of it, that is not here. */
  giveOutside(workspaceId: string, agentId: string, update: AgentOutsideUpdate): Promise<AgentOutside>;
}

/** Stands for reading pages of the web, among what an agent was given. */
export const web = "web";
/** The one tool there. */
export const webFetchTool = "web_fetch";

const columns = "id, workspace_id, name, url, encrypted_secret, problem, tools, connected_by, created_at, updated_at";

export function outsideServers(context: Context): OutsideServers {
  const { db, clock, ids, secretKey } = context;
  const maxServers = limits.mcpServers.workspace.max;
  const encrypted = (id: string, secret: string | null) => (secret === null ? null : encrypt(secretKey(), id, secret));
  const servers: OutsideServers = {
    async mcpServersOf(workspaceId) {
      const rows = await db.all(`SELECT ${columns} FROM mcp_servers WHERE workspace_id = ? ORDER BY name`, workspaceId);
      return rows.map((row) => toServer(context, row));
    },
    async mcpServer(workspaceId, id) {
      const sql = `SELECT ${columns} FROM mcp_servers WHERE workspace_id = ? AND id = ?`;
      const row = await db.get(sql, workspaceId, id);
      if (row === undefined) throw notFound("mcp_server", id);
      return toServer(context, row);
    },
    async addMcpServer(workspaceId, connectedBy, { name, url, secret, problem, tools }) {
      const id = ids.uuid();
      const now = clock.now();
      const sql = `INSERT INTO mcp_servers (${columns}) SELECT ?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?9
        WHERE (SELECT count(*) FROM mcp_servers WHERE workspace_id = ?2) < ${maxServers}`;
      const values = [
        id,
        workspaceId,
        name,
        url,
        encrypted(id, secret),
        problem,
        JSON.stringify(tools),
        connectedBy,
        now,
      ];
      const added = await named(name, () => db.run(sql, ...values));
      if (added === 0) throw conflict(`A workspace has at most ${maxServers} outside servers: disconnect one first.`);
      return servers.mcpServer(workspaceId, id);
    },
    async changeMcpServer(workspaceId, id, { name, url, secret, problem, tools }) {
      const sql = `UPDATE mcp_servers SET name = ?, url = ?, encrypted_secret = ?, problem = ?, tools = ?, updated_at = ?
        WHERE workspace_id = ? AND id = ?`;
      const values = [name, url, encrypted(id, secret), problem, JSON.stringify(tools), clock.now(), workspaceId, id];
      await named(name, () => db.run(sql, ...values));
      return servers.mcpServer(workspaceId, id);
    },
    async removeMcpServer(workspaceId, id) {
      const results = await db.batch([
        statement("DELETE FROM mcp_servers WHERE workspace_id = ? AND id = ?", workspaceId, id),
        statement("DELETE FROM agent_outside_tools WHERE workspace_id = ? AND source = ?", workspaceId, id),
      ]);
      if (results[0]?.changed !== 1) throw notFound("mcp_server", id);
    },
    async givenTo(workspaceId, agentId) {
      const sql =
        "SELECT source, allowed FROM agent_outside_tools WHERE workspace_id = ? AND agent_id = ? ORDER BY source";
      const rows = await db.all(sql, workspaceId, agentId);
      return new Map(
        rows.map((row) => [text(row, "source"), JSON.parse(text(row, "allowed")) as Record<string, string>]),
      );
    },
    async outsideOf(workspaceId, agentId) {
      const given = await servers.givenTo(workspaceId, agentId);
      return shownOf(agentId, given, given.size === 0 ? [] : await servers.mcpServersOf(workspaceId));
    },
    async giveOutside(workspaceId, agentId, update) {
      const known = await servers.mcpServersOf(workspaceId);
      const remove = (which: string) =>
        statement(
          `DELETE FROM agent_outside_tools WHERE workspace_id = ? AND agent_id = ? AND ${which}`,
          workspaceId,
          agentId,
        );
      const add = (source: string, allowed: object) =>
        statement(
          "INSERT INTO agent_outside_tools (workspace_id, agent_id, source, allowed) VALUES (?, ?, ?, ?)",
          workspaceId,
          agentId,
          source,
          JSON.stringify(allowed),
        );
      const { mcpServers, webFetch, expected } = update;
      refuseRepeated(mcpServers ?? []);
      const rows = (mcpServers ?? []).map((one, index) => add(one.serverId, hashesOf(known, one, index)));
      const writes = [
        ...(mcpServers === undefined ? [] : [remove(`source <> '${web}'`), ...rows]),
        ...(webFetch === undefined ? [] : [remove(`source = '${web}'`)]),
        ...(webFetch === undefined || webFetch === "off"
          ? []
          : [add(web, webFetch === "allowed" ? { [webFetchTool]: web } : {})]),
      ];
      if (expected === undefined) await db.batch(writes);
      else {
        const isExpected = async () => isSeen(await servers.outsideOf(workspaceId, agentId), expected);
        const isWritten = await writeOver(db, { workspaceId, agentId }, isExpected, writes);
        if (!isWritten) throw givenMeanwhile();
      }
      return servers.outsideOf(workspaceId, agentId);
    },
  };
  return servers;
}

async function named<T>(name: string, write: () => Promise<T>): Promise<T> {
  try {
    return await write();
  } catch (error) {
    if (isConstraint(error)) throw conflict(`An outside server is called ${name} already.`, "name");
    throw error;
  }
}

/** The rows of an agent as one text. */
const rowsOf = `SELECT json_group_array(json_array(source, allowed)) FROM
  (SELECT source, allowed FROM agent_outside_tools WHERE workspace_id = ?1 AND agent_id = ?2 ORDER BY source)`;
/** Fails, and the batch with it, where the rows are others than these: a source is never null. */
const unlessSame = `INSERT INTO agent_outside_tools (workspace_id, agent_id, source, allowed)
  SELECT ?1, ?2, NULL, '' WHERE (${rowsOf}) <> ?3`;
/** How often a write that met another one is tried. */
const maxRounds = 5;

interface Owned {
  readonly workspaceId: string;
  readonly agentId: string;
}

/** Writes in one transaction over what was looked at; false where that is not what was expected, or changed each time. */
async function writeOver(
  db: Db,
  { workspaceId, agentId }: Owned,
  isExpected: () => Promise<boolean>,
  writes: readonly Statement[],
): Promise<boolean> {
  for (let round = 0; round < maxRounds; round += 1) {
    const row = (await db.get(`SELECT (${rowsOf}) AS given`, workspaceId, agentId)) ?? {};
    if (!(await isExpected())) return false;
    try {
      await db.batch([statement(unlessSame, workspaceId, agentId, text(row, "given")), ...writes]);
      return true;
    } catch (error) {
      if (!isConstraint(error)) throw error;
    }
  }
  return false;
}

/** Whether the agent has been given what the sender saw. */
function isSeen(now: AgentOutside, { mcpServers, webFetch }: NonNullable<AgentOutsideUpdate["expected"]>): boolean {
  return (
    (webFetch ?? now.webFetch) === now.webFetch && inOrder(mcpServers ?? now.mcpServers) === inOrder(now.mcpServers)
  );
}

function givenMeanwhile(): ApiError {
  return conflict(
    "The agent was given other tools in the meantime: read them again, and repeat the change.",
    "expected",
  );
}

/** Throws 400 for a server that is named twice. */
function refuseRepeated(given: readonly GivenServer[]): void {
  const at = given.findIndex(({ serverId }, index) => given.findIndex((one) => one.serverId === serverId) < index);
  if (at === -1) return;
  const param = `mcpServers[${at}].serverId`;
  throw invalid(param, `${param}: names a server that stands before it; give each server once.`);
}

function inOrder(given: readonly GivenServer[]): string {
  const sorted = given.map(({ serverId, allowedTools }) => [serverId, allowedTools.toSorted()] as const);
  return JSON.stringify(sorted.toSorted(([one], [other]) => (one < other ? -1 : 1)));
}

type GivenServer = NonNullable<AgentOutsideUpdate["mcpServers"]>[number];

/** What is allowed is a tool as it is now. */
function hashesOf(
  known: readonly StoredServer[],
  { serverId, allowedTools }: GivenServer,
  index: number,
): Record<string, string> {
  const server = known.find(({ id }) => id === serverId);
  if (server === undefined) throw notFound("mcp_server", serverId, `mcpServers[${index}].serverId`);
  return Object.fromEntries(
    allowedTools.map((name) => {
      const tool = server.tools.find((one) => one.name === name);
      if (tool === undefined) throw notFound("tool", name, `mcpServers[${index}].allowedTools`);
      return [name, tool.hash];
    }),
  );
}

/** A tool that is another one by now is not among those that are allowed. */
function shownOf(agentId: string, given: Given, known: readonly StoredServer[]): AgentOutside {
  const mcpServers = known.flatMap(({ id, tools }) => {
    const allowed = given.get(id);
    if (allowed === undefined) return [];
    return [
      { serverId: id, allowedTools: tools.filter(({ name, hash }) => allowed[name] === hash).map(({ name }) => name) },
    ];
  });
  const onWeb = given.get(web);
  const webFetch = onWeb === undefined ? "off" : webFetchTool in onWeb ? "allowed" : "asks";
  return { object: "agent_outside_tools", id: agentId, mcpServers, webFetch };
}

function toServer({ secretKey }: Context, row: Row): StoredServer {
  const encrypted = textOrNull(row, "encrypted_secret");
  const [id, name, url] = [text(row, "id"), text(row, "name"), text(row, "url")];
  const problem = textOrNull(row, "problem");
  const tools = JSON.parse(text(row, "tools")) as readonly KnownTool[];
  // Under another key, as after a restore, the secret is gone and must be given again.
  const secret = encrypted === null ? null : (decrypt(secretKey(), id, encrypted) ?? null);
  const shown: McpServer = {
    object: "mcp_server",
    id,
    name,
    url,
    hasSecret: secret !== null,
    status: problem === null ? "connected" : "failed",
    problem: encrypted !== null && secret === null ? "Its secret cannot be read any more: give it again." : problem,
    tools: tools.map(({ name: tool, description, hash }) => ({ name: tool, description, schemaHash: hash })),
    connectedBy: text(row, "connected_by"),
    createdAt: timestamp(integer(row, "created_at")),
    updatedAt: timestamp(integer(row, "updated_at")),
  };
  return { id, name, url, secret, problem, tools, shown };
}
