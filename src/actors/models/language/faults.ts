/** What can go wrong with a call, whether it is worth another try, and how to say it without secrets or addresses. */
import {
  APICallError,
  EmptyResponseBodyError,
  InvalidResponseDataError,
  JSONParseError,
  TypeValidationError,
} from "@ai-sdk/provider";
import { ImagesRefused, ModelFailure, type ProviderFault, WindowOverflow } from "../../runtime/ports.ts";
import { isRecord } from "../../../schema/common.ts";

/** Where operators choose the model, unless the environment names it. */
const inApp = "Settings of the app";

/** The provider answered with neither text nor a tool call. */
export class EmptyReply extends Error {
  readonly finishReason: string;

  constructor(finishReason: string) {
    super(`empty reply (${finishReason})`);
    this.finishReason = finishReason;
  }
}

/** The answer ended before it said that it does. */
export class CutStream extends Error {}

/** What the provider said in the middle of an answer that it could not finish. */
export class StreamFailure extends Error {
  readonly said: unknown;

  constructor(said: unknown) {
    super("the provider broke its answer off");
    this.said = said;
  }
}

const UNREADABLE = [EmptyResponseBodyError, InvalidResponseDataError, JSONParseError, TypeValidationError];
const UNREADABLE_MESSAGE = "The language model's answer could not be read: it is not what its interface promises.";

export interface Fault {
  readonly failure: ModelFailure;
  readonly retry: boolean;
  /** Milliseconds that the provider asked us to wait; null when it did not say. */
  readonly retryAfter: number | null;
}

/** Sorts an error of `ask`. `now` is wall-clock time in milliseconds, for Retry-After given as a date (RFC 9110, 10.2.3). */
export function toFault(error: unknown, now: number): Fault {
  if (error instanceof EmptyReply) return emptyFault(error.finishReason);
  if (error instanceof CutStream) return fault("The language model's answer was cut off.", true);
  if (error instanceof StreamFailure) return brokenOff(error);
  if (UNREADABLE.some((kind) => kind.isInstance(error))) return fault(UNREADABLE_MESSAGE, true);
  if (!APICallError.isInstance(error)) return lostFault(networkCode(error));
  const status = error.statusCode;
  if (status === undefined) return unreachable(networkCode(error));
  if (status < 400) return unreadableFault(error);
  const data = envelopeOf(error);
  const code = providerCode(data);
  const said: ProviderFault = { status, code, reason: providerReason(data) };
  if (status === 400 && NO_TOOLS.test(said.reason ?? ""))
    return { failure: new ModelFailure(noTools(detailOf(said)), said), retry: false, retryAfter: null };
  if ((status === 400 || status === 413) && isOverflow(said)) return overflowFault(said);
  if (NO_IMAGES.test(said.reason ?? ""))
    return { failure: new ImagesRefused(noImages(detailOf(said)), said), retry: false, retryAfter: null };
  const made = statusFault(status, code, retryAfter(error.responseHeaders ?? {}, now));
  return { ...made, failure: new ModelFailure(made.failure.message, said) };
}

function fault(message: string, retry: boolean, wait: number | null = null): Fault {
  return { failure: new ModelFailure(message), retry, retryAfter: wait };
}

function unreachable(code: string | null): Fault {
  if (code === connectionLost) return lostFault(code);
  const why = code === null ? "" : ` (${code})`;
  const message = `The language model could not be reached${why}. Check its address (${inApp}, or DAYSHIFT_MODEL_BASE_URL) and the network.`;
  return { failure: new ModelFailure(message, { status: null, code, reason: null }), retry: true, retryAfter: null };
}

function emptyFault(finishReason: string): Fault {
  if (finishReason === "content-filter")
    return fault("The model provider withheld the answer (content filter).", false);
  if (finishReason === "length") return fault("The language model reached its output limit before it answered.", false);
  return fault("The language model answered with nothing.", true);
}

