/** What a setting is, and how texts of the environment are read. */

export interface Setting<Value> {
  /** Environment variable; the flag is its lower-case form: `DAYSHIFT_DATA_DIR` → `--data-dir`. */
  readonly variable: string;
  /** The name of the variable in version 1.0, which is still read. */
  readonly former?: string;
  readonly meaning: string;
  readonly fallback: Value;
  /** The value, or undefined when the text is none. */
  readonly read: (text: string) => Value | undefined;
  readonly expected: string;
}

/** A setting by its variable. */
export function setting<Value>(variable: string, rule: Omit<Setting<Value>, "variable">): Setting<Value> {
  return { variable, ...rule };
}

/** Any text. */
export const optional = (text: string): string | null => text;
/** A text that is not empty. */
export const given = (text: string): string | undefined => (text === "" ? undefined : text);

/** A whole number within both limits. */
export function whole(least: number, most: number): (text: string) => number | undefined {
  return (text) => {
    const value = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN;
    return value >= least && value <= most ? value : undefined;
  };
}

/** An origin: scheme, host and port of a web address, and nothing else. */
export function address(text: string): string | null | undefined {
  if (!URL.canParse(text)) return undefined;
  const url = new URL(text);
  const plain = url.pathname === "/" && url.search === "" && url.hash === "" && url.username === "";
  return plain && /^https?:$/.test(url.protocol) ? url.origin : undefined;
}

/** Where a node is reached by others: host and port, and nothing else. */
export function nodeAddress(text: string): string | undefined {
  if (!URL.canParse(text)) return undefined;
  const { protocol, hostname, port } = new URL(text);
  const plain = `tls://${hostname}:${port}`;
  return protocol === "tls:" && hostname !== "" && port !== "" && text.toLowerCase() === plain ? plain : undefined;
}

/** A bucket, and what stands before the keys in it. */
export const bucketAddress = /^s3:\/\/([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])(?:\/(.*))?$/;

/** The address of an OpenID Connect provider, as it is written: issuers are compared letter by letter. */
export function issuer(text: string): string | undefined {
  if (!URL.canParse(text)) return undefined;
  const { protocol, hostname, search, hash } = new URL(text);
  const isLocal = protocol === "http:" && ["localhost", "127.0.0.1", "[::1]"].includes(hostname);
  return (protocol === "https:" || isLocal) && search === "" && hash === "" ? text : undefined;
}

/** One of a few words. */
export function oneOf<const Choice extends string>(
  ...choices: readonly Choice[]
): (text: string) => Choice | undefined {
  return (text) => choices.find((choice) => choice === text);
}

/** An address, by itself or in angle brackets behind a name. */
export const mailbox = /^(?:[^<>@\p{Cc}]*<[^\s<>@,;]+@[^\s<>@,;]+>|[^\s<>@,;]+@[^\s<>@,;]+)$/u;

/** Texts that are separated by commas. */
export const listOf = (text: string): readonly string[] =>
  text
    .split(",")
    .map((part) => part.trim())
    .filter(Boolean);

/** The flag of a variable. */
export function flagOf(variable: string): string {
  return variable.replace("DAYSHIFT_", "").toLowerCase().replaceAll("_", "-");
}
