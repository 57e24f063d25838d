/** `captures record`: real programs on the PATH, real connections that break, and bytes that are on disk as they were said. */
import assert from "node:assert/strict";
import { readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, test, type TestContext } from "node:test";
import { createMachine } from "../../src/cli/host/machine.ts";
import type { Incoming, Machine } from "../../src/cli/ports/machine.ts";
import { type SpokenSegment, type Transcriber, TranscriptionFailure } from "../../src/actors/runtime/transcriber.ts";
import type { CaptureFull } from "../../src/schema/capture.ts";
import type { Scope } from "../../src/schema/scopes.ts";
import { wavHeader } from "../../src/schema/pcm.ts";
import { pcm } from "../helpers/sound/audio.ts";
import { openProxy } from "../helpers/proxy.ts";
import { fileOf, processed } from "../helpers/recordings.ts";
import { runtime } from "../helpers/runtime.ts";
import { startTestService, type TestService } from "../helpers/service.ts";
import { asTimePasses, eventually } from "../helpers/settle.ts";
import { tempDir } from "../helpers/temp-dir.ts";
import { openTerminal, type Terminal, type TerminalOptions } from "./terminal.ts";

let said: SpokenSegment[] = [];
const spoken = [{ startMs: 0, endMs: 900, speaker: null, text: "I'll send the offer to Ana by Friday." }];
const transcriber: Transcriber = { name: "scripted", transcribe: () => Promise.resolve(said) };

const proxy = await openProxy(() => service.url);
after(() => proxy.close());
const service = await startTestService({ after }, { transcriber, configuration: { publicUrl: proxy.url } });

/** Lets time pass, slowly, while the command runs. */
const asTimeGoesOn = <T>(running: Promise<T>): Promise<T> => during(service, running);

async function during<T>({ clock }: TestService, running: Promise<T>): Promise<T> {
  let isOver = false;
  const watched = running.finally(() => (isOver = true));
  await asTimePasses(clock, "the command ends", () => isOver);
  return watched;
}

/** A command does not move the time: a service that is slow to start again would be asked for hours then. */
function sleepOn({ clock }: TestService, milliseconds: number): Promise<void> {
  return new Promise((resolve) => void clock.timer(milliseconds, resolve));
}

/** The id of the recording that the command makes, when so much of it is on disk. */
async function onDisk(terminal: Terminal, milliseconds: number): Promise<string> {
  await eventually(`a recording; the command says ${terminal.screen}`, () =>
    /Recording \S+ from/.test(terminal.screen),
  );
  const id = /Recording (\S+) from/.exec(terminal.screen)?.[1] ?? "";
  const onDisk = (): boolean => sizeOf(fileOf(service, id)) >= 44 + milliseconds * 32;
  await asTimePasses(service.clock, `${milliseconds} ms on disk; the command says ${terminal.screen}`, onDisk);
  return id;
}

function sizeOf(path: string): number {
  try {
    return statSync(path).size;
  } catch {
    return 0;
  }
}

/** A folder with programs: each a script of Node. */
function programs(t: TestContext, scripts: Readonly<Record<string, string>>): string {
  const folder = tempDir(t);
  for (const [name, script] of Object.entries(scripts)) {
    writeFileSync(join(folder, name), `${runtime.script}\n${script}\n`, { mode: 0o755 });
  }
  return folder;
}

/** Records what is in the file, then waits to be stopped. */
const recorder = (path: string) => `
process.stdout.write(process.getBuiltinModule("node:fs").readFileSync(${JSON.stringify(path)}));
const waiting = setInterval(() => {}, 1000);
process.on("SIGINT", () => clearInterval(waiting));`;

interface Person extends Terminal {
  /** As Ctrl-C does. */
  interrupt: () => void;
  /** How long commands have slept, in milliseconds. */
  slept(): number;
  /** What was saved, by name. */
  readonly saved: Map<string, Buffer>;
}

async function person(
  t: TestContext,
  path: string,
  scopes?: readonly Scope[],
  options: TerminalOptions = {},
): Promise<Person> {
  const saved = new Map<string, Buffer>();
  let interrupt: (() => void) | null = null;
  const real = createMachine({ PATH: path });
  const machine: Partial<Machine> = {
    start(program, args) {
      const running = real.start(program, args);
      t.after(() => running.stop());
      return running;
    },
    platform: "linux",
    onInterrupt(action) {
      interrupt = action;
      return () => (interrupt = null);
    },
    save(name, parts) {
      saved.set(name, Buffer.concat(parts));
      return name;
    },
    ...options.machine,
  };
  let slept = 0;
  const advance = (milliseconds: number): Promise<void> => {
    slept += milliseconds;
    return sleepOn(service, milliseconds);
  };
  const terminal = openTerminal({ isTerminal: true, advance, ...options, machine });
  Object.assign(terminal.env, { PATH: path, DAYSHIFT_URL: proxy.url, DAYSHIFT_KEY: await service.keyFor(scopes) });
  return Object.assign(terminal, { saved, interrupt: () => interrupt?.(), slept: () => slept });
}

