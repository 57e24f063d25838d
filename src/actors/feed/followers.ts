/**
 * Those who follow the changes of one workspace. Each asks for what comes after its position, and asks again when it has it, so that a
 * slow one costs nothing but its position: the table is the buffer. The first change after a quiet while is sent at once, further ones
 * are gathered. Words of turns in progress go to those who wait; others miss them.
 */
import { ApiError, stopping } from "../../schema/errors.ts";
import type { Caller } from "../../schema/caller.ts";
import { framesAfter, type Frame } from "../../workspace/feed/changes.ts";
import { type Lost, newestPosition, positionAt } from "../../workspace/feed/cursor.ts";
import type { Sql } from "../../workspace/protocol/sql.ts";
import type { Mailbox } from "../mailbox/mailbox.ts";
import type { Clock } from "../runtime/ports.ts";
import { createWords, type Words } from "./words.ts";

/** What a follower asks for. */
export interface FollowAsk {
  readonly caller: Caller;
  /** Where it is; null: at the end. */
  readonly after: string | null;
  /** The words that it has heard, as the last answer with words said; null: none. */
  readonly heard: number | null;
  /** False: it only asks whether that position exists. */
  readonly waits: boolean;
}

export type FollowAnswer =
  | { readonly type: "changes"; readonly cursor: string; readonly text: string | null }
  | { readonly type: "words"; readonly heard: number; readonly texts: readonly string[] }
  | { readonly type: "reset"; readonly reason: Lost };

export interface Followers {
  /** The next changes or words, once there are some. Rejects when the signal is aborted, or the service stops. */
  next(ask: FollowAsk, signal?: AbortSignal): Promise<FollowAnswer>;
  /** Where turns in progress put their words. */
  readonly words: Words;
  readonly isBusy: boolean;
  /** Refuses those who wait, and those who come. */
  stop(): void;
}

export interface FollowerParts {
  readonly mailbox: Pick<Mailbox, "read" | "state" | "between" | "onCommit">;
  readonly clock: Clock;
}

/** Milliseconds for which changes are gathered. */
const gathering = 25;
/** Milliseconds for which words are gathered: each frame costs every follower of the chat a question. */
const gatheringWords = 100;
/** Rendered frames that are cached, for followers with the same rights at the same position. */
const atHand = 8;

/** One who waits until either of both is called, which ends its waiting. */
interface Waiting {
  readonly ask: FollowAsk;
  readonly n: number;
  readonly resolve: (answer: FollowAnswer) => void;
  readonly reject: (error: unknown) => void;
}

export function createFollowers({ mailbox, clock }: FollowerParts): Followers {
  const waiting = new Set<Waiting>();
  const frames = createFrames(mailbox, clock);
  /** When, and up to which row, all who waited were notified last. */
  let notified = { at: Number.NEGATIVE_INFINITY, n: 0 };
  let cancel: (() => void) | null = null;
  let cancelWords: (() => void) | null = null;
  const words = createWords(gatherWords);
  let stopListening: (() => void) | null = null;
  let isStopped = false;

  /** Tells all who wait; those of whom nothing is new wait on. Between two groups of writes, so that all of it is durable. */
  function notify(): void {
    cancel = null;
    if (waiting.size === 0) return;
    for (const one of waiting) {
      try {
        const frame = frames.after(one.ask.caller, one.n);
        if (frame === null) continue;
        one.resolve({ type: "changes", cursor: frame.cursor, text: frame.text });
      } catch (error) {
        one.reject(error);
      }
    }
    notified = { at: clock.monotonic(), n: frames.lastRead() };
  }

  function notifyBetween(): void {
    cancel = () => undefined;
    void mailbox.between(notify);
  }

  /** Has `action` notify as soon as enough was gathered. */
  function gather(action: () => void): void {
    if (waiting.size === 0 || cancel !== null) return;
    const left = notified.at + gathering - clock.monotonic();
    if (left <= 0) action();
    else cancel = clock.timer(left, notifyBetween);
  }

  function tellWords(): void {
    cancelWords = null;
    for (const one of waiting) {
      const { position, texts } = words.after(one.ask.caller, one.ask.heard);
      if (texts.length > 0) one.resolve({ type: "words", heard: position, texts });
    }
  }

  function gatherWords(): void {
    if (waiting.size > 0) cancelWords ??= clock.timer(gatheringWords, tellWords);
  }

  /** Until the first commit that nobody waits for. */
  function look(): void {
    if (waiting.size > 0) return gather(notify);
    stopListening?.();
    stopListening = null;
  }

  function begin(ask: FollowAsk, n: number, signal: AbortSignal | undefined): Promise<FollowAnswer> {
    stopListening ??= mailbox.onCommit(look);
    return new Promise((resolve, reject) => {
      const leave = (): void => one.reject(gone());
      const ending =
        <T>(settle: (value: T) => void) =>
        (value: T): void => {
          waiting.delete(one);
          signal?.removeEventListener("abort", leave);
          settle(value);
        };
      const one: Waiting = { ask, n, resolve: ending(resolve), reject: ending(reject) };
      waiting.add(one);
      if (signal?.aborted) leave();
      else signal?.addEventListener("abort", leave, { once: true });
    });
  }

  return {
    async next(ask, signal) {
      if (isStopped) throw stopping();
      const position = mailbox.read((sql) => (ask.after === null ? newestPosition(sql) : positionAt(sql, ask.after)));
      if (typeof position === "string") return { type: "reset", reason: position };
      if (!ask.waits) return { type: "changes", cursor: position.cursor, text: null };
      const newest = frames.newest(); // may throw: before there is an answer that nobody would await
      const answer = begin(ask, position.n, signal);
      if (position.n < notified.n && cancel === null) notifyBetween();
      else if (position.n < newest) gather(notifyBetween);
      if (words.newest !== (ask.heard ?? 0)) gatherWords();
      return answer;
    },
    words,
    get isBusy() {
      return waiting.size > 0;
    },
    stop() {
      isStopped = true;
      cancel?.();
      cancelWords?.();
      for (const { reject } of waiting) reject(stopping());
    },
  };
}

/** The frames of the state that is committed now, rendered once for all who see the same. */
function createFrames(mailbox: FollowerParts["mailbox"], clock: Clock) {
  let state: object | null = null;
  let newest = 0;
  const rendered = new Map<string, Frame | null>();

  function refresh(): void {
    if (state === mailbox.state()) return;
    rendered.clear();
    newest = mailbox.read((sql) => newestPosition(sql).n);
    state = mailbox.state();
  }

  function render(caller: Caller, n: number): Frame | null {
    return mailbox.read((sql: Sql) => framesAfter({ sql, caller, acting: null, now: clock.now() }, n));
  }

  return {
    newest(): number {
      refresh();
      return newest;
    },
    /** The newest row as of the last refresh that went well. */
    lastRead: () => newest,
    after(caller: Caller, n: number): Frame | null {
      refresh();
      if (n >= newest) return null;
      const key = `${n} ${caller.userId} ${caller.credentialType} ${caller.scopes.join()}`;
      const known = rendered.get(key);
      if (known !== undefined) return known;
      const frame = render(caller, n);
      const [oldest] = rendered.keys();
      if (rendered.size >= atHand && oldest !== undefined) rendered.delete(oldest);
      rendered.set(key, frame);
      return frame;
    },
  };
}

function gone(): ApiError {
  return new ApiError("internal_error", "The follower has gone.");
}
