/** Todos that are changed over and over: each must hold what was acknowledged last, or what was on its way when the service died. */
import type { Client } from "./client.ts";

export interface Register {
  readonly id: string;
  readonly title: string;
  /** The number that the last acknowledged change wrote. */
  acknowledged: number;
  /** The number of a change whose answer never came; else as acknowledged. */
  sent: number;
}

/** What a register with this number holds: content and status change together or not at all. */
export function stateOf(n: number): { content: string; status: string } {
  return { content: `change ${n}`, status: n % 3 === 0 ? "done" : "ready" };
}

/** Changes the register until the service is gone. Reports a refusal. */
export async function keepChanging(
  client: Client,
  register: Register,
  report: (problem: string) => void,
): Promise<void> {
  for (;;) {
    register.sent = register.acknowledged + 1;
    const ask = { method: "PATCH", path: `/todos/${register.id}`, body: stateOf(register.sent) };
    const answer = await client.send(ask);
    if (answer === null) return;
    if (answer.status !== 200) return report(`a change of ${register.id} answered ${answer.status}`);
    register.acknowledged = register.sent;
  }
}

/** Compares the register with what the service holds now, and takes that on. Reports a change that was lost or torn. */
export async function checkRegister(
  client: Client,
  register: Register,
  report: (problem: string) => void,
): Promise<void> {
  const { content, status } = await client.get<{ content: string | null; status: string }>(`/todos/${register.id}`);
  const candidates = [register.acknowledged, register.sent];
  const found = candidates.find((n) => stateOf(n).content === content && stateOf(n).status === status);
  if (found === undefined)
    report(`${register.id} holds ${content} (${status}), acknowledged was ${register.acknowledged}`);
  register.acknowledged = register.sent = found ?? register.sent;
}
