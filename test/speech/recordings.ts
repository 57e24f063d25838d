/** What `npm run test:speech` plays to the service, and what should come of it. */
import { spawnSync } from "node:child_process";
import { join } from "node:path";

export interface Recording {
  readonly name: string;
  /** Path of a WAV file. */
  readonly file: string;
  readonly said: string;
  /** Of each todo that should be suggested, a pattern of its title. */
  readonly todos: readonly RegExp[];
  /** Above this word error rate the path is broken, and not merely the model small. */
  readonly mostErrors: number;
}

const dickens = `It was the best of times, it was the worst of times, it was the age of wisdom, it was the age of foolishness,
it was the epoch of belief, it was the epoch of incredulity, it was the season of Light, it was the season of Darkness,
it was the spring of hope, it was the winter of despair, we had everything before us, we had nothing before us,
we were all going direct to Heaven, we were all going direct the other way. In short, the period was so far like the present period,
that some of its noisiest authorities insisted on its being received, for good or for evil,
in the superlative degree of comparison only.`;

const meeting = `Good morning everyone. The launch went well, and the numbers look good. I will send the budget to Maria tomorrow.
We need to book a room for the workshop. Anna, please update the price list by Friday. The weather was nice on the weekend.
I have to call the printer about the posters. Thank you. Don't forget to renew the insurance next week. That is all for today.`;

/** A person who reads Dickens, from the recogniser's package, and a synthesizer's voice in a meeting, written into the folder. */
export function recordings(assets: string, folder: string): Recording[] {
  const spoken = join(folder, "meeting.wav");
  const { error, status, stderr } = spawnSync("espeak-ng", ["-v", "en-us+f2", "-s", "120", "-w", spoken, meeting]);
  if (error !== undefined || status !== 0)
    throw new Error(`The meeting could not be spoken: install espeak-ng. ${error?.message ?? String(stderr)}`);
  return [
    {
      name: "a person who reads",
      file: join(assets, "two_cities.wav"),
      said: dickens,
      todos: [],
      mostErrors: 0.1,
    },
    {
      name: "a meeting, synthesized",
      file: spoken,
      said: meeting,
      todos: [/budget/i, /room/i, /price list/i, /printer/i, /insurance/i],
      mostErrors: 0.2,
    },
  ];
}
