/** With what an agent works, and its photo, in the app interface. For people: no key, no program and no agent changes it. */
import { agent, agentPhoto } from "../agent.ts";
import { agentSettings, agentSettingsUpdate } from "../agent-settings.ts";
import { nothing } from "../common.ts";
import { photoTypes } from "../image-head.ts";
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
  operation({
    ...people,
    id: "setAgentPhoto",
    method: "POST",
    path: "/agents/{agentId}/photo",
    changes: [],
    summary: "Give an agent a photo",
    description:
      "The body is the image itself, as its `Content-Type` says. The photo before it is erased: no undo brings it back. A photo is no setting, and makes no new version of the agent.",
    body: agentPhoto,
    bytes: { types: photoTypes, limit: "agentPhotos" },
    errors: ["workspace_access_denied", "resource_conflict"],
    success: { status: 200, schema: agent },
    needsDisk: true,
  }),
  operation({
    ...people,
    id: "removeAgentPhoto",
    method: "DELETE",
    path: "/agents/{agentId}/photo",
    changes: [],
    summary: "Remove the photo of an agent",
    description: "Erases it. Without a photo nothing changes.",
    body: null,
    errors: ["workspace_access_denied"],
    success: { status: 200, schema: agent },
    destructive: true,
  }),
] as const;
