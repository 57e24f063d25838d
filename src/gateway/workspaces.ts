/** The port to the owners of the workspaces: all that the gateway knows of them. */
import type { ActorHost } from "../actors/workspace/host.ts";

export type Workspaces = Pick<ActorHost, "call" | "stateOf" | "audio" | "follow" | "create" | "syncMembers">;
