/** A client that tells a refusal from an answer that never came: only the latter leaves it unknown what happened. */
import { Agent, request } from "node:http";

export interface Answer {
  readonly status: number;
  readonly body: Readonly<Record<string, unknown>>;
}

export interface Ask {
  readonly method?: string;
  /** Below `/api/v1`. */
  readonly path: string;
  readonly body?: unknown;
  readonly idempotencyKey?: string;
}

export interface Client {
  /** The answer, or null when the connection failed before it was whole. Never rejects. */
  send(ask: Ask): Promise<Answer | null>;
  /** The body of the answer to a GET. Rejects when it is none, or a refusal. */
  get<Body>(path: string): Promise<Body>;
  close(): void;
}

/** Connections to the service at `origin`, kept open, with the key. */
export function createClient(origin: string, key: string): Client {
  const agent = new Agent({ keepAlive: true });
  const send = (ask: Ask): Promise<Answer | null> => sendOnce(agent, origin, key, ask);
  return {
    send,
    async get<Body>(path: string) {
      const answer = await send({ path });
      if (answer?.status === 200) return answer.body as Body;
      throw new Error(`GET ${path} answered ${answer === null ? "nothing" : describeAnswer(answer)}.`);
    },
    close: () => agent.destroy(),
  };
}

/** An answer in a line. */
export function describeAnswer({ status, body }: Answer): string {
  return `${status} ${JSON.stringify(body).slice(0, 300)}`;
}

function sendOnce(agent: Agent, origin: string, key: string, ask: Ask): Promise<Answer | null> {
  const payload = ask.body === undefined ? undefined : JSON.stringify(ask.body);
  const method = ask.method ?? (payload === undefined ? "GET" : "POST");
  const headers = {
    Authorization: `Bearer ${key}`,
    ...(payload === undefined ? {} : { "Content-Type": "application/json" }),
    ...(ask.idempotencyKey === undefined ? {} : { "Idempotency-Key": ask.idempotencyKey }),
  };
  return new Promise((resolve) => {
    const lost = (): void => resolve(null);
    const sent = request(`${origin}/api/v1${ask.path}`, { method, headers, agent }, (response) => {
      let text = "";
      response.setEncoding("utf8");
      response.on("data", (part: string) => (text += part));
      response.on("error", lost);
      response.on("close", () => {
        if (!response.complete) lost();
        else resolve({ status: response.statusCode as number, body: JSON.parse(text) as Answer["body"] });
      });
    });
    sent.on("error", lost);
    sent.end(payload);
  });
}
