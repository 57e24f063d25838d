/** Notes and recordings in a real browser: what was said, at its second, and what it gave rise to. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { wavHeader } from "../../src/schema/pcm.ts";
import { cutOf, pieceOf } from "../../src/web/audio/cut-pieces.ts";
import { levelsOf } from "../../src/web/audio/levels.ts";
import { piecesOfMp4 } from "../../src/web/audio/mp4.ts";
import { Outbox } from "../../src/web/audio/outbox.ts";
import { withoutMarks } from "../../src/web/parts/plain-line.ts";
import { openRecording, processed, uploadWhole } from "../helpers/recordings.ts";
import { aacPacket, mp4File } from "../helpers/sound/mp4.ts";
import { opusPacket, webmFile } from "../helpers/sound/webm.ts";
import { until } from "../helpers/wait.ts";
import { furnishedSuite, skip } from "./helpers/suite.ts";

const suite = furnishedSuite();
const { visit } = suite;
const isPlaying = "document.querySelector('.round').getAttribute('aria-label') === 'Pause'";

test("a line of the transcript plays its own second, and keys move through the sound", { skip }, async () => {
  const { page, close } = await visit("/today");
  // The last line takes three seconds: slowly, so that it is not over before somebody has looked.
  await page.addInitScript(`const play = HTMLMediaElement.prototype.play;
    HTMLMediaElement.prototype.play = function () { return (this.playbackRate = 1 / 16, play.call(this)); }`);
  await page.goto(`${suite.service.url}/captures`);
  await page.getByRole("button", { name: /Printer contract with Ana/ }).click();
  await page.getByRole("tab", { name: /Overview/ }).press("ArrowRight");
  await page.getByRole("button", { name: "Play 0:09" }).click();
  await page.locator(".transcript [aria-current]").getByText("I would like to see it").waitFor();
  const playing = () => page.evaluate(isPlaying);
  await until("the sound plays", playing, (answer) => answer === true);
  await page.getByRole("heading", { name: "Printer contract with Ana" }).click();
  await page.keyboard.press(" ");
  await until("the sound pauses", playing, (answer) => answer === false);
  const position = async () => Number(await page.getByRole("slider", { name: "Position" }).inputValue());
  const paused = await position();
  await page.keyboard.press("ArrowLeft");
  await until("five seconds back", position, (second) => Math.abs(paused - 5 - second) < 1);
  await close();
});

test("a second of the recording that is open leads to what was said then", { skip }, async () => {
  const { page, close } = await visit(`/captures/${suite.furnished.captures.talk}`);
  await page.getByRole("tab", { name: "Overview", selected: true }).waitFor();
  await page.keyboard.press("Control+k");
  await page.keyboard.type("third higher");
  await page.getByRole("option", { name: /the new price is a third higher/ }).click();
  await page.getByRole("tab", { name: /Transcript/, selected: true }).waitFor();
  await page.getByRole("button", { name: "Play 0:03" }).waitFor();
  await close();
});

test("a recording that was chosen in the list plays by Space", { skip }, async () => {
  const { page, close } = await visit("/captures");
  await page.getByRole("button", { name: /Printer contract with Ana/ }).click();
  await page.getByRole("slider", { name: "Position" }).waitFor();
  await page.keyboard.press(" ");
  await until(
    "the sound plays",
    () => page.evaluate(isPlaying),
    (answer) => answer === true,
  );
  await close();
});

test("a recording is drawn as loud as it is, and a press on it goes there", { skip }, async () => {
  const { page, close } = await visit(`/captures/${suite.furnished.captures.talk}`);
  await page.locator(".strip rect").nth(199).waitFor({ state: "attached" });
  const heights = (await page.evaluate(
    "[...document.querySelectorAll('.strip rect')].map((bar) => bar.height.baseVal.value)",
  )) as readonly number[];
  // The tone swells each second: of twelve seconds a bar is 60 ms.
  assert.ok((heights[1] as number) < (heights[15] as number) / 2, heights.slice(0, 17).join());
  assert.equal(Math.max(...heights), 24);
  const slider = page.getByRole("slider", { name: "Position" });
  const { width = 0, height = 0 } = (await slider.boundingBox()) ?? {};
  await slider.click({ position: { x: width / 2, y: height / 2 } });
  const position = async () => Number(await slider.inputValue());
  await until("it stands in the middle", position, (second) => Math.abs(second - 6) < 0.6);
  await until(
    "what lies before is shown as heard",
    () => page.locator(".strip .heard").count(),
    (count) => Math.abs(count - 100) < 12,
  );
  await close();
});

/** Sixteen minutes of a tone in bytes of eight bits, quiet in their first half. */
function longTone(): Uint8Array<ArrayBuffer> {
  const format = { sampleRate: 8000, channels: 1, bits: 8 };
  const samples = new Uint8Array(16 * 60 * format.sampleRate);
  for (let at = 0; at < samples.length; at += 1)
    samples[at] = 128 + Math.round(Math.sin(at / 4) * (at < samples.length / 2 ? 10 : 100));
  return new Uint8Array(Buffer.concat([wavHeader(format, samples.length), samples]));
}

