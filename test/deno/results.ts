/** What `deno test --reporter=tap` says of a file, and how that compares with the list of differences. */
import type { Difference } from "./differences.ts";

export interface Results {
  /** Names of tests, those of a suite behind its name: `suite > test`. */
  readonly passed: readonly string[];
  readonly failed: readonly string[];
}

/** Reads the outcome of each test; a suite is what its tests are. */
export function readTap(text: string): Results {
  const results = { passed: [] as string[], failed: [] as string[] };
  const suites: string[] = [];
  for (const line of text.split("\n")) {
    const begins = /^ *# Subtest: (.*)$/.exec(line)?.[1];
    if (begins !== undefined) suites.push(begins);
    const [, verdict, name] = /^ *(ok|not ok) \d+ - (.*?)(?: # .*)?$/.exec(line) ?? [];
    if (name === undefined) continue;
    if (name === suites.at(-1)) suites.pop();
    else (verdict === "ok" ? results.passed : results.failed).push([...suites, name].join(" > "));
  }
  return results;
}

/** What is wrong with a file's results: a test that fails and is not listed, one that is listed and passes or is not there. */
export function judge({ passed, failed }: Results, listed: readonly Difference[]): string[] {
  const names = listed.map(({ test }) => test);
  return [
    ...failed.filter((name) => !names.includes(name)).map((name) => `fails: ${name}`),
    ...names.filter((name) => passed.includes(name)).map((name) => `passes, take it off the list: ${name}`),
    ...names
      .filter((name) => !passed.includes(name) && !failed.includes(name))
      .map((name) => `is listed and was not run: ${name}`),
  ];
}
