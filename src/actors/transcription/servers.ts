/** Speech servers on this machine: which ones run, and which of their models recognise speech. */
import { isRecord } from "../../schema/common.ts";
import { textAt } from "../models/trial/local-answer.ts";

/** A server where it usually listens. */
export interface UsualSpeechServer {
  readonly name: string;
  /** Where it speaks OpenAI's form. */
  readonly baseUrl: string;
  /** What stands on its own page, for one that has one model and lists none. */
  readonly page?: RegExp;
}

export const usualSpeechServers: readonly UsualSpeechServer[] = [
  { name: "Speaches", baseUrl: "http://127.0.0.1:8000/v1" },
  { name: "LocalAI", baseUrl: "http://127.0.0.1:8080/v1" },
  { name: "whisper.cpp", baseUrl: "http://127.0.0.1:8080/v1", page: /whisper\.cpp/i },
];

export interface FoundSpeechServer {
  readonly name: string;
  readonly baseUrl: string;
  readonly models: readonly string[];
}

const maxModels = 200;
/** It has one, whatever it is called. */
const onlyModel = "whisper-1";
/** Models that recognise speech, by their names. */
const hearing =
  /whisper|transcri|parakeet|canary|voxtral|moonshine|sensevoice|wav2vec|(?:^|[^a-z])(?:asr|stt)(?:[^a-z]|$)/i;

/** Those that answer, and have a model that recognises speech. */
export async function findSpeechServers(
  servers: readonly UsualSpeechServer[],
  signal: AbortSignal,
): Promise<readonly FoundSpeechServer[]> {
  const asked = servers.map(async ({ name, baseUrl, page }): Promise<FoundSpeechServer[]> => {
    const models = page === undefined ? await listed(baseUrl, signal) : await onPage(baseUrl, page, signal);
    return models.length === 0 ? [] : [{ name, baseUrl, models }];
  });
  return (await Promise.all(asked)).flat();
}

async function listed(baseUrl: string, signal: AbortSignal): Promise<readonly string[]> {
  const body = parsed(await textAt(`${baseUrl}/models`, signal));
  const data = isRecord(body) && Array.isArray(body["data"]) ? body["data"].filter(isRecord) : [];
  return data.flatMap((model) => (recognises(model) ? [String(model["id"])] : [])).slice(0, maxModels);
}

/** Speaches says what each model is for; others are known by their names. */
function recognises({ id, task }: Readonly<Record<string, unknown>>): boolean {
  if (typeof id !== "string") return false;
  return typeof task === "string" ? task === "automatic-speech-recognition" : hearing.test(id);
}

async function onPage(baseUrl: string, page: RegExp, signal: AbortSignal): Promise<readonly string[]> {
  const text = await textAt(`${new URL(baseUrl).origin}/`, signal);
  return text !== null && page.test(text) ? [onlyModel] : [];
}

function parsed(text: string | null): unknown {
  try {
    return JSON.parse(text ?? "null") as unknown;
  } catch {
    return null;
  }
}