test("a recording of more than a quarter of an hour is drawn from pieces of it", { skip }, async () => {
  const sound = longTone();
  const { id, stream } = await openRecording(suite.service, { source: "upload" });
  await uploadWhole(suite.service, stream, sound);
  await processed(suite.service, id);
  const { page, close } = await visit("/captures");
  let loaded = 0;
  page.on("response", (answer) => {
    if (answer.request().resourceType() === "fetch") loaded += Number(answer.headers()["content-length"] ?? 0);
  });
  await page.goto(`${suite.service.url}/captures/${id}`);
  await page.locator(".strip rect").nth(99).waitFor({ state: "attached" });
  const heights = (await page.evaluate(
    "[...document.querySelectorAll('.strip rect')].map((bar) => bar.height.baseVal.value)",
  )) as readonly number[];
  assert.equal(heights.length, 100);
  assert.ok(Math.max(...heights.slice(0, 49)) < 3.5, heights.join());
  assert.ok(Math.min(...heights.slice(51)) > 22, heights.join());
  assert.ok(loaded > 100 * 1024 && loaded < sound.length / 2, `${loaded} of ${sound.length} bytes were loaded`);
  await close();
});

test("what cannot be drawn is said, and shows where somebody spoke", { skip }, async () => {
  const { page, close } = await visit("/captures");
  await page.route("**/media/**", (route) =>
    route.request().resourceType() === "fetch" ? route.abort() : route.continue(),
  );
  await page.goto(`${suite.service.url}/captures/${suite.furnished.captures.talk}`);
  await page.getByText("Marked is where somebody spoke").waitFor();
  assert.equal(await page.locator(".strip rect").count(), 5);
  await close();
});

test("what a decoder needs stands before each piece, and it begins where a decoder can", async () => {
  const wav = Uint8Array.of(...wavHeader({ sampleRate: 16_000, channels: 2 }, 8), 1, 2, 3, 4, 5, 6, 7, 8);
  const cut = cutOf("audio/wav", wav);
  assert.deepEqual([cut?.start, cut?.step, cut?.head.length], [44, 4, 44]);
  const mp3 = cutOf("audio/mpeg", new Uint8Array(0)) ?? assert.fail("MP3 is cut");
  const frame = [0xff, 0xfb, 0x90, 0];
  const piece = pieceOf(mp3, Uint8Array.of(0xff, 0xfb, 0xf0, 7, ...frame));
  assert.deepEqual([...new Uint8Array((await piece?.arrayBuffer()) ?? [])], frame, "no frame has the bit rate 15");
  assert.equal(pieceOf(mp3, new Uint8Array(8)), null);
  const page = (granule: number, content: number) =>
    [...Buffer.from("OggS"), 0, 0, granule, ...Array(7).fill(0), ...Array(12).fill(0), 1, 1, content] as number[];
  const ogg = Uint8Array.from([...page(0, 1), ...page(0, 2), ...page(9, 3)]);
  const ofOgg = cutOf("audio/ogg", ogg) ?? assert.fail("Ogg is cut");
  assert.equal(ofOgg.start, 58);
  const inOgg = pieceOf(ofOgg, Uint8Array.from([5, 5, ...page(20, 4)]));
  assert.equal(inOgg?.size, 58 + 29);
  for (const type of ["audio/mp4", "audio/webm"]) assert.equal(cutOf(type, new Uint8Array(64)), null);
  for (const type of ["audio/wav", "audio/ogg", "audio/flac"])
    assert.equal(cutOf(type, new Uint8Array(64)), null, type);
});

