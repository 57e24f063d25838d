/** Nodes in this process that share a store, in a PostgreSQL of the test file's own: it is started before the tests and ended after them. */
import { after, before } from "node:test";
import { createClock } from "../../src/actors/runtime/clock.ts";
import type { Clock } from "../../src/actors/runtime/ports.ts";
import type { PageStore } from "../../src/actors/store/pages/port.ts";
import { openPostgres } from "../../src/actors/store/pages/postgres/store.ts";
import { noPostgres, type Postgres, startPostgres } from "./postgres.ts";

/** Milliseconds after which a silent node loses what it owns. */
export const leaseMs = 1000;

export interface PostgresNodes {
  /** Of each test that needs the server. */
  readonly options: { readonly skip: string | false };
  /** The server, while tests run. */
  readonly server: () => Postgres;
  /** The name of a database that no test has used. */
  readonly freshName: () => string;
  /** Connects another node to the store in that database; closed after the tests. */
  readonly node: (name: string, clock?: Clock) => Promise<PageStore>;
}

/** For the tests of one file; called once, outside of them. */
export function postgresNodes(): PostgresNodes {
  const stores: PageStore[] = [];
  let postgres: Postgres | null = null;
  let databases = 0;

  const server = (): Postgres => {
    if (postgres === null) throw new Error("PostgreSQL has not been started.");
    return postgres;
  };

  before(async () => {
    if (noPostgres === false) postgres = await startPostgres();
  });
  after(async () => {
    await Promise.all(stores.map((store) => store.close()));
    await postgres?.stop();
  });

  return {
    options: { skip: noPostgres },
    server,
    freshName() {
      databases += 1;
      return `store_${databases}`;
    },
    async node(name, clock = createClock()) {
      const store = await openPostgres({ url: server().database(name), leaseMs, clock });
      stores.push(store);
      return store;
    },
  };
}
