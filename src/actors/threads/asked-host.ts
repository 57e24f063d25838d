/** What a host elsewhere is asked about a workspace: in another thread, or on another machine. */
import type { AudioAnswers, AudioAsks } from "../audio/asks.ts";
import type { FollowAnswer } from "../feed/followers.ts";
import type { Answer } from "../workspace/actor.ts";
import type { ActorHost } from "../workspace/host.ts";

/** Asks the owner of a workspace; the arguments are those of `answerFor`. */
export type AskOwner = (
  workspaceId: string,
  method: WorkspaceMethod,
  args: readonly unknown[],
  signal?: AbortSignal,
) => Promise<unknown>;

/** What concerns one workspace, and may be asked from elsewhere. */
export type WorkspaceMethod = "call" | "follow" | "audio" | "create" | "syncMembers" | "copyInto";

/** A host whose workspaces are elsewhere. */
export function createAskedHost(ask: AskOwner): Pick<ActorHost, WorkspaceMethod> {
  return {
    call: (workspaceId, { client, ...call }) =>
      ask(workspaceId, "call", [workspaceId, call], client?.signal) as Promise<Answer>,
    follow: (workspaceId, what, signal) =>
      ask(workspaceId, "follow", [workspaceId, what], signal) as Promise<FollowAnswer>,
    audio: <Ask extends keyof AudioAsks>(workspaceId: string, what: Ask, input: AudioAsks[Ask], signal?: AbortSignal) =>
      ask(workspaceId, "audio", [workspaceId, what, input], signal) as Promise<AudioAnswers[Ask]>,
    async create(workspaceId, members) {
      await ask(workspaceId, "create", [workspaceId, members]);
    },
    async syncMembers(workspaceId, members) {
      await ask(workspaceId, "syncMembers", [workspaceId, members]);
    },
    async copyInto(workspaceId, target) {
      await ask(workspaceId, "copyInto", [workspaceId, target]);
    },
  };
}
