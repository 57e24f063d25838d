/** The suite's program, and what it writes down of each scenario. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { installed } from "../program.ts";

export const suite = installed("conformance", "@modelcontextprotocol/conformance/dist/index.js");

/** What a check found; `INFO` says that nothing was judged. */
type Status = "SUCCESS" | "FAILURE" | "WARNING" | "SKIPPED" | "INFO";

export interface Check {
  readonly scenario: string;
  readonly id: string;
  readonly status: Status;
  readonly message: string;
}

/** Everything that was checked, by the folder that the suite was given for results. */
export function checksIn(folder: string): Check[] {
  return readdirSync(folder).flatMap((name) => {
    const scenario = name.replace(/^server-/, "").replace(/-\d{4}-\d\d-\d\dT[\d-]+Z$/, "");
    const checks = JSON.parse(readFileSync(join(folder, name, "checks.json"), "utf8")) as readonly Written[];
    return checks.map(({ id, status, errorMessage, details }) => {
      const message = errorMessage ?? details?.message ?? details?.note ?? "";
      return { scenario, id, status, message };
    });
  });
}

interface Written {
  readonly id: string;
  readonly status: Status;
  readonly errorMessage?: string;
  readonly details?: { readonly message?: string; readonly note?: string };
}
