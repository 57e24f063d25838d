/** The arguments of a script: `--help` prints the comment at its top, and what it does not take is refused with a sentence. */
import { readFileSync } from "node:fs";
import { parseArgs, type ParseArgsConfig } from "node:util";

/** The flags and names that the script was given. Ends the process after `--help`, and where it was given something else. */
export function scriptArguments<const Options extends NonNullable<ParseArgsConfig["options"]>>(
  options: Options,
  takesNames = false,
) {
  endAfterHelp();
  try {
    const args = process.argv.slice(2);
    const { values, positionals } = parseArgs({ args, options, allowPositionals: takesNames });
    return { values, names: positionals as readonly string[] };
  } catch (error) {
    const [said = ""] = (error as Error).message.split(". ");
    return refuse(said);
  }
}

/** Ends the process where `--help` was asked for, once it is given. */
export function endAfterHelp(): void {
  if (!process.argv.includes("--help", 2)) return;
  const [, comment = ""] = /\/\*\*([\s\S]*?)\*\//.exec(readFileSync(process.argv[1] ?? "", "utf8")) ?? [];
  process.stdout.write(`${comment.replaceAll(/^\s*\* ?/gm, "").trim()}\n`);
  process.exit(0);
}

/** Ends the process, and says why: a sentence without its full stop. */
export function refuse(why: string): never {
  process.stderr.write(`${why}. --help says what there is.\n`);
  process.exit(2);
}
