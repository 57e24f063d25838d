/** Who turns speech into text: read, found, tested and changed by operators; part of the app interface. */
import { nothing } from "../common.ts";
import { operation } from "../operation.ts";
import { foundSpeech, speechSettings, speechTest, speechUpdate } from "../speech-settings.ts";

const operators = { auth: "session", home: "gateway", query: nothing, tag: "Speech" } as const;

export const speechOperations = [
  operation({
    ...operators,
    id: "getSpeech",
    method: "GET",
    path: "/speech",
    summary: "Read who turns speech into text",
    description: "The speech server of the service, without its key. For operators.",
    body: null,
    errors: ["workspace_access_denied"],
    success: { status: 200, schema: speechSettings },
  }),
  operation({
    ...operators,
    id: "updateSpeech",
    method: "PATCH",
    path: "/speech",
    summary: "Change who turns speech into text",
    description:
      "At once, without a restart; a recording that is being transcribed asks the new server from its next part. Recordings that nobody transcribed are retried one by one. Refused where variables of the environment name the server. For operators.",
    body: speechUpdate,
    errors: ["workspace_access_denied", "resource_conflict"],
    success: { status: 200, schema: speechSettings },
    sensitive: true,
  }),
  operation({
    ...operators,
    id: "findSpeech",
    method: "GET",
    path: "/speech/found",
    summary: "Look for speech servers on this machine",
    description: "Asks the usual ports of Speaches, LocalAI and whisper.cpp on the loopback interface. For operators.",
    body: null,
    errors: ["workspace_access_denied"],
    success: { status: 200, schema: foundSpeech },
  }),
  operation({
    ...operators,
    id: "testSpeech",
    method: "POST",
    path: "/speech/test",
    summary: "Test a speech server",
    description: "Has it transcribe a second of sound. Nothing is saved. For operators.",
    body: speechUpdate,
    errors: ["workspace_access_denied"],
    success: { status: 200, schema: speechTest },
    sensitive: true,
  }),
] as const;
