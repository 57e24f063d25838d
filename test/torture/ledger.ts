/**
 * What was asked of the service and what it acknowledged, kept where no kill reaches. Every request is to make one todo of a
 * title that no other has: at once, or through an agent's tool. That is how a lost or repeated effect shows.
 */

export const kinds = ["todo", "chat", "message", "run"] as const;
export type Kind = (typeof kinds)[number];
export type Counts = Readonly<Record<Kind, number>>;

export interface Effect {
  readonly kind: Kind;
  /** The Idempotency-Key. */
  readonly key: string;
  /** The title of the todo that it is to make. */
  readonly title: string;
  readonly path: string;
  readonly body: unknown;
}

/** How the titles that are there compare with those that were asked for. */
export interface Verdict {
  /** Acknowledged, and not there. */
  readonly lost: readonly string[];
  /** There more than once. */
  readonly duplicated: readonly string[];
  /** There, though refused or never asked for. */
  readonly unasked: readonly string[];
}

export interface Ledger {
  /** Notes a request about to be sent. */
  plan(kind: Kind, path: string, bodyFor: (title: string) => unknown): Effect;
  /** Notes that the service answered with success, and with which id. */
  acknowledge(effect: Effect, id: string): void;
  /** Notes that the service refused it: it must have no effect. */
  refuse(effect: Effect): void;
  /** Sent, and neither acknowledged nor refused: the service died before it answered. */
  pending(): Effect[];
  /** The ids of the latest acknowledged todos. */
  latestTodos(count: number): string[];
  /** How many of each kind were acknowledged. */
  readonly acknowledged: Counts;
  judge(titles: readonly string[]): Verdict;
}

/** A ledger; `name` sets its keys apart from those of other ledgers. */
export function createLedger(name: string): Ledger {
  const pending = new Map<string, Effect>();
  const acknowledged = new Set<string>();
  const counts = { todo: 0, chat: 0, message: 0, run: 0 };
  const todoIds: string[] = [];
  let planned = 0;
  return {
    plan(kind, path, bodyFor) {
      planned += 1;
      const title = titleOf(planned);
      const effect = { kind, key: `${name}-${planned}`, title, path, body: bodyFor(title) };
      pending.set(effect.key, effect);
      return effect;
    },
    acknowledge({ key, title, kind }, id) {
      pending.delete(key);
      acknowledged.add(title);
      counts[kind] += 1;
      if (kind === "todo") todoIds.push(id);
    },
    refuse({ key }) {
      pending.delete(key);
    },
    pending: () => [...pending.values()],
    latestTodos: (count) => todoIds.slice(-count),
    acknowledged: counts,
    judge: (titles) => judge(titles, acknowledged),
  };
}

function judge(titles: readonly string[], acknowledged: ReadonlySet<string>): Verdict {
  const counts = new Map<string, number>();
  for (const title of titles) counts.set(title, (counts.get(title) ?? 0) + 1);
  return {
    lost: [...acknowledged].filter((title) => !counts.has(title)),
    duplicated: [...counts].filter(([, count]) => count > 1).map(([title]) => title),
    unasked: [...counts.keys()].filter((title) => !acknowledged.has(title)),
  };
}

const letters = "bcdfghjklm";

/** Without vowels and digits, so that the rules engine takes it for nothing but a title: no day, no name, no number. */
function titleOf(n: number): string {
  const digits = String(n).padStart(8, "0");
  return `Torture ${digits.replace(/\d/g, (digit) => letters.charAt(Number(digit)))}`;
}