function lostFault(code: string | null): Fault {
  if (code !== null) return fault(`The language model's answer was cut off (${code}).`, true);
  return fault("The language model could not be asked: the request failed.", false);
}

/** With its status the provider had promised an answer. */
function brokenOff({ said }: StreamFailure): Fault {
  const data = { error: typeof said === "string" ? { message: said } : said };
  const provider: ProviderFault = { status: 200, code: providerCode(data), reason: providerReason(data) };
  if (isOverflow(provider)) return overflowFault(provider);
  const detail = provider.code === null ? "" : ` (${provider.code})`;
  const message = `The model provider failed in the middle of its answer${detail}.`;
  return { failure: new ModelFailure(message, provider), retry: true, retryAfter: null };
}

function isOverflow({ code, reason }: ProviderFault): boolean {
  return code === "context_length_exceeded" || OVERFLOW.test(reason ?? "");
}

function overflowFault(provider: ProviderFault): Fault {
  return { failure: new WindowOverflow(overflow(detailOf(provider)), provider), retry: false, retryAfter: null };
}

/** What a person is shown of a refusal besides our own sentence: its status, and its code where it has one. */
function detailOf({ status, code }: Pick<ProviderFault, "status" | "code">): string {
  return [status, code].filter((each) => each !== null).join(", ");
}

function unreadableFault(error: APICallError): Fault {
  const code = networkCode(error);
  return code === null ? fault(UNREADABLE_MESSAGE, true) : lostFault(code);
}

function statusFault(status: number, code: string | null, wait: number | null): Fault {
  const detail = detailOf({ status, code });
  if (status === 401 || status === 403) {
    const check = `Check its key (${inApp}, or DAYSHIFT_MODEL_API_KEY).`;
    return fault(`The model provider refused the credential (${detail}). ${check}`, false);
  }
  if (status === 404) {
    const check = `Check both (${inApp}, or DAYSHIFT_MODEL and DAYSHIFT_MODEL_BASE_URL).`;
    return fault(`The model provider does not know the model or the address (${detail}). ${check}`, false);
  }
  if (status === 402 || (code !== null && NO_CREDIT.has(code)))
    return fault(`The account at the model provider is out of credit (${detail}). Top it up there.`, false);
  if (status === 429) return fault(`The model provider is limiting requests (${detail}). Try again later.`, true, wait);
  if (status >= 500 || status === 408) return fault(`The model provider failed (${detail}).`, true, wait);
  return fault(`The model provider refused the request (${detail}).`, false);
}

