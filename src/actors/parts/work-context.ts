/** What carrying out a piece of work takes. */
import type { Recordings } from "../audio/recordings.ts";
import type { Words } from "../feed/words.ts";
import type { Mailbox } from "../mailbox/mailbox.ts";
import type { Shared } from "./shared.ts";

/** The workspace in which work is carried out. */
export interface WorkContext extends Shared {
  readonly workspaceId: string;
  readonly mailbox: Pick<Mailbox, "read" | "write" | "onCommit">;
  readonly recordings: Pick<Recordings, "alone" | "settle">;
  readonly words: Words;
}

/** Runs what waits for a provider; in the meantime the piece occupies no working slot, if there is room to wait. Settles with it. */
export type Away = <T>(wait: () => Promise<T>) => Promise<T>;

/** The same for one piece of work. */
export interface PieceParts extends WorkContext {
  readonly away: Away;
}
