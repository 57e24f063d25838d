/** The second question of `dayshift setup`, and of the first start in the app: who turns speech into text? */
import type { SpeechSettingsBody, SpeechTest, SpeechUpdate } from "../../schema/speech-settings.ts";
import type { Configuration } from "../base/configuration.ts";
import { chooseOne, speechChoices, type Talk, updateOf } from "../setup/choices.ts";
import { openSpeechDoor, type SpeechDoor } from "../setup/speech-door.ts";

/** What the app says of the same. */
export const speechWords = {
  title: "Who turns speech into text?",
  text: "Recordings are transcribed by a speech server: on this machine, or at a provider whose key you have. Without one their sound is stored, and can be transcribed later.",
  looking: "Looking for speech servers on this machine…",
  trying: "Trying it with a second of sound. A server that loads its model first takes a minute…",
  works: "It takes sound, and answers.",
  none: "Nobody transcribes recordings; their sound is stored.",
  byEnvironment: "Variables of the environment name the server; it is changed there (DAYSHIFT_TRANSCRIBE_MODEL).",
  problems: {
    unreachable: "Nobody answers at this address.",
    key_refused: "The server refused the key.",
    unknown_model:
      "The server does not know the address or the model. whisper.cpp wants to be started with --inference-path /v1/audio/transcriptions.",
    no_speech_server: "What answers at this address is no speech server.",
    too_slow: "The server took more than two minutes for a second of sound.",
    sound_refused: "The server did not take the sound, or failed at it. Its log says why.",
  } satisfies Record<NonNullable<SpeechTest["problem"]>, string>,
};

/** Has a speech server chosen, tries it, and uses it; an empty line leaves everything as it is. Rejects with what stands in the way. */
export async function setUpSpeech(configuration: Configuration, talk: Talk, isTried: boolean): Promise<void> {
  const door = openSpeechDoor(configuration);
  const now = await door.read();
  talk.show(`\n${speechWords.title} `);
  if (now.source === "environment") return talk.show(`${speechWords.byEnvironment}\n`);
  talk.show(`${speechWords.text}\n${speechWords.looking}\n`);
  try {
    const set = await chosen(door, now, talk, isTried);
    talk.show(`${inUse(set ?? now)}\n`);
  } catch (error) {
    // The question before this one has its answer.
    throw new Error(`Speech stays as it is: ${(error as Error).message}`, { cause: error });
  }
}

/** What is in use then; null where it stays as it is. */
async function chosen(
  door: SpeechDoor,
  now: SpeechSettingsBody,
  talk: Talk,
  isTried: boolean,
): Promise<SpeechSettingsBody | null> {
  const choices = speechChoices(await door.find());
  const choice = await chooseOne(choices, talk);
  if (choice === "stays") return null;
  if (choice === null) throw new Error(`expected a number from 1 to ${choices.length}.`);
  const update = await updateOf(choice, now, talk.ask, "whisper-1");
  if (isTried && choice.takesModel && !(await tried(door, update, talk))) return null;
  return door.change(update);
}

function inUse({ model }: SpeechSettingsBody): string {
  return model === null ? speechWords.none : `${model} transcribes recordings.`;
}

/** Whether it is to be used. */
async function tried(door: SpeechDoor, update: SpeechUpdate, { ask, show }: Talk): Promise<boolean> {
  show(`${speechWords.trying}\n`);
  const { problem } = await door.test(update);
  show(`${problem === null ? speechWords.works : speechWords.problems[problem]}\n`);
  return problem === null || /^\s*y(es)?\s*$/i.test((await ask("Use it all the same? [y/N] ")) ?? "");
}
