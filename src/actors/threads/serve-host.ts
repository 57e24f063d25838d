/** The inner side of a thread: a host of its own whose outside (credentials, minutes, alarms, reports) is the main thread's. */
import type { MessagePort } from "node:worker_threads";
import type { Member } from "../../workspace/members/queries.ts";
import type { AudioAsks } from "../audio/asks.ts";
import type { FollowAsk } from "../feed/followers.ts";
import type { Alarms } from "../alarms/alarms.ts";
import type { ActorHost } from "../workspace/host.ts";
import type { Access, Log, Mailer, Minutes, OutsideTools } from "../runtime/ports.ts";
import type { Call } from "../workspace/actor.ts";
import { type Channel, createChannel } from "./channel.ts";
import { ownerOf } from "./owner.ts";

/** Which thread this is, of how many. */
export interface Share {
  readonly index: number;
  readonly count: number;
}

/** What is the main thread's, and the threads use through it. */
export interface Outside {
  readonly access: Access;
  readonly minutes: Minutes;
  readonly mailer: Mailer;
  readonly outside: OutsideTools;
  readonly alarms: Alarms;
  readonly report: (what: string, error: unknown) => void;
  readonly log: Log;
}

/** What the main thread lends to one of them. */
export interface Lent extends Outside {
  readonly owns: (workspaceId: string) => boolean;
}

/** Builds the host and answers the main thread from then on; a host that cannot be built ends the thread. */
export function serveHost(port: MessagePort, share: Share, build: (lent: Lent) => Promise<ActorHost>): void {
  const channel: Channel = createChannel(port, async (method, args, signal) =>
    answer(await host, method, args, signal),
  );
  const host = build(lend(channel, share));
}

/** Carries out what the main thread asks; the arguments are those of `createThreadHost`. */
function answer(host: ActorHost, method: string, args: readonly unknown[], signal: AbortSignal): unknown {
  switch (method) {
    case "useModel":
      return host.useModel(args[0] as Parameters<ActorHost["useModel"]>[0]);
    case "useSpeech":
      return host.useSpeech(args[0] as Parameters<ActorHost["useSpeech"]>[0]);
    case "ready":
      return host.ready();
    case "drain":
      return host.drain(args[0] as number);
    default:
      return answerFor(host, method, args, signal);
  }
}

/** Carries out what is asked about a workspace; the arguments are those of `createAskedHost`. */
export function answerFor(host: ActorHost, method: string, args: readonly unknown[], signal: AbortSignal): unknown {
  switch (method) {
    case "call":
      return host.call(args[0] as string, { ...(args[1] as Call), client: { signal } });
    case "follow":
      return host.follow(args[0] as string, args[1] as FollowAsk, signal);
    case "audio":
      return host.audio(args[0] as string, args[1] as keyof AudioAsks, args[2] as never, signal);
    case "create":
      return host.create(args[0] as string, args[1] as readonly Member[]);
    case "syncMembers":
      return host.syncMembers(args[0] as string, args[1] as readonly Member[]);
    case "copyInto":
      return host.copyInto(args[0] as string, args[1] as string);
    default:
      throw new Error(`A host was asked for ${method}, which it does not have.`);
  }
}

function lend(channel: Channel, { index, count }: Share): Lent {
  const ask = <T>(method: string, ...args: unknown[]): Promise<T> => channel.ask(method, args) as Promise<T>;
  return {
    access: {
      currentScopes: (caller) => ask("currentScopes", caller),
      timezoneOf: (userId) => ask("timezoneOf", userId),
    },
    minutes: {
      secondsLeft: (workspaceId) => ask("secondsLeft", workspaceId),
      reserve: (workspaceId, turnId, agentId) => ask("reserve", workspaceId, turnId, agentId),
      note: (workspaceId, charge) => ask("noteMinutes", workspaceId, charge),
      settle: (workspaceId, charges) => ask("settle", workspaceId, charges),
    },
    mailer: { send: (mail) => ask("sendMail", mail), push: (note) => ask("sendPush", note) },
    outside: {
      toolsOf: (workspaceId, agentId) => ask("outsideTools", workspaceId, agentId),
      call: (workspaceId, call) => ask("callOutside", workspaceId, call),
    },
    alarms: {
      set: (workspaceId, alarm) => ask("setAlarm", workspaceId, alarm),
      all: () => ask("allAlarms"),
      close: async () => undefined, // the main thread's, for all threads together
    },
    report(what, error) {
      const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
      ask("report", what, text).catch(() => undefined); // nobody is left to hear it when the channel is closed
    },
    log(level, event, fields) {
      ask("log", level, event, fields).catch(() => undefined); // the same
    },
    owns: (workspaceId) => ownerOf(workspaceId, count) === index,
  };
}
