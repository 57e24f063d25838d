/** Who answers and who turns speech into text, in the files of a data folder that no service has; what is changed counts from the next start on. */
import { usualServers } from "../../actors/models/trial/servers.ts";
import { createClock } from "../../actors/runtime/clock.ts";
import { createIds } from "../../actors/runtime/ids.ts";
import { usualSpeechServers } from "../../actors/transcription/servers.ts";
import { createModelService, type ModelService } from "../../gateway/model-service.ts";
import { createSpeechService, type SpeechService } from "../../gateway/speech-service.ts";
import { chooseModel } from "../base/chosen-model.ts";
import { chooseSpeech } from "../base/chosen-speech.ts";
import type { Configuration } from "../base/configuration.ts";
import { openConfigured } from "../directory/directory.ts";

/** The outcome of the action on the model that is stored there. */
export function modelInFiles<T>(configuration: Configuration, action: (model: ModelService) => Promise<T>): Promise<T> {
  return inDirectory(configuration, async ({ directory, clock }) => {
    const { source, config } = chooseModel(configuration, await directory.storedModel());
    const configured = source === "environment" ? config : null;
    return action(createModelService({ store: directory, clock, configured, use: nobody, servers: usualServers }));
  });
}

/** The outcome of the action on the speech server that is stored there. */
export function speechInFiles<T>(
  configuration: Configuration,
  action: (speech: SpeechService) => Promise<T>,
): Promise<T> {
  return inDirectory(configuration, async ({ directory, clock, ids }) => {
    const { source, config } = chooseSpeech(configuration, await directory.storedSpeech());
    const configured = source === "environment" ? config : null;
    const parts = { store: directory, clock, ids, configured, use: nobody, servers: usualSpeechServers };
    return action(createSpeechService(parts));
  });
}

async function open(configuration: Configuration) {
  const clock = createClock();
  const ids = createIds(clock);
  return { directory: await openConfigured(configuration, clock, ids), clock, ids };
}

async function inDirectory<T>(
  configuration: Configuration,
  action: (opened: Awaited<ReturnType<typeof open>>) => Promise<T>,
): Promise<T> {
  const opened = await open(configuration);
  try {
    return await action(opened);
  } finally {
    await opened.directory.close();
  }
}

/** No service runs that would use it. */
function nobody(): Promise<void> {
  return Promise.resolve();
}
