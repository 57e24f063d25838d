/** The load generator as a process of its own: takes jobs, answers results. */
import { type LoadJob, runLoad } from "./load.ts";

process.on("message", (job: LoadJob) => {
  runLoad(job).then(
    (result) => process.send?.({ result }),
    (error: unknown) => process.send?.({ error: error instanceof Error ? error.message : String(error) }),
  );
});
process.on("disconnect", () => process.exit());
process.send?.({ ready: true });
