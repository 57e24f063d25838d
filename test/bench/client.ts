/** What the benchmark does before it measures: signing in, making workspaces and keys, reading a few things. */
import { owner } from "../helpers/owner.ts";

export interface Session {
  readonly token: string;
  readonly user: { readonly id: string };
  readonly workspaces: readonly { readonly id: string; readonly organizationId: string }[];
}

const allScopes = ["todos:read", "todos:write", "chats:read", "chats:write", "agents:read", "agents:write"];

export interface CallOptions {
  readonly method?: string;
  readonly credential?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

/** Milliseconds in which a request is answered: longer than any waits for an agent. */
const patience = 180_000;

/** The JSON that a request is answered with. Rejects with the answer when it is a refusal, and when none comes. */
export async function call<Body>(url: string, { method, credential, headers, body }: CallOptions = {}): Promise<Body> {
  const signal = AbortSignal.timeout(patience);
  const response = await fetch(url, {
    signal,
    method: method ?? (body === undefined ? "GET" : "POST"),
    headers: {
      ...(credential === undefined ? {} : { Authorization: `Bearer ${credential}` }),
      ...(body === undefined ? {} : { "Content-Type": "application/json" }),
      ...headers,
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  }).catch((error: unknown) => {
    if (signal.aborted) throw new Error(`${method ?? ""} ${url} was not answered in ${patience / 1000} seconds.`);
    throw error;
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${method ?? ""} ${url} answered ${response.status}: ${text}`);
  return JSON.parse(text) as Body;
}

/** Signs the owner in. */
export function signIn(origin: string): Promise<Session> {
  return call<Session>(`${origin}/app/v1/sessions`, { body: owner });
}

/** The secret of a new key of the workspace, by default with every scope that most loads need. */
export async function createKey(
  origin: string,
  token: string,
  workspaceId: string,
  scopes: readonly string[] = allScopes,
): Promise<string> {
  const body = { workspaceId, name: "bench", scopes };
  const { secret } = await call<{ secret: string }>(`${origin}/api/v1/api-keys`, { credential: token, body });
  return secret;
}

/** Makes a workspace and answers its id. */
export async function createWorkspace(origin: string, token: string, name: string): Promise<string> {
  const { id } = await call<{ id: string }>(`${origin}/app/v1/workspaces`, { credential: token, body: { name } });
  return id;
}

/** A session serves 600 requests a minute. */
const requestsPerSession = 500;

/** Hands out a session's token, and a fresh session's before the rate limit of the last one is reached. */
export function createSessions(origin: string): () => Promise<string> {
  let left = 0;
  let current: Promise<Session> | undefined;
  return async () => {
    if (current === undefined || left === 0) {
      current = signIn(origin);
      left = requestsPerSession;
    }
    left -= 1;
    return (await current).token;
  };
}

/** Does `task` for every item, so many at once, in order of start; answers the results in the order of the items. */
export async function eachOf<Item, Result>(
  items: readonly Item[],
  width: number,
  task: (item: Item, at: number) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  let next = 0;
  const run = async (): Promise<void> => {
    while (next < items.length) {
      const at = next++;
      results[at] = await task(items[at] as Item, at);
    }
  };
  await Promise.all(Array.from({ length: width }, run));
  return results;
}
