/**
 * `npm run faults [-- --drivers libsql,node] [--seed n] [--per-mode n] [--only text] [--deno]`: storage that fails, call by call,
 * under each driver; on Deno where that is said. Ends with 1 when something acknowledged is lost or left out of an answer, a file damaged or refused on every later start,
 * or a process ended.
 */
import { scriptArguments } from "../../build/script.ts";
import { describeCell } from "./cells.ts";
import { subjectsOf, sweep } from "./sweep.ts";
import { inWords, isSound, type CellResult } from "./cell-result.ts";

const { values } = scriptArguments({
  drivers: { type: "string", default: "libsql,node" },
  seed: { type: "string", default: "1" },
  "per-mode": { type: "string" },
  only: { type: "string", default: "" },
  deno: { type: "boolean", default: false },
});

function say({ cell, driver, examples, ...result }: CellResult): void {
  process.stdout.write(`${driver}, ${describeCell(cell)}: ${inWords([{ cell, driver, examples, ...result }])}\n`);
  for (const example of examples) process.stdout.write(`  ${example}\n`);
}

const drivers = values.drivers.split(",");
const results = await sweep({
  seed: Number(values.seed),
  drivers,
  perMode: Number(values["per-mode"] ?? Infinity),
  onDeno: values.deno,
  only: (cell) => describeCell(cell).includes(values.only),
  onCell: say,
});
for (const driver of drivers) {
  const own = results.filter((result) => result.driver === driver);
  for (const subject of subjectsOf(driver))
    process.stdout.write(`${driver}, ${subject}: ${inWords(own.filter(({ cell }) => cell.subject === subject))}\n`);
}
process.exitCode = results.every(isSound) ? 0 : 1;
