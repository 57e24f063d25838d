/** How a transcription reaches its server; `http.ts` has it. */

export interface PostRequest {
  readonly url: string;
  /** With Content-Length: the body is sent as it is read. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: AsyncIterable<Uint8Array>;
}

export interface PostAnswer {
  readonly status: number;
  /** The header of that name; null without one. */
  readonly retryAfter: string | null;
  readonly text: string;
}

/** Sends the request and answers what came back, of whatever status. Rejects when nothing whole did, or with the abort reason. */
export type Post = (request: PostRequest, signal: AbortSignal) => Promise<PostAnswer>;
