/** Who turns speech into text, as the operator sets it from the data folder: in the service that runs on it, or in its files. */
import type { SpeechService } from "../../gateway/speech-service.ts";
import { type SpeechSettingsBody, speechUpdate, type SpeechUpdate } from "../../schema/speech-settings.ts";
import { validateBody } from "../../schema/validate.ts";
import type { Configuration } from "../base/configuration.ts";
import type { ControlCommand } from "../base/control.ts";
import { hereOrThere } from "../base/folder.ts";
import { speechInFiles } from "./in-files.ts";

/** What can be asked of it. */
export interface SpeechDoor {
  read(): Promise<SpeechSettingsBody>;
  find(): ReturnType<SpeechService["find"]>;
  /** Rejects for an update that names no server. */
  test(update: SpeechUpdate): ReturnType<SpeechService["test"]>;
  change(update: SpeechUpdate): Promise<SpeechSettingsBody>;
}

/** Carries one question out. Throws 400 for what names no server, 409 where the environment names it. */
async function answered(
  speech: SpeechService,
  { action, update }: Readonly<Record<string, unknown>>,
): Promise<unknown> {
  if (action === "read") return speech.read();
  if (action === "find") return speech.find();
  const wanted = validateBody(speechUpdate, update) as SpeechUpdate;
  return action === "test" ? speech.test(wanted) : speech.change(wanted);
}

/** The command `speech` of a running service. */
export function speechCommand(speech: SpeechService): ControlCommand {
  return (input) => answered(speech, input);
}

/** The door of a data folder. What is asked rejects with why it failed. */
export function openSpeechDoor(configuration: Configuration): SpeechDoor {
  const ask = <T>(action: string, update?: SpeechUpdate): Promise<T> => {
    const input = { action, ...(update !== undefined && { update }) };
    const here = () => speechInFiles(configuration, (speech) => answered(speech, input));
    return hereOrThere(configuration.dataDir, here, { command: "speech", input }) as Promise<T>;
  };
  return {
    read: () => ask("read"),
    find: () => ask("find"),
    test: (update) => ask("test", update),
    change: (update) => ask("change", update),
  };
}
