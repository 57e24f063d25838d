/**
 * Runs tests that know nothing of it over a store that machines share (`npm run test:machines`): DAYSHIFT_TEST_STORE is the address of a
 * PostgreSQL server, in which each service has a database of its own.
 */
import { randomBytes } from "node:crypto";
import { createClock } from "../../src/actors/runtime/clock.ts";
import type { PageStore } from "../../src/actors/store/pages/port.ts";
import { openPostgres } from "../../src/actors/store/pages/postgres/store.ts";
import { openSession } from "../../src/actors/store/pages/postgres/session.ts";
import type { InstanceOptions } from "../../src/testing/instance.ts";

const server = process.env["DAYSHIFT_TEST_STORE"];

/** The options of a test that changes the data folder of a stopped service, or its secret key: a store has it in itself, or refuses it. */
export const ofFolderAlone = { skip: server === undefined ? false : "this is of a data folder" };

/** Longer than any pause of a loaded machine: no test here is about losing it. */
const leaseMs = 600_000;

/** What a service is started with in addition; nothing where the tests run over the folder alone. */
export function storeOptions({ configuration, pageStore }: InstanceOptions): Partial<InstanceOptions> {
  const isOther = pageStore !== undefined || configuration?.workers || configuration?.directoryUrl;
  if (server === undefined || isOther) return {};
  const url = new URL(server);
  url.pathname = `/t${randomBytes(8).toString("hex")}`;
  const made = makeDatabase(server, url.pathname.slice(1));
  const secretKey = configuration?.secretKey ?? "5".repeat(64);
  return { pageStore: () => lazily(made.then(() => open(url.href))), configuration: { ...configuration, secretKey } };
}

async function makeDatabase(address: string, name: string): Promise<void> {
  const session = await openSession(address);
  await session.ask(`CREATE DATABASE ${name}`);
  await session.close();
}

/** With the time of this machine: that of a test jumps. */
function open(url: string): Promise<PageStore> {
  return openPostgres({ url, leaseMs, clock: createClock() });
}

function lazily(opening: Promise<PageStore>): PageStore {
  return {
    owner: async () => (await opening).owner(),
    facts: async () => (await opening).facts(),
    own: async (name) => (await opening).own(name),
    tryOwn: async (name) => (await opening).tryOwn(name),
    join: async (address) => (await opening).join(address),
    close: async () => (await opening).close(),
  };
}
