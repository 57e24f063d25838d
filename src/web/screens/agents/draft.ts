/** What is being written of an agent, over what the person began with. */
import type { Agent, AgentUpdate } from "../../../schema/agent.ts";

export interface Draft {
  readonly name: string;
  readonly description: string;
  readonly instructions: string;
  readonly requiresApproval: boolean;
  readonly approvalGuidance: string;
}

type Name = keyof Draft;

export function draftOf({ name, description, instructions, requiresApproval, approvalGuidance }: Agent): Draft {
  return {
    name,
    description: description ?? "",
    instructions: instructions ?? "",
    requiresApproval,
    approvalGuidance: approvalGuidance ?? "",
  };
}

/** Only what differs, an empty text as none. */
export function changedFields(agent: Agent, draft: Draft): AgentUpdate {
  const before = draftOf(agent);
  const changed = (Object.keys(draft) as Name[]).filter((name) => draft[name] !== before[name]);
  return Object.fromEntries(changed.map((name) => [name, draft[name] === "" ? null : draft[name]]));
}

export interface Merged<D> {
  /** What the person wrote, and what somebody else set in the fields that the person left. */
  readonly draft: D;
  /** Fields that both have set, each to another value. */
  readonly crossed: readonly (keyof D)[];
}

/** The draft that was begun on `before`, over what somebody else has made of it. */
export function merge<D extends object>(before: D, theirs: D, draft: D): Merged<D> {
  const mine = (Object.keys(draft) as (keyof D)[]).filter((name) => draft[name] !== before[name]);
  const changed = Object.fromEntries(mine.map((name) => [name, draft[name]]));
  return {
    draft: { ...theirs, ...changed },
    crossed: mine.filter((name) => theirs[name] !== before[name] && theirs[name] !== draft[name]),
  };
}