test("a piece of WebM goes on with the first whole block in it", async () => {
  const packets = Array.from({ length: 120 }, (_, place) => opusPacket(place, 60));
  const file = Uint8Array.from(webmFile({ packets, timeOf: (place) => place * 40, isLive: true }));
  const cut = cutOf("audio/webm", file) ?? assert.fail("WebM is cut");
  const header = Buffer.from(cut.head).indexOf(Buffer.from("1f43b675", "hex"));
  assert.ok(header > 0 && Buffer.from(file.subarray(0, header)).equals(Buffer.from(cut.head.subarray(0, header))));
  const from = Math.floor(file.length / 2);
  const bytes = new Uint8Array((await pieceOf(cut, file.subarray(from))?.arrayBuffer()) ?? new ArrayBuffer(0));
  const [id, ...size] = bytes.subarray(cut.head.length, cut.head.length + 9);
  assert.deepEqual([id, ...size], [0xa3, 1, 0, 0, 0, 0, 0, 0, 64]);
  assert.equal(cutOf("audio/webm", file.subarray(0, header - 8)), null, "what a decoder needs is not whole");
  assert.equal(pieceOf(cut, new Uint8Array(200).fill(0xa3)), null);
});

/** The frames in a file of ADTS (ISO/IEC 13818-7 §6.2), each as long as its head says. */
function framesOf(bytes: Uint8Array): Uint8Array[] {
  const found: Uint8Array[] = [];
  for (let at = 0; at < bytes.length;) {
    const [sync, kind, rate = 0, high = 0, middle = 0, low = 0] = bytes.subarray(at, at + 6);
    assert.deepEqual([sync, kind, rate & 0xfd, high & 0xc0], [0xff, 0xf1, 0x50, 0x40], "AAC-LC of 44.1 kHz, mono");
    const length = ((high & 3) << 11) | (middle << 3) | (low >> 5);
    found.push(bytes.subarray(at + 7, at + length));
    at += length;
  }
  return found;
}

for (const layout of ["moov first", "moov last", "long offsets"] as const) {
  test(`a piece of MP4 is frames that stand on their own: ${layout}`, async () => {
    const packets = Array.from({ length: 400 }, (_, place) => aacPacket(place, 20 + (place % 30)));
    const whole = Uint8Array.from(mp4File({ packets, layout, perChunk: 25, between: 3 }));
    const read = async (from: number, bytes: number) => whole.slice(from, from + bytes);
    const pieceAt = (await piecesOfMp4({ size: whole.length, read })) ?? assert.fail("it has tables");
    for (const [share, first, count] of [
      [0, 0, 16],
      [0.5, 200, 16],
      [0.8, 320, 5], // up to the end of its chunk
      [0.9975, 399, 1],
    ] as const) {
      const piece = (await pieceAt(share)) ?? assert.fail("there is a piece");
      const frames = framesOf(new Uint8Array(await piece.arrayBuffer()));
      assert.deepEqual(
        frames.map((frame) => Buffer.from(frame)),
        packets.slice(first, first + count),
        `${share}`,
      );
    }
  });
}

test("a piece of MP4 in fragments is whole ones; without tables there is none", async () => {
  const packets = Array.from({ length: 400 }, (_, place) => aacPacket(place));
  const whole = Uint8Array.from(mp4File({ packets, layout: "fragments", perChunk: 10 }));
  const cut = cutOf("audio/mp4", whole) ?? assert.fail("fragments are cut");
  const made = pieceOf(cut, whole.slice(whole.length / 2, whole.length - 5)) ?? assert.fail("a fragment begins there");
  const piece = Buffer.from(await made.arrayBuffer());
  assert.ok(piece.subarray(0, cut.head.length).equals(Buffer.from(cut.head)));
  const fragments = piece.subarray(cut.head.length);
  assert.equal(fragments.toString("latin1", 4, 8), "moof");
  assert.ok(Buffer.from(whole).includes(fragments), "as it stands in the file");
  const last = Buffer.from(whole).lastIndexOf("moof", "latin1") - 4;
  assert.equal(fragments.length, last - Buffer.from(whole).indexOf(fragments), "without the last, which is cut off");
  const read = async (from: number, bytes: number) => whole.slice(from, from + bytes);
  assert.equal(await piecesOfMp4({ size: whole.length, read }), null);
  assert.equal(await piecesOfMp4({ size: 8, read: async () => new Uint8Array(8) }), null);
});

