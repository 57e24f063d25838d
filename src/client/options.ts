/** What the client's methods take and give that no operation names: plain types, which the package of the client carries as they are. */

/** For one call. */
export interface CallOptions {
  /** Ends the call and its retries. */
  readonly signal?: AbortSignal;
  /** For a creating call, in place of a random one: a repeated call with the same key has its effect once. */
  readonly idempotencyKey?: string;
}

/** The answer of an operation that gives a text. */
export interface Text {
  readonly contentType: string;
  readonly text: string;
}

export interface WaitOptions {
  readonly signal?: AbortSignal;
  /** Only messages after it are given; 0 gives all. */
  readonly afterSequence?: number;
  /** Between two looks, in milliseconds; 1000 by default. */
  readonly everyMs?: number;
}

export interface ClientOptions {
  /** Origin of the service, such as `https://work.example`; the address of one of its interfaces, `https://work.example/api/v1`, will do. */
  readonly url: string;
  /** An API key, a session token or an OAuth token, or what gives the one to use now. Left out in a page with a session cookie. */
  readonly token?: string | (() => string | Promise<string>);
  /** The workspace meant, for a session of several. */
  readonly workspaceId?: string;
  /** How often a refusal that allows it is retried; 3 by default, 0 never. */
  readonly retries?: number;
  /** Milliseconds: a refusal after which a retry would wait longer is not retried. Without it each is waited for. */
  readonly longestWait?: number;
  /** In place of the platform's. */
  readonly fetch?: (address: string, init: RequestInit) => Promise<Response>;
  /** In place of time and chance: for tests. */
  readonly ports?: Ports;
}

/** Time and chance. */
export interface Ports {
  /** Resolves after so many milliseconds; rejects with the signal's reason when it is aborted. */
  sleep(milliseconds: number, signal: AbortSignal | undefined): Promise<void>;
  /** From 0 up to 1. */
  random(): number;
  /** A key that nobody else makes. */
  newKey(): string;
}
