/** What a service says of itself once it answers: where it is, and what comes first. */
import type { Service } from "./service.ts";

type Started = Pick<Service, "url" | "publicUrl" | "metricsUrl" | "setupToken">;

/** A line for each address, and for what a person has yet to do. `hasOperator`: whether anybody may change settings of the service. */
export function banner(
  version: string,
  { url, publicUrl, metricsUrl, setupToken }: Started,
  hasOperator: boolean,
): string {
  const lines = [
    ...(setupToken === null
      ? [["Sign in:", `${publicUrl}/`]]
      : [["Create the owner:", `${publicUrl}/setup#${setupToken}`]]),
    ...(setupToken === null && !hasOperator ? [["Name an operator:", "dayshift operators --add <email>"]] : []),
    ["API reference:", `${publicUrl}/docs`],
    ...(metricsUrl === null ? [] : [["Metrics:", metricsUrl]]),
  ];
  const shown = lines.map(([what = "", where = ""]) => `  ${what.padEnd(17)}  ${where}\n`);
  return `Dayshift ${version} listens on ${url}\n${shown.join("")}`;
}
