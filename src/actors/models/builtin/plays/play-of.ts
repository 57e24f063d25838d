/** Which play acts out which intent. */
import { notUnderstood } from "../answers.ts";
import { contextOf } from "../context.ts";
import type { ToolOutcome, Turn } from "../conversation.ts";
import type { Intent } from "../intents.ts";
import type { Play } from "../play.ts";
import { changeTodos } from "./change.ts";
import type { ChangeScene } from "./choose.ts";
import { createTodos } from "./create.ts";
import { recordPlayOf } from "./record-play-of.ts";
import { isQuestion } from "./change-words.ts";

export interface Scene extends ChangeScene {
  /** The turns before the current one. */
  readonly turns: readonly Turn[];
  /** Whether list_todos takes a cursor here. */
  readonly cursors: boolean;
}

/** The play of an intent, at its start. */
export function playOf(intent: Intent, scene: Scene): Play {
  switch (intent.kind) {
    case "create":
      return createTodos(intent.drafts, intent.unsure, scene.said, scene.present);
    case "change":
      return changeTodos(intent.target, intent.change, scene);
    case "both":
      return playBoth(intent, scene);
    case "say":
      return say(intent.text);
    case "pick":
      return say(notUnderstood);
    case "list":
    case "next":
    case "more":
    case "summary":
    case "lists":
    case "createList":
    case "changeList":
    case "agents":
      break;
  }
  return recordPlayOf(intent, scene.turns, scene.cursors, scene.present);
}

/** One request after the other; "it" in the second is what the first was about. A first that went wrong ends it. */
function* playBoth(intent: Extract<Intent, { kind: "both" }>, scene: Scene): Play {
  const rounds: (readonly ToolOutcome[])[] = [];
  const answer = yield* recording(playOf(intent.first, scene), rounds);
  const failed = rounds.at(-1)?.some(({ isError }) => isError) === true;
  if (failed || answer === notUnderstood || isQuestion(answer) || rounds.length === 0)
    return isQuestion(answer) ? answer : `${answer}\n\nI did not go on with “${intent.rest}”.`;
  const turn: Turn = { text: scene.said, rounds, answer };
  const { listed } = contextOf([...scene.turns, turn]);
  const { subject } = contextOf([turn]);
  const second = yield* playOf(intent.second, { ...scene, said: intent.rest, context: { listed, subject } });
  return `${answer}\n\n${second}`;
}

/** The same play; the outcomes it receives are noted. */
function* recording(play: Play, rounds: (readonly ToolOutcome[])[]): Play {
  let state = play.next();
  while (state.done !== true) {
    const outcomes = yield state.value;
    rounds.push(outcomes);
    state = play.next(outcomes);
  }
  return state.value;
}

// oxlint-disable-next-line require-yield -- an answer needs no tool
function* say(text: string): Play {
  return text;
}
