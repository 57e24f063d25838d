/** All workspaces of a process behind one port: opened when called, opened for alarms, closed when idle. */
import { limits } from "../../schema/limits.ts";
import type { Budget } from "../../workspace/runs/budget.ts";
import type { Member } from "../../workspace/members/queries.ts";
import type { AudioAnswers, AudioAsks } from "../audio/asks.ts";
import type { FollowAnswer, FollowAsk } from "../feed/followers.ts";
import type { Alarms } from "../alarms/alarms.ts";
import { createYield } from "../mailbox/mailbox.ts";
import { createPacing } from "../runtime/pacing.ts";
import { createSemaphore } from "../runtime/semaphore.ts";
import { openFile } from "./open-file.ts";
import { createHistoryHeads, type Shared } from "../parts/shared.ts";
import { type OpenWorkspace, openWorkspace } from "./open.ts";
import type { Rules } from "../parts/rules.ts";
import { createRegistry } from "./registry.ts";
import { createIdleEviction } from "./idle.ts";
import { createSchedule, createOpening } from "../alarms/schedule.ts";
import { createLongPollLimits } from "../long-polls/long-polls.ts";
import { NotOwner } from "./not-owner.ts";
import { createUnderWay } from "./under-way.ts";
import { explain } from "./unusable.ts";
import type { Answer, Call } from "./actor.ts";
import { type Exchanged, exchangedBy } from "./exchanged.ts";
import type { WorkspaceFiles } from "./files.ts";

/** The owners of the workspaces, wherever they run: all that the gateway knows of them. */
export interface ActorHost extends Exchanged {
  /** Carries out one operation. Rejects with ApiError. */
  call(workspaceId: string, call: Call): Promise<Answer>;
  /**
   * Stands for what is committed in a workspace that is open in this thread: another object after every commit. An answer
   * `asOf` it is still the answer. Null when nobody here knows.
   */
  stateOf(workspaceId: string): object | null;
  /** Answers a question about a recording: taking audio in, and what there is to play. */
  audio<Ask extends keyof AudioAsks>(
    workspaceId: string,
    ask: Ask,
    input: AudioAsks[Ask],
    signal?: AbortSignal,
  ): Promise<AudioAnswers[Ask]>;
  /**
   * The next changes of a workspace for a follower, once there are some; asked again for each, so that nobody is sent more than they
   * take. Rejects with ApiError when the signal is aborted or the service stops.
   */
  follow(workspaceId: string, ask: FollowAsk, signal?: AbortSignal): Promise<FollowAnswer>;
  /**
   * Makes the file of a new workspace durable, with its default list, its default assistant and its people. Idempotent. Never for a
   * workspace that somebody has used: when its file is missing, it is to be restored.
   */
  create(workspaceId: string, members: readonly Member[]): Promise<void>;
  /** Gives a workspace its members. */
  syncMembers(workspaceId: string, members: readonly Member[]): Promise<void>;
  /** Writes a copy of the workspace's file as it stands to a new file, through its owner, while it is in use. */
  copyInto(workspaceId: string, target: string): Promise<void>;
  /** Resolves when calls are taken; what is due after a restart is then opened in the background. */
  ready(): Promise<void>;
  /**
   * Answers pending requests, lets writes commit, stops turns at their last recorded step, closes the files; refuses what comes in
   * the meantime. Work that has not ended after so many milliseconds is left to the next start. Once only.
   */
  drain(milliseconds: number): Promise<void>;
}

export interface HostLimits {
  /** How many idle workspaces stay open (`DAYSHIFT_MAX_OPEN`). */
  readonly maxOpen: number;
  /** Turns that work at once in the process (`DAYSHIFT_CONCURRENCY`). */
  readonly turns: number;
  readonly turnsPerWorkspace: number;
  /** Turns that wait for a model provider at once in the process; they occupy no working slot. */
  readonly waiting: number;
  readonly waitingPerWorkspace: number;
  /** Pieces of background work that run at once in the process. */
  readonly background: number;
  readonly backgroundPerWorkspace: number;
  readonly longPolls: number;
  readonly longPollsPerCredential: number;
  readonly budget: Budget;
  /** Requests to the model for captures, of one workspace and day (`DAYSHIFT_GENERATION_PER_DAY`). */
  readonly generationPerDay: number;
  /** Days after which the journal forgets what stood there before (`DAYSHIFT_HISTORY_DAYS`). */
  readonly historyDays: number;
}

