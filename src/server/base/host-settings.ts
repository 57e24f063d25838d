/** The part of the configuration that the owners of the workspaces get: plain data, so that it can go to a thread. */
import { type ModelConfig, readModelConfig } from "../../actors/models/shared/config.ts";
import { readTranscribeConfig, type TranscribeConfig } from "../../actors/transcription/config.ts";
import { workspaceMigrations } from "../../actors/store/migrate.ts";
import type { WorkerSettings } from "../../actors/threads/worker-main.ts";
import type { Budget } from "../../workspace/runs/budget.ts";
import type { Configuration } from "./configuration.ts";

/** Throws an Error naming the variable when the configuration of the model or of the transcription is wrong: no thread is started for it. */
export function hostSettings(
  configuration: Configuration,
  zoneData: string,
  model: ModelConfig,
  transcription: TranscribeConfig,
): WorkerSettings {
  const {
    dataDir,
    sqliteDriver: driver,
    maxOpen,
    maxLongPolls,
    concurrency,
    historyDays,
    generationPerDay,
  } = configuration;
  readModelConfig(model);
  readTranscribeConfig(transcription);
  return {
    files: { dataDir, driver, migrations: workspaceMigrations() },
    zoneData,
    model,
    transcription,
    limits: {
      maxOpen,
      turns: concurrency,
      longPolls: maxLongPolls,
      budget: budgetOf(configuration),
      historyDays,
      generationPerDay,
    },
  };
}

function budgetOf({ budgetRuns, budgetChanges, budgetMinutes, budgetModelCalls }: Configuration): Budget {
  return { runs: budgetRuns, changes: budgetChanges, minutes: budgetMinutes, modelCalls: budgetModelCalls };
}

/** The settings of the model. */
export function modelConfiguration(configuration: Configuration): ModelConfig {
  const { model, modelBaseUrl, modelApiKey, modelTimeoutSeconds, modelContext } = configuration;
  return {
    model: model ?? "builtin",
    ...(modelTimeoutSeconds === null ? {} : { timeoutSeconds: modelTimeoutSeconds }),
    ...(modelContext === null ? {} : { contextTokens: modelContext }),
    ...(modelBaseUrl === null ? {} : { baseUrl: modelBaseUrl }),
    ...(modelApiKey === null ? {} : { apiKey: modelApiKey }),
  };
}
