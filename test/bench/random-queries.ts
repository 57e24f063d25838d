/** What lists of todos are asked for: every documented filter, sort and order, page size and word, drawn at random. */
import { type Draw, drawWord } from "./draw.ts";
import { words } from "./seed.ts";

/** What there is to ask about in the workspace. */
export interface World {
  readonly listIds: readonly string[];
  /** Milliseconds between which the todos were made; what the bench writes itself, it writes later. */
  readonly from: number;
  readonly to: number;
}

/** Filters of the list, as the summary takes them. */
export function drawFilters(draw: Draw, { listIds, from, to }: World): URLSearchParams {
  const query = new URLSearchParams();
  const day = (): string => new Date(Date.UTC(2026, 0, 1 + draw.below(365))).toISOString().slice(0, 10);
  const moment = (): string => new Date(from + draw.below(to - from)).toISOString();
  const maybe = (share: number, name: string, value: () => string): void => {
    if (draw.chance(share)) query.set(name, value());
  };
  const [early, late] = [day(), day()].sort() as [string, string];
  maybe(0.6, "status", () => draw.of(["active", "active", "ready", "in_progress", "done"]));
  maybe(0.3, "priority", () => draw.of(["urgent", "high", "medium", "low", "none"]));
  maybe(0.2, "type", () => draw.of(["task", "responsibility"]));
  maybe(0.25, "todoListId", () => draw.of(listIds));
  maybe(0.1, "assignedToMe", () => "true");
  maybe(0.1, "unassigned", () => "true");
  maybe(0.05, "includeArchived", () => "true");
  maybe(0.2, "dueAfter", () => early);
  maybe(0.2, "dueBefore", () => late);
  maybe(0.1, "updatedSince", () => (draw.chance(0.5) ? new Date(to).toISOString() : moment()));
  maybe(0.1, "createdSince", moment);
  return query;
}

/** What the query asks for, in an order and a page size: half of the lists take those that come by themselves. */
export function inSomeOrder(draw: Draw, query: URLSearchParams): string {
  if (draw.chance(0.6)) {
    query.set("sort", draw.of(["createdAt", "updatedAt", "dueDate", "priority"]));
    query.set("order", draw.of(["asc", "desc"]));
  }
  if (draw.chance(0.5)) query.set("limit", String(1 + draw.below(100)));
  return `todos?${query.toString()}`;
}

/** A list that is searched, in half of the cases with no filter besides the text. */
export function drawSearch(draw: Draw, world: World, text: string): string {
  const query = draw.chance(0.5) ? drawFilters(draw, world) : new URLSearchParams();
  query.set("query", text);
  return inSomeOrder(draw, query);
}

/** A word, two words, a part of one, or a number that one todo has. */
export function drawText(draw: Draw): string {
  const word = drawWord(draw, words);
  if (draw.chance(0.2)) return `${word} ${drawWord(draw, words)}`;
  if (draw.chance(0.2)) return word.slice(1, 5);
  return draw.chance(0.1) ? String(draw.below(100_000)).padStart(9, "0") : word;
}

/** A text of one or two characters. */
export function drawShortText(draw: Draw): string {
  return drawWord(draw, words).slice(0, 1 + draw.below(2));
}
