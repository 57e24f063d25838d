/** `dayshift setup`; what it does is loaded when it is asked for. */
import type { Command } from "commander";
import type { Talk } from "../setup/choices.ts";
import type { SetupFlags } from "./setup-actions.ts";

/** Adds it. `talk` is with the person at the terminal. */
export function addSetup(program: Command, talk: Talk): void {
  program
    .command("setup")
    .description(
      "Choose who answers: a model on this machine, one of a provider, or simple rules; and who turns speech into text. Each is tried before it is used. Asks, unless --provider says who answers",
    )
    .option(
      "--provider <name>",
      "openai, anthropic, openai-compatible, builtin, or a server on this machine, such as ollama; without questions",
    )
    .option("--model <name>", "the model, as its provider names it")
    .option("--base-url <address>", "where its server is")
    .option("--with-key", "read an API key from the input")
    .option("--untested", "use it without trying it")
    .option("--data-dir <folder>", "data folder of the service")
    .action(async (_options: unknown, command: Command): Promise<void> => {
      const { setUp } = await import("./setup-actions.ts");
      await setUp(command.optsWithGlobals<SetupFlags>(), talk);
    });
}
