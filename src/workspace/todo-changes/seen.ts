/** A change of what somebody saw is refused where it is not that any more. */
import { conflict } from "../../schema/errors.ts";
import { toInstant } from "../time/instant.ts";
import { rankOf } from "../todos/rank.ts";
import type { TodoRow } from "../todos/row.ts";

/** As the sender saw the todo; what is missing does not matter. */
export interface Seen {
  readonly expectedUpdatedAt?: string | undefined;
  readonly expectedRank?: string | undefined;
}

/** Throws 409 naming the field. */
export function refuseStale(todo: TodoRow, { expectedUpdatedAt, expectedRank }: Seen): void {
  if (expectedUpdatedAt !== undefined && todo.updatedAt !== Date.parse(expectedUpdatedAt)) {
    throw conflict(
      `The todo was changed at ${toInstant(todo.updatedAt)}: read it again, and send what is still to be changed.`,
      "expectedUpdatedAt",
    );
  }
  if (expectedRank !== undefined && rankOf(todo) !== expectedRank) {
    throw conflict("The todo was moved in the meantime: read it again, and move it from there.", "expectedRank");
  }
}
