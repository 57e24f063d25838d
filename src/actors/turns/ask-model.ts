/** Asks the model for the next step of a turn; given up as soon as somebody ends the turn or its time is over. */
import type { Scope } from "../../schema/scopes.ts";
import { activeMs, isRunning, type TurnRow } from "../../workspace/chats/turn-rows.ts";
import { timeLeft } from "../../workspace/runs/budget.ts";
import { activeLimit, failure, timedOut, type TurnEnd } from "../../workspace/runs/turns.ts";
import { type Attached, attachedIn } from "../../workspace/chats/model-calls.ts";
import type { Carried } from "../../workspace/captures/boundary.ts";
import { abortable, type TurnParts } from "../parts/turn-parts.ts";
import {
  ImagesRefused,
  type ModelCall,
  ModelFailure,
  type ModelReply,
  type ProviderFault,
  type Speech,
  WindowOverflow,
} from "../runtime/ports.ts";
import { type LoadedImages, noImages } from "./images.ts";
import { type Asked, type Requests, requestsOf } from "./request.ts";

/** A reply; or the end that the turn comes to, null when it has ended already, "spent" when the minutes of its budget ran out. */
export type ModelAnswer =
  | {
      readonly reply: ModelReply;
      /** Content of captures in what the model was shown. */
      readonly carried: Carried;
      /** The requests that were made for it; the last one was answered. */
      readonly calls: readonly ModelCall[];
      /** The model took no images: it was asked without those that there are. */
      readonly isBlind: boolean;
    }
  | {
      readonly end: TurnEnd | "spent" | null;
      readonly fault?: ProviderFault | null;
      /** Milliseconds after which the provider may be asked again: the turn is put aside until then. */
      readonly retryAfter?: number | null;
      readonly calls: readonly ModelCall[];
    };

/**
 * Asks once, about the turn as it was `seen` in this tick, without images where it is `blind`; the turn occupies no working slot in the
 * meantime. Rejects with the signal's reason when the service stops.
 */
export async function askModel(
  parts: TurnParts,
  { turn, view, outside }: Asked,
  { scopes, isBlind }: { readonly scopes: readonly Scope[]; readonly isBlind: boolean },
  signal: AbortSignal,
): Promise<ModelAnswer> {
  const { model, clock, mailbox, away, words } = parts;
  const requests = requestsOf(model, { view, outside }, attachedTo(parts, turn), {
    now: clock.now(),
    scopes,
  });
  const { carried } = requests;
  const calls: ModelCall[] = [];
  const speech = { ...speechOf(words, turn, carried), onCall: (call: ModelCall) => void calls.push(call) };
  const watch = new AbortController();
  const stop = (): void => watch.abort(signal.reason);
  signal.addEventListener("abort", stop, { once: true });
  const left = activeLimit - activeMs(turn, clock.now());
  const paid = mailbox.read((sql) => timeLeft(sql, turn, parts.budget, clock.now()));
  const cancelTimer = clock.timer(Math.min(left, paid), () => watch.abort(paid < left ? "spent" : timedOut));
  const unsubscribe = mailbox.onCommit(() => {
    if (!runs(parts, turn.id)) watch.abort(null);
  });
  try {
    signal.throwIfAborted();
    const ask = () =>
      abortable(watch.signal, async (either) => {
        const images = isBlind ? noImages : await requests.load(parts);
        return stepSeeing({ model, requests, images }, either, speech);
      });
    return { ...(await (model.isLocal === true ? ask() : away(ask))), carried, calls };
  } catch (error) {
    signal.throwIfAborted();
    if (watch.signal.aborted) return { end: watch.signal.reason as TurnEnd | "spent" | null, calls };
    return { ...failureOf(parts, error), calls };
  } finally {
    signal.removeEventListener("abort", stop);
    cancelTimer();
    unsubscribe();
    words.end(turn.id);
  }
}

/** What goes back to the model; one that answers by rule was given nothing. */
function attachedTo({ model, mailbox }: TurnParts, { chatId }: TurnRow): ReadonlyMap<string, Attached> {
  return model.window === undefined ? new Map() : mailbox.read((sql) => attachedIn(sql, chatId, model.name));
}

function speechOf(words: TurnParts["words"], { id, chatId }: TurnRow, carried: Carried): Speech {
  return {
    say: (text) => words.say({ chatId, turnId: id, carries: carried !== null, text }),
    restart: () => words.end(id),
  };
}

interface Step {
  readonly model: TurnParts["model"];
  readonly requests: Requests;
  readonly images: LoadedImages;
}

/** Asked again once without images when the model takes none. */
async function stepSeeing(
  step: Step,
  signal: AbortSignal,
  speech: Speech,
): Promise<{ readonly reply: ModelReply; readonly isBlind: boolean }> {
  try {
    return { reply: await stepWithin(step, signal, speech), isBlind: false };
  } catch (error) {
    if (step.images.size === 0 || !mayRefuseImages(error)) throw error;
    speech.restart();
    return { reply: await stepWithin({ ...step, images: noImages }, signal, speech), isBlind: true };
  }
}

/** Statuses of a request that a provider cannot read, as it does not say which part of it. */
const unread: readonly (number | null)[] = [400, 413, 415, 422];

function mayRefuseImages(error: unknown): boolean {
  if (error instanceof ImagesRefused) return true;
  return error instanceof ModelFailure && error.provider !== null && unread.includes(error.provider.status);
}

/** Asked again once, with less, when the model reads less than it was said to. */
async function stepWithin(
  { model, requests: { requestWithin }, images }: Step,
  signal: AbortSignal,
  speech: Speech,
): Promise<ModelReply> {
  try {
    return await model.step(requestWithin(1, images), signal, speech);
  } catch (error) {
    if (!(error instanceof WindowOverflow)) throw error;
    speech.restart();
    return model.step(requestWithin(afterOverflow, images), signal, speech);
  }
}

/** The part of the window that is filled after an overflow. */
const afterOverflow = 1 / 4;

/** True also when it cannot be read: the next write then finds out. */
function runs({ mailbox }: TurnParts, turnId: string): boolean {
  try {
    return mailbox.read((sql) => isRunning(sql, turnId));
  } catch {
    return true;
  }
}

function failureOf({ report }: TurnParts, error: unknown): Omit<Extract<ModelAnswer, { end: unknown }>, "calls"> {
  if (error instanceof ModelFailure) {
    const { message, provider, retryAfter } = error;
    return { end: failure("error", message), fault: provider, retryAfter };
  }
  report("The model failed in a way that it did not expect.", error);
  return { end: failure("error", "The model could not be asked, for a reason that stands in the log of the service.") };
}
