/** The client of /audio/transcriptions against a real server that answers, and fails, as those in use do. */
import assert from "node:assert/strict";
import { type IncomingHttpHeaders, type ServerResponse } from "node:http";
import test, { type TestContext } from "node:test";
import { createIds } from "../../../src/actors/runtime/ids.ts";
import { type SoundFile, TranscriptionFailure } from "../../../src/actors/runtime/transcriber.ts";
import { readTranscribeConfig } from "../../../src/actors/transcription/config.ts";
import { openTranscriber } from "../../../src/actors/transcription/index.ts";
import { createFakeClock } from "../../helpers/clock.ts";
import { serve } from "../../helpers/local-server.ts";
import { rows } from "../../helpers/pluck.ts";

interface Asked {
  readonly url: string;
  readonly headers: IncomingHttpHeaders;
  readonly fields: Readonly<Record<string, string>>;
  readonly file: Buffer;
}

type Answer = (response: ServerResponse) => void;

/** Answers each request with the next of these, the last one again and again. */
async function serveAnswers(t: TestContext, ...answers: Answer[]) {
  const asked: Asked[] = [];
  const origin = await serve(t, (request, response) => {
    const pieces: Buffer[] = [];
    request.on("data", (piece: Buffer) => pieces.push(piece));
    request.on("end", () => {
      asked.push({ url: request.url ?? "", headers: request.headers, ...read(Buffer.concat(pieces)) });
      answers[Math.min(asked.length, answers.length) - 1]?.(response);
    });
  });
  return { asked, baseUrl: `${origin}/v1` };
}

/** The fields of a form, and its file. */
function read(body: Buffer): Pick<Asked, "fields" | "file"> {
  const boundary = body.subarray(0, body.indexOf("\r\n")).toString();
  const fields: Record<string, string> = {};
  let file: Buffer = Buffer.alloc(0);
  for (let at = 0; body.subarray(at + boundary.length, at + boundary.length + 2).toString() === "\r\n";) {
    const head = body.indexOf("\r\n\r\n", at);
    const end = body.indexOf(`\r\n${boundary}`, head);
    const about = body.subarray(at, head).toString();
    const content = body.subarray(head + 4, end);
    if (about.includes('name="file"')) file = content;
    else fields[/name="([^"]+)"/.exec(about)?.[1] ?? ""] = content.toString();
    at = end + 2;
  }
  return { fields, file };
}

function json(body: unknown, status = 200, headers: Record<string, string> = {}): Answer {
  return (response) => {
    response.writeHead(status, { "content-type": "application/json", ...headers });
    response.end(typeof body === "string" ? body : JSON.stringify(body));
  };
}

const bytes = Buffer.from(Array.from({ length: 300_000 }, (_, at) => (at * 7) % 256));
const sound: SoundFile = {
  name: "recording.wav",
  type: "audio/wav",
  bytes: bytes.byteLength,
  async *read() {
    for (let at = 0; at < bytes.byteLength; at += 65_536) yield bytes.subarray(at, at + 65_536);
  },
};

async function transcriberFor(baseUrl: string, model = "whisper-1", apiKey: string | null = "sk-test") {
  const clock = createFakeClock();
  const transcriber = await openTranscriber({ model, baseUrl, apiKey }, clock, createIds(clock));
  assert.ok(transcriber !== null);
  const { signal } = new AbortController();
  return (durationMs: number | null = 10_000, language: string | null = "de", audio = sound) =>
    transcriber.transcribe(audio, { language, durationMs }, signal);
}

async function failureOf(action: Promise<unknown>): Promise<TranscriptionFailure> {
  const error = await action.then(
    () => assert.fail("It did not fail."),
    (reason: unknown) => reason,
  );
  assert.ok(error instanceof TranscriptionFailure, String(error));
  return error;
}

