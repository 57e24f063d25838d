/**
 * Programs that record from a microphone to their stdout, in the order in which they are tried: the sound server of the desktop first,
 * what goes around it last. Each gives 16-bit samples, bare or behind a header.
 */

export interface Recorder {
  readonly program: string;
  /** What follows the name; `device` as the program itself names it, null for the one that it takes by itself. */
  readonly args: (device: string | null) => readonly string[];
}

/** Hertz, in one channel: what speech recognition hears. */
export const recorderRate = 16_000;
const rate = String(recorderRate);

/** The words of a line. */
const words = (line: string): string[] => line.split(" ");

const parecord: Recorder = {
  program: "parecord",
  args: (device) => [
    ...words(`--raw --format=s16le --rate=${rate} --channels=1 --latency-msec=100`),
    ...(device === null ? [] : [`--device=${device}`]),
  ],
};

const pwRecord: Recorder = {
  program: "pw-record",
  args: (device) => [
    ...words(`--format=s16 --rate=${rate} --channels=1`),
    ...(device === null ? [] : [`--target=${device}`]),
    "-",
  ],
};

const arecord: Recorder = {
  program: "arecord",
  args: (device) => [...words(`-q -t raw -f S16_LE -r ${rate} -c 1`), ...(device === null ? [] : ["-D", device])],
};

/** `driver`: how sox calls the sound system, for a device that is named. */
const sox = (driver: string): Recorder => ({
  program: "sox",
  args: (device) => [
    "-q",
    ...(device === null ? ["-d"] : ["-t", driver, device]),
    ...words(`-t raw -r ${rate} -e signed-integer -b 16 -c 1 -L -`),
  ],
});

/** `input`: how ffmpeg calls the sound system, and its device where none is named. */
const ffmpeg = (input: string, usual: string, named: (device: string) => string): Recorder => ({
  program: "ffmpeg",
  args: (device) => [
    ...words(`-hide_banner -loglevel error -nostdin -f ${input} -i`),
    device === null ? usual : named(device),
    ...words(`-ac 1 -ar ${rate} -f s16le -`),
  ],
});

const linux = [
  parecord,
  pwRecord,
  arecord,
  sox("alsa"),
  ffmpeg("pulse", "default", (device) => device),
  ffmpeg("alsa", "default", (device) => device),
];

const byPlatform: Readonly<Record<string, readonly Recorder[]>> = {
  darwin: [sox("coreaudio"), ffmpeg("avfoundation", ":default", (device) => `:${device}`)],
  win32: [sox("waveaudio"), ffmpeg("dshow", "audio=default", (device) => `audio=${device}`)],
};

/** Those for a platform, the best first. */
export function recordersFor(platform: string): readonly Recorder[] {
  return byPlatform[platform] ?? linux;
}

const advice: Readonly<Record<string, string>> = {
  darwin: "Install one: brew install sox",
  win32: "Install one: winget install ChrisBagwell.SoX, or ffmpeg and name the microphone with --device.",
};

/** How to get one. */
export function recorderAdvice(platform: string): string {
  return advice[platform] ?? "Install one: apt install alsa-utils, or dnf install alsa-utils, or apk add alsa-utils.";
}
