/** What language models have used; part of the app interface. */
import { operation } from "../operation.ts";
import { usage, usageQuery } from "../usage.ts";

export const usageOperations = [
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