const refusals: readonly (readonly [what: string, answer: Answer, message: RegExp, wait: number | null])[] = [
  ["a failing server", json({ error: "secret words" }, 500), /failed \(500\)/, null],
  ["a limit with seconds", json({}, 429, { "retry-after": "7" }), /limiting/, 7000],
  ["a limit with a date", json({}, 429, { "retry-after": "Mon, 05 Jan 2026 09:00:30 GMT" }), /limiting/, 30_000],
  ["a refused key", json({}, 401), /DAYSHIFT_TRANSCRIBE_API_KEY/, null],
  ["an unknown model", json({}, 404), /DAYSHIFT_TRANSCRIBE_MODEL/, null],
  ["too large a file", json({}, 413), /too large \(413\)\. Set it up to take 1 MB at once\.$/, null],
  ["a redirect", json({}, 302, { location: "http://example.com" }), /redirects/, null],
  ["an answer that is no JSON", json("<html>"), /could not be read/, null],
  ["an answer without text", json({ task: "transcribe" }), /could not be read/, null],
  ["a cut connection", (response) => response.destroy(), /did not answer in full/, null],
  [
    "an answer that is cut",
    (response) => {
      response.writeHead(200, { "content-length": "1000" });
      response.write('{"text": "half');
      response.destroy();
    },
    /did not answer in full/,
    null,
  ],
];

for (const [what, answer, message, wait] of refusals) {
  test(`${what} is a failure that a person can read`, { rules: ["captures.transcription-failures"] }, async (t) => {
    const { baseUrl } = await serveAnswers(t, answer);
    const failure = await failureOf((await transcriberFor(baseUrl))());
    assert.match(failure.message, message);
    assert.doesNotMatch(failure.message, /secret words|sk-test|127\.0\.0\.1/);
    assert.equal(failure.wait, wait);
    assert.equal(failure.isFinal, what.startsWith("too large"));
  });
}

test("an uncut file that is too large says what to do", { rules: ["captures.transcription-failures"] }, async (t) => {
  const { baseUrl } = await serveAnswers(t, json({}, 413));
  const whole: SoundFile = { ...sound, uncut: "It cannot be cut into parts: it is noise. Upload music." };
  const failure = await failureOf((await transcriberFor(baseUrl))(10_000, "de", whole));
  assert.match(failure.message, /too large \(413\)\. It cannot be cut into parts: it is noise\. Upload music\.$/);
});

test("a server that nobody runs fails with the variable", { rules: ["captures.transcription-failures"] }, async () => {
  const failure = await failureOf((await transcriberFor("http://127.0.0.1:9/v1"))());
  assert.match(failure.message, /could not be reached.*DAYSHIFT_TRANSCRIBE_BASE_URL/);
});

test("the bytes that arrive are those sent, with model and key", { rules: ["captures.transcription"] }, async (t) => {
  const { asked, baseUrl } = await serveAnswers(t, json({ text: "Hallo" }));
  await (
    await transcriberFor(baseUrl)
  )();
  const [request] = asked;
  assert.equal(request?.url, "/v1/audio/transcriptions");
  assert.equal(request?.headers.authorization, "Bearer sk-test");
  assert.equal(request?.headers["transfer-encoding"], undefined);
  assert.deepEqual(request?.file, bytes);
  const fields = { model: "whisper-1", response_format: "verbose_json", "timestamp_granularities[]": "segment" };
  assert.deepEqual(request?.fields, { ...fields, language: "de" });
});

