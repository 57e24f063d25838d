/** Backups in a folder, readable by their owner only. */
import { type Dirent, existsSync, readdirSync, rmSync } from "node:fs";
import { copyFile, readFile, writeFile } from "node:fs/promises";
import { dirname, join, relative, resolve } from "node:path";
import { makeFolder, nameFileAside } from "../../actors/store/files.ts";
import { isInside } from "./manifest.ts";
import type { Target } from "./target/target.ts";

/** The folder is made when it is not there. */
export function folderTarget(folder: string): Target {
  const root = resolve(folder);
  const pathOf = (key: string): string => {
    if (!isInside(key)) throw new Error(`${key} is no key of a backup.`);
    return join(root, key);
  };
  const place = async (key: string, write: (temporary: string) => Promise<void>): Promise<void> => {
    const path = pathOf(key);
    makeFolder(dirname(path));
    const temporary = `${path}.new`;
    await write(temporary);
    await nameFileAside(temporary, path);
  };
  return {
    name: root,
    put: (key, file) => place(key, (temporary) => copyFile(file, temporary)),
    get: (key, file) => copyFile(pathOf(key), file),
    putText: (key, text) => place(key, (temporary) => writeFile(temporary, text, { mode: 0o600 })),
    getText: (key) => readFile(pathOf(key), "utf8"),
    has: async (key) => existsSync(pathOf(key)),
    async list(prefix) {
      const within = join(root, dirname(`${prefix}x`));
      return filesIn(within)
        .filter((file) => !file.name.endsWith(".new"))
        .map((file) => relative(root, join(file.parentPath, file.name)).replaceAll("\\", "/"))
        .filter((key) => key.startsWith(prefix))
        .sort();
    },
    async dropUnfinished() {
      for (const { name, parentPath } of filesIn(join(root, "objects")))
        if (name.endsWith(".new")) rmSync(join(parentPath, name), { force: true });
    },
    remove: async (key) => rmSync(pathOf(key), { force: true }),
  };
}

function filesIn(folder: string): Dirent[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, withFileTypes: true }).filter((file) => file.isFile());
}
