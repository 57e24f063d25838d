/** What is said to the client of one connection, and how the connection ends: once, after which nothing is said. */
import type { Ending } from "../../actors/audio/asks.ts";
import { ApiError } from "../../schema/errors.ts";
import type { ServerFrame } from "../../schema/recording.ts";
import type { Line } from "../http/web-socket-server.ts";

/** The connection, as the channel needs it. */
export interface AudioLine extends Line {
  /** Stops reading, or goes on. */
  pause(isPaused: boolean): void;
}

export interface RepliesParts {
  readonly line: Pick<Line, "send" | "close">;
  /** Milliseconds of audio that are durable. */
  readonly receivedMs: () => number;
  /** Notified of failures that the client hears nothing of. */
  readonly onFailure: (error: unknown) => void;
  /** Called when the connection ends from this side, before it is closed. */
  readonly onOver: () => void;
}

export interface Replies {
  readonly isOver: boolean;
  readonly say: (frame: ServerFrame) => void;
  /** Says what was wrong, and closes. */
  readonly fail: (error: unknown) => void;
  /** The client reads nothing: closes. */
  giveUp(): void;
  /** Says why the owner ended it, and closes. */
  readonly end: (ending: Ending) => void;
  /** The client is gone: nothing more is said. */
  leave(): void;
}

/** Closing codes: RFC 6455 §7.4.1, and one of our own. */
const closing = { normal: 1000, refused: 1008, restart: 1012, later: 1013, replaced: 4001 } as const;

/** The replies of a connection that has just begun. */
export function createReplies({ line, receivedMs, onFailure, onOver }: RepliesParts): Replies {
  let isOver = false;

  const say = (frame: ServerFrame): void => {
    if (!isOver) line.send(JSON.stringify(frame));
  };

  const finish = (code: number, reason: string): void => {
    if (isOver) return;
    isOver = true;
    onOver();
    line.close(code, reason);
  };

  const refuse = (code: string, message: string, param: string | null): void =>
    say({ type: "error", code, message, param, receivedMs: receivedMs() });

  return {
    get isOver() {
      return isOver;
    },
    say,
    fail(error) {
      if (!(error instanceof ApiError)) onFailure(error);
      const known = toApiError(error);
      refuse(known.code, known.message, known.param);
      finish(known.status >= 500 ? closing.later : closing.refused, known.code);
    },
    giveUp: () => finish(closing.later, "nothing was read for 30 seconds"),
    end(ending) {
      switch (ending.type) {
        case "stopped":
          say({ type: "stopped", reason: ending.reason, receivedMs: ending.receivedMs });
          return finish(closing.normal, ending.reason);
        case "replaced":
          refuse("resource_conflict", replaced, null);
          return finish(closing.replaced, "replaced");
        case "forbidden":
          refuse("missing_scope", forbidden().message, null);
          return finish(closing.refused, "missing_scope");
        case "closing":
          return finish(closing.restart, "the service stops");
      }
    },
    leave() {
      isOver = true;
    },
  };
}

const failed = "Something failed here. The recording stays open: connect again in a few seconds.";
const replaced = "Another connection goes on with this recording.";
/** What is said of a failure: of one that nobody meant, that the recording goes on. */
function toApiError(error: unknown): ApiError {
  return error instanceof ApiError ? error : new ApiError("internal_error", failed);
}

/** Whether the reason for which an entitlement has ended says that the right is gone; else it could not be looked at. */
export function endsRight(why: unknown): boolean {
  return why instanceof ApiError && why.status < 500;
}

/** The refusal of an upload for such a reason: it goes on later where the right may still hold. */
export function refusalFor(why: unknown): ApiError {
  return endsRight(why) ? forbidden() : toApiError(why);
}

/** The credential that opened the recording may no longer send. */
function forbidden(): ApiError {
  return new ApiError("missing_scope", "The credential that opened this recording lacks captures:write by now.");
}
