/** A process of its own for the test that kills it: starts a turn that hangs, says so, and waits for its end. */
import { fakeId } from "../helpers/ids.ts";
import { callOf, startBench } from "./bench.ts";

const [dataDir = ""] = process.argv.slice(2);
const { host } = await startBench(
  { after: () => undefined },
  {
    dataDir,
    script: () => {
      process.stdout.write("begun\n");
      return new Promise(() => undefined);
    },
  },
);
await host.create(fakeId(1), []);
await host.call(fakeId(1), callOf(fakeId(1), "createChat", { message: "hello" }, { key: "k" }));
process.stdin.resume(); // stays alive until it is killed
