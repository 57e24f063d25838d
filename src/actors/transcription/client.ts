/** Speech to text over any server that speaks OpenAI's `POST {base}/audio/transcriptions`. */
import type { Clock } from "../runtime/ports.ts";
import {
  type FailureReason,
  type SoundFile,
  type SpokenSegment,
  type Transcriber,
  TranscriptionFailure,
} from "../runtime/transcriber.ts";
import { readAnswer } from "./answer.ts";
import type { TranscribeSettings } from "./config.ts";
import { minBytes, maxBytes } from "./limits.ts";
import { formOf } from "./multipart.ts";
import type { Post, PostAnswer } from "./post.ts";

/** Milliseconds that a server may take for one part. */
const timeLimit = 30 * 60_000;

const tooLarge = 413;

type Format = "verbose_json" | "diarized_json" | "json";

export interface ClientParts {
  readonly settings: TranscribeSettings;
  readonly post: Post;
  readonly clock: Clock;
  /** Text that no file holds, made by chance. */
  readonly boundary: () => string;
}

/** The transcriber. It remembers which form of answer the server knows, and asks for that one from then on; and what was too large. */
export function createTranscriber({ settings, post, clock, boundary }: ClientParts): Transcriber {
  let known: Format | null = null;
  let acceptedBytes = maxBytes;

  const ask = async (audio: SoundFile, language: string | null, format: Format, signal: AbortSignal) => {
    const form = formOf(fieldsOf(settings.model, language, format), audio, boundary());
    const headers = {
      "Content-Type": form.contentType,
      "Content-Length": String(form.length),
      Accept: "application/json",
      ...(settings.apiKey === null ? {} : { Authorization: `Bearer ${settings.apiKey}` }),
    };
    const url = `${settings.baseUrl}/audio/transcriptions`;
    return limited(clock, signal, (both) => post({ url, headers, body: form.read() }, both));
  };

  return {
    name: settings.model,
    get maxBytes() {
      return acceptedBytes;
    },
    async transcribe(audio, { language, durationMs }, signal) {
      const formats: readonly Format[] = known === null ? formatsFor(settings.model) : [known];
      let last: PostAnswer | null = null;
      for (const format of formats) {
        last = await ask(audio, language, format, signal);
        if (isOk(last)) {
          known = format;
          return read(last.text, durationMs);
        }
        if (![400, 415, 422].includes(last.status)) break;
      }
      if (last?.status === tooLarge && !isUncut(audio)) {
        acceptedBytes = Math.min(acceptedBytes, Math.max(minBytes, Math.floor(audio.bytes / 2)));
      }
      throw refused(last, clock.now(), audio);
    },
  };
}

/** The forms of answer in the order in which they are asked for: each server knows one of the first two, or `json` alone. */
function formatsFor(model: string): readonly Format[] {
  return /diariz/i.test(model) ? ["diarized_json", "json"] : ["verbose_json", "json"];
}

function fieldsOf(model: string, language: string | null, format: Format): (readonly [string, string])[] {
  return [
    ["model", model],
    ["response_format", format],
    ...(format === "verbose_json" ? [["timestamp_granularities[]", "segment"] as const] : []),
    ...(format === "diarized_json" || /diariz/i.test(model) ? [["chunking_strategy", "auto"] as const] : []),
    ...(language === null ? [] : [["language", language] as const]),
  ];
}

function read(text: string, durationMs: number | null): SpokenSegment[] {
  const segments = readAnswer(text, durationMs);
  if (segments !== null) return segments;
  throw new TranscriptionFailure(
    "The transcription server's answer could not be read: it is not the JSON that /audio/transcriptions promises.",
    null,
    false,
    "no_speech_server",
  );
}

async function limited(
  clock: Clock,
  signal: AbortSignal,
  send: (signal: AbortSignal) => Promise<PostAnswer>,
): Promise<PostAnswer> {
  const limit = new AbortController();
  const cancel = clock.timer(timeLimit, () => limit.abort());
  try {
    return await send(AbortSignal.any([signal, limit.signal]));
  } catch (error) {
    signal.throwIfAborted();
    if (limit.signal.aborted) {
      throw new TranscriptionFailure(`The transcription server did not answer within ${timeLimit / 60_000} minutes.`);
    }
    throw new TranscriptionFailure(
      `The transcription server could not be reached, or did not answer in full (${codeOf(error)}). Check its address (${inApp}, or DAYSHIFT_TRANSCRIBE_BASE_URL) and the network.`,
      null,
      false,
      "unreachable",
    );
  } finally {
    cancel();
  }
}

/** Whether all of a large recording is in the file, as it cannot be cut. */
function isUncut({ uncut = null }: SoundFile): boolean {
  return uncut !== null;
}

function isOk({ status }: PostAnswer): boolean {
  return status >= 200 && status < 300;
}

/** The failure of an answer that is none; what the server says in words stays out: it may repeat what was said. */
function refused(answer: PostAnswer | null, now: number, audio: SoundFile): TranscriptionFailure {
  const { status, retryAfter } = answer ?? { status: 0, retryAfter: null };
  const words = `The transcription server ${wordsFor(status, audio)}`;
  return new TranscriptionFailure(words, waitOf(retryAfter, now), status === tooLarge, reasonOf(status));
}

function reasonOf(status: number): FailureReason {
  if (status === 401 || status === 403) return "key_refused";
  return status === 404 ? "unknown_model" : status === 405 ? "no_speech_server" : "sound_refused";
}

/** Where operators set the server. */
const inApp = "Settings of the app";

function wordsFor(status: number, { uncut, bytes }: SoundFile): string {
  if (status === 401 || status === 403)
    return `refused the credential (${status}). Check its key (${inApp}, or DAYSHIFT_TRANSCRIBE_API_KEY).`;
  if (status === 404)
    return `does not know the address or the model (404). Check both (${inApp}, or DAYSHIFT_TRANSCRIBE_BASE_URL and DAYSHIFT_TRANSCRIBE_MODEL).`;
  if (status === tooLarge) return `found the recording too large (413). ${uncut ?? takeMore(bytes)}`;
  if (status === 429) return "is limiting requests (429).";
  if (status >= 500) return `failed (${status}).`;
  if (status >= 300 && status < 400)
    return `redirects (${status}), which is not followed. Set its address (${inApp}, or DAYSHIFT_TRANSCRIBE_BASE_URL) to where it leads.`;
  return `refused the recording (${status}). Check that the model takes this kind of audio.`;
}

function takeMore(bytes: number): string {
  return `Set it up to take ${Math.ceil(bytes / 1_000_000)} MB at once.`;
}

/** Milliseconds to wait, from seconds or a date (RFC 9110 §10.2.3); null when nothing was said. */
function waitOf(retryAfter: string | null, now: number): number | null {
  if (retryAfter === null) return null;
  if (/^\d{1,9}$/.test(retryAfter)) return Number(retryAfter) * 1000;
  const date = Date.parse(retryAfter);
  return Number.isNaN(date) ? null : Math.max(0, date - now);
}

function codeOf(error: unknown): string {
  if (error instanceof Error && "code" in error && typeof error.code === "string") return error.code;
  return error instanceof Error ? error.name : "unknown error";
}
