/** Requests as the text that goes over the wire, so that a load costs its generator next to nothing. */

export interface RequestText {
  readonly method?: string;
  readonly path: string;
  readonly key?: string;
  readonly body?: unknown;
  /** Value of `Idempotency-Key`. */
  readonly idempotencyKey?: string;
}

/** Stands for a number that is different in every request sent, always of the same width. */
export const counter = "{counter}";
export const counterWidth = 9;

/** An HTTP/1.1 request. A counter in the body counts with its width, so the length stays true. */
export function requestText({ method = "GET", path, key, body, idempotencyKey }: RequestText): string {
  const payload = body === undefined ? null : JSON.stringify(body);
  const lines = [
    `${method} ${path} HTTP/1.1`,
    "Host: 127.0.0.1",
    ...(key === undefined ? [] : [`Authorization: Bearer ${key}`]),
    ...(idempotencyKey === undefined ? [] : [`Idempotency-Key: ${idempotencyKey}`]),
    ...(payload === null ? [] : ["Content-Type: application/json", `Content-Length: ${lengthOf(payload)}`]),
  ];
  return `${lines.join("\r\n")}\r\n\r\n${payload ?? ""}`;
}

function lengthOf(payload: string): number {
  return Buffer.byteLength(payload.replaceAll(counter, "0".repeat(counterWidth)));
}
