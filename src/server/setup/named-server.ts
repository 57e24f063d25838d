/** A model server of this machine, called by its name where a provider is asked for. */
import { type FoundServer, usualServers } from "../../actors/models/trial/servers.ts";
import { modelSettings } from "../../schema/model-settings.ts";
import type { ModelDoor } from "./door.ts";

const providers: readonly string[] = modelSettings.entries.provider.options;

/** The server of that name, in whichever spelling; null for the name of a provider. Throws when nothing answers under the name. */
export async function serverNamed(door: Pick<ModelDoor, "find">, name: string): Promise<FoundServer | null> {
  if (providers.includes(name)) return null;
  const isIt = (server: { readonly name: string }): boolean => letters(server.name) === letters(name);
  const found = (await door.find()).find(isIt);
  if (found !== undefined) return found;
  const usual = usualServers.find(isIt);
  if (usual !== undefined) throw new Error(`${usual.name} does not answer at ${usual.baseUrl}: start it, ${elsewhere}`);
  const servers = usualServers.map((server) => server.name).join(", ");
  throw new Error(
    `--provider: expected ${providers.join(", ")}, or a server on this machine (${servers}); got "${name}".`,
  );
}

const elsewhere = "or say where it is with --provider openai-compatible --base-url <address>.";

/** `LM Studio` → `lmstudio`. */
function letters(name: string): string {
  return name.toLowerCase().replaceAll(/[^a-z]/g, "");
}