const shapes: readonly (readonly [server: string, body: unknown, expected: readonly unknown[]])[] = [
  [
    "OpenAI, verbose_json",
    {
      task: "transcribe",
      duration: 4.2,
      text: "A b.",
      segments: [
        { id: 0, start: 0, end: 1.5, text: " A" },
        { id: 1, start: 1.5, end: 4.2, text: " b." },
      ],
    },
    [
      [0, 1500, null, "A"],
      [1500, 4200, null, "b."],
    ],
  ],
  [
    "OpenAI, diarized_json",
    {
      text: "A b.",
      segments: [
        { type: "transcript.text.segment", id: "seg_0", start: 0.1, end: 1, speaker: "A", text: "A" },
        { start: 1, end: 2, speaker: "B", text: "b." },
      ],
    },
    [
      [100, 1000, "Speaker A", "A"],
      [1000, 2000, "Speaker B", "b."],
    ],
  ],
  [
    "whisper.cpp, with speakers before the words",
    {
      text: "x",
      segments: [
        { id: 0, start: 0, end: 2.5, text: " (speaker 0) Good morning", tokens: [1], words: [] },
        { start: 2.5, end: 3, text: "(speaker ?) Hm" },
      ],
    },
    [
      [0, 2500, "Speaker 0", "Good morning"],
      [2500, 3000, null, "Hm"],
    ],
  ],
  [
    "LocalAI, in nanoseconds",
    { segments: [{ id: 0, start: 0, end: 2_640_000_000, text: "Ahoy", tokens: [], speaker: "" }], text: "Ahoy" },
    [[0, 2640, null, "Ahoy"]],
  ],
  [
    "Mistral",
    {
      text: "Hi",
      segments: [{ text: " Hi", start: 0.5, end: 1, speaker_id: "speaker_1", type: "transcription_segment" }],
    },
    [[500, 1000, "Speaker 1", "Hi"]],
  ],
  ["a server with text alone", { text: " All of it. " }, [[0, 10_000, null, "All of it."]]],
  [
    "missing fields",
    { segments: [{ text: "One" }, { start: "3.5", text: "Two" }, { start: 4 }, null] },
    [
      [0, 0, null, "One"],
      [3500, 3500, null, "Two"],
    ],
  ],
  ["times past the end", { segments: [{ start: 9, end: 29.98, text: "End" }] }, [[9000, 10_000, null, "End"]]],
  ["silence", { text: "", segments: [] }, []],
];

for (const [server, body, expected] of shapes) {
  test(`an answer is read: ${server}`, { rules: ["captures.transcription"] }, async (t) => {
    const { baseUrl } = await serveAnswers(t, json(body));
    const said = await (await transcriberFor(baseUrl))();
    assert.deepEqual(rows(said, "startMs", "endMs", "speaker", "text"), expected);
  });
}

test("a server that knows json alone is asked for that", { rules: ["captures.transcription"] }, async (t) => {
  const { asked, baseUrl } = await serveAnswers(
    t,
    json({ error: "verbose_json is not compatible" }, 400),
    json({ text: "Yes" }),
  );
  const transcribe = await transcriberFor(baseUrl);
  await transcribe();
  await transcribe();
  assert.deepEqual(
    asked.map(({ fields }) => fields["response_format"]),
    ["verbose_json", "json", "json"],
  );
  assert.deepEqual(asked[1]?.file, bytes);
});

test("a model that distinguishes speakers is asked for them", { rules: ["captures.transcription"] }, async (t) => {
  const { asked, baseUrl } = await serveAnswers(t, json({ text: "Yes" }));
  await (
    await transcriberFor(baseUrl, "gpt-4o-transcribe-diarize", null)
  )(null, null);
  const fields = { model: "gpt-4o-transcribe-diarize", response_format: "diarized_json", chunking_strategy: "auto" };
  assert.deepEqual(asked[0]?.fields, fields);
  assert.equal(asked[0]?.headers.authorization, undefined);
});

test("wrong settings name the variable and repeat no key", { rules: ["captures.transcription-settings"] }, () => {
  const none = { model: null, baseUrl: null, apiKey: null };
  assert.equal(readTranscribeConfig(none), null);
  assert.throws(() => readTranscribeConfig({ ...none, baseUrl: "http://x/v1" }), /DAYSHIFT_TRANSCRIBE_MODEL/);
  assert.throws(() => readTranscribeConfig({ ...none, model: "m" }), /DAYSHIFT_TRANSCRIBE_BASE_URL/);
  assert.throws(
    () => readTranscribeConfig({ model: "m", baseUrl: "http://u:secret@x/v1", apiKey: null }),
    (error: Error) => !error.message.includes("secret"),
  );
  assert.throws(
    () => readTranscribeConfig({ model: "m", baseUrl: null, apiKey: "a b" }),
    /DAYSHIFT_TRANSCRIBE_API_KEY/,
  );
  const openAi = readTranscribeConfig({ model: "whisper-1", baseUrl: null, apiKey: "k" });
  assert.equal(openAi?.baseUrl, "https://api.openai.com/v1");
});