test("levels are the mean loudness of each part, the loudest 1", () => {
  assert.deepEqual(levelsOf(Float32Array.of(0, 0, 0.25, -0.25, 0.5, -0.5), 3), [0, 0.5, 1]);
  assert.deepEqual(levelsOf(new Float32Array(4), 2), [0, 0]);
  assert.deepEqual(levelsOf(new Float32Array(0), 2), [0, 0]);
});

test("the address names a second", { skip }, async () => {
  const { page, close } = await visit(`/captures/${suite.furnished.captures.talk}?t=6`);
  await page.locator(".transcript [aria-current]").getByText("counter offer by Friday").waitFor();
  await close();
});

test("a suggestion shows the words it rests on, and is accepted and dismissed", { skip }, async () => {
  const talk = await visit(`/captures/${suite.furnished.captures.talk}`);
  const card = talk.page.getByRole("article", { name: "Send the supplier a counter offer" });
  await card.getByText("I will send the supplier a counter offer by Friday.").waitFor();
  await card.getByRole("button", { name: /^Accept/ }).click();
  await card.getByText("Accepted").waitFor();
  const query = { captureId: suite.furnished.captures.talk };
  const read = () => suite.service.ok("listTodos", { query });
  await until("it is a todo of the list", read, ({ data }) => data[0]?.isSuggested === false);
  await talk.close();

  const note = await visit(`/captures/${suite.furnished.captures.note}`);
  const shed = note.page.getByRole("article", { name: "Measure the shed" });
  await shed.getByRole("button", { name: /^Dismiss/ }).click();
  await shed.getByText("Dismissed").waitFor();
  await note.page.keyboard.press("z");
  await shed.getByRole("button", { name: /^Accept/ }).waitFor();
  await note.close();
});

test("the line that a suggestion rests on is shown as it is read, without its marks", () => {
  const lines: readonly (readonly [string, string])[] = [
    ["- [ ] 1. buy milk", "buy milk"],
    ["  1. [ ] **call** [Ana](https://ana.example) tomorrow", "call Ana tomorrow"],
    ["> ## TODO: feed _our_ `cat`", "TODO: feed our cat"],
    ["I will send 2 * 3 offers by 10.5.", "I will send 2 * 3 offers by 10.5."],
    ["12.5 litres of snake_case", "12.5 litres of snake_case"],
  ];
  for (const [written, read] of lines) assert.equal(withoutMarks(written), read);
});

test("a speaker is renamed everywhere, and the notes are edited", { skip }, async () => {
  const { page, close } = await visit(`/captures/${suite.furnished.captures.talk}`);
  await page.getByRole("tab", { name: "Transcript" }).click();
  await page.getByRole("button", { name: "Speaker B" }).first().click();
  await page.getByRole("dialog").getByLabel("Name").fill("Bo");
  await page.keyboard.press("Enter");
  await page.getByRole("button", { name: "Bo" }).first().waitFor();
  assert.equal(await page.getByRole("button", { name: "Speaker B" }).count(), 0);
  await page.getByRole("region", { name: "Notes" }).getByText("Counter offer!").waitFor();
  await page.keyboard.press("n");
  await page.getByRole("textbox", { name: "Notes" }).fill("[0:03] The price");
  await page.getByRole("button", { name: "Save" }).click();
  await page.getByRole("region", { name: "Notes" }).getByRole("button", { name: "Play 0:03" }).waitFor();
  await close();
});

