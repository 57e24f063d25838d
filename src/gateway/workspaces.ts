/** The port to the owners of the workspaces: all that the gateway knows of them. */
import type { AudioAnswers, AudioAsks } from "../actors/audio/asks.ts";
import type { Hold } from "../actors/holds/hold.ts";
import type { Caller } from "../schema/caller.ts";
import type { WorkspaceOperationId } from "../schema/operations/index.ts";
import type { AnyInput } from "./input.ts";
import type { Idempotency } from "./fingerprint.ts";

export interface WorkspaceCall {
  readonly operation: WorkspaceOperationId;
  readonly caller: Caller;
  readonly input: AnyInput;
  readonly idempotency: Idempotency | null;
  /** Whose signal is aborted when the client goes away: it ends a hold, never the work. */
  readonly client?: { readonly signal: AbortSignal };
}

export interface WorkspaceAnswer {
  readonly body: unknown;
  /** Has the body to be answered in the end; absent when the request is not held. */
  readonly hold?: Hold;
  /** The body as JSON text, when that is at hand. */
  readonly json?: string;
  readonly replayed: boolean;
  /** The state of the workspace that the body follows from, with the input and the caller alone; absent when anything else went into it. */
  readonly asOf?: object;
}

export interface MemberRow {
  readonly userId: string;
  readonly email: string;
  readonly name: string;
}

export interface Workspaces {
  /** Carries out one operation. A read of an open workspace is answered at once, without a promise. */
  call(workspaceId: string, call: WorkspaceCall): WorkspaceAnswer | Promise<WorkspaceAnswer>;
  /** Stands for what is committed in a workspace: another object after every commit; null when it is not known here. */
  stateOf(workspaceId: string): object | null;
  /** Answers a question about a recording. */
  audio<Ask extends keyof AudioAsks>(
    workspaceId: string,
    ask: Ask,
    input: AudioAsks[Ask],
    signal?: AbortSignal,
  ): Promise<AudioAnswers[Ask]>;
  /** Makes the file of a new workspace durable, with its default list and assistant. */
  create(workspaceId: string, members: readonly MemberRow[]): Promise<void>;
  /** Tells a workspace who its members are. */
  syncMembers(workspaceId: string, members: readonly MemberRow[]): Promise<void>;
}
