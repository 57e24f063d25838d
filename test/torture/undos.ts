/** Undo at length: runs of an agent that does anything, among the edits of people, each undone and compared with what was before. */
import { playRuns } from "../workspace/undo/play.ts";

/** Plays so many runs and says what came of it; true when all was brought back that nobody else had changed, and the rest named. */
export function undoAtLength(seed: number, runs: number): boolean {
  const start = performance.now();
  const { seen, problems } = playRuns(seed, runs);
  const took = ((performance.now() - start) / 1000).toFixed(1);
  const left = [...seen.left].map(([reason, count]) => `${count} ${reason}`).join(", ");
  const said = `${seen.runs} runs undone, ${seen.undone} of ${seen.changes} changes, left ${left}`;
  process.stdout.write(`seed ${seed}, ${took} s: ${said}; ${problems.length} not as before or not named\n`);
  for (const problem of problems.slice(0, 20)) process.stdout.write(`  ${problem}\n`);
  return problems.length === 0;
}
