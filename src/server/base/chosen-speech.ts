/** Who turns speech into text: the environment wins, then what an operator has set, then nobody. */
import { readTranscribeConfig, type TranscribeConfig } from "../../actors/transcription/config.ts";
import type { StoredSpeech } from "../../gateway/directory/speech-settings.ts";
import { speechConfigOf } from "../../gateway/speech-service.ts";
import type { Configuration } from "./configuration.ts";

export interface ChosenSpeech {
  readonly source: "environment" | "setting" | "none";
  readonly config: TranscribeConfig;
  /** Why what was set names no server any more, such as a key that is lost; null for one that can be used. */
  readonly problem: string | null;
}

/** What stands in the environment is not checked here: the code that uses it refuses what is wrong. */
export function chooseSpeech(configuration: Configuration, stored: StoredSpeech | null): ChosenSpeech {
  const { transcribeModel: model, transcribeBaseUrl: baseUrl, transcribeApiKey: apiKey } = configuration;
  const environment = { model, baseUrl, apiKey };
  if (Object.values(environment).some((value) => value !== null))
    return { source: "environment", config: environment, problem: null };
  if (stored === null || stored.provider === "none") return { source: "none", config: environment, problem: null };
  const config = speechConfigOf(stored);
  return { source: "setting", config, problem: problemOf(config) };
}

function problemOf(config: TranscribeConfig): string | null {
  try {
    readTranscribeConfig(config);
    return null;
  } catch (error) {
    return (error as Error).message;
  }
}