/** What servers say of a model that was not made for tools. */
const NO_TOOLS =
  /\b(?:does not|doesn't|not) support(?:ed)?\b.{0,20}\btools?\b|\btools? (?:use |calling )?(?:is|are) not supported/i;
const noTools = (detail: string): string =>
  `This language model does not support tools (${detail}), and agents work with nothing else. Name another one (${inApp}, or DAYSHIFT_MODEL).`;

/** What servers say of a model that was not made for images. Some say so with 404 or 500. */
const NO_IMAGES =
  /\b(?:does not|doesn't|not) support(?:ed)?\b.{0,30}\b(?:images?|vision|multimodal)\b|\b(?:images?|vision|multimodal)\b.{0,30}\b(?:is|are) not supported|no endpoints? .{0,20}support image|\bmmproj\b|missing data required for image/i;
const noImages = (detail: string): string => `This language model takes no images (${detail}).`;

/** Codes that come with a limit, and do not pass by waiting. */
const NO_CREDIT: ReadonlySet<string> = new Set(["insufficient_quota", "billing_error", "billing_hard_limit_reached"]);

/** What servers say of a request that is longer than the window. */
const OVERFLOW =
  /context (?:length|window|size)|prompt is too long|too many (?:input )?tokens|exceeds? the (?:maximum|available) .{0,30}(?:tokens|context)|input token count/i;
const overflow = (detail: string): string =>
  `The conversation is longer than the language model reads at once (${detail}). Say with DAYSHIFT_MODEL_CONTEXT how many tokens fit, or name another model.`;

/** Characters of a body that are looked at for what it says of the error. */
const LONGEST_BODY = 100_000;

/** The error envelope of an answer; of one that is another than the package of the provider expects, as it came (Gemini's is in a list). */
function envelopeOf({ data, responseBody = "" }: APICallError): unknown {
  if (data !== undefined) return data;
  if (responseBody.length > LONGEST_BODY) return undefined;
  try {
    const body = JSON.parse(responseBody) as unknown;
    return Array.isArray(body) ? (body[0] as unknown) : body;
  } catch {
    return undefined;
  }
}

/** The provider's own code for the error, when it is one word: its prose may repeat the prompt or a key. */
function providerCode(data: unknown): string | null {
  const error = isRecord(data) ? data["error"] : undefined;
  if (!isRecord(error)) return null;
  const given = [error["code"], error["status"], error["type"]];
  const found = given.find((each) => typeof each === "string" && /^(?:[a-z_]{3,60}|[A-Z_]{3,60})$/.test(each));
  return typeof found === "string" ? found : null;
}

/** Characters of a provider's words that are logged. */
const REASON_LIMIT = 300;
/** Quoted text with a space, or longer than a name: it may be a person's. The apostrophe of a word opens nothing. */
const QUOTED =
  /(?<![\p{L}\p{N}])(["'`\u201c\u2018])(?:(?=[^"'`\u201d\u2019]*\s)|(?=[^"'`\u201d\u2019]{61}))[^"'`\u201d\u2019]*["'`\u201d\u2019]?/gu;
/** Keys and tokens, also those that the provider has masked itself. */
const SECRET = /\b(?:sk|pk|api|key|dsk)[-_][\w*.-]{6,}|\bBearer \S+|\S*\*{3,}\S*|[\w-]{32,}/giu;

/** The provider's words out of its error envelope, to tell refusals apart, never for the log: without secrets and quoted content; null for none. */
function providerReason(data: unknown): string | null {
  const error = isRecord(data) ? data["error"] : undefined;
  const words = isRecord(error) ? error["message"] : undefined;
  if (typeof words !== "string") return null;
  const line = words
    .slice(0, 10 * REASON_LIMIT)
    .replaceAll(/[\s\p{Cc}]+/gu, " ")
    .trim();
  const safe = line.replaceAll(SECRET, "[hidden]").replaceAll(QUOTED, "[quoted]");
  return safe === "" ? null : safe.slice(0, REASON_LIMIT).toWellFormed();
}

function retryAfter(headers: Readonly<Record<string, string>>, now: number): number | null {
  const exact = Number.parseFloat(headers["retry-after-ms"] ?? "");
  if (exact >= 0) return exact;
  const value = headers["retry-after"] ?? "";
  if (/^\d+(\.\d+)?$/.test(value)) return Number(value) * 1000;
  const date = Date.parse(value);
  return Number.isNaN(date) ? null : Math.max(0, date - now);
}

/** Of an answer that had begun. */
const connectionLost = "connection lost";
/** What Node's fetch and Deno's say of an answer that ended too early. */
const LOST = ["terminated", "error reading a body from connection"];

/** The code of the network error at the root of a chain of causes, such as ECONNREFUSED. */
function networkCode(error: unknown): string | null {
  for (let each = error, depth = 0; each instanceof Error && depth < 8; each = each.cause, depth += 1) {
    const code = "code" in each ? each.code : undefined;
    if (typeof code === "string" && /^[A-Z][A-Z_]{2,40}$/.test(code)) return code;
    const number = /\((os error \d{1,5})\)/.exec(each.message)?.[1]; // of Deno's fetch, which has no codes
    if (number !== undefined) return number;
    if (each instanceof TypeError && LOST.includes(each.message)) return connectionLost;
  }
  return null;
}
