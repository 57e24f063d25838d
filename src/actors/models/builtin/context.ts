/** What earlier turns left to refer to: the todos that were listed by number, and the one that was last spoken of. */
import type { Turn } from "./conversation.ts";
import { numberedTitles } from "./format.ts";
import { type Todo, todosOf } from "./todo.ts";

export interface Context {
  /** The todos of the last numbered list, in its order. */
  readonly listed: readonly Todo[];
  /** The todo that "it" means; null when there is none or there are several. */
  readonly subject: Todo | null;
}

/** What the turns (all before the current one) allow to refer to. */
export function contextOf(turns: readonly Turn[]): Context {
  const listing = turns.findLast((turn) => listedIn(turn).length > 0);
  const last = turns.findLast((turn) => spokenOf(turn).length > 0);
  const spoken = last === undefined ? [] : spokenOf(last);
  return {
    listed: listing === undefined ? [] : listedIn(listing),
    subject: spoken.length === 1 ? (spoken[0] ?? null) : null,
  };
}

/** The numbered lines of the answer, matched to the records that the tools gave in that turn or showed by an earlier one. */
function listedIn(turn: Turn): Todo[] {
  const known = turn.rounds.flat().flatMap(todosOf);
  return numberedTitles(turn.answer).flatMap((title) => {
    const at = known.findIndex((todo) => todo.title === title);
    return at === -1 ? [] : known.splice(at, 1);
  });
}

function spokenOf(turn: Turn): Todo[] {
  const listed = listedIn(turn);
  return listed.length > 0 ? listed : todosOf(turn.rounds.at(-1)?.at(-1));
}
