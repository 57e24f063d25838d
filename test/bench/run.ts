/**
 * `npm run bench [-- --quick | --full] [--only requests,turns [--merge]] [--dry]`: measures the service against a bare server, prints
 * the table and writes it here (RESULTS.md, results.json); a quick or partial look, or one with `--dry`, writes nothing, but with
 * `--merge` a partial one takes the place of its part in the last results. Needs Linux.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { cpus, loadavg, totalmem } from "node:os";
import { join } from "node:path";
import { refuse, scriptArguments } from "../../build/script.ts";
import { type Bench, createBench } from "./bench.ts";
import { type Figure, isMet, numberText } from "./figure.ts";
import { measureBackup } from "./measures/backup.ts";
import { measureBinary } from "./measures/binary.ts";
import { measureCaptures } from "./measures/captures.ts";
import { measureHeld } from "./measures/held.ts";
import { measureJournal } from "./measures/journal.ts";
import { measureKit } from "./measures/kit.ts";
import { measureMachines } from "./measures/machines.ts";
import { measureMigrations } from "./measures/migrations.ts";
import { measurePeers } from "./measures/peers.ts";
import { measureRandom } from "./measures/random.ts";
import { measureRecordings } from "./measures/recordings.ts";
import { measureRequests } from "./measures/requests.ts";
import { measureSchedules } from "./measures/schedules.ts";
import { measureStarts } from "./measures/starts.ts";
import { measureTurns } from "./measures/turns.ts";
import { measureWorkspaces } from "./measures/workspaces.ts";
import { scaleFor } from "./scale.ts";
import { renderReport, type Report } from "./table.ts";

const measures: Readonly<Record<string, (bench: Bench) => Promise<void>>> = {
  starts: measureStarts,
  binary: measureBinary,
  random: measureRandom,
  requests: measureRequests,
  journal: measureJournal,
  turns: measureTurns,
  workspaces: measureWorkspaces,
  held: measureHeld,
  schedules: measureSchedules,
  recordings: measureRecordings,
  captures: measureCaptures,
  backup: measureBackup,
  migrations: measureMigrations,
  testkit: measureKit,
  machines: measureMachines,
  peers: measurePeers,
};

const flags = {
  quick: { type: "boolean" },
  full: { type: "boolean" },
  only: { type: "string" },
  merge: { type: "boolean" },
  dry: { type: "boolean" },
} as const;

async function main(): Promise<void> {
  const figures: Figure[] = [];
  const { values } = scriptArguments(flags);
  const scale = scaleFor(values);
  const asked = namesIn(values.only);
  const bench = await createBench(scale, (figure) => {
    figures.push(figure);
    const verdict = isMet(figure) === false ? "  ✗" : "";
    bench.say(`  ${figure.what}: ${numberText(figure.value)} ${figure.unit}${verdict}`);
  });
  try {
    for (const name of asked) await measures[name]?.(bench);
  } finally {
    await bench.close();
  }
  const report = { date: new Date().toISOString(), machine: machineFacts(scale.mode), figures };
  process.stdout.write(renderReport(report));
  const isPartial = values.only !== undefined;
  if (values.quick === true || values.dry === true || (isPartial && values.merge !== true)) return;
  const kept = isPartial ? merged(report) : report;
  writeFileSync(join(import.meta.dirname, "RESULTS.md"), renderReport(kept));
  writeFileSync(join(import.meta.dirname, "results.json"), `${JSON.stringify(kept, null, 2)}\n`);
}

/** The last results with these groups of figures in the place of theirs; each says when it was measured, and next to what. */
function merged({ date, figures }: Report): Report {
  const last = JSON.parse(readFileSync(join(import.meta.dirname, "results.json"), "utf8")) as Report;
  const groups = new Set(figures.map(({ group }) => group));
  const [load = 0] = loadavg();
  const when = `measured ${date.slice(0, 10)} on a machine with a load of ${load.toFixed(1)}`;
  const fresh = figures.map((figure) => ({ ...figure, note: [figure.note, when].filter(Boolean).join("; ") }));
  return { ...last, figures: [...last.figures.filter(({ group }) => !groups.has(group)), ...fresh] };
}

function namesIn(only: string | undefined): string[] {
  const names = only === undefined ? Object.keys(measures) : only.split(",");
  const unknown = names.find((name) => measures[name] === undefined);
  if (unknown === undefined) return names;
  return refuse(`--only takes ${Object.keys(measures).join(", ")}; got ${JSON.stringify(unknown)}`);
}

function machineFacts(mode: string): string[] {
  const memory = `${(totalmem() / 1e9).toFixed(0)} GB`;
  const kernel = readFileSync("/proc/sys/kernel/osrelease", "utf8").trim();
  const processor = cpus()[0]?.model ?? "unknown processor";
  return [`${cpus().length} × ${processor}`, memory, `Linux ${kernel}`, `Node ${process.versions.node}`, `${mode} run`];
}

await main();