/** A line that is typed when the test says so. */
function typedLater(terminal: Terminal): (line: string) => void {
  const { promise, resolve } = Promise.withResolvers<string>();
  terminal.typed.push(promise);
  return resolve;
}

function soundOf(captureId: string): Buffer {
  return readFileSync(fileOf(service, captureId));
}

const onUnix = { skip: process.platform === "win32" };

test(
  "a microphone is recorded byte for byte, a typed line is a note, Enter ends it, and what came of it is shown",
  onUnix,
  async (t) => {
    said = spoken;
    const sound = pcm(2500);
    const file = join(tempDir(t), "sound");
    writeFileSync(file, sound);
    const folder = programs(t, {
      parecord: 'console.error("Connection refused"); process.exit(1);',
      arecord: recorder(file),
    });
    const terminal = await person(t, folder);
    terminal.typed.push("Ana was late");
    const type = typedLater(terminal);
    const running = terminal.run("captures", "record", "--title", "Ana", "--tags", "sales");
    const id = await onDisk(terminal, 2400);
    type("");
    const { code, out, err } = await asTimeGoesOn(running);
    assert.equal(code, 0, err);
    assert.match(err, /from arecord\.[\s\S]*Recorded: 0:02\./);
    assert.deepEqual(
      soundOf(id),
      Buffer.concat([wavHeader({ sampleRate: 16_000, channels: 1 }, sound.byteLength), sound]),
    );
    const { notes, tags, title } = await service.ok("getCapture", { path: { captureId: id } });
    assert.deepEqual([notes, tags, title], ["Ana was late", ["sales"], "Ana"]);
    assert.match(out, /^Ana\n[\s\S]*offer[\s\S]*Suggested todos\n {2}1 {2}Send the offer to Ana {2}\(/m);
    assert.equal(terminal.saved.size, 0);
  },
);

/** A recorder of that sound, which comes with what else is on the PATH. */
function recorderOf(t: TestContext, sound: Uint8Array): string {
  const file = join(tempDir(t), "sound");
  writeFileSync(file, sound);
  return programs(t, { parecord: recorder(file) });
}

const bareHeader = (bytes: number) => wavHeader({ sampleRate: 16_000, channels: 1 }, bytes);

test(
  "a broken connection or a restart costs nothing of a recording",
  { rules: ["recordings.resume"], ...onUnix },
  async (t) => {
    said = [];
    const sound = pcm(30_000);
    const terminal = await person(t, recorderOf(t, sound), undefined, { isWatched: true });
    const type = typedLater(terminal);
    const before = proxy.breaks;
    proxy.breakAfter(300_000);
    const running = terminal.run("captures", "record", "--no-wait", "--json");
    await onDisk(terminal, 9000);
    await asTimeGoesOn(service.restart());
    const id = await onDisk(terminal, 29_000);
    type("");
    const { code, out, err } = await asTimeGoesOn(running);
    assert.equal(code, 0, err);
    assert.equal(proxy.breaks, before + 1);
    assert.match(err, /no connection, trying again/);
    assert.equal((JSON.parse(out) as { id: string }).id, id);
    const { status } = await asTimeGoesOn(processed(service, id));
    assert.equal(status, "completed");
    assert.deepEqual(soundOf(id), Buffer.concat([bareHeader(sound.byteLength), sound]));
  },
);

/** Parts of odd sizes. */
async function* inParts(bytes: Uint8Array, size = 7777): AsyncIterable<Uint8Array> {
  for (let at = 0; at < bytes.byteLength; at += size) yield bytes.subarray(at, at + size);
}

/** Stdin with that in it, and then its end. */
const written = (bytes: Uint8Array): Incoming => ({ output: inParts(bytes), stop: () => undefined });

/** An AU file, whose samples are big-endian. */
function auOf(sound: Uint8Array): Uint8Array {
  const head = Buffer.alloc(28);
  head.write(".snd");
  for (const [at, value] of [28, 0xffff_ffff, 3, 22_050, 2].entries()) head.writeUInt32BE(value, 4 + at * 4);
  return Buffer.concat([head, Buffer.from(sound).swap16()]);
}

const stereo = { sampleRate: 22_050, channels: 2 };
const sound = pcm(3000, stereo);
const junk = Buffer.from("LIST\u0005\0\0\0abcde\0", "latin1");
const wav = Buffer.from(wavHeader(stereo, 0));

const streams: readonly (readonly [what: string, bytes: Uint8Array, format: typeof stereo, sound: Uint8Array])[] = [
  ["bare samples", pcm(1000), { sampleRate: 16_000, channels: 1 }, pcm(1000)],
  ["a WAV file", Buffer.concat([wav, sound]), stereo, sound],
  [
    "a WAV file with more in its header",
    Buffer.concat([wav.subarray(0, 36), junk, wav.subarray(36), sound]),
    stereo,
    sound,
  ],
  ["an AU file", auOf(sound), stereo, sound],
  ["half a sample at the end", Buffer.concat([wav, sound, Buffer.of(1)]), stereo, sound],
];

for (const [what, bytes, format, expected] of streams) {
  test(`${what} on stdin is streamed as it is`, async (t) => {
    said = spoken;
    const terminal = await person(t, "", undefined, { isTerminal: false, machine: { input: () => written(bytes) } });
    const { code, out, err } = await asTimeGoesOn(terminal.run("captures", "record", "-", "--json"));
    assert.equal(code, 0, err);
    const capture = JSON.parse(out) as CaptureFull;
    assert.deepEqual([capture.status, capture.transcript?.includes("offer")], ["completed", true]);
    assert.deepEqual(soundOf(capture.id), Buffer.concat([wavHeader(format, expected.byteLength), expected]));
  });
}

test("a file is uploaded whole through a broken connection", { rules: ["recordings.upload"] }, async (t) => {
  said = spoken;
  const sound = pcm(300_000);
  const file = Buffer.concat([bareHeader(sound.byteLength), sound]);
  const path = join(tempDir(t), "meeting.wav");
  writeFileSync(path, file);
  const terminal = await person(t, "", undefined, { isWatched: true });
  const before = proxy.breaks;
  proxy.breakAfter(5_000_000);
  const { code, out, err } = await asTimeGoesOn(terminal.run("captures", "record", path, "--language", "en", "--json"));
  assert.equal(code, 0, err);
  assert.equal(proxy.breaks, before + 1);
  const { id, status, durationSeconds } = JSON.parse(out) as CaptureFull;
  assert.deepEqual([status, durationSeconds], ["completed", 300]);
  assert.deepEqual(soundOf(id), file);
  assert.match(err, /█+[·▏▎▍▌▋▊▉]* [\d.]+ MB of 9\.6 MB/);
});

test("an upload that a person breaks off resumes with its key", { rules: ["recordings.upload"] }, async (t) => {
  said = spoken;
  const sound = pcm(200_000);
  const file = Buffer.concat([bareHeader(sound.byteLength), sound]);
  const path = join(tempDir(t), "meeting.wav");
  writeFileSync(path, file);
  const real = createMachine({});
  const open: Machine["open"] = (name) => {
    const source = real.open(name);
    const read: typeof source.read = (from, count) => {
      if (from > 0) terminal.interrupt();
      return source.read(from, count);
    };
    return { ...source, read };
  };
  const terminal = await person(t, "", undefined, { machine: { open } });
  const first = await asTimeGoesOn(
    terminal.run("captures", "record", path, "--title", "Ana's call", "--tags", "a", "b c"),
  );
  assert.deepEqual([first.code, first.out], [1, ""], first.err);
  terminal.interrupt = () => undefined;
  const again = /To continue: dayshift (.*)/.exec(first.err)?.[1] ?? "";
  const key = /--idempotency-key (\S+)$/.exec(again)?.[1] ?? "";
  assert.equal(again, `captures record ${path} --title 'Ana'\\''s call' --tags 'a,b c' --idempotency-key ${key}`);
  const args = [
    "captures",
    "record",
    path,
    "--title",
    "Ana's call",
    "--tags",
    "a,b c",
    "--idempotency-key",
    key,
    "--json",
  ];
  const { code, out, err } = await asTimeGoesOn(terminal.run(...args));
  assert.equal(code, 0, err);
  const capture = JSON.parse(out) as CaptureFull;
  assert.deepEqual([capture.title, capture.tags], ["Ana's call", ["a", "b c"]]);
  assert.deepEqual(soundOf(capture.id), file);
});

test("who gives up keeps what did not reach the service, and can send it later", onUnix, async (t) => {
  said = [];
  const sound = pcm(10_000);
  const terminal = await person(t, recorderOf(t, sound), undefined, { isTerminal: false });
  proxy.breakAfter(100_000);
  const running = terminal.run("captures", "record");
  await onDisk(terminal, 1000);
  await asTimeGoesOn(service.stop());
  terminal.interrupt();
  const since = terminal.slept();
  await asTimeGoesOn(eventually("the command waits for a connection", () => terminal.slept() >= since + 1000));
  terminal.interrupt();
  const { code, err } = await asTimeGoesOn(running);
  await service.restart();
  assert.equal(code, 1);
  const id = /Recording (\S+) from/.exec(err)?.[1] ?? "";
  assert.match(
    err,
    new RegExp(`Given up\\.[\\s\\S]*dayshift captures record dayshift-${id}\\.wav[\\s\\S]*captures stop ${id}`),
  );
  const kept = terminal.saved.get(`dayshift-${id}.wav`) ?? assert.fail("Nothing was kept.");
  const rest = kept.subarray(44);
  assert.deepEqual(kept.subarray(0, 44), Buffer.from(bareHeader(rest.byteLength)));
  assert.deepEqual(rest, Buffer.from(sound.subarray(sound.byteLength - rest.byteLength)));
  const missing = sound.byteLength - rest.byteLength;
  assert.ok(sizeOf(fileOf(service, id)) - 44 >= missing, "what is not kept is with the service");
});

test("a recording that is stopped elsewhere ends here too", onUnix, async (t) => {
  said = spoken;
  const terminal = await person(t, recorderOf(t, pcm(2000)));
  typedLater(terminal);
  const running = terminal.run("captures", "record");
  const captureId = await onDisk(terminal, 2000);
  await service.ok("stopCapture", { path: { captureId } });
  const { code, err } = await asTimeGoesOn(running);
  assert.match(err, /Recorded: 0:02\./);
  assert.equal(code, 0, err);
});

/** Which captures there are. */
async function captureIds(): Promise<readonly string[]> {
  return (await service.ok("listCaptures", { query: { limit: 100 } })).data.map(({ id }) => id);
}

const refusals: readonly (readonly [what: string, args: readonly string[], code: number, says: RegExp])[] = [
  ["a file that is not there", ["nowhere.wav"], 1, /There is no nowhere\.wav\./],
  ["a folder", ["."], 1, /is no file/],
  ["a file of another kind", ["package.json"], 2, /unsupported_media_type/],
  ["a file that is a microphone", ["package.json", "--source", "microphone"], 2, /A file has the source upload/],
  ["a microphone that is a file", ["--source", "upload"], 2, /Only a file has the source upload/],
  [
    "a machine without a recorder",
    [],
    1,
    /none of parecord, pw-record, arecord, sox, ffmpeg[\s\S]*apt install alsa-utils/,
  ],
  ["nothing on stdin", ["-"], 2, /No sound came on stdin/],
];

for (const [what, args, status, says] of refusals) {
  test(`${what} ends with ${status}, says why, and leaves no recording behind`, async (t) => {
    const before = await captureIds();
    const machine: Partial<Machine> = { input: () => written(new Uint8Array(0)) };
    const terminal = await person(t, "", undefined, { machine });
    const { code, out, err } = await asTimeGoesOn(terminal.run("captures", "record", ...args));
    assert.equal(code, status, err);
    assert.match(err, says);
    assert.equal(out, "");
    assert.deepEqual(await captureIds(), before);
  });
}

test("sound of a kind that cannot be streamed is refused with the way to send it", async (t) => {
  const floats = Buffer.from(wav);
  floats.writeUInt16LE(3, 20);
  const odd = Buffer.from(wav);
  odd.writeUInt32LE(11_025, 24);
  for (const bytes of [floats, odd, wav.subarray(0, 30), Buffer.from("RIFF0000AVI ")]) {
    const terminal = await person(t, "", undefined, { machine: { input: () => written(bytes) } });
    const { code, err } = await asTimeGoesOn(terminal.run("captures", "record", "-"));
    assert.equal(code, 2, err);
    assert.match(err, /cannot be streamed[\s\S]*dayshift captures record <file>/);
  }
});

const noSound: readonly (readonly [what: string, bytes: Uint8Array, says: RegExp])[] = [
  ["words", Buffer.from("These are words, and no sound at all: 16 kHz, 16 bits, für alle. And so on."), /it is text/],
  ["a word of two letters", Buffer.from("ab"), /it is text/],
  ["an MP3 file", Buffer.from("ID3\u0004\0\0\0\0\u000f\0", "latin1"), /it is an MP3 file/],
  ["an M4A file", Buffer.from("\0\0\0\u0020ftypM4A ", "latin1"), /it is an M4A or MP4 file/],
  ["a WAV file that ends with its header", wav, /No sound came on stdin/],
  ["less than one sample", Buffer.concat([wav, Buffer.of(1)]), /No sound came on stdin/],
  ["one byte", Buffer.of(0), /No sound came on stdin/],
];

for (const [what, bytes, says] of noSound) {
  test(`${what} on stdin is refused as no sound, and leaves no recording behind`, async (t) => {
    const before = await captureIds();
    const terminal = await person(t, "", undefined, { machine: { input: () => written(bytes) } });
    const { code, err } = await asTimeGoesOn(terminal.run("captures", "record", "-"));
    assert.equal(code, 2, err);
    assert.match(err, says);
    assert.match(err, /uploaded: dayshift captures record <file>/);
    assert.deepEqual(await captureIds(), before);
  });
}

test("of a file without any sound is not said that sound is saved, nor that it be tried again", async (t) => {
  const path = join(tempDir(t), "nothing.wav");
  writeFileSync(path, wavHeader({ sampleRate: 16_000, channels: 1 }, 0));
  const terminal = await person(t, "");
  const unexplained = await asTimeGoesOn(terminal.run("captures", "record", path));
  assert.equal(unexplained.code, 1, unexplained.err);
  assert.doesNotMatch(unexplained.err, /saved/);
  terminal.env["DAYSHIFT_KEY"] = service.session;
  terminal.env["DAYSHIFT_WORKSPACE"] = service.workspaceId;
  const { code, err } = await asTimeGoesOn(terminal.run("captures", "record", path));
  assert.equal(code, 1, err);
  assert.match(err, /No audio and no speech arrived\.\n.*dayshift captures delete [\da-f-]{36}/);
  assert.doesNotMatch(err, /saved|retry/);
});

test("programs that give no sound are named with what they said", onUnix, async (t) => {
  const folder = programs(t, { arecord: 'console.error("No such device"); process.exit(1);', sox: "" });
  const terminal = await person(t, folder);
  const { code, err } = await asTimeGoesOn(terminal.run("captures", "record"));
  assert.equal(code, 1);
  assert.match(err, /arecord: No such device; sox: /);
});

test("a credential that may not write captures is refused, one that may not read them is warned", onUnix, async (t) => {
  said = spoken;
  const folder = recorderOf(t, pcm(1000));
  const none = await person(t, folder, ["captures:read"]);
  const refused = await asTimeGoesOn(none.run("captures", "record"));
  assert.deepEqual([refused.code, refused.out], [4, ""]);
  assert.match(refused.err, /captures:write/);
  const writer = await person(t, folder, ["captures:write"]);
  const type = typedLater(writer);
  const running = writer.run("captures", "record");
  const id = await onDisk(writer, 900);
  type("");
  const { code, out, err } = await asTimeGoesOn(running);
  assert.deepEqual([code, out], [0, `${id}\n`], err);
  assert.match(err, /may not read captures \(captures:read\)[\s\S]*dayshift captures get/);
});

const refusing: Transcriber = {
  name: "refusing",
  transcribe: () =>
    Promise.reject(new TranscriptionFailure("The transcription server takes no such sound.", null, true)),
};

for (const [what, transcriber, status, said] of [
  [
    "a recording that cannot be processed ends with 1, and says how to try again",
    refusing,
    1,
    /takes no such sound[\s\S]*The sound is saved[\s\S]*dayshift captures retry/,
  ],
  [
    "one that nobody listens to has not failed, and says what to do",
    null,
    0,
    /DAYSHIFT_TRANSCRIBE_MODEL[\s\S]*dayshift captures retry/,
  ],
] as const) {
  test(what, async (t) => {
    const service = await startTestService(t, { transcriber });
    const machine: Partial<Machine> = { input: () => written(pcm(1000)) };
    const terminal = await person(t, "", undefined, { machine, advance: (time) => sleepOn(service, time) });
    Object.assign(terminal.env, { DAYSHIFT_URL: service.url, DAYSHIFT_KEY: service.session });
    terminal.env["DAYSHIFT_WORKSPACE"] = service.workspaceId;
    const { code, err } = await during(service, terminal.run("captures", "record", "-"));
    assert.equal(code, status, err);
    assert.match(err, said);
  });
}
