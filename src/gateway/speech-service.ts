/** The speech server of the service, for those who run it: which one it is, which ones there are, whether one works. */
import type { Clock, Ids } from "../actors/runtime/ports.ts";
import { readTranscribeConfig, type TranscribeConfig } from "../actors/transcription/config.ts";
import { findSpeechServers, type FoundSpeechServer, type UsualSpeechServer } from "../actors/transcription/servers.ts";
import { trySpeech, type SpeechTrial } from "../actors/transcription/trial.ts";
import { conflict, invalid } from "../schema/errors.ts";
import type { SpeechSettingsBody, SpeechUpdate } from "../schema/speech-settings.ts";
import type { SpeechStore, StoredSpeech } from "./directory/speech-settings.ts";

export interface SpeechService {
  /** Whether recordings are transcribed. */
  isOn(): Promise<boolean>;
  read(): Promise<SpeechSettingsBody>;
  /** Throws 400 for what names no server, 409 where the environment names it. */
  change(update: SpeechUpdate): Promise<SpeechSettingsBody>;
  find(): Promise<readonly FoundSpeechServer[]>;
  /** Tries what the update would make; changes nothing. Throws 400 for what names no server. */
  test(update: SpeechUpdate): Promise<SpeechTrial>;
}

export interface SpeechServiceParts {
  readonly store: SpeechStore;
  readonly clock: Clock;
  readonly ids: Ids;
  /** Of the environment; null when it names no server. */
  readonly configured: TranscribeConfig | null;
  /** From now on that server is asked. */
  readonly use: (config: TranscribeConfig) => Promise<void>;
  readonly servers: readonly UsualSpeechServer[];
}

const nobody: StoredSpeech = { provider: "none", model: null, baseUrl: null, apiKey: null };

/** What is set is read each time: another node of the service may have changed it. */
export function createSpeechService(parts: SpeechServiceParts): SpeechService {
  const { store, clock, ids, configured, use, servers } = parts;
  const current = async (): Promise<StoredSpeech> =>
    configured === null ? ((await store.storedSpeech()) ?? nobody) : ofEnvironment(configured);
  const planned = async (update: SpeechUpdate): Promise<StoredSpeech> => {
    const next = withUpdate(await current(), update);
    check(next);
    return next;
  };
  const read = async (): Promise<SpeechSettingsBody> => {
    const { provider, model, baseUrl, apiKey } = await current();
    return {
      object: "speech_settings",
      source: configured !== null ? "environment" : provider === "none" ? "none" : "setting",
      provider,
      model,
      baseUrl,
      hasKey: apiKey !== null,
    };
  };
  return {
    isOn: async () => names(speechConfigOf(await current())),
    read,
    async change(update) {
      if (configured !== null)
        throw conflict(
          `DAYSHIFT_TRANSCRIBE_MODEL of the environment names ${configured.model}: change it there.`,
          null,
        );
      const next = await planned(update);
      await use(speechConfigOf(next));
      await store.storeSpeech(next);
      return read();
    },
    find: () => findSpeechServers(servers, AbortSignal.timeout(5000)),
    async test(update) {
      const next = await planned(update);
      if (next.provider === "none") throw invalid("provider", "provider: there is nothing to test.");
      return trySpeech(speechConfigOf(next), clock, ids);
    },
  };
}

/** What the settings of the transcription are for what is stored. */
export function speechConfigOf({ provider, model, baseUrl, apiKey }: StoredSpeech): TranscribeConfig {
  return provider === "none" ? { model: null, baseUrl: null, apiKey: null } : { model, baseUrl, apiKey };
}

/** Whether it names a server: what needs a key that was lost does not. */
function names(config: TranscribeConfig): boolean {
  try {
    return readTranscribeConfig(config) !== null;
  } catch {
    return false;
  }
}

function ofEnvironment(config: TranscribeConfig): StoredSpeech {
  return { provider: config.baseUrl === null ? "openai" : "openai-compatible", ...config };
}

/** A key stays where it was given for: at another address it would be shown to somebody else. */
function withUpdate(before: StoredSpeech, update: SpeechUpdate): StoredSpeech {
  const { provider } = update;
  if (provider === "none") return nobody;
  const isSameProvider = provider === before.provider;
  const usualUrl = isSameProvider ? before.baseUrl : null;
  const baseUrl = update.baseUrl === undefined ? usualUrl : update.baseUrl;
  const isSame = isSameProvider && baseUrl === before.baseUrl;
  return {
    provider,
    model: update.model === undefined ? (isSameProvider ? before.model : null) : update.model,
    baseUrl,
    apiKey: update.apiKey === undefined ? (isSame ? before.apiKey : null) : update.apiKey,
  };
}

function check({ provider, model, baseUrl, apiKey }: StoredSpeech): void {
  if (provider === "none") return;
  if (model === null) throw invalid("model", "model: expected the name of a model, such as whisper-1.");
  if (provider === "openai-compatible" && baseUrl === null)
    throw invalid("baseUrl", "baseUrl: expected the address of the server.");
  if (provider === "openai" && apiKey === null) throw invalid("apiKey", "apiKey: expected a key of OpenAI.");
  try {
    readTranscribeConfig({ model, baseUrl, apiKey });
  } catch (error) {
    throw invalid("baseUrl", `baseUrl: ${(error as Error).message.replace(/^DAYSHIFT_TRANSCRIBE_\w+: /, "")}`);
  }
}
