/** The directory that the configuration means. */
import { join } from "node:path";
import type { Clock, Ids } from "../../actors/runtime/ports.ts";
import type { FollowedDatabase } from "../../actors/store/pages/followed-database.ts";
import type { Db } from "../../gateway/directory/database/db.ts";
import { type Directory, type DirectoryOptions, openDirectory } from "../../gateway/directory/directory.ts";
import type { PasswordCost } from "../../gateway/directory/secrets/passwords.ts";
import { requireDirectoryFile, requireKnownWorkspaces } from "./lost-directory.ts";
import type { Configuration } from "../base/configuration.ts";
import { secretKeyOf } from "../base/secret-key.ts";

export interface OpenOptions {
  /** In place of what is recommended. */
  readonly passwordCost?: PasswordCost | undefined;
  /** Throws when the data folder may not be written to. */
  readonly admit?: () => void;
  /** An open database of the newest schema, in place of the configured one. */
  readonly db?: Db;
  /** Has its writes in a store that machines share, too. */
  readonly follower?: FollowedDatabase;
  /** Notifies the other nodes of what was changed here. */
  readonly announce?: DirectoryOptions["announce"];
}

/** Opens it: a file in the data folder, or a server. Rejects when the file is missing or empty while the folder holds workspaces. */
export async function openConfigured(
  configuration: Configuration,
  clock: Clock,
  ids: Ids,
  { passwordCost, admit, follower, db, announce }: OpenOptions = {},
): Promise<Directory> {
  const { directoryUrl, directoryToken, dataDir, minutesPerMonth, maxWorkspaces } = configuration;
  const isFile = directoryUrl === null;
  if (isFile && db === undefined) requireDirectoryFile(dataDir);
  return openDirectory({
    url: directoryUrl ?? `file:${join(dataDir, "directory.db")}`,
    ...(directoryToken === null ? {} : { authToken: directoryToken }),
    clock,
    ids,
    minutesPerMonth,
    maxWorkspaces,
    secretKey: secretKeyOf(configuration),
    ...(isFile ? { beforeUse: (db) => requireKnownWorkspaces(dataDir, db) } : {}),
    ...(db === undefined ? {} : { db }),
    ...(passwordCost === undefined ? {} : { passwordCost }),
    ...(follower === undefined ? {} : { follower }),
    ...(announce === undefined ? {} : { announce }),
    ...(admit === undefined || directoryUrl !== null ? {} : { admit }),
  });
}
