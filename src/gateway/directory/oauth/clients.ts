/** OAuth clients that registered themselves (RFC 7591). They survive a restart. */
import { limits } from "../../../schema/limits.ts";
import type { Scope } from "../../../schema/scopes.ts";
import type { Context } from "../context/context.ts";
import { type Row, statement, integer, text, textOrNull } from "../database/db.ts";
import { readScopes } from "../context/scopes.ts";

/** What is known of a client, wherever it is known from. */
export interface OAuthClient {
  readonly id: string;
  readonly name: string;
  readonly clientUri: string | null;
  readonly logoUri: string | null;
  readonly redirectUris: readonly string[];
  /** What it asks for when a request names no scope; empty when it did not say. */
  readonly scopes: readonly Scope[];
}

export interface RegisteredClient extends OAuthClient {
  /** Milliseconds since 1970. */
  readonly createdAt: number;
}

export interface Clients {
  /** Keeps a new client under an id of its own. */
  registerClient(client: Omit<OAuthClient, "id">): Promise<RegisteredClient>;
  findClient(id: string): Promise<RegisteredClient | undefined>;
}

/** A client that nobody let in for so long is forgotten: registering costs nothing, and is open to everyone. */
const unusedLimit = 24 * 60 * 60 * 1000;

const columns = "id, name, client_uri, logo_uri, redirect_uris, scopes, created_at";

export function clients({ db, clock, ids }: Context): Clients {
  return {
    registerClient: async (client) => {
      const registered = { ...client, id: ids.uuid(), createdAt: clock.now() };
      await db.batch([...forgetUnused(clock.now()), insertion(registered)]);
      return registered;
    },
    findClient: async (id) => {
      // Ids are ours; what a request says may be anything.
      if (!/^[\da-f-]{36}$/.test(id)) return undefined;
      const row = await db.get(`SELECT ${columns} FROM oauth_clients WHERE id = ?`, id);
      return row === undefined ? undefined : toClient(row);
    },
  };
}

function insertion(client: RegisteredClient) {
  return statement(
    `INSERT INTO oauth_clients (${columns}) VALUES (?, ?, ?, ?, ?, ?, ?)`,
    client.id,
    client.name,
    client.clientUri,
    client.logoUri,
    JSON.stringify(client.redirectUris),
    JSON.stringify(client.scopes),
    client.createdAt,
  );
}

/** Makes room for one more: those that are old go, and the oldest of too many. */
function forgetUnused(now: number) {
  const unused = "id NOT IN (SELECT client_id FROM oauth_grants)";
  const room = limits.unusedClients.service.max - 1;
  return [
    statement(`DELETE FROM oauth_clients WHERE created_at <= ? AND ${unused}`, now - unusedLimit),
    statement(
      `DELETE FROM oauth_clients WHERE id IN
         (SELECT id FROM oauth_clients WHERE ${unused} ORDER BY created_at DESC, id DESC LIMIT -1 OFFSET ?)`,
      room,
    ),
  ];
}

function toClient(row: Row): RegisteredClient {
  return {
    id: text(row, "id"),
    name: text(row, "name"),
    clientUri: textOrNull(row, "client_uri"),
    logoUri: textOrNull(row, "logo_uri"),
    redirectUris: JSON.parse(text(row, "redirect_uris")) as readonly string[],
    scopes: readScopes(text(row, "scopes")),
    createdAt: integer(row, "created_at"),
  };
}
