/** What `dayshift doctor` does. */
import { createClock } from "../../actors/runtime/clock.ts";
import { newestVersion, workspaceMigrations } from "../../actors/store/migrate.ts";
import { s3Access } from "../backup/open-target.ts";
import { examine } from "../doctor/doctor.ts";
import { type Finding, wrong } from "../base/finding.ts";
import type { Configuration } from "../base/configuration.ts";
import { counted } from "../../schema/counted.ts";
import { commandConfiguration } from "./configuration.ts";
import { inColumns } from "./in-columns.ts";
import { withProgress } from "../backup/progress.ts";

export interface DoctorFlags {
  readonly dataDir?: string;
  readonly json?: boolean;
}

/** Prints every finding; the exit status is 1 when something is wrong. */
export async function doctor({ dataDir, json = false }: DoctorFlags): Promise<void> {
  const findings = await findingsFor(dataDir);
  const isWell = findings.every(({ level }) => level !== "wrong");
  const text = json ? JSON.stringify({ isWell, findings }, null, 2) : findings.map(readable).join("\n");
  process.stdout.write(`${text}\n`);
  if (!isWell) process.exitCode = 1;
}

function stepWords([done, total]: readonly [done: number, total: number]): string {
  return `Looking over: ${done} of ${counted(total, "workspace")}`;
}

async function findingsFor(dataDir: string | undefined): Promise<Finding[]> {
  let configuration: Configuration;
  try {
    configuration = commandConfiguration({ "data-dir": dataDir });
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    return [wrong("configuration", message, "Correct it, and look again.")];
  }
  return withProgress(stepWords, (show) =>
    examine({
      configuration,
      bucketAccess: s3Access(process.env),
      clock: createClock(),
      newest: newestVersion(workspaceMigrations()),
      onProgress: (done, total) => show([done, total]),
    }),
  );
}

const marks: Readonly<Record<Finding["level"], string>> = { fine: "✓", note: "!", wrong: "✗" };

/** Where messages begin. */
const indent = 16;

function readable({ check, level, message, advice }: Finding): string {
  const { columns } = process.stdout;
  const line = inColumns(`${marks[level]} ${check.padEnd(13)} ${message}`, columns, indent);
  return advice === null ? line : `${line}\n${inColumns(`${" ".repeat(indent)}→ ${advice}`, columns, indent + 2)}`;
}
