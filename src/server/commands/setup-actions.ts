/** What `dayshift setup` does: the questions that the first start asks in the app, at a terminal. */
import { makeFolder } from "../../actors/store/files.ts";
import type { ModelSettingsBody, ModelUpdate } from "../../schema/model-settings.ts";
import { judgeTrial, settingPlaces } from "../doctor/model.ts";
import { chooseOne, modelChoices, type Talk, updateOf } from "../setup/choices.ts";
import { type ModelDoor, openModelDoor } from "../setup/door.ts";
import { serverNamed } from "../setup/named-server.ts";
import { print } from "./act.ts";
import { commandConfiguration } from "./configuration.ts";
import { setUpSpeech } from "./setup-speech.ts";

export interface SetupFlags {
  readonly dataDir?: string;
  readonly json?: boolean;
  readonly provider?: string;
  readonly model?: string;
  readonly baseUrl?: string;
  readonly withKey?: boolean;
  readonly untested?: boolean;
}

/** Has a model and a speech server chosen, tries each, and uses it. Rejects with an Error that says what stands in the way of one. */
export async function setUp(flags: SetupFlags, talk: Talk): Promise<void> {
  const configuration = commandConfiguration({ "data-dir": flags.dataDir });
  makeFolder(configuration.dataDir); // it may be asked before the first start
  const door = openModelDoor(configuration);
  const now = await door.read();
  if (now.source !== "environment") await setUpModel(door, now, flags, talk);
  else if (flags.provider === undefined) talk.show(`${byEnvironment(now)}\n`);
  else throw new Error(byEnvironment(now));
  if (flags.provider === undefined) await setUpSpeech(configuration, talk, flags.untested !== true);
}

function byEnvironment(now: ModelSettingsBody): string {
  return `DAYSHIFT_MODEL of the environment names ${nameOf(now)}, and wins: change it there.`;
}

/** Rejects where nothing was changed, unless the person wants it so. */
async function setUpModel(door: ModelDoor, now: ModelSettingsBody, flags: SetupFlags, talk: Talk): Promise<void> {
  const update =
    flags.provider === undefined ? await chosen(door, now, talk) : await given(door, flags, flags.provider, talk);
  if (update === null) return talk.show(`${answering(now)}.\n`);
  await door.check(update).catch((error: unknown) => {
    throw flags.provider === undefined ? error : inFlags(error);
  });
  if (update.provider !== "builtin" && flags.untested !== true) await tried(door, update, flags, talk);
  const set = await door.change(update);
  print(flags, set, `${answering(set)}. To change it: dayshift setup, or Settings in the app.`);
}

function answering(settings: ModelSettingsBody): string {
  return settings.model === null ? "Simple rules answer" : `${nameOf(settings)} answers`;
}

/** What stands in the way, in the flags that were left out. */
function inFlags(error: unknown): Error {
  const message = error instanceof Error ? error.message : String(error);
  if (message.startsWith("apiKey: ")) return new Error(`${message} Add --with-key, which reads it from the input.`);
  return new Error(message.replace(/^model: /, "--model: ").replace(/^baseUrl: /, "--base-url: "));
}

function nameOf({ provider, model }: ModelSettingsBody): string {
  return `${provider}:${model}`;
}

/** Null where it stays as it is. */
async function chosen(door: ModelDoor, now: ModelSettingsBody, talk: Talk): Promise<ModelUpdate | null> {
  talk.show("Who answers? Agents need a language model. Looking for models on this machine…\n");
  const choices = modelChoices(await door.find());
  const choice = await chooseOne(choices, talk);
  if (choice === "stays") return null;
  if (choice === null) throw new Error(`Nothing was changed: expected a number from 1 to ${choices.length}.`);
  return updateOf(choice, now, talk.ask);
}

/** A server of this machine brings its address, and its first model where none is named. */
async function given(door: ModelDoor, flags: SetupFlags, name: string, { ask }: Talk): Promise<ModelUpdate> {
  const server = await serverNamed(door, name);
  const { model = server?.models[0], baseUrl = server?.baseUrl, withKey = false } = flags;
  const apiKey = withKey ? ((await ask("API key: ", true)) ?? "").trim() : "";
  return {
    provider: server === null ? (name as ModelUpdate["provider"]) : "openai-compatible",
    ...(model !== undefined && { model }),
    ...(baseUrl !== undefined && { baseUrl }),
    ...(apiKey !== "" && { apiKey }),
  };
}

async function tried(door: ModelDoor, update: ModelUpdate, flags: SetupFlags, { ask, show }: Talk): Promise<void> {
  show("Trying it. On a small machine this takes a minute or two…\n");
  const trial = await door.test(update);
  const { message, advice } = judgeTrial(`${update.provider}:${update.model ?? ""}`, trial, settingPlaces);
  show(`${message}\n${advice === null ? "" : `${advice}\n`}`);
  if (trial.problem === null) return;
  const line = flags.provider === undefined ? await ask("Use it all the same? [y/N] ") : null;
  if (/^\s*y(es)?\s*$/i.test(line ?? "")) return;
  throw new Error(
    `Nothing was changed.${flags.provider === undefined ? "" : " To use it all the same, add --untested."}`,
  );
}
