/** The help in terminals that are too narrow for two columns: what something does stands below it. */
import { Help } from "commander";
import { wrap } from "./text.ts";

/** Columns that a description wants next to its term; with fewer it goes below. */
const leastForWords = 24;
const indent = "      ";

/** A term of the help with its description, in lines that fit. */
export function formatItem(term: string, termWidth: number, description: string, helper: Help): string {
  const columns = helper.helpWidth ?? 80;
  if (columns - termWidth - 4 >= leastForWords)
    return Help.prototype.formatItem.call(helper, term, termWidth, description, helper);
  const words = description === "" ? [] : wrap(`${indent}${description}`, columns);
  return [...wrap(`  ${term}`, columns), ...words].join("\n");
}