/** What a process carries in all, and how much of it one workspace or one credential may have. */
export const defaultLimits: HostLimits = {
  maxOpen: limits.openWorkspaces.service.max,
  turns: limits.turns.service.max,
  turnsPerWorkspace: limits.turns.workspace.max,
  waiting: limits.modelCalls.service.max,
  waitingPerWorkspace: limits.modelCalls.workspace.max,
  background: limits.background.service.max,
  backgroundPerWorkspace: limits.background.workspace.max,
  longPolls: limits.longPolls.service.max,
  longPollsPerCredential: limits.longPolls.credential.max,
  budget: {
    runs: limits.budgetRuns.each.max,
    changes: limits.budgetChanges.each.max,
    minutes: limits.budgetMinutes.each.max,
    modelCalls: limits.budgetModelCalls.each.max,
  },
  generationPerDay: limits.generation.workspace.max,
  historyDays: limits.history.each.max,
};

export interface HostOptions<Work>
  extends
    Omit<
      Shared,
      | "blobs"
      | "alarms"
      | "schedule"
      | "lanes"
      | "longPollLimits"
      | "budget"
      | "generationPerDay"
      | "historyDays"
      | "historyHeads"
      | "yieldToLoop"
      | "pacing"
    >,
    Partial<Exchanged> {
  readonly files: WorkspaceFiles;
  readonly alarms: Alarms;
  readonly rules: Rules<Work>;
  readonly limits?: Partial<HostLimits>;
  /** Whether the workspace lives in this host at the moment; all do unless they are spread over several. */
  readonly owns?: (workspaceId: string) => boolean;
}

/** Which part of the open workspaces keep their files open, those used last: an open file takes more than half of their memory. */
const attachedShare = 0.5;
/** Milliseconds after which a workspace that could not be opened when it was due is tried again. */
const retryDelay = 60_000;
/**
 * Milliseconds after which a workspace opened for its alarm no longer makes the next one wait, however long its work takes: they
 * are then still opened faster than such turns end.
 */
const openingPatience = 10_000;

/** A host in this thread, whose workspaces may come and go. */
export interface LocalHost extends ActorHost {
  /** The same for workspaces that have come; all of them when nothing is said. */
  ready(hasCome?: (workspaceId: string) => boolean): Promise<void>;
  /**
   * Stops and closes those that go, as `drain` does with all, once those of them that are being created have their files. From before the
   * call on `owns` must say that they are not here.
   */
  retire(goes: (workspaceId: string) => boolean, milliseconds: number): Promise<void>;
}

