/** Who answers, and who turns speech into text: read, found, tested and changed by operators; part of the app interface. */
import { nothing } from "../common.ts";
import {
  agentModels,
  foundModels,
  modelsAsked,
  modelSettings,
  modelTest,
  modelUpdate,
  providerModels,
} from "../model-settings.ts";
import { operation } from "../operation.ts";
import { speechOperations } from "./speech.ts";

const operators = { auth: "session", home: "gateway", query: nothing, tag: "Model" } as const;

export const modelOperations = [
  operation({
    ...operators,
    id: "getModel",
    method: "GET",
    path: "/model",
    summary: "Read who answers",
    description: "The language model of the service, without its key. For operators.",
    body: null,
    errors: ["workspace_access_denied"],
    success: { status: 200, schema: modelSettings },
  }),
  operation({
    ...operators,
    id: "updateModel",
    method: "PATCH",
    path: "/model",
    summary: "Change who answers",
    description:
      "At once, without a restart; turns that are on their way ask the new model from their next step. Refused where variables of the environment name the model. For operators.",
    body: modelUpdate,
    errors: ["workspace_access_denied", "resource_conflict"],
    success: { status: 200, schema: modelSettings },
    sensitive: true,
  }),
  operation({
    ...operators,
    id: "findModels",
    method: "GET",
    path: "/model/found",
    summary: "Look for models on this machine",
    description: "Asks the usual ports of Ollama, LM Studio and llama.cpp on the loopback interface. For operators.",
    body: null,
    errors: ["workspace_access_denied"],
    success: { status: 200, schema: foundModels },
  }),
  operation({
    ...operators,
    id: "listProviderModels",
    method: "POST",
    path: "/model/models",
    summary: "List the models of a provider",
    description:
      "As the provider lists them for the key, or for the stored one as long as provider and address are the same. Nothing is saved. For operators.",
    body: modelsAsked,
    errors: ["workspace_access_denied"],
    success: { status: 200, schema: providerModels },
    sensitive: true,
  }),
  operation({
    ...operators,
    id: "listAgentModels",
    method: "GET",
    path: "/agent-models",
    summary: "List the models that agents can be given",
    description: "Of each provider that the service is configured for; its list is asked for once in ten minutes.",
    body: null,
    errors: [],
    success: { status: 200, schema: agentModels },
  }),
  operation({
    ...operators,
    id: "testModel",
    method: "POST",
    path: "/model/test",
    summary: "Test a model",
    description: "Has it call a tool, and measures its window and its speed. Nothing is saved. For operators.",
    body: modelUpdate,
    errors: ["workspace_access_denied"],
    success: { status: 200, schema: modelTest },
    sensitive: true,
  }),
  ...speechOperations,
] as const;
