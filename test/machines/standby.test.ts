/** The owner, its folder, and the primary of PostgreSQL with its disk are lost together: the synchronous standby has everything that was acknowledged. */
import { test } from "node:test";
import { noPostgres, startPostgres } from "../helpers/postgres.ts";
import { startLoad } from "./clients.ts";
import { startGroup } from "./nodes.ts";

const options = { skip: noPostgres, timeout: 480_000 };

test(
  "a synchronous standby is promoted after the owner and the primary are lost with their disks",
  options,
  async (t) => {
    const postgres = await startPostgres();
    const storeUrl = postgres.database("standby");
    const promote = await postgres.startStandby();
    const group = await startGroup(storeUrl, 2);
    t.after(async () => {
      await group.stop();
      await postgres.stop();
    });
    const load = await startLoad(
      group.nodes.map(({ url }) => url),
      (await group.owner()).url,
      4,
    );
    await load.more(40);
    const owner = await group.owner();
    await Promise.all([owner.killAndWipe(), promote()]);
    await load.more(40);
    await load.judge();
  },
);
