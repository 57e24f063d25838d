/** Requests to one bucket: signed, tried again, and refused in words. */
import { AwsClient } from "aws4fetch";
import { reasonOf } from "../../base/finding.ts";
import type { S3Access } from "../target/target.ts";
import { type Content, contentOf } from "./content.ts";

export interface Ask {
  readonly method: string;
  /** Of the object; the bucket itself when left out. */
  readonly key?: string;
  readonly query?: Readonly<Record<string, string>>;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: Content | string;
  readonly signal?: AbortSignal | undefined;
}

export interface Bucket {
  /** Bucket and prefix, as they are named in messages. */
  readonly name: string;
  /** What stands before every key; ends with `/`, or is empty. */
  readonly folder: string;
  /** The answer, whatever its status. `what` is under way, for the message when no answer comes. */
  send(what: string, ask: Ask): Promise<Response>;
  /** The answer to what must work. Rejects in the words of the store when it refuses. */
  expect(what: string, ask: Ask): Promise<Response>;
}

/** How often a request is sent whose connection breaks. What the store answers with 429 or 5xx, the client sends again with growing pauses. */
const connections = 3;

/** The bucket of that name, below the prefix. */
export function openBucket(bucket: string, prefix: string, access: S3Access): Bucket {
  const { endpoint, region, ...keys } = access;
  const client = new AwsClient({ ...keys, region, service: "s3", retries: 4 });
  const base = `${(endpoint ?? `https://s3.${region}.amazonaws.com`).replace(/\/$/, "")}/${bucket}`;
  const folder = prefix === "" ? "" : `${prefix.replace(/\/$/, "")}/`;
  const name = `s3://${bucket}/${folder}`;
  const addressOf = ({ key, query }: Ask): string => {
    const path = key === undefined ? "" : `/${(folder + key).split("/").map(encodeURIComponent).join("/")}`;
    return `${base}${path}${query === undefined ? "" : `?${new URLSearchParams(query).toString()}`}`;
  };

  const send: Bucket["send"] = async (what, ask) => {
    const init = initOf(ask);
    for (let left = connections; ; left--) {
      try {
        return await client.fetch(addressOf(ask), init);
      } catch (error) {
        ask.signal?.throwIfAborted();
        if (left === 1)
          throw new Error(`${what} failed, ${name} does not answer: ${reasonOf(error)}`, { cause: error });
      }
    }
  };
  return {
    name,
    folder,
    send,
    expect: async (what, ask) => expectOk(what, await send(what, ask)),
  };
}

/** What the client is asked for. It signs, and reads the body, again for each attempt. */
function initOf({ method, headers, body = "", signal }: Ask): RequestInit & { readonly duplex: "half" } {
  const content = typeof body === "string" ? contentOf(body) : body;
  return {
    method,
    ...(signal && { signal }),
    duplex: "half",
    headers: {
      "x-amz-content-sha256": content.sha256, // the store refuses what arrives as something else
      ...(content.size > 0 && { "content-length": String(content.size) }),
      ...headers,
    },
    get body() {
      return content.size > 0 ? content.stream() : null;
    },
  };
}

/** The answer, unless it is a refusal: that is thrown. */
export async function expectOk(what: string, response: Response): Promise<Response> {
  if (response.ok) return response;
  throw refusal(what, response.status, await response.text());
}

/** What the store says in its answer, as an error. */
export function refusal(what: string, status: number, answer: string): Error {
  const said = textOf(answer, "Message")?.slice(0, 300);
  return new Error(`${what} was refused by the store with ${status}${said === undefined ? "" : `: ${said}`}`);
}

/** The text of the first element of that name; undefined when there is none. */
export function textOf(xml: string, element: string): string | undefined {
  return textsOf(xml, element)[0];
}

/** The texts of all elements of that name, which have no others inside. */
export function textsOf(xml: string, element: string): string[] {
  const pattern = new RegExp(`<${element}>([^<]*)</${element}>`, "g");
  return [...xml.matchAll(pattern)].map(([, text]) => unescaped(text as string));
}

const entities: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" };

function unescaped(text: string): string {
  return text.replaceAll(/&(?:#(\d+)|#x([\da-f]+)|(amp|lt|gt|quot|apos));/gi, (whole, decimal, hex, entity) => {
    if (typeof entity === "string") return entities[entity.toLowerCase()] ?? whole;
    return String.fromCodePoint(typeof hex === "string" ? Number.parseInt(hex, 16) : Number(decimal));
  });
}
