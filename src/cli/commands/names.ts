/** What a command is called: folded from the path and the id of its operation. */
import { type Operation, pathParameters } from "../../schema/operation.ts";
import { kebab } from "./fields.ts";

export interface CommandName {
  /** The first word of the path: `/todo-lists/{todoListId}` → `todo-lists`. */
  readonly group: string;
  /** What the id says beyond the resource: `listTodos` → `list`, `createAgentSkill` → `create-skill`. */
  readonly verb: string;
  /** Ids that stand in the path, in order. */
  readonly ids: readonly string[];
}

/** Shorter words for what people type most. */
export const aliases: Readonly<Record<string, readonly string[]>> = {
  list: ["ls"],
  get: ["show"],
  create: ["add", "new"],
  delete: ["rm"],
};

/** The same for groups. */
export const groupAliases: Readonly<Record<string, string>> = { "api-keys": "keys" };

/** The name of the command of an operation. */
export function commandName({ id, path }: Operation): CommandName {
  const group = path.split("/")[1] ?? "";
  const noun = pascal(group).replace(/s$/, "");
  const verb = kebab(id.replace(new RegExp(`${noun}(?:s(?![a-z]))?`), ""));
  return { group, verb, ids: pathParameters(path) };
}

function pascal(words: string): string {
  return words.replaceAll(/(?:^|-)([a-z])/g, (_, letter: string) => letter.toUpperCase());
}
