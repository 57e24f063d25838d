/** The words of an answer that may be shown while they come: what the model thinks, and how it names the conversation, are left out. */
import type { Speech } from "../../runtime/ports.ts";
import { namingTags } from "./naming.ts";

const hiddenTags: readonly string[] = ["think", ...namingTags];
const openings = hiddenTags.map((tag) => `<${tag}>`);
/** Some servers take the opening tag of what the model thinks for themselves, and leave the closing one. */
const endOfThinking = "</think>";
const longestTag = Math.max(...openings.map(({ length }) => length));

/** Takes the pieces of an answer, and says what may be heard of them. */
export function createSpoken(speech: Pick<Speech, "say" | "restart">): (piece: string) => void {
  let waiting = "";
  let hiddenUntil: string | null = null;
  let hasBegun = false;

  const say = (text: string): void => {
    const words = hasBegun ? text : text.trimStart();
    if (words === "") return;
    hasBegun = true;
    speech.say(words);
  };

  /** Takes a step; false when more has to come first. */
  const advance = (): boolean => {
    if (hiddenUntil !== null) {
      const end = waiting.search(new RegExp(hiddenUntil, "i"));
      waiting = end === -1 ? waiting.slice(-hiddenUntil.length) : waiting.slice(end + hiddenUntil.length);
      if (end !== -1) hiddenUntil = null;
      return end !== -1;
    }
    const at = waiting.indexOf("<");
    say(at === -1 ? waiting : waiting.slice(0, at));
    waiting = at === -1 ? "" : waiting.slice(at);
    const start = waiting.slice(0, longestTag).toLowerCase();
    const opening = openings.find((tag) => start.startsWith(tag));
    if (opening !== undefined) {
      hiddenUntil = `</${opening.slice(1)}`;
      waiting = waiting.slice(opening.length);
    } else if (start.startsWith(endOfThinking)) {
      waiting = waiting.slice(endOfThinking.length);
      hasBegun = false;
      speech.restart();
    } else if (waiting === "" || [endOfThinking, ...openings].some((tag) => tag.startsWith(start))) {
      return false;
    } else {
      say("<");
      waiting = waiting.slice(1);
    }
    return true;
  };

  return (piece) => {
    waiting += piece;
    while (advance());
  };
}
