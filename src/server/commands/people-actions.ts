/** What `dayshift password`, `members` and `operators` do. */
import { act, type MoveFlags, print, whichWorkspace } from "./act.ts";
import type { PersonLine } from "../archive/people.ts";

export interface PasswordFlags extends MoveFlags {
  readonly keepApiKeys?: boolean;
  readonly resetSecondFactor?: boolean;
}

export interface MembersFlags extends MoveFlags {
  readonly owner?: string;
  readonly resetSecondFactor?: string;
}

export interface OperatorsFlags extends MoveFlags {
  readonly add?: string;
  readonly remove?: string;
}

/** Sets a password. */
export async function setPassword(email: string, password: string, flags: PasswordFlags): Promise<void> {
  const keepApiKeys = flags.keepApiKeys === true;
  const input = { email, password, keepApiKeys: String(keepApiKeys) };
  await act(flags, "password", input, (moves) => moves.setPassword(email, password, keepApiKeys));
  const ended = keepApiKeys ? "sessions and connected apps" : "sessions, connected apps and API keys";
  print(flags, { email }, `${email} has a new password; earlier ${ended} have ended.`);
}

/** Switches a second factor off. */
export async function resetSecondFactor(email: string, flags: MoveFlags): Promise<void> {
  await act(flags, "second-factor", { email }, (moves) => moves.resetSecondFactor(email));
  print(flags, { email }, `${email} signs in with the password alone, and can set a second factor up again.`);
}

/** Lists the people of a workspace, after the change that was asked for. */
export async function members(id: string | undefined, flags: MembersFlags): Promise<void> {
  const { owner, resetSecondFactor: reset } = flags;
  if (reset !== undefined) return resetSecondFactor(reset, flags);
  const workspaceId = whichWorkspace(id, flags);
  if (owner !== undefined) {
    const input = { workspaceId, email: owner };
    await act(flags, "owner", input, (moves) => moves.makeOwner(workspaceId, owner));
  }
  const people = await act(flags, "members", { workspaceId }, (moves) => moves.membersOf(workspaceId));
  const lines = people.map((person) => `${person.role.padEnd(6)}  ${lineOf(person)}`);
  print(flags, people, lines.length === 0 ? "Nobody. Name an owner: --owner <email>" : lines.join("\n"));
}

/** Lists the operators, after the change that was asked for. */
export async function operators(flags: OperatorsFlags): Promise<void> {
  for (const [email, isOperator] of [
    [flags.add, true],
    [flags.remove, false],
  ] as const) {
    if (email === undefined) continue;
    const input = { email, isOperator: String(isOperator) };
    await act(flags, "operator", input, (moves) => moves.setOperator(email, isOperator));
  }
  const people = await act(flags, "operators", {}, (moves) => moves.operators());
  print(flags, people, people.length === 0 ? "Nobody. Name one: --add <email>" : people.map(lineOf).join("\n"));
}

function lineOf({ email, name }: PersonLine): string {
  return `${email}  ${name}`;
}
