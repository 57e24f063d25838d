/** A recording that was made and understood: twelve seconds, four segments of two speakers, and a todo that was promised in it. */
import { acknowledged, begin, openRecording } from "../../helpers/recordings.ts";
import type { TestService } from "../../helpers/service.ts";
import { until } from "../../helpers/wait.ts";
import { makeTone } from "./tone.ts";

const said = [
  [0, 2900, "Ana", "Good morning. Let us look at the printer contract first."],
  [3000, 5800, "Speaker B", "It ends in April, and the new price is a third higher."],
  [6000, 8800, "Ana", "I will send the supplier a counter offer by Friday."],
  [9000, 11800, "Speaker B", "Good. I would like to see it before it goes out."],
] as const;

/** Answers its id, when its summary is written. */
export async function talk(service: TestService): Promise<string> {
  const opened = await openRecording(service, { title: "Printer contract with Ana" });
  const channel = await begin(opened.stream);
  channel.audio(makeTone(12_000));
  for (const [startMs, endMs, speaker, text] of said) {
    channel.send({ type: "segment", startMs, endMs, speaker, text });
    await channel.next("segment");
  }
  channel.send({ type: "note", text: "[0:06] Counter offer!" });
  await channel.next("note");
  await acknowledged(service, channel, 12_000);
  channel.send({ type: "stop" });
  await channel.next("stopped");
  await until(
    "the summary is written",
    () => service.ok("getCapture", { path: { captureId: opened.id } }),
    ({ status }) => status === "completed",
  );
  return opened.id;
}

export const note = {
  type: "note",
  content:
    "# Garden plan\n\nThe hedge first, then the beds.\n\n- [ ] Order compost for the beds\n- [ ] Ask Mira for her shears\n\nTODO: measure the shed by Sunday",
  tags: ["home"],
} as const;
