/** The speech server, set in the environment or in the app: reached at its endpoint. */
import { readTranscribeConfig } from "../../actors/transcription/config.ts";
import type { StoredSpeech } from "../../gateway/directory/speech-settings.ts";
import { chooseSpeech } from "../base/chosen-speech.ts";
import type { Configuration } from "../base/configuration.ts";
import { type Finding, fine, wrong } from "../base/finding.ts";
import { bearer, checkEndpoint, listPath, type Places, placesOf } from "./endpoint.ts";

const inApp = "the app (Settings, Who turns speech into text)";
const settingPlaces: Places = { address: `its address in ${inApp}`, key: inApp, name: inApp };

/** `stored` reads what an operator has set; null when nothing was. */
export async function checkTranscription(
  configuration: Configuration,
  stored: () => Promise<StoredSpeech | null>,
): Promise<Finding> {
  const { source, config, problem } = chooseSpeech(configuration, await stored());
  if (problem !== null) {
    const message = `${config.model} was set and cannot be used, so that recordings are not transcribed: ${problem}`;
    return wrong("transcription", message, `Enter it again in ${inApp}; a key is lost with the file secret.key.`);
  }
  const settings = readTranscribeConfig(config);
  if (settings === null)
    return fine(
      "transcription",
      `DAYSHIFT_TRANSCRIBE_MODEL is not set, and nothing in ${inApp}: recordings are not transcribed here.`,
    );
  const { model: modelId, baseUrl, apiKey } = settings;
  return checkEndpoint({
    check: "transcription",
    places: source === "setting" ? settingPlaces : placesOf("DAYSHIFT_TRANSCRIBE", "DAYSHIFT_TRANSCRIBE_MODEL"),
    baseUrl,
    modelId,
    path: listPath,
    headers: bearer(apiKey),
  });
}
