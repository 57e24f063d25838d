/** Who turns speech into text, as the service starts. */
import type { Clock, Ids } from "../actors/runtime/ports.ts";
import type { TranscribeConfig } from "../actors/transcription/config.ts";
import { type UsualSpeechServer, usualSpeechServers } from "../actors/transcription/servers.ts";
import type { ActorHost } from "../actors/workspace/host.ts";
import type { Directory } from "../gateway/directory/directory.ts";
import { createSpeechService, type SpeechService } from "../gateway/speech-service.ts";
import { chooseSpeech } from "./base/chosen-speech.ts";
import type { Configuration } from "./base/configuration.ts";
import type { Log } from "./base/log.ts";

interface ServiceParts {
  readonly clock: Clock;
  readonly ids: Ids;
  readonly speechServers?: readonly UsualSpeechServer[];
}

export interface StartingSpeech {
  readonly config: TranscribeConfig;
  readonly serviceOf: (host: Pick<ActorHost, "useSpeech">, parts: ServiceParts) => SpeechService;
}

/** The server to start with. One that was set and cannot be used any more, because its key is lost, does not keep the service down. */
export async function openSpeech(
  configuration: Configuration,
  directory: Directory,
  log: Log,
): Promise<StartingSpeech> {
  const { source, config, problem } = chooseSpeech(configuration, await directory.storedSpeech());
  if (problem !== null) {
    log.warn("the speech server that was set cannot be used; recordings are not transcribed", { model: config.model });
  }
  return {
    config: problem === null ? config : { model: null, baseUrl: null, apiKey: null },
    serviceOf: (host, { clock, ids, speechServers: servers = usualSpeechServers }) =>
      createSpeechService({
        store: directory,
        clock,
        ids,
        configured: source === "environment" ? config : null,
        use: (next) => host.useSpeech(next),
        servers,
      }),
  };
}
