/** Headers of answers, described once. */
import type { Operation } from "../../schema/operation.ts";
import { mapValues } from "./tidy.ts";
import type { JsonObject } from "../../schema/common.ts";

const texts = {
  "X-Request-Id": [
    "The id of the request, to be quoted when something went wrong.",
    "req_0195f3a04f7b7c1a9d2e5b6c7d8e9f01",
  ],
  "Idempotency-Replayed": ["`true` when this is the answer that the first request with the key got.", "true"],
  "RateLimit-Policy": [
    "Requests (`q`) that the credential has in a window of so many seconds (`w`).",
    '"default";q=300;w=60',
  ],
  RateLimit: ["Requests that are left (`r`), and the seconds until there are more (`t`).", '"default";r=299;t=60'],
  "Retry-After": ["Seconds to wait before trying again.", "1"],
  "WWW-Authenticate": ["How to authenticate (RFC 9110 §11.6.1).", 'Bearer realm="Dayshift"'],
} as const;

type HeaderName = keyof typeof texts;

/** For `components.headers`. Those that an answer always carries are required. */
export const headerComponents: Readonly<Record<string, JsonObject>> = {
  ...mapValues(texts, ([description, example]) => ({ description, schema: { type: "string" }, example })),
  "X-Request-Id": {
    description: texts["X-Request-Id"][0],
    required: true,
    schema: { type: "string" },
    example: texts["X-Request-Id"][1],
  },
};

/** Headers of the success of an operation. */
export function successHeaders(record: Operation): Record<string, JsonObject> {
  return refs([
    "X-Request-Id",
    ...(record.creates ? (["Idempotency-Replayed"] as const) : []),
    ...rateLimitHeaders(record),
  ]);
}

/** Headers of a refusal. A credential that was not accepted has no budget to show; one that was lost while the request was held has. */
export function errorHeaders(record: Operation, status: number): Record<string, JsonObject> {
  const waits = status === 429 || status === 500 || (status === 409 && record.creates === true);
  return refs([
    "X-Request-Id",
    ...(status === 401 && !record.waits ? [] : rateLimitHeaders(record)),
    ...(waits ? (["Retry-After"] as const) : []),
    ...(status === 401 ? (["WWW-Authenticate"] as const) : []),
  ]);
}

function rateLimitHeaders(record: Operation): readonly HeaderName[] {
  return record.auth === "none" ? [] : ["RateLimit-Policy", "RateLimit"];
}

function refs(names: readonly HeaderName[]): Record<string, JsonObject> {
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
}
