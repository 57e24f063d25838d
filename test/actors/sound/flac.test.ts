/** Where long FLAC is cut: in the quiet, between frames, into files that are counted from their own beginning. */
import assert from "node:assert/strict";
import { flacContents, flacFile, type FlacKind, flacFrame, oggFlac } from "../../helpers/sound/flac.ts";
import { damage, testFormat } from "../../helpers/sound/properties.ts";
import { audioFile, isQuiet, type SentPart } from "../../helpers/sound/sent-parts.ts";

const kind: FlacKind = { rate: 16_000, samples: 1152, hasOwnSizes: false };
const perSecond = kind.rate / kind.samples;

const lengthAt = (place: number): number => (isQuiet(place / perSecond) ? 20 : 100 + (place % 37));

function talk(seconds: number, of = kind): Buffer[] {
  return Array.from({ length: Math.ceil(seconds * perSecond) }, (_, place) => flacFrame(of, place, lengthAt(place)));
}

interface Made {
  readonly frames: readonly Buffer[];
  readonly of?: FlacKind;
  readonly isInOgg?: true;
}

const flac = (bytes: Buffer) => audioFile(bytes, "audio/flac");

const fileOf = ({ frames, of = kind, isInOgg }: Made) =>
  isInOgg === true ? audioFile(oggFlac(of, frames)) : flac(flacFile(of, frames, 100_000));

function judge(parts: readonly SentPart[], { of = kind, frames: { length: count } }: Made): number[] {
  const cuts: number[] = [];
  let done = 0;
  for (const [index, part] of parts.entries()) {
    assert.equal(part.startMs, Math.round((done * 1000) / perSecond));
    const frames = Math.round(((part.durationMs ?? 0) * perSecond) / 1000);
    const lengths = Array.from({ length: frames }, (_, at) => lengthAt(done + at));
    for (const [at, content] of flacContents(of, part.bytes, lengths).entries()) {
      assert.equal(content.readUInt32BE(), done + at);
    }
    done += frames;
    if (index < parts.length - 1) cuts.push(done / perSecond);
  }
  assert.equal(done, count, "every frame is in one part");
  return cuts;
}

const short = talk(400);
const long = flacFile(kind, short);
const named = { ...kind, hasOwnSizes: true };

testFormat({
  name: "FLAC",
  sent: ["recording.flac", "audio/flac"],
  fileOf,
  judge,
  talks: {
    "with frames that are counted": { frames: talk(600) },
    "with samples that are counted": { frames: talk(600, named), of: named },
    "in Ogg": { frames: talk(600), isInOgg: true },
  },
  whole: {
    "a short file": flac(flacFile(kind, talk(290))),
    "a file that is broken in the middle": flac(
      Buffer.concat([long.subarray(0, 300_000), Buffer.alloc(50_000), long.subarray(300_000)]),
    ),
    "a file without frames": flac(flacFile(kind, [])),
    "a name alone": flac(Buffer.from("fLaC")),
    "what does not say in Ogg how many headers it has": audioFile(oggFlac(kind, short, 0)),
    "a broken frame in Ogg": audioFile(oggFlac(kind, short.with(3000, Buffer.from("no frame")))),
  },
  damaged: {
    rounds: 24,
    fileIn: (round, next) => {
      const copy = damage(long, next, { changes: 3, span: round % 2 === 0 ? 100 : long.length });
      return flac(round % 3 === 0 ? copy.subarray(0, next(copy.length) + 1) : copy);
    },
  },
});