test("a note is written, saved, opened and archived, and comes back by one key", { skip }, async () => {
  const { page, close } = await visit("/captures/new");
  await page.getByRole("textbox").fill("Windows\n\n- [ ] Measure them\n\nTODO: ask for a quote");
  await page.keyboard.press("Control+Enter");
  await page.getByRole("heading", { level: 1, name: "Windows" }).waitFor();
  await page.getByRole("article", { name: "Ask for a quote" }).getByText("TODO: ask for a quote").waitFor();
  const measure = page.getByRole("article", { name: "Measure them" });
  await measure.waitFor();
  assert.equal(await measure.locator("blockquote").count(), 0, "nothing is said twice");
  await page.getByRole("button", { name: "Archive" }).click();
  await page.getByRole("button", { name: /Windows/ }).waitFor({ state: "detached" });
  await page.getByText("Archived: Windows").waitFor();
  await page.keyboard.press("z");
  await page.getByRole("button", { name: /Windows/ }).waitFor();
  await close();
});

test("a todo says what it comes from, in its words and with their second, and leads there", { skip }, async () => {
  const captureId = suite.furnished.captures.talk;
  const { page, close } = await visit(`/captures/${captureId}`);
  await page.getByRole("button", { name: /^Open the todo: .*counter offer/ }).click();
  const origin = page.getByRole("region", { name: "Comes from" });
  await origin.getByText("I will send the supplier a counter offer by Friday.").waitFor();
  await origin.getByRole("button", { name: "Printer contract with Ana" }).waitFor();
  await page.getByRole("button", { name: "Close" }).click();
  const { data } = await suite.service.ok("listSuggestions", { path: { captureId } });
  await page.goto(`${suite.service.url}/todos/${data[0]?.todoId ?? ""}`);
  await origin.getByRole("button", { name: "Play 0:06" }).click();
  await page.locator(".transcript [aria-current]").waitFor();
  assert.equal(new URL(page.url()).search, "?t=6");
  await close();
});

test("more than a hundred of them are reached, and those out of sight are not drawn", { skip }, async () => {
  for (let number = 1; number <= 101; number += 1)
    await suite.service.ok("createCapture", { body: { type: "note", title: `Number ${number}`, content: "Text" } });
  const { page, close } = await visit("/captures");
  const items = page.getByRole("region", { name: "All notes and recordings" }).getByRole("listitem");
  await items.filter({ hasText: "Number 101" }).waitFor();
  assert.equal(await items.first().getAttribute("aria-setsize"), "100");
  const box = page.locator(".aside .scroll");
  await box.evaluate((element) => (element.scrollTop = element.scrollHeight));
  await items.filter({ hasText: "Number 2Note" }).waitFor();
  assert.ok((await items.count()) < 50, `${await items.count()} are drawn`);
  await page.getByRole("button", { name: "Show earlier ones" }).click();
  await until(
    "the earlier ones are listed",
    () => items.first().getAttribute("aria-setsize"),
    (size) => Number(size) > 101,
  );
  await page.getByRole("button", { name: "Show earlier ones" }).waitFor({ state: "detached" });
  await box.evaluate((element) => (element.scrollTop = element.scrollHeight));
  await items.filter({ hasText: "Printer contract with Ana" }).waitFor();
  await close();
});

test("sound leaves the outbox when it is safe, and is sent again on a new connection until then", () => {
  const outbox = new Outbox();
  const block = (tag: number) => new Uint8Array([tag, 0]);
  const tags = (): number[] => outbox.unsent().map(([tag = -1]) => tag);
  for (const tag of [1, 2, 3]) outbox.add(block(tag), 100);
  assert.deepEqual(tags(), [1, 2, 3]);
  assert.deepEqual(tags(), [], "nothing is sent twice on one connection");
  assert.equal(outbox.acknowledge(150), true);
  assert.equal(outbox.first, 1, "a block that is half safe stays");
  assert.equal(outbox.rewind(), 100);
  outbox.add(block(4), 37);
  assert.deepEqual(tags(), [2, 3, 4]);
  assert.equal(outbox.acknowledge(337), true, "the last one is shorter than others");
  assert.deepEqual([outbox.all().length, outbox.takenMs], [0, 337]);
  assert.equal(outbox.acknowledge(100), false, "an older acknowledgement takes nothing back");
  const renewed = new Outbox(5, [], 3);
  renewed.add(block(6), 100);
  assert.deepEqual([renewed.rewind(), renewed.takenMs], [200, 300], "one that begins later counts from there");
  assert.equal(renewed.acknowledge(300), true);
  assert.equal(renewed.first, 6);
});
