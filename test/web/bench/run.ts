/**
 * Measures the app against its budgets: `npm run bench:web [-- --todos 10000]`. Prints a table, and ends with 1 when a budget is broken. Times are those of
 * this machine: look at them on one that has nothing else to do.
 */
import { scriptArguments } from "../../../build/script.ts";
import { buildWeb } from "../../../build/web.ts";
import { startService } from "../../bench/service.ts";
import { median } from "../../bench/stats.ts";
import { tempDir } from "../../helpers/temp-dir.ts";
import { startBrowser } from "../helpers/browser.ts";
import { fillWithTodos } from "./many-todos.ts";
import { measureApp } from "./measure.ts";

interface Budget {
  readonly what: string;
  readonly value: number;
  readonly limit: number;
  readonly unit: string;
}

const { values } = scriptArguments({ todos: { type: "string", default: "10000" } });
const count = Number(values.todos);
const ends: (() => unknown)[] = [];

try {
  const sizes = await buildWeb();
  const service = await startService({ dataDir: tempDir({ after: (end) => void ends.push(end) }) });
  ends.push(() => service.kill());
  const filled = await fillWithTodos(service.url, count, new Date());
  const browser = await startBrowser();
  ends.push(() => browser.close());
  const given = { url: service.url, filled, loads: 5 };
  const wide = await measureApp(browser, { ...given, slowdown: 1, isPhone: false });
  const slow = await measureApp(browser, { ...given, slowdown: 4, isPhone: true });
  const kilobytes = (bytes: number): number => bytes / 1024;
  report([
    { what: "Script at first load, gzip", value: kilobytes(sizes.first), limit: 70, unit: "KB" },
    { what: "Largest part that is loaded later, gzip", value: kilobytes(sizes.part), limit: 30, unit: "KB" },
    { what: "Style, gzip", value: kilobytes(sizes.style), limit: 14, unit: "KB" },
    { what: "Ready, warm, median of 5", value: median(wide.ready), limit: 500, unit: "ms" },
    { what: "Ready, phone, CPU 4 × slower", value: median(slow.ready), limit: 1200, unit: "ms" },
    { what: "Key to painted frame, p98", value: wide.keyP98, limit: 50, unit: "ms" },
    { what: "Key to painted frame, p98, CPU 4 × slower", value: slow.keyP98, limit: 100, unit: "ms" },
    { what: "Heap", value: wide.heapMegabytes, limit: 40, unit: "MB" },
    { what: "Nodes in the document", value: wide.nodes, limit: 1500, unit: "" },
    { what: "A change elsewhere until it is in the page, p50", value: wide.elsewhereP50, limit: 50, unit: "ms" },
    { what: "Between frames while scrolling, p95", value: wide.gapP95, limit: 34, unit: "ms" },
    { what: "Longest task once it is ready", value: wide.longestTask, limit: 200, unit: "ms" },
  ]);
  const asIs = [
    `ready ${wide.ready.map((one) => Math.round(one)).join(", ")} ms`,
    `4 × slower ${slow.ready.map((one) => Math.round(one)).join(", ")} ms`,
    `key p50 ${wide.keyP50.toFixed(1)} and ${slow.keyP50.toFixed(1)} ms`,
    `worst input (Event Timing) ${wide.worstInput} and ${slow.worstInput} ms`,
    `longest task of the start ${Math.round(wide.longestStartTask)} and ${Math.round(slow.longestStartTask)} ms`,
  ];
  console.log(`\n${asIs.join("; ")}.`);
} finally {
  for (const end of ends.reverse()) await end();
}

function report(budgets: readonly Budget[]): void {
  console.log(`${count} todos\n\n| | Measured | Budget | |\n|---|---|---|---|`);
  for (const { what, value, limit, unit } of budgets) {
    const isKept = value <= limit;
    if (!isKept) process.exitCode = 1;
    console.log(`| ${what} | ${value.toFixed(1)} ${unit} | ${limit} ${unit} | ${isKept ? "✓" : "✗"} |`);
  }
}
