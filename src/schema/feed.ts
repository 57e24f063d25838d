/** What is said over the feed of changes. */
import * as v from "valibot";
import { uuid } from "./common.ts";

/** The subprotocol. */
export const feedProtocol = "dayshift.changes.v1";

/** The one thing that a client says. */
export const feedStart = v.strictObject({
  type: v.literal("start"),
  workspaceId: uuid,
  after: v.nullable(v.pipe(v.string(), v.maxLength(100))),
});

export type FeedStart = v.InferOutput<typeof feedStart>;

/** Closing codes: RFC 6455 §7.4.1, and those of our own. */
export const feedClosing = {
  reset: 1000,
  stopping: 1001,
  later: 1013,
  badFrame: 4400,
  sessionEnded: 4401,
  noMember: 4403,
} as const;
