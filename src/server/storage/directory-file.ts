/** The file of the directory at the node that has it, and what the others ask of it. */
import type { Replica } from "../../actors/store/pages/replica.ts";
import { NotOwner } from "../../actors/workspace/not-owner.ts";
import type { AnswerDirectory } from "../../cluster/answers.ts";
import type { Db } from "../../gateway/directory/database/db.ts";
import type { Directory } from "../../gateway/directory/directory.ts";
import type { OpenOptions } from "../directory/directory.ts";
import { bucketFactOf } from "./bucket-media.ts";
import { requireSameSecret, secretFactOf } from "./ownership.ts";
import type { StorageParts } from "./parts.ts";
import { openSharedDirectory } from "./shared-directory.ts";

/** The file of the directory, while this node has it. */
export interface DirectoryFile {
  /** Fetches it, or makes it. Rejects when the secret key is another one, or the store has workspaces and no directory. */
  open(options: OpenOptions): Promise<void>;
  /** Closes it when the questions that are open are answered. */
  close(): Promise<void>;
  readonly answer: AnswerDirectory;
}

export function createDirectoryFile(parts: StorageParts, replica: Replica): DirectoryFile {
  const open = new Set<Promise<unknown>>();
  let directory: Directory | null = null;
  return {
    async open(options) {
      requireSameSecret(await replica.owned.facts(), parts.configuration);
      directory = await openSharedDirectory(parts, replica, options);
      const { configuration } = parts;
      await replica.append({ facts: new Map([...secretFactOf(configuration), ...bucketFactOf(configuration)]) });
    },
    async close() {
      const closing = directory;
      directory = null;
      await Promise.allSettled(open);
      await closing?.close();
    },
    async answer(method, args) {
      if (directory === null) throw new NotOwner();
      const answering = ask(directory.db, method, args);
      open.add(answering);
      try {
        return await answering;
      } finally {
        open.delete(answering);
      }
    },
  };
}

/** Rejects with what the database says. */
async function ask(db: Db, method: string, args: readonly unknown[]): Promise<unknown> {
  switch (method) {
    case "all":
      return db.all(...(args as Parameters<Db["all"]>));
    case "get":
      return db.get(...(args as Parameters<Db["get"]>));
    case "run":
      return db.run(...(args as Parameters<Db["run"]>));
    case "batch":
      return db.batch(...(args as Parameters<Db["batch"]>));
    default:
      throw new Error(`The directory was asked for ${method}, which it does not have.`);
  }
}
