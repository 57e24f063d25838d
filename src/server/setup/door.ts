/** Who answers, as the operator sets it from the data folder: in the service that runs on it, or in its files. */
import type { Trial } from "../../actors/models/trial/trial.ts";
import type { ModelService } from "../../gateway/model-service.ts";
import { type ModelSettingsBody, modelUpdate, type ModelUpdate } from "../../schema/model-settings.ts";
import { validateBody } from "../../schema/validate.ts";
import type { Configuration } from "../base/configuration.ts";
import type { ControlCommand } from "../base/control.ts";
import { hereOrThere } from "../base/folder.ts";
import { modelInFiles } from "./in-files.ts";

/** What can be asked of it. */
export interface ModelDoor {
  read(): Promise<ModelSettingsBody>;
  find(): ReturnType<ModelService["find"]>;
  /** Rejects for an update that makes no model. */
  check(update: ModelUpdate): Promise<null>;
  test(update: ModelUpdate): Promise<Trial>;
  change(update: ModelUpdate): Promise<ModelSettingsBody>;
}

/** Carries one question out. Throws 400 for what makes no model, 409 where the environment names it. */
async function answered(model: ModelService, { action, update }: Readonly<Record<string, unknown>>): Promise<unknown> {
  if (action === "read") return model.read();
  if (action === "find") return model.find();
  const wanted = validateBody(modelUpdate, update) as ModelUpdate;
  if (action === "check") {
    await model.check(wanted);
    return null;
  }
  return action === "test" ? model.test(wanted) : model.change(wanted);
}

/** The command `model` of a running service. */
export function modelCommand(model: ModelService): ControlCommand {
  return (input) => answered(model, input);
}

/** The door of a data folder. What is asked rejects with why it failed. */
export function openModelDoor(configuration: Configuration): ModelDoor {
  const ask = <T>(action: string, update?: ModelUpdate): Promise<T> => {
    const input = { action, ...(update !== undefined && { update }) };
    const here = () => modelInFiles(configuration, (model) => answered(model, input));
    return hereOrThere(configuration.dataDir, here, { command: "model", input }) as Promise<T>;
  };
  return {
    read: () => ask("read"),
    find: () => ask("find"),
    check: (update) => ask("check", update),
    test: (update) => ask("test", update),
    change: (update) => ask("change", update),
  };
}
