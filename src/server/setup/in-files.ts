/** Who answers, in the files of a data folder that no service has. */
import { usualServers } from "../../actors/models/trial/servers.ts";
import { createClock } from "../../actors/runtime/clock.ts";
import { createIds } from "../../actors/runtime/ids.ts";
import { createModelService, type ModelService } from "../../gateway/model-service.ts";
import { chooseModel } from "../base/chosen-model.ts";
import type { Configuration } from "../base/configuration.ts";
import { openConfigured } from "../directory/directory.ts";

/** The outcome of the action on the model that is stored there; what it changes counts from the next start on. */
export async function inFiles<T>(
  configuration: Configuration,
  action: (model: ModelService) => Promise<T>,
): Promise<T> {
  const clock = createClock();
  const directory = await openConfigured(configuration, clock, createIds(clock));
  try {
    const { source, config } = chooseModel(configuration, await directory.storedModel());
    const configured = source === "environment" ? config : null;
    return await action(
      createModelService({ store: directory, clock, configured, use: nobodyAnswers, servers: usualServers }),
    );
  } finally {
    await directory.close();
  }
}

/** No service runs that would answer with it. */
function nobodyAnswers(): Promise<void> {
  return Promise.resolve();
}
