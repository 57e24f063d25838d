/**
 * One follower: says where it starts, and is sent what comes after, one frame after the other. Nothing is rendered for one that does
 * not read: it keeps its place in the table, and is closed when it makes no progress.
 */
import type { FollowAnswer, FollowAsk } from "../../actors/feed/followers.ts";
import type { Clock } from "../../actors/runtime/ports.ts";
import { ApiError } from "../../schema/errors.ts";
import { limits } from "../../schema/limits.ts";
import { feedClosing, type FeedStart, feedStart } from "../../schema/feed.ts";
import { validateBody } from "../../schema/validate.ts";
import { callerOf } from "../auth/authenticate.ts";
import { opens, type Principal } from "../directory/context/principal.ts";
import type { Line } from "../http/web-socket-server.ts";
import type { Admitted } from "./admission.ts";

export interface FollowerParts {
  readonly line: Line;
  readonly clock: Clock;
  readonly admitted: Admitted;
  readonly follow: (workspaceId: string, ask: FollowAsk, signal: AbortSignal) => Promise<FollowAnswer>;
  /** Notified of failures that the client hears nothing of. */
  readonly onFailure: (error: unknown) => void;
}

export interface Follower {
  text(text: string): void;
  /** Looks whether it may still be there. */
  recheck(): void;
  /** The service stops. */
  stop(): void;
  /** The connection is gone. */
  gone(): void;
}

/** Milliseconds: until the client must have said where it starts; between two pings; without progress. */
const startWithin = 10_000;
const pingEvery = 30_000;
const patience = limits.answers.each.max * 1000;
/** Bytes that may be unsent to a client. */
const maxUnsent = limits.unsent.each.max;

export function createFollower({ line, clock, admitted, follow, onFailure }: FollowerParts): Follower {
  const leaving = new AbortController();
  let workspaceId: string | null = null;
  let unsentAtPing = 0;

  const finish = (code: number, reason: string): void => {
    if (leaving.signal.aborted) return;
    leave();
    line.close(code, reason);
  };

  const leave = (): void => {
    leaving.abort();
    cancelStart();
    cancelPing();
    admitted.leave();
  };

  const fail = (error: unknown): void => {
    if (leaving.signal.aborted) return;
    if (!(error instanceof ApiError)) onFailure(error);
    finish(feedClosing.later, "try again");
  };

  /** Whom the credential stands for, as long as it opens the workspace; null once it is over. */
  const present = async (workspace: string): Promise<Principal | null> => {
    try {
      const principal = await admitted.recheck();
      if (opens(principal, workspace)) return principal;
      finish(feedClosing.noMember, "no member of the workspace");
    } catch (error) {
      if (!(error instanceof ApiError) || error.status !== 401) throw error;
      finish(feedClosing.sessionEnded, "the credential has ended");
    }
    return null;
  };

  /** Resolves when there is room for another frame; closes the connection when the client takes nothing. */
  const send = async (text: string): Promise<void> => {
    const taken = new Promise<void>((resolve) => line.send(text, resolve));
    if (line.unsent <= maxUnsent) return;
    let unsent = line.unsent;
    const look = (): void => {
      if (line.unsent >= unsent) return finish(feedClosing.later, "nothing was read for 30 seconds");
      unsent = line.unsent;
      cancel = clock.timer(patience, look);
    };
    let cancel = clock.timer(patience, look);
    const { promise: left, resolve: leave } = Promise.withResolvers<unknown>();
    leaving.signal.addEventListener("abort", leave, { once: true });
    await Promise.race([taken, left]);
    leaving.signal.removeEventListener("abort", leave);
    cancel();
  };

  const run = async ({ workspaceId: workspace, after }: FeedStart): Promise<void> => {
    let cursor = after;
    let heard: number | null = null;
    for (let isFirst = true; ; isFirst = false) {
      const asked = await present(workspace);
      if (asked === null) return;
      const ask = { caller: callerOf(asked, workspace), after: cursor, heard, waits: !isFirst };
      const answer = await follow(workspace, ask, leaving.signal);
      if (answer.type === "reset") {
        await send(JSON.stringify(answer));
        return finish(feedClosing.reset, answer.reason);
      }
      // It may have waited for long: what was rendered for other rights is not sent, but asked for again.
      const seeing = await present(workspace);
      if (seeing === null) return;
      if (seeing.scopes.join() !== asked.scopes.join()) continue;
      if (answer.type === "words") {
        for (const text of answer.texts) await send(text);
        ({ heard } = answer);
        continue;
      }
      const text = isFirst ? JSON.stringify({ type: "ready", cursor: answer.cursor }) : answer.text;
      if (text !== null) await send(text);
      ({ cursor } = answer);
    }
  };

  const ping = (): void => {
    if (line.unsent > 0 && line.unsent >= unsentAtPing && unsentAtPing > 0)
      return finish(feedClosing.later, "nothing was read for 30 seconds");
    unsentAtPing = line.unsent;
    if (unsentAtPing === 0) line.send('{"type":"ping"}');
    cancelPing = clock.timer(pingEvery, ping);
    recheck();
  };

  const recheck = (): void => {
    if (workspaceId !== null && !leaving.signal.aborted) present(workspaceId).catch(fail);
  };

  const refuse = (message: string): void => {
    line.send(JSON.stringify({ type: "error", code: "validation_failed", message }));
    finish(feedClosing.badFrame, "validation_failed");
  };

  let cancelPing = clock.timer(pingEvery, ping);
  const cancelStart = clock.timer(startWithin, () => refuse("Send start first, within 10 seconds."));

  return {
    text(text) {
      if (leaving.signal.aborted) return;
      try {
        const start = readStart(text, workspaceId !== null);
        cancelStart();
        ({ workspaceId } = start);
        run(start).catch(fail);
      } catch (error) {
        refuse(error instanceof ApiError ? error.message : "Expected a JSON object.");
      }
    },
    recheck,
    stop: () => finish(feedClosing.stopping, "the service stops"),
    gone() {
      if (!leaving.signal.aborted) leave();
    },
  };
}

/** The frame of a client. Throws what JSON or the shape is refused for. */
function readStart(text: string, isStarted: boolean): FeedStart {
  if (isStarted) throw new ApiError("validation_failed", "start was sent already: connect again to start again.");
  return validateBody(feedStart, JSON.parse(text)) as FeedStart;
}
