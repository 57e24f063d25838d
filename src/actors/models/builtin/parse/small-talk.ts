/** Greetings, thanks, and questions about the engine itself. */
import { greeting, help, noUndo, thanks } from "../answers.ts";
import type { Intent } from "../intents.ts";

const TALK: readonly (readonly [RegExp, string])[] = [
  [/^(?:hi|hello|hey|good (?:morning|afternoon|evening)|hiya)(?:\s+(?:there|assistant|dayshift))?[\s!.]*$/i, greeting],
  [
    /^(?:thanks|thank you|thx|cheers|great|cool|perfect|nice|ok|okay)(?:\s+(?:a lot|so much|very much))?[\s!.]*$/i,
    thanks,
  ],
  [/^(?:help|commands?|examples?)(?: me)?[\s!.]*$/i, help],
  [/^what (?:can|do) (?:you|i) (?:do|understand|say|ask)(?: here| with you)?$/i, help],
  [/^how (?:do|can|should|does|would) (?:i|you|we|this|it)\b.*$/i, help],
  [
    /^(?:undo|un-do|revert)(?:\s+(?:it|that|this|the last (?:change|one|step)|my last (?:change|step)|what you did))?[\s!.]*$/i,
    noUndo,
  ],
  [/^(?:take|change) (?:it|that) back[\s!.]*$/i, noUndo],
  [/^(?:who|what) are you$/i, help],
  [/^are you (?:an? )?(?:ai|a\.i\.|llm|language model|bot|robot|human|person|real)\b.*$/i, help],
  [/^(?:which|what) (?:language )?model (?:are you|is this|do you use)\b.*$/i, help],
];

/** The answer to small talk; null when the sentence is none. */
export function readSmallTalk(sentence: string): Intent | null {
  const found = TALK.find(([pattern]) => pattern.test(sentence));
  return found === undefined ? null : { kind: "say", text: found[1] };
}
