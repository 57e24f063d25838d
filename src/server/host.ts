/** The owners of the workspaces, put together: files, rules, model. */
import type { Alarms } from "../actors/alarms.ts";
import { type ActorHost, createHost } from "../actors/host.ts";
import { createModel } from "../actors/models/index.ts";
import type { Clock, Ids, Model } from "../actors/ports.ts";
import { rules } from "../actors/rules.ts";
import { readMigrations } from "../actors/store/migrate.ts";
import { createWorkspaceFiles } from "../actors/workspace-files.ts";
import type { Directory } from "../gateway/directory/directory.ts";
import { describeError, type Log } from "./log.ts";
import type { Configuration } from "./settings.ts";
import { fileURLToPath } from "node:url";

export interface HostParts {
  readonly configuration: Configuration;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly log: Log;
  readonly model?: Model;
  readonly directory: Directory;
  readonly alarms: Alarms;
}

const migrationsFolder = fileURLToPath(new URL("../workspace/migrations", import.meta.url));

/** A host in this thread. Rejects with an Error naming the variable when the model's configuration is wrong. */
export async function openHost(parts: HostParts): Promise<ActorHost> {
  const { configuration, clock, ids, log, directory, alarms } = parts;
  return createHost({
    clock,
    ids,
    model: parts.model ?? (await createModel(modelConfiguration(configuration), clock)),
    access: directory,
    minutes: directory.minutes,
    alarms,
    files: createWorkspaceFiles({
      dataDir: configuration.dataDir,
      migrations: readMigrations(migrationsFolder),
    }),
    rules,
    limits: { maxOpen: configuration.maxOpen, turns: configuration.concurrency },
    report: (what, error) => log.error(what, describeError(error)),
  });
}

function modelConfiguration({ model, modelBaseUrl, modelApiKey }: Configuration) {
  return {
    model,
    ...(modelBaseUrl === null ? {} : { baseUrl: modelBaseUrl }),
    ...(modelApiKey === null ? {} : { apiKey: modelApiKey }),
  };
}
