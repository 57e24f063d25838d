/** `dayshift store`; what it does is loaded when it is asked for. */
import type { Command } from "commander";
import type { StoreFlags } from "./store-actions.ts";

/** Adds it. */
export function addStore(program: Command): void {
  const store = program
    .command("store")
    .description("Move everything into the store of several machines, or out of it");
  store
    .command("import")
    .description("Take a data folder into an empty store (DAYSHIFT_STORE_URL); the folder stays as it is")
    .option("--data-dir <folder>", "data folder of the service, which is stopped")
    .action(act("importFolder"));
  store
    .command("export")
    .description("Write everything of the store into an empty data folder, for one machine")
    .option("--data-dir <folder>", "the folder to write")
    .action(act("exportFolder"));
}

function act(name: "importFolder" | "exportFolder") {
  return async (_options: unknown, command: Command): Promise<void> => {
    const actions = await import("./store-actions.ts");
    await actions[name](command.optsWithGlobals<StoreFlags>());
  };
}
