/**
 * `npm run test:machines [-- file …]`: the contract's tests once more, over a PostgreSQL that is started for them. Every answer must be the
 * same as from a folder. Skipped, with a word, where there is no PostgreSQL.
 */
import { spawnSync } from "node:child_process";
import { globSync } from "node:fs";
import { endAfterHelp } from "../../build/script.ts";
import { noPostgres, startPostgres } from "../helpers/postgres.ts";

/** These write into the data folder of a stopped service, or look into it: with a store it is a cache. */
const ofFolder = /second-factor|boundary\/|upload-kill|schedules\/(clocks|restart)/;

endAfterHelp();
if (noPostgres === false) {
  const postgres = await startPostgres();
  const asked = process.argv.slice(2);
  const files =
    asked.length > 0
      ? asked
      : globSync("test/api/**/*.test.ts")
          .sort()
          .filter((file) => !ofFolder.test(file));
  const env = { ...process.env, DAYSHIFT_TEST_STORE: postgres.database("postgres") };
  const { status } = spawnSync(process.execPath, ["test/run.ts", ...files], { stdio: "inherit", env });
  await postgres.stop();
  process.exitCode = status ?? 1;
} else console.log(`The contract was not tried over a store. ${noPostgres}`);
