/** Workspaces spread over worker threads, behind the same port as a host in this thread. */
import { Worker } from "node:worker_threads";
import { ApiError } from "../../schema/errors.ts";
import type { Caller } from "../../schema/caller.ts";
import type { Alarm } from "../alarms/alarms.ts";
import type { ActorHost } from "../workspace/host.ts";
import type { Charge, Clock, Mail, OutsideCall, PushNote } from "../runtime/ports.ts";
import { createAskedHost } from "./asked-host.ts";
import { type Channel, createChannel } from "./channel.ts";
import { ownerOf } from "./owner.ts";
import type { Outside, Share } from "./serve-host.ts";

export interface ThreadHostOptions<Settings> extends Outside {
  /** How many threads (`DAYSHIFT_WORKERS`). */
  readonly count: number;
  /** The module that a thread runs: it calls `serveHost`. */
  readonly entry: URL | string;
  /** Goes to every thread as `workerData`, with its share; plain data. */
  readonly settings: Settings;
  readonly clock: Clock;
  /** Called when a thread ended by itself; its workspaces are out of reach, so the process should stop. */
  readonly onFailure: (error: Error) => void;
}

/** What a thread finds as its `workerData`. */
export interface ThreadData<Settings> {
  readonly share: Share;
  readonly settings: Settings;
}

interface Thread {
  readonly worker: Worker;
  readonly channel: Channel;
}

/** Milliseconds for closing files, after those for which turns may still end. */
const closingTime = 1000;

/** Starts the threads; `ready` resolves when all of them take calls. */
export function createThreadHost<Settings>(options: ThreadHostOptions<Settings>): ActorHost {
  let isDraining = false;
  const fail = (error: Error): void => {
    if (!isDraining) options.onFailure(error);
  };
  const threads = Array.from({ length: options.count }, (_, index) => startThread(options, index, fail));
  const asked = createAskedHost((workspaceId, method, args, signal) =>
    (threads[ownerOf(workspaceId, threads.length)] as Thread).channel.ask(method, args, signal),
  );

  return {
    ...asked,
    stateOf: () => null,
    async useModel(config) {
      await Promise.all(threads.map(({ channel }) => channel.ask("useModel", [config])));
    },
    async useSpeech(config) {
      await Promise.all(threads.map(({ channel }) => channel.ask("useSpeech", [config])));
    },
    async ready() {
      await Promise.all(threads.map(({ channel }) => channel.ask("ready", [])));
    },
    async drain(milliseconds) {
      if (isDraining) return;
      isDraining = true;
      await Promise.all(threads.map((thread) => endThread(thread, milliseconds, options)));
      await options.alarms.close();
    },
  };
}

function startThread<Settings>(
  options: ThreadHostOptions<Settings>,
  index: number,
  fail: (error: Error) => void,
): Thread {
  const share: Share = { index, count: options.count };
  const workerData: ThreadData<Settings> = { share, settings: options.settings };
  const worker = new Worker(options.entry, { workerData, eval: typeof options.entry === "string" });
  const channel = createChannel(worker, (method, args) => lend(options, method, args));
  const end = (error: Error): void => {
    channel.close(unreachable(error));
    fail(error);
  };
  worker.on("error", (error) => end(error instanceof Error ? error : new Error(String(error))));
  worker.on("exit", (code) => end(new Error(`A worker thread ended by itself, with status ${code}.`)));
  return { worker, channel };
}

/** Drains the thread's host, and ends the thread even when that takes too long. */
async function endThread<Settings>(
  { worker, channel }: Thread,
  milliseconds: number,
  { clock, report }: ThreadHostOptions<Settings>,
): Promise<void> {
  const { promise: late, resolve } = Promise.withResolvers<void>();
  const cancel = clock.timer(milliseconds + closingTime, resolve);
  const drained = channel.ask("drain", [milliseconds]).catch((error: unknown) => {
    report("A worker thread did not stop properly.", error);
  });
  await Promise.race([drained, late]);
  cancel();
  await worker.terminate();
}

/** What a thread may ask of the main one; the arguments are those of `serveHost`. */
function lend<Settings>(options: ThreadHostOptions<Settings>, method: string, args: readonly unknown[]): unknown {
  const { access, minutes, mailer, outside, alarms, report, log } = options;
  const [first, second, third] = args;
  switch (method) {
    case "currentScopes":
      return access.currentScopes(first as Caller);
    case "timezoneOf":
      return access.timezoneOf(first as string);
    case "secondsLeft":
      return minutes.secondsLeft(first as string);
    case "reserve":
      return minutes.reserve(first as string, second as string, third as string | null);
    case "noteMinutes":
      return minutes.note(first as string, second as Charge);
    case "settle":
      return minutes.settle(first as string, second as readonly Charge[]);
    case "sendMail":
      return mailer.send(first as Mail);
    case "sendPush":
      return mailer.push?.(first as PushNote);
    case "outsideTools":
      return outside.toolsOf(first as string, second as string);
    case "callOutside":
      return outside.call(first as string, second as OutsideCall);
    case "setAlarm":
      return alarms.set(first as string, second as Alarm);
    case "allAlarms":
      return alarms.all();
    case "report":
      return report(first as string, second);
    case "log":
      return log(first as "debug" | "warn", second as string, third as Readonly<Record<string, unknown>>);
    default:
      throw new Error(`A worker thread asked for ${method}, which the main thread does not lend.`);
  }
}

function unreachable(cause: Error): ApiError {
  return new ApiError("internal_error", "The owner of this workspace has stopped; try again in a moment.", {
    retryAfter: 5,
    cause,
  });
}
