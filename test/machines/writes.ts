/** What tests under load have in common: waiting for more writes, and the judgement at the end. */
import { test, type TestOptions } from "node:test";
import type { Load } from "./clients.ts";
import type { Group } from "./nodes.ts";

/** Waits until so many more writes were acknowledged, or something was not as it must be. */
export async function moreWrites(group: Group, load: Load, count: number): Promise<void> {
  const wanted = load.writes + count;
  const isSo = (): boolean => load.writes >= wanted || load.hasFaults;
  await group.until(`write ${wanted}`, isSo, () => load.writes);
}

/** The last test of a file: it ends the clients. More than `least` writes were acknowledged in all. */
export function judgeAtLast(load: () => Load, least: number, options: TestOptions): void {
  const title =
    "in all of that nothing acknowledged was lost, doubled, or missing from a later read of the same client";
  test(title, options, () => load().judge(least));
}
