/** Where an answer may be sent. Source: OAuth 2.1 §2.3 and §8.4, RFC 8252 §7, RFC 9700 §4.1. */

/** An http address of this computer, up to and without its port: a native app takes whichever port is free. */
const loopback = /^(http:\/\/(?:127\.0\.0\.1|\[::1\]|localhost))(?::[1-9]\d{0,4})?(?=[/?]|$)/;
/** Editors that had a scheme before the rule that it be a reversed domain name. */
const knownSchemes = ["cursor:", "vscode:", "vscode-insiders:", "windsurf:", "zed:"];
const lengthLimit = 2000;

/** What is wrong with a redirect URI, or null when a client may register it. */
export function redirectFault(uri: unknown): string | null {
  if (typeof uri !== "string" || uri.length > lengthLimit || !/^[!$-;=?-[\]_a-z~]+$/.test(uri) || !URL.canParse(uri)) {
    return `expected an absolute URI in ASCII, at most ${lengthLimit} characters, without a fragment`;
  }
  const { protocol, host, username, password } = new URL(uri);
  if (username !== "" || password !== "") return "a user name or password has no place in it";
  if (protocol === "https:") {
    return uri === `https://${host}` || uri.startsWith(`https://${host}/`) || uri.startsWith(`https://${host}?`)
      ? null
      : "expected https:// and a host in lower case, without the default port";
  }
  if (protocol === "http:") return loopback.test(uri) ? null : "http is for 127.0.0.1, [::1] and localhost only";
  if (!uri.startsWith(protocol)) return "expected the scheme in lower case";
  if (protocol.includes(".") || knownSchemes.includes(protocol)) return null;
  return "expected https, a loopback address, or the scheme of an app as a reversed domain name (com.example.app:)";
}

/** Whether a redirect URI is one of those registered: the same text, of a loopback address with any port. */
export function isRegistered(registered: readonly string[], asked: string): boolean {
  if (registered.includes(asked)) return true;
  return loopback.test(asked) && URL.canParse(asked) && registered.some((uri) => portless(uri) === portless(asked));
}

function portless(uri: string): string {
  return uri.replace(loopback, "$1");
}

/** The host that an answer goes to, with its port; the scheme of an app that has none. */
export function redirectHost(uri: string): string {
  const { host, protocol } = new URL(uri);
  return host === "" || !/^https?:$/.test(protocol) ? protocol : host;
}

/** The redirect URI with parameters added to whatever query it has; those that are null are left out. */
export function withParameters(uri: string, parameters: Readonly<Record<string, string | null>>): string {
  const given = Object.entries(parameters).filter((entry): entry is [string, string] => entry[1] !== null);
  return `${uri}${uri.includes("?") ? "&" : "?"}${new URLSearchParams(given).toString()}`;
}
