/** With what an agent works, in the app interface. For people: no key, no program and no agent changes it. */
import { agentSettings, agentSettingsUpdate } from "../agent-settings.ts";
import { nothing } from "../common.ts";
import { always, operation } from "../operation.ts";

const people = { auth: "session", home: "workspace", query: nothing, tag: "Agents" } as const;

export const agentSettingsOperations = [
  operation({
    ...people,
    id: "getAgentSettings",
    method: "GET",
    path: "/agents/{agentId}/settings",
    summary: "Read with what an agent works",
    description: "Its model, its tools and its budget; what is null follows the service.",
    body: null,
    errors: ["workspace_access_denied"],
    success: { status: 200, schema: agentSettings },
  }),
  operation({
    ...people,
    id: "updateAgentSettings",
    changeClass: always("permissions"),
    method: "PATCH",
    path: "/agents/{agentId}/settings",
    changes: [{ kind: "agent", idFrom: "agentId" }],
    summary: "Change with what an agent works",
    description:
      "Holds from the next step of its turns on, and makes a new version of the agent. A model that is taken out of the service later does not stop the agent: the next one is asked, and the chat says so.",
    body: agentSettingsUpdate,
    errors: ["workspace_access_denied", "resource_conflict"],
    success: { status: 200, schema: agentSettings },
  }),
] as const;
