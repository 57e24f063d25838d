/** The configuration of a service: what flags and environment say of its settings. */
import { settings } from "./settings.ts";
import { flagOf, type Setting } from "./setting.ts";

/** The value of each setting. */
export type Configuration = { readonly [Name in keyof typeof settings]: (typeof settings)[Name]["fallback"] };

/**
 * The configuration out of flags and environment; a flag wins. Throws an Error naming the variable, what was expected and
 * what was given (never the value of a secret).
 */
export function readConfiguration(
  environment: Readonly<Record<string, string | undefined>>,
  flags: Readonly<Record<string, string | undefined>>,
): Configuration {
  const values = Object.entries(settings).map(([name, one]) => [name, readSetting(one, environment, flags)]);
  const configuration = Object.fromEntries(values) as Configuration;
  if ((configuration.ownerEmail === null) !== (configuration.ownerPassword === null)) {
    throw new Error("DAYSHIFT_OWNER_EMAIL and DAYSHIFT_OWNER_PASSWORD go together: set both or neither.");
  }
  if ((configuration.smtpUrl === null) !== (configuration.mailFrom === null)) {
    throw new Error("DAYSHIFT_SMTP_URL and DAYSHIFT_MAIL_FROM go together: set both or neither.");
  }
  if ((configuration.oidcIssuer === null) !== (configuration.oidcClientId === null)) {
    throw new Error("DAYSHIFT_OIDC_ISSUER and DAYSHIFT_OIDC_CLIENT_ID go together: set both or neither.");
  }
  if (configuration.storeUrl !== null) requireSharable(configuration);
  if (configuration.nodeUrl !== null) requireNode(configuration);
  if (configuration.storeMedia !== null && configuration.storeUrl === null) {
    throw new Error("DAYSHIFT_STORE_MEDIA needs DAYSHIFT_STORE_URL: one machine keeps recordings in its data folder.");
  }
  return configuration;
}

/** Throws an Error naming what does not go together with a store. */
function requireSharable({ secretKey, workers, directoryUrl }: Configuration): void {
  if (secretKey === null)
    throw new Error("DAYSHIFT_STORE_URL needs DAYSHIFT_SECRET_KEY: 64 hexadecimal digits, the same on every machine.");
  if (workers !== 0) throw new Error("DAYSHIFT_STORE_URL and DAYSHIFT_WORKERS do not go together: leave one out.");
  if (directoryUrl !== null)
    throw new Error(
      "DAYSHIFT_STORE_URL and DAYSHIFT_DIRECTORY_URL do not go together: the directory is in the store. Leave one out.",
    );
}

/** Throws an Error naming what a node that answers next to others needs. */
function requireNode({ storeUrl, nodeSecret }: Configuration): void {
  if (storeUrl === null) throw new Error("DAYSHIFT_NODE_URL needs DAYSHIFT_STORE_URL: the store that the nodes share.");
  if (nodeSecret === null)
    throw new Error("DAYSHIFT_NODE_URL needs DAYSHIFT_NODE_SECRET: 64 hexadecimal digits, the same on every node.");
}

function readSetting(
  one: Setting<unknown>,
  environment: Readonly<Record<string, string | undefined>>,
  flags: Readonly<Record<string, string | undefined>>,
): unknown {
  const text = flags[flagOf(one.variable)] ?? environment[one.variable] ?? environment[one.former ?? one.variable];
  if (text === undefined || text === "") return one.fallback;
  const value = one.read(text);
  if (value !== undefined) return value;
  const shown = /PASSWORD|KEY|TOKEN|SECRET|SMTP_URL|STORE_URL/.test(one.variable)
    ? `${text.length} characters`
    : JSON.stringify(text);
  throw new Error(`${one.variable}: expected ${one.expected}, got ${shown}.`);
}

/** Variables of the command line and of the single binary, which the service leaves alone. */
export const commandVariables: readonly string[] = [
  "DAYSHIFT_URL",
  "DAYSHIFT_KEY",
  "DAYSHIFT_WORKSPACE",
  "DAYSHIFT_PROFILE",
];

/** What the single binary reads before the program begins. */
const launcherVariables: readonly string[] = ["DAYSHIFT_NATIVE_DIR"];

/** Variables that look like ours and are none: a typo would otherwise be silent. */
export function unknownVariables(environment: Readonly<Record<string, string | undefined>>): string[] {
  const known = new Set([
    ...commandVariables,
    ...launcherVariables,
    ...Object.values<Setting<unknown>>(settings).flatMap(({ variable, former }) => [variable, former]),
  ]);
  return Object.keys(environment).filter((name) => name.startsWith("DAYSHIFT_") && !known.has(name));
}

/** What `--help` prints: every flag with its default and meaning. */
export function helpText(): string {
  const rows = Object.values(settings).map((one) => {
    const usual = one.fallback === null || Array.isArray(one.fallback) ? "" : ` (${String(one.fallback)})`;
    return `  --${flagOf(one.variable).padEnd(24)} ${one.meaning.replaceAll("`", "")}${usual}`;
  });
  const head = "Dayshift: work management for people and their agents.\n\nUsage: dayshift serve [flags]";
  return `${head}\n\nEach flag is also a variable: --data-dir is DAYSHIFT_DATA_DIR.\n\n${rows.join("\n")}\n  --help, --version\n`;
}
