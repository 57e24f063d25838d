/**
 * `npm run eval [-- --write] [--verbose]`: what the built-in engine suggests for the captures of the set, and what the configured model does
 * (`DAYSHIFT_MODEL` and its kin), measured; and what the engine makes of what people say to it. `--write` writes the
 * figures of the built-in engine to RESULTS.md.
 */
import { writeFileSync } from "node:fs";
import { scriptArguments } from "../../build/script.ts";
import { createClock } from "../../src/actors/runtime/clock.ts";
import { createModel } from "../../src/actors/models/index.ts";
import { type Model, ModelFailure } from "../../src/actors/runtime/ports.ts";
import { modelConfiguration } from "../../src/server/base/host-settings.ts";
import { readConfiguration } from "../../src/server/base/configuration.ts";
import { questions } from "./cases.ts";
import { createBuiltinModel } from "../../src/actors/models/builtin/engine.ts";
import { type Result, resultsOf, tableOf } from "./results.ts";
import { judgeAll, utteranceTable } from "./utterances/judge.ts";

const { values } = scriptArguments({ write: { type: "boolean" }, verbose: { type: "boolean", short: "v" } });
const clock = createClock();
// The clock's timers keep no process alive: without this one it would end in the pause before a model is asked again.
const awake = setInterval(() => undefined, 60_000);
const builtin = await ask(await createModel({ model: "builtin" }, clock));
show("builtin", builtin);
const judged = await judgeAll(createBuiltinModel);
process.stdout.write(`\n${utteranceTable(judged)}`);
const configured = modelConfiguration(readConfiguration(process.env, {}));
if (configured.model !== "builtin") await measure(configured);
if (values.write === true)
  writeFileSync(new URL("RESULTS.md", import.meta.url), `${tableOf(builtin)}\n${utteranceTable(judged)}`);

clearInterval(awake);

async function measure(settings: typeof configured): Promise<void> {
  try {
    show(settings.model, await ask(await createModel(settings, clock)));
  } catch (error) {
    if (!(error instanceof ModelFailure)) throw error;
    process.stderr.write(`\n${settings.model}\n\n${error.message}\n`);
    process.exitCode = 1;
  }
}

async function ask(model: Model): Promise<Result[]> {
  const results: Result[] = [];
  for (const question of questions) {
    const digest = await model.summarise(question.source, new AbortController().signal);
    results.push({ question, digest });
  }
  return results;
}

function show(name: string, results: readonly Result[]): void {
  process.stdout.write(`\n${name}\n\n${tableOf(results)}`);
  if (values.verbose !== true) return;
  for (const { miss } of resultsOf(results.filter(({ question }) => question.part !== "blind, second half"))) {
    const lines = [
      ...miss.missed.map((line) => `  missed: ${line}`),
      ...miss.false.map((title) => `  nobody asked for: ${title}`),
      ...miss.wrongDays.map((words) => `  day: ${words}`),
      ...miss.poorTitles.map((words) => `  title: ${words}`),
    ];
    if (lines.length > 0) process.stdout.write(`${miss.name}\n${lines.join("\n")}\n`);
  }
}
