/** What works on the open file of a workspace: the actor, the worker, recordings, long polls, followers. */
import type { InputOf } from "../../schema/operations/index.ts";
import { requireNoMore } from "../../workspace/agents/settings.ts";
import { lastEntry } from "../../workspace/protocol/journal/read.ts";
import { askAgain } from "./ask-again.ts";
import { createAudio } from "../audio/answer.ts";
import type { Audio } from "../audio/asks.ts";
import { createRecordings, type Recordings } from "../audio/recordings.ts";
import { createUploads, type Uploads } from "../audio/uploads.ts";
import { createFollowers, type Followers } from "../feed/followers.ts";
import { createTurnWatch, createWaiters, type Waiters } from "../long-polls/waiters.ts";
import { createErasureRetry, type ErasureRetry } from "../mailbox/erasure-retry.ts";
import { storeImage, storePhoto } from "../images/store-image.ts";
import type { Mailbox } from "../mailbox/mailbox.ts";
import type { Rules } from "../parts/rules.ts";
import type { Shared } from "../parts/shared.ts";
import type { Store } from "../store/store.ts";
import { requireConfigured } from "../models/chosen.ts";
import { createWorker, type Worker } from "../work/worker.ts";
import { type Actor, createActor } from "./actor.ts";
import { createPolling } from "./long-poll-calls.ts";
import type { Writing } from "./recover.ts";

/** The open file of a workspace, and how it is written to. */
export interface OpenFile extends Writing {
  readonly store: Store;
}

/** What works on an open file. */
export interface Components {
  readonly waiters: Waiters;
  readonly recordings: Recordings;
  readonly uploads: Uploads;
  readonly worker: Worker;
  readonly actor: Actor;
  readonly audio: Audio;
  readonly erasure: ErasureRetry;
  readonly followers: Followers;
}

/** Puts together what works on the file, and connects it to each commit. */
export function createComponents<Work>(
  { workspaceId, store, mailbox, watchdog }: OpenFile,
  shared: Shared,
  rules: Rules<Work>,
): Components {
  const { clock, access, report, longPollLimits: limits } = shared;
  const waiters = createWaiters(clock);
  const ended = turnEnds(mailbox, rules, report);
  const turnWatch = createTurnWatch(clock, waiters, ended);
  const context = { ...shared, workspaceId, mailbox, watch: watchdog.watch };
  const recordings = createRecordings(context);
  const uploads = createUploads(context, recordings);
  const followers = createFollowers({ mailbox, clock });
  const worker = createWorker<Work>({
    context: { ...context, recordings, words: followers.words },
    rules,
    onTurn: turnWatch.check,
  });
  const actor = createActor({
    ...context,
    polling: createPolling({ mailbox, waiters, clock, access, ended, limits, rules: rules.turns }),
    prepare: {
      updateAgentSettings: (input) => {
        const { body } = input as InputOf<"updateAgentSettings">;
        requireNoMore({ ...shared.budget, activeMinutes: shared.budget.minutes }, body);
        return requireConfigured(shared.model, body);
      },
      createAttachment: (input, call) => storeImage(context, call, (input as InputOf<"createAttachment">).body),
      setAgentPhoto: (input, call) => storePhoto(context, call, input as InputOf<"setAgentPhoto">),
      stopCapture: (input) => recordings.settle((input as InputOf<"stopCapture">).path.captureId),
      ...askAgain({ mailbox, clock, ids: shared.ids }, rules.approvals),
    },
    expectWork: worker.expect,
    execute: rules.execute,
  });
  const erasure = createErasureRetry(clock, store, mailbox, report);
  mailbox.onCommit(() => {
    shared.historyHeads.committed(workspaceId, () => mailbox.read(lastEntry));
    if (store.owesErasure) erasure.retryLater();
    if (waiters.size > 0) turnWatch.checkAll();
    worker.look();
  });
  const audio = createAudio(context, recordings, uploads);
  return { waiters, recordings, uploads, worker, actor, audio, erasure, followers };
}

/** Returns which of some turns have ended; a turn whose state cannot be read counts as not ended. */
function turnEnds<Work>(
  mailbox: Mailbox,
  { turns }: Rules<Work>,
  report: Shared["report"],
): (turnIds: readonly string[]) => readonly string[] {
  return (turnIds) => {
    try {
      return mailbox.read((sql) => turns.ended(sql, turnIds));
    } catch (error) {
      report("The state of turns could not be read.", error);
      return [];
    }
  };
}
