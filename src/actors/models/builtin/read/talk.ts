/** Greetings, thanks, and questions about the engine itself. */
import { greeting, help, nothingDone, noUndo, thanks } from "../shared/answers.ts";
import type { Intent } from "../shared/intents.ts";

const TALK: readonly (readonly [RegExp, string])[] = [
  [/^(?:hi|hello|hey|good (?:morning|afternoon|evening))(?:\s+(?:there|assistant|dayshift))?$/i, greeting],
  [/^(?:thanks|thank you|thx|cheers|great|cool|perfect|nice|ok|okay)(?:\s+(?:a lot|so much|very much))?$/i, thanks],
  [/^(?:no|nope|never mind|cancel)$/i, nothingDone],
  [/^(?:help|commands?|examples?)(?: me)?$/i, help],
  [/^what (?:can|do) (?:you|i) (?:do|understand|say|ask)(?: here| with you)?$/i, help],
  [/^how (?:do|can|should|does|would) (?:i|you|we|this|it)\b.*$/i, help],
  [/^(?:who|what) are you$/i, help],
  [/^are you (?:an? )?(?:ai|llm|language model|bot|robot|human|person|real)\b.*$/i, help],
  [
    /^(?:(?:set|configure|connect|use|choose) (?:a|the|another|an?) (?:language )?model|set up (?:a|the) model)\b.*$/i,
    help,
  ],
  [/^(?:which|what) (?:language )?model (?:are you|is this|do you use)\b.*$/i, help],
  [/^(?:undo|revert|take back)(?:\s+(?:it|that|this|the last (?:change|one)|my last change|what you did))?$/i, noUndo],
];

/** The answer to small talk; null when the sentence is none. */
export function readTalk(sentence: string): Intent | null {
  const plain = sentence.replace(/[\s.!]+$/, "");
  const found = TALK.find(([pattern]) => pattern.test(plain));
  return found === undefined ? null : { kind: "say", text: found[1] };
}
