/** What a command is called: folded from the path and the id of its operation. */
import { type Operation, pathParameters } from "../../schema/operation.ts";
import { kebab } from "./fields.ts";

export interface CommandName {
  /** The first word of the path: `/todo-lists/{todoListId}` → `todo-lists`; `service` where the path names no resource. */
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

/** What these commands do is done by one of another name; null: by none. */
const elsewhere: Readonly<Record<string, string | null>> = {
  getIdentity: "whoami",
  createSession: "login",
  endSession: "logout",
  completeSetup: null,
  createPasswordReset: null,
  confirmPasswordReset: null,
  showInvitation: null,
  acceptInvitation: null,
};

/** True when the operation has a command that is folded from the table. */
export function isFolded({ id }: Operation): boolean {
  return !Object.hasOwn(elsewhere, id);
}

/** The words that call the operation; null when none do. */
export function commandWords(record: Operation): readonly string[] | null {
  const word = elsewhere[record.id];
  if (word !== undefined) return word === null ? null : [word];
  const { group, verb } = commandName(record);
  return [group, verb];
}

/** The name of the folded command of an operation. */
export function commandName({ id, path }: Operation): CommandName {
  const first = path.split("/")[1] ?? "";
  const group = first === "" || first.includes(".") ? "service" : first;
  const noun = pascal(group).replace(/s$/, "");
  const verb = kebab(id.replace(new RegExp(`${noun}(?:s(?![a-z]))?`), ""));
  return { group, verb, ids: pathParameters(path) };
}

function pascal(words: string): string {
  return words.replaceAll(/(?:^|-)([a-z])/g, (_, letter: string) => letter.toUpperCase());
}
