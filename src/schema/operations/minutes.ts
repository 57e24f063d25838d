/** The minutes of agents, in the app interface. */
import { nothing } from "../common.ts";
import { minutesReport } from "../minutes.ts";
import { operation } from "../operation.ts";
import { usage, usageQuery } from "../usage.ts";

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
  operation({
    id: "getUsage",
    method: "GET",
    path: "/usage",
    tag: "Agents",
    auth: "agents:read",
    home: "workspace",
    summary: "See what language models have used",
    description:
      "Requests and tokens of the workspace by day, agent, model and run, as the providers count them. The built-in rules use none.",
    query: usageQuery,
    body: null,
    errors: [],
    success: { status: 200, schema: usage },
  }),
] as const;
