/** Parameters of OAuth requests: a query string or a form. Source: RFC 6749 §3.1 and appendix B. */
import { limits } from "../../../schema/limits.ts";
import type { HttpRequest } from "../../http/message.ts";
import { OAuthError } from "./errors.ts";

/** Parameters by name. One that is repeated is kept apart: it has no value that could be trusted. */
export interface Parameters {
  /** The value, or null when it was not given. Throws `invalid_request` when it was given more than once. */
  get(name: string): string | null;
  /** The same; throws when it is missing or empty. */
  require(name: string): string;
}

const formLimit = limits.oauthForms.each.max;
const formType = /^application\/x-www-form-urlencoded(?:[ \t]*;[ \t]*charset=(?:utf-8|"utf-8"))?$/i;
const utf8 = new TextDecoder("utf-8", { fatal: true });

/** Parameters out of encoded text. */
export function readParameters(text: string): Parameters {
  const all = new URLSearchParams(text);
  const get = (name: string): string | null => {
    const [value, ...others] = all.getAll(name);
    if (others.length > 0) throw new OAuthError("invalid_request", `${name} is given more than once: give it once.`);
    return value ?? null;
  };
  return {
    get,
    require: (name) => {
      const value = get(name);
      if (value !== null && value !== "") return value;
      throw new OAuthError("invalid_request", `${name} is missing.`);
    },
  };
}

/** The form of a request. Throws `invalid_request` for a body that is none, 413 for one that is too large. */
export async function readForm(request: HttpRequest): Promise<Parameters> {
  if (!formType.test(request.header("content-type") ?? "")) {
    throw new OAuthError("invalid_request", "Send the parameters as application/x-www-form-urlencoded.");
  }
  const bytes = await request.body(formLimit);
  try {
    return readParameters(utf8.decode(bytes));
  } catch {
    throw new OAuthError("invalid_request", "The form is not valid UTF-8.");
  }
}
