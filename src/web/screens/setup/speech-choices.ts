/** Among whom a person chooses who turns speech into text. */
import type { Client } from "../../../client/types.ts";
import { words } from "../../words/index.ts";
import { type Connecting, connectionOf } from "./choices.ts";

export type SpeechSettings = Awaited<ReturnType<Client["getSpeech"]>>;
export type SpeechUpdate = Parameters<Client["updateSpeech"]>[0];
type Found = Awaited<ReturnType<Client["findSpeech"]>>["servers"];

export interface SpeechChoice extends Connecting {
  readonly provider: SpeechSettings["provider"];
}

/** OpenAI's, the one that says who speaks leading. */
const ofOpenAi = ["gpt-4o-transcribe-diarize", "gpt-4o-transcribe", "whisper-1"];

/** Servers of this machine lead; nobody is last. */
export function speechChoicesOf(found: Found): SpeechChoice[] {
  const { openai, other, here } = words.model;
  const { otherHint, nobody, nobodyHint } = words.speech;
  const none = { baseUrl: null, models: [], takes: { key: false, address: false } };
  return [
    ...found.map(({ name, baseUrl, models }) => ({
      id: `${name} ${baseUrl}`,
      provider: "openai-compatible" as const,
      label: here(name),
      baseUrl,
      models,
      takes: { key: false, address: false },
    })),
    {
      ...none,
      id: "other",
      provider: "openai-compatible",
      label: other,
      hint: otherHint,
      takes: { key: true, address: true },
    },
    {
      ...none,
      id: "openai",
      provider: "openai",
      label: openai,
      models: ofOpenAi,
      takes: { key: true, address: false },
    },
    { ...none, id: "none", provider: "none", label: nobody, hint: nobodyHint },
  ];
}

/** What the fields of the form make of the choice. */
export function speechUpdateOf(choice: SpeechChoice, fields: Readonly<Record<string, string>>): SpeechUpdate {
  const { provider } = choice;
  return provider === "none" ? { provider } : { provider, ...connectionOf(choice, fields) };
}
