/** The minutes of agents, in the app interface. */
import { nothing } from "../common.ts";
import { minutesReport } from "../minutes.ts";
import { operation } from "../operation.ts";

export const minutesOperations = [
  operation({
    id: "getMinutes",
    method: "GET",
    path: "/minutes",
    tag: "Minutes",
    auth: "session",
    home: "gateway",
    summary: "Read what agents have used this month",
    description:
      "Of the organization of the signed-in person, over all its workspaces. A turn counts once it is over, for the day and the month in which it began.",
    query: nothing,
    body: null,
    errors: [],
    success: { status: 200, schema: minutesReport },
  }),
] as const;
