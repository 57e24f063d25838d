/** After a restart: what was left unanswered is asked again with the same key, and what was acknowledged is looked up. */
import { setTimeout as rest } from "node:timers/promises";
import { losesPatience } from "../helpers/settle.ts";
import { describeAnswer } from "./client.ts";
import type { Effect } from "./ledger.ts";
import { checkRegister } from "./registers.ts";
import { attempt, type Load } from "./writers.ts";

const lookedUp = 32;
const retryAfter = 25;

/** Answers how many requests were asked again. Reports what is lost, repeated, or still refused. */
export async function settle(load: Load): Promise<number> {
  const pending = load.ledger.pending();
  await Promise.all(pending.map((effect) => insist(load, effect)));
  await Promise.all([
    ...pending.filter(({ kind }) => kind === "todo").map((effect) => expectOne(load, effect)),
    ...load.ledger.latestTodos(lookedUp).map((id) => expectThere(load, id)),
    ...load.registers.map((register) => checkRegister(load.client, register, load.report)),
  ]);
  return pending.length;
}

/** Asks again until it is done: a chat may be busy with the turn that the restart resumed. */
async function insist(load: Load, effect: Effect): Promise<void> {
  const isInVain = losesPatience();
  while (!isInVain()) {
    const answer = await attempt(load, effect);
    if (answer === null) return load.report(`${effect.kind} ${effect.title}: the service went away by itself`);
    if (answer.status < 300) return;
    const isBusy = answer.status === 409 && effect.kind !== "todo";
    if (!isBusy) return load.report(`the retry of ${effect.kind} ${effect.title} answered ${describeAnswer(answer)}`);
    await rest(retryAfter);
  }
  load.report(`${effect.kind} ${effect.title} is refused as busy for ever`);
}

async function expectOne({ client, report }: Load, { title }: Effect): Promise<void> {
  const path = `/todos?query=${encodeURIComponent(title)}`;
  const { data } = await client.get<{ data: unknown[] }>(path);
  if (data.length !== 1)
    report(`${data.length > 1 ? "duplicated" : "lost"} after a retry: ${title} is there ${data.length} times`);
}

async function expectThere({ client, report }: Load, id: string): Promise<void> {
  const answer = await client.send({ path: `/todos/${id}` });
  if (answer?.status !== 200) report(`lost: the acknowledged todo ${id} answers ${answer?.status}`);
}
