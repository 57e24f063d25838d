/** Who turns speech into text: the speech server of the service, as operators see and change it; part of the app interface. */
import * as v from "valibot";
import { line } from "./common.ts";
import { apiKey, serverAddress } from "./server-connection.ts";

const provider = v.picklist(["none", "openai", "openai-compatible"]);

export const speechSettings = v.object({
  object: v.literal("speech_settings"),
  source: v.pipe(
    v.picklist(["environment", "setting", "none"]),
    v.description("`environment`: variables name the server, and win; it is changed there."),
  ),
  provider: v.pipe(provider, v.description("`none`: recordings are not transcribed.")),
  model: v.nullable(v.string()),
  baseUrl: v.nullable(v.string()),
  hasKey: v.boolean(),
});

export const speechUpdate = v.pipe(
  v.strictObject({
    provider: v.pipe(provider, v.description("`none`: recordings are not transcribed; their sound is stored.")),
    model: v.optional(v.pipe(v.nullable(line(200)), v.description("As the server names it, such as `whisper-1`."))),
    baseUrl: v.optional(v.pipe(v.nullable(serverAddress), v.description("Needed for `openai-compatible`."))),
    apiKey: v.optional(
      v.pipe(
        v.nullable(apiKey),
        v.description(
          "Never shown again. Left out: the stored one stays, as long as provider and address are the same.",
        ),
      ),
    ),
  }),
  v.examples([{ provider: "openai-compatible", model: "whisper-1", baseUrl: "http://127.0.0.1:8080/v1" }]),
);

export const foundSpeech = v.object({
  object: v.literal("found_speech"),
  servers: v.array(
    v.object({
      name: v.pipe(v.string(), v.description("Speaches, LocalAI or whisper.cpp.")),
      baseUrl: v.string(),
      models: v.pipe(v.array(v.string()), v.description("Those that recognise speech.")),
    }),
  ),
});

export const speechTest = v.object({
  object: v.literal("speech_test"),
  text: v.pipe(v.nullable(v.string()), v.description("What it heard in a second of sound; null where it failed.")),
  problem: v.pipe(
    v.nullable(
      v.picklist(["unreachable", "key_refused", "unknown_model", "no_speech_server", "too_slow", "sound_refused"]),
    ),
    v.description(
      "`unknown_model`: it knows the address or the model not (404); `no_speech_server`: its answer is no transcript; null for none.",
    ),
  ),
});

export type SpeechSettingsBody = v.InferOutput<typeof speechSettings>;
export type SpeechUpdate = v.InferOutput<typeof speechUpdate>;
export type SpeechTest = v.InferOutput<typeof speechTest>;
