/** A node that does not watch its lease, so that two believe to own the data: what the former one sends is refused by the store, and never acknowledged. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { call, createKey, signIn } from "../bench/client.ts";
import { noPostgres, startPostgres } from "../helpers/postgres.ts";
import { makeMutant } from "../torture/mutant.ts";
import { startGroup } from "./nodes.ts";
import { cut } from "./sessions.ts";

const lease = "src/actors/store/pages/postgres/lease.ts";

/** Whatever becomes of its lease, it believes to hold it; and nothing goes up but what a request brings about. */
const blind = [
  { file: lease, from: "=> !isOver && clock.monotonic() - held < leaseMs;", to: "=> held > -1;" },
  { file: lease, from: "    end(error);", to: "    if (error === null) end(error);" },
  { file: "src/server/service.ts", from: "const flushMs = 5000;", to: "const flushMs = 1e9;" },
];

interface Todos {
  readonly data: readonly { readonly title: string }[];
}

test("two nodes believe to own the data", { skip: noPostgres, timeout: 480_000 }, async (t) => {
  const mutant = makeMutant(blind);
  const postgres = await startPostgres();
  const group = await startGroup(postgres.database("blind"), 2, undefined, mutant.root);
  t.after(async () => {
    await group.stop();
    await postgres.stop();
    mutant.remove();
  });
  const former = await group.owner();
  const session = await signIn(former.url);
  const credential = await createKey(former.url, session.token, session.workspaces[0]?.id ?? "");
  const create = (url: string, title: string): Promise<unknown> =>
    call(`${url}/api/v1/todos`, { credential, headers: { "Idempotency-Key": title }, body: { title } });
  await create(former.url, "Before");
  const other = await group.waiting();

  await cut(postgres, "blind", "lease");
  const lives = (): readonly unknown[] => group.nodes.map(({ statuses }) => statuses);
  await group.until("the other believes to own the data", () => other.isReady(), lives);
  await group.until("the former believes to own the data, too", () => former.isReady(), lives);
  assert.deepEqual(former.statuses, []);
  const over = former.ended();
  await assert.rejects(create(former.url, "By the former"), /fetch failed/);
  await over;
  assert.equal(former.statuses.at(-1), 75);

  await create(other.url, "By the former");
  await create(other.url, "By the other");
  const { data } = await call<Todos>(`${other.url}/api/v1/todos`, { credential });
  assert.deepEqual(data.map(({ title }) => title).sort(), ["Before", "By the former", "By the other"]);
});
