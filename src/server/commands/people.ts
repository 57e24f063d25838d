/** `dayshift password`, `members` and `operators`: what the operator, who has the data folder, decides about people. */
import type { Command } from "commander";
import type { MoveFlags } from "./act.ts";
import type { MembersFlags, OperatorsFlags, PasswordFlags } from "./people-actions.ts";

/** Adds them. `ask` answers the line that a person types, unseen; null at the end of the input. */
export function addPeople(program: Command, ask: (prompt: string) => Promise<string | null>): void {
  const folder = ["--data-dir <folder>", "data folder of the service"] as const;
  program
    .command("password")
    .description("Set the password of a person, as the operator of the data folder")
    .argument("<email>")
    .option("--keep-api-keys", "leave the person's API keys as they are")
    .option("--reset-second-factor", "switch the second factor of the person off instead")
    .option(...folder)
    .action(async (email: string, _options: unknown, command: Command) => {
      const flags = command.optsWithGlobals<PasswordFlags>();
      const { resetSecondFactor, setPassword } = await import("./people-actions.ts");
      if (flags.resetSecondFactor === true) return resetSecondFactor(email, flags);
      await setPassword(email, (await ask("New password: ")) ?? "", flags);
    });
  program
    .command("members")
    .description("List the people of a workspace, restore an owner, or switch a second factor off, as the operator")
    .argument("[workspace-id]", "which one; not needed where there is only one")
    .option("--owner <email>", "make this person an owner of the workspace, and a member first")
    .option("--reset-second-factor <email>", "switch the second factor of this person off")
    .option(...folder)
    .action(async (id: string | undefined, _options: unknown, command: Command) => {
      const { members } = await import("./people-actions.ts");
      await members(id, command.optsWithGlobals<MembersFlags & MoveFlags>());
    });
  program
    .command("operators")
    .description("List the operators, who change settings of the service, or name who is one, as the operator")
    .option("--add <email>", "make this person an operator")
    .option("--remove <email>", "make this person no operator any more")
    .option(...folder)
    .action(async (_options: unknown, command: Command) => {
      const { operators } = await import("./people-actions.ts");
      await operators(command.optsWithGlobals<OperatorsFlags & MoveFlags>());
    });
}
