/** A connection to PostgreSQL, opened and watched. The one file that imports its client. */
import { Client } from "pg";

/** Rows of an answer. */
export type Rows = readonly Readonly<Record<string, unknown>>[];

export interface Session {
  /**
   * Runs one statement, after those that were asked before; `onSend` is called right before it is sent. Rejects with what the server says,
   * or when the connection is lost.
   */
  readonly ask: (text: string, values?: unknown[], onSend?: () => void) => Promise<Rows>;
  /** Resolves, with the reason, when the connection is no more; not when it was closed here. */
  readonly lost: Promise<Error>;
  /** The server process of this session, as the server said when it began; null when it said none. */
  readonly processId: number | null;
  readonly close: () => Promise<void>;
}

/** Milliseconds for a connection to come about. */
const connectTimeout = 10_000;

/** Connects. Rejects, naming the setting and not the password, when that fails. */
export async function openSession(url: string): Promise<Session> {
  const client = new Client({
    connectionString: url,
    application_name: "dayshift",
    connectionTimeoutMillis: connectTimeout,
    keepAlive: true,
  });
  const { promise: lost, resolve } = Promise.withResolvers<Error>();
  let isClosed = false;
  let last: Promise<unknown> = Promise.resolve();
  client.on("error", (error) => resolve(error));
  client.on("end", () => {
    if (!isClosed) resolve(new Error("The connection to the store has ended."));
  });
  try {
    await client.connect();
  } catch (error) {
    isClosed = true;
    throw refusal(url, error);
  }
  return {
    ask(text, values, onSend) {
      const answer = last.then(async () => {
        onSend?.();
        return (await client.query(text, values)).rows as Rows;
      });
      last = answer.catch(() => undefined);
      return answer;
    },
    lost,
    processId: processIdOf(client),
    async close() {
      isClosed = true;
      await client.end();
    },
  };
}

/** The types of the client leave it out. */
function processIdOf(client: Client): number | null {
  return "processID" in client && typeof client.processID === "number" ? client.processID : null;
}

function refusal(url: string, error: unknown): Error {
  const { host, pathname } = new URL(url);
  const why = error instanceof Error ? error.message || error.name : String(error);
  return new Error(
    `DAYSHIFT_STORE_URL: the store at ${host}${pathname} cannot be used (${why}). Check the address, the user and the password, and that PostgreSQL runs there.`,
    { cause: error },
  );
}
