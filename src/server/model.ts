/** Who answers: the environment wins, then what an operator has set, then the built-in rules. */
import { type ModelConfig, problemOf, usableOf } from "../actors/models/shared/config.ts";
import { type UsualServer, usualServers } from "../actors/models/trial/servers.ts";
import type { Clock } from "../actors/runtime/ports.ts";
import type { ActorHost } from "../actors/workspace/host.ts";
import type { Directory } from "../gateway/directory/directory.ts";
import { createModelService, type ModelService } from "../gateway/model-service.ts";
import type { Configuration } from "./base/configuration.ts";
import { chooseModel } from "./base/chosen-model.ts";
import type { Log } from "./base/log.ts";

interface ServiceParts {
  readonly clock: Clock;
  readonly modelServers?: readonly UsualServer[];
}

export interface StartingModel {
  readonly config: ModelConfig;
  readonly serviceOf: (host: Pick<ActorHost, "useModel">, parts: ServiceParts) => ModelService;
}

/** The model to start with. One that was set and cannot be used any more, because its key is lost, does not keep the service down. */
export async function openModel(configuration: Configuration, directory: Directory, log: Log): Promise<StartingModel> {
  const { source, config, problem } = chooseModel(configuration, await directory.storedModel());
  if (problem !== null) {
    log.warn("the model that was set cannot be used; the built-in rules answer", { model: config.model });
  } else if (source === "setting" && config.fallback !== undefined && problemOf(config.fallback) !== null) {
    log.warn("the second model that was set cannot be used", { model: config.fallback.model });
  }
  const configured = source === "environment" ? config : null;
  return {
    config: configured ?? usableOf(config),
    serviceOf: (host, { clock, modelServers: servers = usualServers }) =>
      createModelService({
        store: directory,
        clock,
        configured,
        use: (config) => host.useModel(config),
        servers,
      }),
  };
}