/** A host in this thread. */
export function createHost<Work>(options: HostOptions<Work>): LocalHost {
  const { files, alarms, clock, report, owns = () => true } = options;
  const limits = { ...defaultLimits, ...options.limits };

  const attend = async (workspaceId: string): Promise<void> => {
    if (!owns(workspaceId)) return;
    try {
      await registry.visit(workspaceId, async (workspace) => {
        await workspace.onAlarm();
        await workspace.whenIdle();
      });
    } catch (error) {
      report("A workspace with due work could not be opened; it is tried again in a minute.", error);
      const now = clock.now();
      schedule.set(workspaceId, { dueAt: now + retryDelay, plannedAt: now });
    }
  };
  const openDue = (workspaceId: string): Promise<void> => within(openingPatience, clock, attend(workspaceId));
  const yieldToLoop = createYield(() => clock.monotonic());
  const schedule = createSchedule(clock, createOpening(openDue));
  const shared: Shared = {
    ...options,
    blobs: files.media,
    schedule,
    generationPerDay: limits.generationPerDay,
    historyDays: limits.historyDays,
    historyHeads: createHistoryHeads(options),
    lanes: {
      turns: {
        working: { slots: limits.turnsPerWorkspace, semaphore: createSemaphore(limits.turns) },
        waiting: { slots: limits.waitingPerWorkspace, semaphore: createSemaphore(limits.waiting) },
      },
      // As many ask a provider at once as work: it is not to be asked about all that was imported at one time.
      background: {
        working: { slots: limits.backgroundPerWorkspace, semaphore: createSemaphore(limits.background) },
        waiting: { slots: 0, semaphore: createSemaphore(0) },
      },
    },
    longPollLimits: createLongPollLimits({
      perCredential: limits.longPollsPerCredential,
      perProcess: limits.longPolls,
    }),
    budget: limits.budget,
    yieldToLoop,
    pacing: createPacing(clock),
  };
  const open = async (workspaceId: string): Promise<OpenWorkspace> => {
    await files.fetch?.(workspaceId);
    await yieldToLoop(); // right before: a file is opened without a pause, and very many one after the other would leave sockets no turn
    const store = openFile(workspaceId, options, noteAttached);
    const workspace = await openWorkspace(workspaceId, store, shared, options.rules);
    noteAttached();
    return workspace;
  };
  const registry = createRegistry<OpenWorkspace>({
    maxOpen: limits.maxOpen,
    report,
    async open(workspaceId) {
      if (!owns(workspaceId)) throw new NotOwner();
      try {
        return await open(workspaceId);
      } catch (error) {
        files.failed?.(workspaceId, error);
        throw error;
      }
    },
  });
  const creating = createUnderWay();
  const noteAttached = createIdleEviction({
    maxAttached: Math.ceil(limits.maxOpen * attachedShare),
    attached: () => files.attached(),
    leastRecent: (passes) => registry.leastRecent(passes),
    report,
  });

  const stop = (milliseconds: number, goes?: (workspaceId: string) => boolean): Promise<void> => {
    const stopping = registry.open(goes).map(async (opening) => (await opening).stop());
    return within(milliseconds, clock, Promise.allSettled(stopping)); // what keeps one from stopping keeps none from being closed
  };
  const drain = async (milliseconds: number): Promise<void> => {
    schedule.close();
    await stop(milliseconds);
    await registry.closeAll();
    files.close();
    await alarms.close();
  };
  let draining: Promise<void> | null = null;

  return {
    call: (workspaceId, call) => registry.use(workspaceId, (workspace) => workspace.call(call)).catch(explain),
    stateOf: (workspaceId) => registry.find(workspaceId)?.state() ?? null,
    follow: (workspaceId, ask, signal) =>
      registry.use(workspaceId, (workspace) => workspace.follow(ask, signal)).catch(explain),
    audio: (workspaceId, ask, input, signal) =>
      registry.use(workspaceId, (workspace) => workspace.audio(ask, input, signal)).catch(explain),
    async create(workspaceId, members) {
      if (!owns(workspaceId)) throw new NotOwner();
      await creating.run(workspaceId, () => files.create(workspaceId));
      await registry.use(workspaceId, (workspace) => workspace.syncMembers(members));
    },
    syncMembers: (workspaceId, members) =>
      registry.use(workspaceId, (workspace) => workspace.syncMembers(members)).catch(explain),
    async copyInto(workspaceId, target) {
      await registry.use(workspaceId, (workspace) => workspace.copyInto(target));
    },
    ...exchangedBy(options),
    async ready(hasCome = () => true) {
      for (const [workspaceId, alarm] of await alarms.all()) {
        if (owns(workspaceId) && hasCome(workspaceId)) schedule.set(workspaceId, alarm);
      }
    },
    async retire(goes, milliseconds) {
      await Promise.all([stop(milliseconds, goes), creating.ended(goes)]);
      await registry.closeSome(goes);
    },
    drain(milliseconds) {
      draining ??= drain(milliseconds);
      return draining;
    },
  };
}

/** Resolves when the work has ended, or after so many milliseconds. */
async function within(milliseconds: number, clock: Shared["clock"], work: Promise<unknown>): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const cancel = clock.timer(milliseconds, resolve);
  await Promise.race([work, promise]);
  cancel();
}
