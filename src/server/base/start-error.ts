/** Failures of a start in the words of the configuration: the variable, what was expected, what to do. */
import type { Configuration } from "./configuration.ts";

const notOurs = ({ host }: Configuration): string =>
  `DAYSHIFT_HOST: expected an address of this machine, got ${JSON.stringify(host)}.`;

/** The setting of the port that could not be had, which Node's error names. */
const settingOf = ({ metricsPort }: Configuration, port?: number): string =>
  port !== undefined && port === metricsPort ? "DAYSHIFT_METRICS_PORT" : "DAYSHIFT_PORT";

const addressTrouble: Readonly<Record<string, (configuration: Configuration, port?: number) => string>> = {
  EADDRINUSE: (configuration, port) =>
    `${settingOf(configuration, port)}: port ${port ?? configuration.port} of ${configuration.host} is in use by another program. Stop that one, or choose another port (0 picks a free one).`,
  EADDRNOTAVAIL: notOurs,
  EINVAL: notOurs, // the same from Deno
  ENOTFOUND: ({ host }) =>
    `DAYSHIFT_HOST: expected a host name or address, and nothing is known of ${JSON.stringify(host)}.`,
};

/** The error to show for what stopped a start; one that needs no explaining comes back as it is. */
export function explainStart(error: unknown, configuration: Configuration): unknown {
  if (!(error instanceof Error)) return error;
  if (error.message.includes("trusted proxy")) return new Error(`DAYSHIFT_TRUSTED_PROXIES: ${error.message}`);
  if (isOutOfRoom(error)) return new Error(noRoom(configuration));
  if (!("code" in error)) return error;
  const { code, syscall, port } = error as { code: unknown; syscall?: unknown; port?: number };
  const network = syscall === "listen" || syscall === "getaddrinfo";
  if (network && typeof code === "string" && addressTrouble[code] !== undefined) {
    return new Error(addressTrouble[code](configuration, port));
  }
  if (network && code === "EACCES") {
    return new Error(
      `${settingOf(configuration, port)}: this user may not listen on port ${port ?? configuration.port} of ${configuration.host}. Choose one from 1024 upwards.`,
    );
  }
  if (code === "SQLITE_NOTADB") return new Error(notADatabase(configuration));
  if (typeof syscall !== "string" || network) return error;
  return new Error(
    `DAYSHIFT_DATA_DIR: expected a folder that can be written to, and ${JSON.stringify(configuration.dataDir)} cannot: ${error.message}. Choose another folder, or give this user the right to write there.`,
  );
}

/** Whether it comes, however far down, from a disk or a quota that has no room left. */
export function isOutOfRoom(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = "code" in error ? error.code : undefined;
  return code === "ENOSPC" || code === "EDQUOT" || code === "SQLITE_FULL" || isOutOfRoom(error.cause);
}

function noRoom({ dataDir }: Configuration): string {
  return `DAYSHIFT_DATA_DIR: no room is left on the disk of ${JSON.stringify(dataDir)}. Make room there, or choose another folder.`;
}

function notADatabase({ directoryUrl, dataDir }: Configuration): string {
  const file = directoryUrl ?? `${dataDir}/directory.db`;
  return `${file} is not a database: something has overwritten it. Put a backup in its place, or choose another folder with DAYSHIFT_DATA_DIR.`;
}
