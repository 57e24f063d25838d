/** What axe objects to on a page. */
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { CDPSession } from "playwright-core";

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** Gives the page axe, through the debugger, so that the policy of the page stays as it is. */
export async function loadAxe(devtools: CDPSession): Promise<void> {
  await devtools.send("Runtime.evaluate", { expression: axe });
}

/** What the page breaks of the rules of WCAG 2.2, levels A and AA: a line of each rule, with up to three elements. */
export const violations = (devtools: CDPSession): Promise<string[]> =>
  run(devtools, { type: "tag", values: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"] });

/** The same of the contrast of colours alone, which is all that a theme changes. */
export const contrastViolations = (devtools: CDPSession): Promise<string[]> =>
  run(devtools, { type: "rule", values: ["color-contrast"] });

async function run(devtools: CDPSession, runOnly: object): Promise<string[]> {
  const { result } = await devtools.send("Runtime.evaluate", {
    expression: `axe.run({ runOnly: ${JSON.stringify(runOnly)} }).then(({ violations }) =>
      JSON.stringify(violations.map(({ id, nodes }) => id + ": " + nodes.slice(0, 3).map((node) => node.html.slice(0, 200)).join(" | "))))`,
    awaitPromise: true,
    returnByValue: true,
  });
  return JSON.parse(String(result.value)) as string[];
}
