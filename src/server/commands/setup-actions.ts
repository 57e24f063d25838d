/** What `dayshift setup` does: the question that the first start asks in the app, at a terminal. */
import { makeFolder } from "../../actors/store/files.ts";
import type { ModelSettingsBody, ModelUpdate } from "../../schema/model-settings.ts";
import { judgeTrial, settingPlaces } from "../doctor/model.ts";
import { type Ask, choicesOf, updateOf } from "../setup/choices.ts";
import { type ModelDoor, openModelDoor } from "../setup/door.ts";
import { serverNamed } from "../setup/named-server.ts";
import { print } from "./act.ts";
import { commandConfiguration } from "./configuration.ts";

export interface SetupFlags {
  readonly dataDir?: string;
  readonly json?: boolean;
  readonly provider?: string;
  readonly model?: string;
  readonly baseUrl?: string;
  readonly withKey?: boolean;
  readonly untested?: boolean;
}

/** With the person at the terminal. */
export interface Talk {
  readonly ask: Ask;
  /** What is no data. */
  readonly show: (text: string) => void;
}

/** Has a model chosen, tries it, and uses it. Rejects with an Error that says what stands in the way; nothing is changed then. */
export async function setUp(flags: SetupFlags, talk: Talk): Promise<void> {
  const configuration = commandConfiguration({ "data-dir": flags.dataDir });
  makeFolder(configuration.dataDir); // it may be asked before the first start
  const door = openModelDoor(configuration);
  const now = await door.read();
  if (now.source === "environment")
    throw new Error(`DAYSHIFT_MODEL of the environment names ${nameOf(now)}, and wins: change it there.`);
  const update =
    flags.provider === undefined ? await chosen(door, now, talk) : await given(door, flags, flags.provider, talk);
  await door.check(update).catch((error: unknown) => {
    throw flags.provider === undefined ? error : inFlags(error);
  });
  if (update.provider !== "builtin" && flags.untested !== true) await tried(door, update, flags, talk);
  const set = await door.change(update);
  const answers = set.model === null ? "Simple rules answer" : `${nameOf(set)} answers`;
  print(flags, set, `${answers}. To change it: dayshift setup, or Settings in the app.`);
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

async function chosen(door: ModelDoor, now: ModelSettingsBody, { ask, show }: Talk): Promise<ModelUpdate> {
  show("Who answers? Agents need a language model. Looking for models on this machine…\n");
  const choices = choicesOf(await door.find());
  choices.forEach(({ label }, at) => show(`  ${at + 1}  ${label}\n`));
  const line = await ask(`Which one, 1 to ${choices.length}? `);
  const choice = /^\s*\d+\s*$/.test(line ?? "") ? choices[Number(line) - 1] : undefined;
  if (choice === undefined) throw new Error(`Nothing was changed: expected a number from 1 to ${choices.length}.`);
  return updateOf(choice, now, ask);
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
